"""Dice that can be checked (DICE-1): promised before play, mixed with the players' seeds, opened at the end.

Tables laid before there were seals roll by this scheme to their end; new ones by that of `seals`.

    commit = SHA256("DICE-1|commit|" + table + "|" + seed)                      shown before any seed is taken
    key    = HMAC-SHA256(seed, "DICE-1|key|" + table + "|" + SHA256(c1) + "|" + SHA256(c2) + "|" ...)
    block  = HMAC-SHA256(key, "DICE-1|draw|" + site + "|" + purpose + "|" + i)   i = 0, 1, 2, ...

`seed` are 32 random bytes, c1, c2, ... the seeds of the people in the order of their seats, hashes in hex.
`site` is how many outcomes and moves stand in the record before this one: taking a move back and making it
again changes nothing, and no site is ever rolled twice. A block is eight 32-bit numbers, big end first; a
number at or above the largest multiple of n is thrown away, the others count modulo n. docs/dice.md tells how
a page checks it, and what the check cannot see: whoever can read the server's file knows the dice to come,
and by being ready last can choose among them. Knows no game: a dealer like any other.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterator, Sequence

from kritzel.game import Chance, Outcome

SCHEME = "DICE-1"
SEED_BYTES = 32
WORDS = 2**32


def promise(table: str, seed: bytes) -> str:
    """What is shown before play: it binds the seed and tells nothing about it."""
    return hashlib.sha256(f"{SCHEME}|commit|{table}|".encode() + seed).hexdigest()


def key(table: str, seed: bytes, players: Sequence[str]) -> bytes:
    """The key of all draws at a table, from its seed and the seeds of the people."""
    mixed = "".join(hashlib.sha256(player.encode()).hexdigest() + "|" for player in players)
    return hmac.digest(seed, f"{SCHEME}|key|{table}|{mixed}".encode(), "sha256")


def draw(with_key: bytes, site: int, chance: Chance) -> Outcome:
    """The outcome of a chance event at its site."""
    drawn = numbers(with_key, lambda block: f"{SCHEME}|draw|{site}|{chance.purpose}|{block}")
    return chance.event.sample(lambda n: below(drawn, n))


def lots(table: str, seed: bytes, players: Sequence[str], seats: int) -> tuple[int, ...]:
    """Who sits where: the chair of each seat. The seeds of the people are sorted, since nobody sits yet."""
    with_key = key(table, seed, sorted(players))
    return dealt(numbers(with_key, lambda block: f"{SCHEME}|lots|{block}"), seats)


# Numbers ---------------------------------------------------------------------------------------
def numbers(with_key: bytes, site: Callable[[int], str]) -> Iterator[int]:
    """The numbers of a site, eight from each of its blocks."""
    block = 0
    while True:
        digest = hmac.digest(with_key, site(block).encode(), "sha256")
        yield from (int.from_bytes(digest[at : at + 4], "big") for at in range(0, len(digest), 4))
        block += 1


def below(drawn: Iterator[int], n: int) -> int:
    """The next number below n; those that would favour somebody are thrown away."""
    fair = WORDS - WORDS % n
    return next(number for number in drawn if number < fair) % n


def dealt(drawn: Iterator[int], seats: int) -> tuple[int, ...]:
    """Chairs dealt like cards: the first seat draws one of all, the next one of those left, and so on."""
    left = list(range(seats))
    return tuple([left.pop(below(drawn, len(left))) for _ in range(seats)])
