"""The scheme of the dice: as documented, fair, and keyed by where a draw belongs, not by what came before."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from kritzel.arena.on_reference import Deal
from kritzel.game import Chance
from kritzel.mechanics.cards import Draw
from kritzel.mechanics.dice import Roll
from kritzel.record import Table
from kritzel.server.table import dice, dice_proof
from kritzel.server.table.dice import DeviceSeed
from tests.server.rooms import GAMES, SEED, TABLE, Driver, running, secret

SECRET = secret(SEED)
PROMISE = dice.promise(TABLE, 1, SECRET)
A, B, C = "a" * 64, "b" * 64, "c" * 64
PEOPLE = [
    DeviceSeed(chair, dice.seal(TABLE, 1, PROMISE, chair, seed), seed) for chair, seed in ((0, A), (2, B))
]
NAMES = dice.names_hash(TABLE, 1, PROMISE, ("Ana", "Bot", "Ben"))
KEY = dice.key(TABLE, 1, SECRET, "lots", NAMES, PEOPLE)
ROLL = Chance("roll", Roll(5, (1, 2, 3, 4, 5, 6)))
every_game = pytest.mark.parametrize("sheet", GAMES)


# The formulas ----------------------------------------------------------------------------------
def test_the_scheme_is_the_documented_one() -> None:
    """Written out a second time, by hand, so that anybody can write a check from docs/dice.md."""
    s, here = "KRITZEL-DICE-1", f"{TABLE}|1"
    promise = hashlib.sha256(f"{s}|promise|{here}|{SECRET.hex()}".encode()).hexdigest()
    assert promise == PROMISE
    names = hashlib.sha256(f"{s}|names|{here}|{promise}|Ana,Bot,Ben".encode()).hexdigest()
    mixed = f"{s}|key|{here}|{promise}|lots|{names}"
    for chair, seed in ((0, A), (2, B)):
        seal = hashlib.sha256(f"{s}|seal|{here}|{promise}|{chair}|{seed}".encode()).hexdigest()
        mixed += f"|{chair}:{seal}:{seed}"
    key = hmac.new(SECRET, mixed.encode(), hashlib.sha256).digest()
    assert key == KEY == dice.key(TABLE, 1, SECRET, "lots", NAMES, PEOPLE[::-1])
    block = hmac.new(key, f"{s}|draw|7|roll|2|0".encode(), hashlib.sha256).digest()
    words = [int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4)]
    fair = [word for word in words if word < 2**32 - 2**32 % 6]
    assert dice.draw(KEY, 7, 2, ROLL) == tuple(sorted(1 + word % 6 for word in fair[:5]))
    first = int.from_bytes(hmac.new(key, f"{s}|lots|0".encode(), hashlib.sha256).digest()[:4], "big")
    assert dice.lots(KEY, 2) == (first % 2, 1 - first % 2)


def test_everything_that_is_mixed_counts() -> None:
    other = replace(PEOPLE[0], seed=C)
    keys = {
        KEY,
        dice.key(TABLE, 1, SECRET, "lots", NAMES, PEOPLE[:1]),
        dice.key(TABLE, 1, SECRET, "lots", NAMES, []),
        dice.key(TABLE, 1, SECRET, "0", NAMES, PEOPLE),
        dice.key(TABLE, 1, SECRET, "lots", C, PEOPLE),
        dice.key(TABLE, 2, SECRET, "lots", NAMES, PEOPLE),
        dice.key("another-table-00", 1, SECRET, "lots", NAMES, PEOPLE),
        dice.key(TABLE, 1, secret(SEED, 2), "lots", NAMES, PEOPLE),
        dice.key(TABLE, 1, SECRET, "lots", NAMES, [other, PEOPLE[1]]),
        dice.key(TABLE, 1, SECRET, "lots", NAMES, [replace(PEOPLE[0], chair=1), PEOPLE[1]]),
    }
    assert len(keys) == 10


def test_a_seal_is_for_one_table_round_promise_and_chair() -> None:
    found = {
        dice.seal(TABLE, 1, PROMISE, 0, A),
        dice.seal("another-table-00", 1, PROMISE, 0, A),
        dice.seal(TABLE, 2, PROMISE, 0, A),
        dice.seal(TABLE, 1, A, 0, A),
        dice.seal(TABLE, 1, PROMISE, 1, A),
        dice.seal(TABLE, 1, PROMISE, 0, B),
    }
    assert len(found) == 6


def test_faces_and_cards_are_fair() -> None:
    faces = Counter(face for nth in range(2000) for face in dice.draw(KEY, nth // 10, nth % 10, ROLL))
    assert max(abs(count - 10_000 / 6) for count in faces.values()) < 200
    pack = Chance("card", Draw((1, 2, 3)))
    cards = Counter(dice.draw(KEY, nth, 0, pack) for nth in range(3000))
    assert [round(cards[(kind,)] / 500) for kind in range(3)] == [1, 2, 3]


def test_draws_of_other_places_purposes_and_numbers_differ() -> None:
    assert dice.draw(KEY, 3, 0, ROLL) == dice.draw(KEY, 3, 0, ROLL)
    many = {dice.draw(KEY, place, nth, ROLL) for place in range(7) for nth in range(7)}
    assert len(many) > 30
    others = {dice.draw(KEY, 3, 0, Chance(purpose, ROLL.event)) for purpose in ("reroll", "throw", "volcano")}
    assert len(others) == 3


def test_unfair_numbers_are_thrown_away() -> None:
    """Below n only numbers under the largest multiple of n count."""

    class Endless:
        def sample(self, below: Any) -> tuple[int, ...]:
            return tuple(below(2**31 + 1) for _ in range(64))

    drawn = dice.draw(KEY, 1, 0, Chance("roll", Endless()))  # type: ignore[arg-type]
    assert max(drawn) <= 2**31
    assert len(set(drawn)) == 64


@given(st.integers(1, 99), st.integers(0, 9), st.integers(0, 12), st.integers(0, 12))
def test_fewer_dice_are_contained_in_more(place: int, nth: int, some: int, more: int) -> None:
    def thrown(number: int) -> Counter[int]:
        return Counter(dice.draw(KEY, place, nth, Chance("throw", Roll(number, (1, 2, 3, 4, 5, 6)))))

    assert thrown(min(some, more)) <= thrown(max(some, more))


# At tables -------------------------------------------------------------------------------------
def played(sheet: str, way: int, seats: int = 2) -> Driver:
    """A whole game with the same key, played at random in one of many ways."""
    driver, luck = running(sheet, seats), Random(way)
    while driver.room.state.phase == "running":
        driver.step(luck)
    return driver


def found(table: Table) -> dict[tuple[int, str, int], tuple[Any, tuple[int, ...]]]:
    """What was awaited and what came, by where it belongs."""
    return {
        (each.place, each.chance.purpose, each.nth): (each.chance.event, each.event.outcome)
        for each in dice_proof.draws(table)
    }


@every_game
def test_the_same_moves_are_the_same_game(sheet: str) -> None:
    assert played(sheet, 1).table.record() == played(sheet, 1).table.record()


@every_game
@pytest.mark.parametrize("seats", [1, 2])
def test_however_people_play_the_dice_of_a_place_are_the_same(sheet: str, seats: int) -> None:
    """Also for whoever knows the dice: no number of moves or re-rolls changes what comes later."""
    if sheet == "border/1":
        seats += 1
    first, both = found(played(sheet, 0, seats).table), 0
    for way in range(1, 4):
        for draw, (event, outcome) in found(played(sheet, way, seats).table).items():
            if draw in first:
                there, came = first[draw]
                fewer, more = sorted((Counter(outcome), Counter(came)), key=Counter.total)
                assert fewer <= more, draw
                assert event != there or outcome == came
                both += 1
    assert both > 30


@pytest.mark.parametrize("sheet", ["dizzle/1", "border/1"])
def test_ways_to_play_differ_in_how_often_they_roll(sheet: str) -> None:
    """Else the test above would show nothing."""
    assert len({len(found(played(sheet, way).table)) for way in range(4)}) > 1


@every_game
@settings(max_examples=5)
@given(seed=st.integers(0, 2**32))
def test_the_arena_keys_its_luck_by_the_same_places(sheet: str, seed: int) -> None:
    table = played(sheet, 0).table
    deal, states = Deal(table.game, seed), table.states
    for each in dice_proof.draws(table):
        keyed = deal.outcome(states[each.site], each.chance)
        again = Deal(table.game, seed)
        for _ in range(each.nth + 1):
            alone = again.outcome(states[each.site], each.chance)
        assert keyed == alone


def test_a_game_that_names_no_place_goes_by_its_clock() -> None:
    table = running("traexx/1", 1).table
    pending = table.pending
    state = table.states[0]
    assert table.game.place(state, ROLL) == table.game.words.clock(state).now == 1
    assert not isinstance(pending, Chance)
