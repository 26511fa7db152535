"""Dice that can be checked: fair, bound by a promise, the same for the same site, and no lie passes."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections import Counter
from random import Random

import pytest

from kritzel.game import Chance
from kritzel.mechanics.cards import Draw
from kritzel.mechanics.dice import Roll
from kritzel.record import RecordError
from kritzel.server.table import dice
from tests.server.rooms import GAMES, SEED, TABLE, Driver, running

KEY = dice.key(TABLE, SEED, ("aa", "bb"))
ROLL = Chance("roll", Roll(5, (1, 2, 3, 4, 5, 6)))


def finished(sheet: str, seats: int = 2) -> Driver:
    driver, luck = running(sheet, seats), Random(1)
    while driver.room.standing.phase == "running":
        driver.step(luck)
    return driver


def exported(driver: Driver) -> str:
    proof = driver.room.standing.proof
    assert proof is not None
    return str(driver.table.record()) + dice.notes(proof)


@pytest.mark.parametrize("sheet", GAMES)
def test_every_draw_of_a_finished_game_is_proven(sheet: str) -> None:
    driver = finished(sheet)
    draws = [event for event in driver.table.events if not hasattr(event, "seat")]
    assert dice.verify(exported(driver)) == len(draws) > 10


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (r"# dice seed: .{64}", "# dice seed: " + "0" * 64),
        (r"# dice commit: \w+", "# dice commit: " + "0" * 64),
        (r"# dice players: (\w+)", "# dice players: " + "0" * 32),
        (r"# dice table: \S+", "# dice table: another-table-00"),
        (r"# dice scheme: \S+", "# dice scheme: DICE-0"),
        (r"# dice .*\n", ""),
    ],
    ids=["seed", "commit", "players", "table", "scheme", "missing"],
)
def test_a_tampered_proof_fails(old: str, new: str) -> None:
    record = exported(finished("traexx/1"))
    tampered = re.sub(old, new, record)
    assert tampered != record
    with pytest.raises(dice.NotProven):
        dice.verify(tampered)


@pytest.mark.parametrize("filling", [" ", "# dice seed: ", "# dice seed: a\n", "#", ":", "\t", "a "])
def test_reading_a_proof_looks_at_every_letter_once(filling: str) -> None:
    """Twenty million letters: work that grows with the square of them would take days."""
    hostile = "# dice seed: a" + filling * (20_000_000 // len(filling)) + "b"
    with pytest.raises(dice.NotProven):
        dice.proof_of(hostile)


def test_spaces_around_a_note_do_not_count() -> None:
    record = exported(finished("traexx/1"))
    spaced = re.sub(r"(# dice \w+:) (.*)\n", r"\1   \2  \n", record)
    assert spaced != record
    assert dice.proof_of(spaced) == dice.proof_of(record)


def test_a_tampered_outcome_fails() -> None:
    driver = finished("traexx/1", 1)
    record, proof = driver.table.record(), driver.room.standing.proof
    assert proof is not None
    cards = re.findall(r"^card: (\w+)$", record, re.MULTILINE)
    first, second = cards[0], next(card for card in cards if card != cards[0])
    swapped = driver.table.until(0)
    swapped.reveal(second)
    with pytest.raises(dice.NotProven, match="event 0"):
        dice.check(swapped, proof)
    with pytest.raises((dice.NotProven, RecordError)):
        dice.verify(record.replace(f"card: {first}", f"card: {second}", 1) + dice.notes(proof))


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
