"""Dice that no side can choose: the table promises, every device seals its seed, then all are opened.

    S       = "KRITZEL-DICE-1", here = table + "|" + round
    secret  = HMAC-SHA256(seed of the table, S + "|secret|" + here)
    promise = SHA256(S + "|promise|" + here + "|" + secret)
    seal    = SHA256(S + "|seal|" + here + "|" + promise + "|" + chair + "|" + seed)
    names   = SHA256(S + "|names|" + here + "|" + promise + "|" + name + "," + name ...)       by chair
    key     = HMAC-SHA256(secret, S + "|key|" + here + "|" + promise + "|" + begins + "|" + names
                                  + "|" + chair + ":" + seal + ":" + seed ...)                 by chair
    block   = HMAC-SHA256(key, S + "|draw|" + place + "|" + purpose + "|" + nth + "|" + i)     i = 0, 1, ...
    lots    = HMAC-SHA256(key, S + "|lots|" + i)

The promise is shown before any seal is taken. No seed is taken before all have sealed; by then all names are
known and it is settled who begins. A device seals for its first chair. Hashes, secrets and seeds are hex.

A draw belongs to its `place` (the pass, round, turn or card, `Game.place`); `nth` counts the draws of the
same purpose there, from 0. So what people do in one pass changes no roll of another, and two tables with one
key have the same dice. Fewer dice are the first of more.

A block is eight 32-bit numbers, big end first. A number at or above the largest multiple of n is thrown away,
the others count modulo n. docs/dice.md says who could know, who could bend, and what a check shows.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterator, Sequence

from kritzel.game import Chance, Outcome, Seat
from kritzel.server.table.document import MessagePart

SCHEME = "KRITZEL-DICE-1"
SEED_BYTES = 32
FIRST_ROUND = 1
LOTS = "lots"
"""Who begins is drawn by lot. Else it is the number of a chair, or empty: all stay on their chairs."""
WORDS = 2**32


class DeviceSeed(MessagePart, frozen=True, order=True):
    """What one device gives to the dice: its `chair`, its `seal`, and the `seed` once that is opened."""

    chair: Seat
    seal: str
    seed: str = ""


# Before the game ---------------------------------------------------------------------------------
def secret(seed: bytes, table: str, round_: int) -> bytes:
    """The table's own secret in a round: made from its seed, so that a log needs to keep no other."""
    return hmac.digest(seed, f"{SCHEME}|secret|{table}|{round_}".encode(), "sha256")


def promise(table: str, round_: int, of: bytes) -> str:
    """What is shown before anybody seals: it binds the secret and tells nothing about it."""
    return _hash(f"{SCHEME}|promise|{table}|{round_}|{of.hex()}")


def seal(table: str, round_: int, promised: str, chair: Seat, seed: str) -> str:
    """What a device shows before it opens its seed. The promise is in it: it was there first."""
    return _hash(f"{SCHEME}|seal|{table}|{round_}|{promised}|{chair}|{seed}")


def names_hash(table: str, round_: int, promised: str, names: Sequence[str]) -> str:
    """It binds who sat on which chair; no name has a comma."""
    return _hash(f"{SCHEME}|names|{table}|{round_}|{promised}|{','.join(names)}")


def key(table: str, round_: int, of: bytes, begins: str, names: str, people: Sequence[DeviceSeed]) -> bytes:
    """The key of all draws, from the table's secret, who begins, all names (their hash) and all seeds."""
    mixed = "".join(f"|{luck.chair}:{luck.seal}:{luck.seed}" for luck in sorted(people))
    said = f"{SCHEME}|key|{table}|{round_}|{promise(table, round_, of)}|{begins}|{names}{mixed}"
    return hmac.digest(of, said.encode(), "sha256")


# Drawing -----------------------------------------------------------------------------------------
def draw(with_key: bytes, place: int, nth: int, chance: Chance) -> Outcome:
    """The outcome of a chance event: the `nth` of its purpose in this place, from 0."""
    drawn = numbers(with_key, lambda block: f"{SCHEME}|draw|{place}|{chance.purpose}|{nth}|{block}")
    return chance.event.sample(lambda n: below(drawn, n))


def order(with_key: bytes, begins: str, seats: int) -> tuple[Seat, ...]:
    """The chair of each seat: drawn by lot, or from the chair that begins on."""
    if begins == LOTS:
        return lots(with_key, seats)
    return tuple([(int(begins or 0) + nth) % seats for nth in range(seats)])


def lots(with_key: bytes, seats: int) -> tuple[Seat, ...]:
    """Chairs dealt like cards: the first seat draws one of all, the next one of those left, and so on."""
    drawn = numbers(with_key, lambda block: f"{SCHEME}|lots|{block}")
    left = list(range(seats))
    return tuple([left.pop(below(drawn, len(left))) for _ in range(seats)])


def numbers(with_key: bytes, message: Callable[[int], str]) -> Iterator[int]:
    """Endless numbers, eight from each block."""
    block = 0
    while True:
        digest = hmac.digest(with_key, message(block).encode(), "sha256")
        yield from (int.from_bytes(digest[at : at + 4], "big") for at in range(0, len(digest), 4))
        block += 1


def below(drawn: Iterator[int], n: int) -> int:
    """The next number below n; those that would favour some results are thrown away."""
    fair = WORDS - WORDS % n
    return next(number for number in drawn if number < fair) % n


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
