"""Dice that can be checked (DICE-1): promised before play, mixed with the players' seeds, opened at the end.

    commit = SHA256("DICE-1|commit|" + table + "|" + seed)                      shown before any seed is taken
    key    = HMAC-SHA256(seed, "DICE-1|key|" + table + "|" + SHA256(c1) + "|" + SHA256(c2) + "|" ...)
    block  = HMAC-SHA256(key, "DICE-1|draw|" + site + "|" + purpose + "|" + i)   i = 0, 1, 2, ...

`seed` are 32 random bytes, c1, c2, ... the seeds of the people in the order of their seats, hashes in hex.
`site` is how many outcomes and moves stand in the record before this one: taking a move back and making it
again changes nothing, and no site is ever rolled twice. A block is eight 32-bit numbers, big end first; a
number at or above the largest multiple of n is thrown away, the others count modulo n. docs/protocol.md
tells how a page checks it, and what the check cannot see: whoever can read the server's file knows the dice
to come, and by being ready last can choose among them. Knows no game: a dealer like any other.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kritzel.game import Chance, Event, Outcome
from kritzel.mechanics.cards import Draw
from kritzel.mechanics.dice import Roll
from kritzel.record import Revealed, Table, read
from kritzel.server.wire.endings import DrawShape, RollShape, Shape

SCHEME = "DICE-1"
SEED_BYTES = 32
WORDS = 2**32
NOTE = "# dice "


class Proof(NamedTuple):
    """All that is needed to check the dice of a finished game, besides its record."""

    table: str
    commit: str
    seed: str
    players: tuple[str, ...]


class NotProven(ValueError):
    """The dice of a record are not the promised ones; says which."""


def promise(table: str, seed: bytes) -> str:
    """What is shown before play: it binds the seed and tells nothing about it."""
    return hashlib.sha256(f"{SCHEME}|commit|{table}|".encode() + seed).hexdigest()


def key(table: str, seed: bytes, players: Sequence[str]) -> bytes:
    """The key of all draws at a table, from its seed and the seeds of the people."""
    mixed = "".join(hashlib.sha256(player.encode()).hexdigest() + "|" for player in players)
    return hmac.digest(seed, f"{SCHEME}|key|{table}|{mixed}".encode(), "sha256")


def draw(with_key: bytes, site: int, chance: Chance) -> Outcome:
    """The outcome of a chance event at its site."""
    numbers = _numbers(with_key, f"{SCHEME}|draw|{site}|{chance.purpose}|")
    return chance.event.sample(lambda n: _below(numbers, n))


def lots(table: str, seed: bytes, players: Sequence[str], seats: int) -> tuple[int, ...]:
    """Who sits where: the chair of each seat. The seeds of the people are sorted, since nobody sits yet.

    As with cards: the first seat draws one of all chairs, the next one of those left, and so on.
    """
    numbers = _numbers(key(table, seed, sorted(players)), f"{SCHEME}|lots|")
    left = list(range(seats))
    return tuple([left.pop(_below(numbers, len(left))) for _ in range(seats)])


def _below(numbers: Iterator[int], n: int) -> int:
    fair = WORDS - WORDS % n
    return next(number for number in numbers if number < fair) % n


def _numbers(with_key: bytes, site: str) -> Iterator[int]:
    block = 0
    while True:
        digest = hmac.digest(with_key, f"{site}{block}".encode(), "sha256")
        yield from (int.from_bytes(digest[at : at + 4], "big") for at in range(0, len(digest), 4))
        block += 1


# Checking --------------------------------------------------------------------------------------
def draws(table: Table) -> Iterator[tuple[int, Chance, Revealed]]:
    """Every draw of a game: its site, what was awaited there, and what came."""
    for site, (event, state) in enumerate(zip(table.events, table.states, strict=False)):
        if isinstance(event, Revealed):
            pending = table.game.pending(state)
            assert isinstance(pending, Chance), "an outcome stands where chance was awaited"
            yield site, pending, event


def check(table: Table, proof: Proof) -> int:
    """How many draws were checked and found true. NotProven for the first that is not."""
    seed = bytes.fromhex(proof.seed)
    if not hmac.compare_digest(promise(proof.table, seed), proof.commit):
        raise NotProven("the seed is not the one that was promised")
    with_key, checked = key(proof.table, seed, proof.players), 0
    for site, chance, event in draws(table):
        if draw(with_key, site, chance) != event.outcome:
            raise NotProven(f"event {site}, {event.purpose}: {event.text} was not what the dice brought")
        checked += 1
    return checked


def verify(record: str) -> int:
    """How many draws of an exported record are proven by the proof it carries. NotProven, RecordError."""
    return check(read(record), proof_of(record))


def notes(proof: Proof) -> str:
    """The proof as comments at the end of a record."""
    players = " ".join(player or "-" for player in proof.players) or "-"
    parts = {"scheme": SCHEME, "table": proof.table, "commit": proof.commit, "seed": proof.seed}
    return "".join(f"{NOTE}{name}: {value}\n" for name, value in (parts | {"players": players}).items())


def proof_of(record: str) -> Proof:
    """The proof that stands in the comments of a record. NotProven where there is none."""
    found = dict(_noted(record))
    missing = {"scheme", "table", "commit", "seed", "players"} - found.keys()
    if missing or found["scheme"] != SCHEME or not re.fullmatch("[0-9a-f]{64}", found["seed"]):
        raise NotProven("the record carries no proof of its dice")
    players = tuple(player for player in found["players"].split() if player != "-")
    return Proof(found["table"], found["commit"], found["seed"], players)


def _noted(record: str) -> Iterator[tuple[str, str]]:
    """What the comments say, by name. Strangers send them: every letter is looked at once, by no pattern."""
    for line in record.split("\n"):
        if line.startswith(NOTE):
            name, _, value = line.removeprefix(NOTE).partition(":")
            yield name, value.strip(" ")


def shape(event: Event) -> Shape:
    """An event as data, so that a page can draw from it without knowing a rule."""
    if isinstance(event, Roll):
        return RollShape(event.dice, tuple(event.faces))
    return DrawShape(tuple(event.left) if isinstance(event, Draw) else ())
