"""Dice without seals (DICE-1), by which old tables roll: fair, bound by a promise, one outcome for a site."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

from kritzel.game import Chance
from kritzel.mechanics.cards import Draw
from kritzel.mechanics.dice import Roll
from kritzel.server.table import dice
from tests.server.rooms import SEED, TABLE

KEY = dice.key(TABLE, SEED, ("aa", "bb"))
ROLL = Chance("roll", Roll(5, (1, 2, 3, 4, 5, 6)))


def test_the_scheme_is_the_documented_one() -> None:
    """Written out a second time, by hand, so that a page can be written from the documentation."""
    commit = hashlib.sha256(b"DICE-1|commit|" + TABLE.encode() + b"|" + SEED).hexdigest()
    assert dice.promise(TABLE, SEED) == commit
    mixed = "|".join(hashlib.sha256(seed).hexdigest() for seed in (b"aa", b"bb"))
    key = hmac.new(SEED, f"DICE-1|key|{TABLE}|{mixed}|".encode(), hashlib.sha256).digest()
    assert key == KEY
    block = hmac.new(key, b"DICE-1|draw|7|roll|0", hashlib.sha256).digest()
    words = [int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4)]
    fair = [word for word in words if word < 2**32 - 2**32 % 6]
    assert dice.draw(KEY, 7, ROLL) == tuple(sorted(1 + word % 6 for word in fair[:5]))


def test_a_site_has_one_outcome_and_sites_differ() -> None:
    assert dice.draw(KEY, 3, ROLL) == dice.draw(KEY, 3, ROLL)
    many = {dice.draw(KEY, site, ROLL) for site in range(50)}
    assert len(many) > 30
    others = {dice.draw(KEY, 3, Chance(purpose, ROLL.event)) for purpose in ("reroll", "throw", "volcano")}
    assert len(others) == 3


def test_faces_and_cards_are_fair() -> None:
    faces = Counter(face for site in range(2000) for face in dice.draw(KEY, site, ROLL))
    assert max(abs(count - 10_000 / 6) for count in faces.values()) < 200
    pack = Chance("card", Draw((1, 2, 3)))
    cards = Counter(dice.draw(KEY, site, pack) for site in range(3000))
    assert [round(cards[(kind,)] / 500) for kind in range(3)] == [1, 2, 3]


def test_unfair_numbers_are_thrown_away() -> None:
    """Below n only numbers under the largest multiple of n count."""

    class Endless:
        def sample(self, below: object) -> tuple[int, ...]:
            return tuple(below(2**31 + 1) for _ in range(64))  # type: ignore[operator]

    drawn = dice.draw(KEY, 1, Chance("roll", Endless()))  # type: ignore[arg-type]
    assert max(drawn) <= 2**31
    assert len(set(drawn)) == 64


def test_every_seed_counts() -> None:
    keys = {dice.key(TABLE, SEED, seeds) for seeds in (("aa", "bb"), ("bb", "aa"), ("aa",), ("aabb",), ())}
    assert len(keys) == 5
    assert dice.promise(TABLE, SEED) != dice.promise("another-table-00", SEED)
