"""Dice that nobody can choose (DICE-2): the table promises, every device seals its seed, then all are opened.

    secret  = HMAC-SHA256(seed of the table, "DICE-2|secret|" + table + "|" + round)
    promise = SHA256("DICE-2|promise|" + table + "|" + round + "|" + secret)
    seal    = SHA256("DICE-2|seal|" + table + "|" + round + "|" + promise + "|" + chair + "|" + seed)
    key     = HMAC-SHA256(secret, "DICE-2|key|" + table + "|" + round + "|" + promise + "|"
                                  + chair + ":" + seal + ":" + seed + "|" ...)         all of them, by chair
    block   = HMAC-SHA256(key, "DICE-2|draw|" + nth + "|" + i + "|" + purpose)         i = 0, 1, 2, ...
    lots    = HMAC-SHA256(key, "DICE-2|lots|" + i)

The promise is shown before any seal is taken, and no seed is taken before all have sealed. Hashes, secrets
and seeds are written in hex; a device seals for the first chair it sits on. `nth` is how many draws of the
same purpose came before: how many moves people make, or how they make them, changes no roll, so that not even
somebody who knows the dice can steer them. How blocks become numbers is told in `dice`. Where a device never
opens its seal, all begin anew with another round, never with those that were opened. docs/dice.md tells who
could know, who could bend, and what a check shows. Knows no game.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from typing import NamedTuple

from kritzel.game import Chance, Outcome, Seat
from kritzel.server.table import dice

SCHEME = "DICE-2"
FIRST = 1
"""The round a table begins with."""


class Luck(NamedTuple):
    """What one device gives to the dice: for which chair, its `seal`, and the `seed` once it is opened."""

    chair: Seat
    seal: str
    seed: str = ""


def secret(seed: bytes, table: str, round_: int) -> bytes:
    """The table's own secret in a round: from its seed, so that a log needs to keep no other."""
    return hmac.digest(seed, f"{SCHEME}|secret|{table}|{round_}".encode(), "sha256")


def promise(table: str, round_: int, of: bytes) -> str:
    """What is shown before anybody seals: it binds the secret and tells nothing about it."""
    return _hash(f"{SCHEME}|promise|{table}|{round_}|{of.hex()}")


def seal(table: str, round_: int, promised: str, chair: Seat, seed: str) -> str:
    """What a device shows before it opens its seed. The promise is in it: it was there first."""
    return _hash(f"{SCHEME}|seal|{table}|{round_}|{promised}|{chair}|{seed}")


def key(table: str, round_: int, of: bytes, people: Sequence[Luck]) -> bytes:
    """The key of all draws at a table, from its secret and all that was sealed, by chair."""
    mixed = "".join(f"{luck.chair}:{luck.seal}:{luck.seed}|" for luck in sorted(people))
    promised = promise(table, round_, of)
    return hmac.digest(of, f"{SCHEME}|key|{table}|{round_}|{promised}|{mixed}".encode(), "sha256")


def draw(with_key: bytes, nth: int, chance: Chance) -> Outcome:
    """The outcome of a chance event, the `nth` of its purpose from 0."""
    numbers = dice.numbers(with_key, lambda block: f"{SCHEME}|draw|{nth}|{block}|{chance.purpose}")
    return chance.event.sample(lambda n: dice.below(numbers, n))


def lots(with_key: bytes, seats: int) -> tuple[Seat, ...]:
    """Who sits where: the chair of each seat."""
    return dice.dealt(dice.numbers(with_key, lambda block: f"{SCHEME}|lots|{block}"), seats)


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
