"""The learned Dizzle player and the master: legal everywhere, blind for others' choices, right in their sums.

The networks here are small and untrained: what is proven holds for any weights. Strength is measured
elsewhere.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import product
from typing import Any

import numpy as np
import pytest

from kritzel.fast.net import COUNT, MOST_SEEN, POINTS, Net, Scratch, expected, look, scratch_for, untrained
from kritzel.games.dizzle import GAME
from kritzel.games.dizzle import bot as strategy
from kritzel.games.dizzle import fast as dizzle
from kritzel.games.dizzle.bot.analysis import current_points
from kritzel.games.dizzle.bot.features import list_features
from kritzel.games.dizzle.bot.learned import options, set_wish
from kritzel.games.dizzle.bot.learned import value_after as judged
from kritzel.games.dizzle.bot.master import new_tree, prospect, walk
from kritzel.games.dizzle.fast.state import PLACE, REROLL, REROLLED, STATE
from kritzel.games.dizzle.state import CHOOSING
from tests.fast.dizzle.test_twin import NAMES, Pair, packed, run_again

pytestmark = pytest.mark.slow

COMPILED = os.environ.get("NUMBA_DISABLE_JIT", "0") == "0"
ENDLESS = 1 << 40
SOME = "whole_games and tiny and 2"
"""Games that are short enough without the compiler."""

CLOSE = 1e-3
"""Sums of small floating point numbers differ by their order."""


@pytest.fixture(autouse=True)
def plain_words() -> Iterator[None]:
    """Without the compiler numpy warns where words wrap, as they shall."""
    with np.errstate(over="ignore"):
        yield


@cache
def brain(name: str) -> tuple[Net, Scratch]:
    """A small network for a sheet, and room to think in."""
    net = untrained(strategy.inputs(packed(name)), strategy.LOW, strategy.STEP, 1, wide=16, narrow=8)
    return net, scratch_for(net)


def sensed(sheet: Any, table: Any, seat: int) -> list[int]:
    """The inputs that are on for a seat, in order."""
    seen = np.zeros(MOST_SEEN, np.int32)
    return sorted(seen[: list_features(sheet[0], table[0], seat, seen)].tolist())


# Whole games -----------------------------------------------------------------------------------------
class Watched(Pair):
    """A game in which the players are asked at every decision, but followed only half the time."""

    hidden = 0
    """How often the others' choices under way were covered or changed."""

    def decide(self, seats: tuple[int, ...]) -> None:
        seat = self.rng.choice(seats)
        self.check_views()
        noise = self.rng.choice((0.0, 2.0))
        number = self.advice(self.table, seat, noise)
        self.check_told(seat, number)
        if self.rng.random() < 0.2 and (COMPILED or len(self.state.pool) == 1):
            self.ask_master(seat)
        if self.state.phase in CHOOSING and self.seats > 1:
            self.same_in_other_worlds(seat, number, noise)
        if self.rng.random() < 0.5:
            number = self.rng.choice(self.numbers(seat))
        self.twin.apply(self.packed, self.table, seat, number)
        self.state = GAME.rules.play(self.state, seat, self.twin.to_move(self.sheet, number))

    def __init__(self, name: str, seats: int, seed: int) -> None:
        super().__init__(name, seats, seed)
        self.brain = brain(name)

    def advice(self, table: Any, seat: int, noise: float) -> int:
        """The learned player's move: legal, always the same, and asking changes nothing."""
        before, (net, scratch), seed = table.tobytes(), self.brain, np.uint64(self.seed)
        number = int(strategy.learned(self.packed, table, seat, seed, net, noise, scratch))
        assert self.twin.allowed(self.packed, table, seat, number)
        assert int(strategy.learned(self.packed, table, seat, seed, net, noise, scratch)) == number
        assert table.tobytes() == before
        return number

    def ask_master(self, seat: int) -> None:
        before, (net, scratch), seed = self.table.tobytes(), self.brain, np.uint64(self.seed)
        number = int(strategy.master(self.packed, self.table, seat, seed, net, scratch))
        assert self.twin.allowed(self.packed, self.table, seat, number)
        assert self.table.tobytes() == before

    def seen_by(self, seat: int) -> Any:
        """The table as the seat may see it."""
        return self.twin.from_state(self.packed, GAME.rules.view(self.state, seat))

    def check_views(self) -> None:
        """Inputs are in range, none is there twice, and they show no more than a seat may see."""
        for seat in range(self.seats):
            seen = sensed(self.packed, self.table, seat)
            assert len(set(seen)) == len(seen)
            assert 0 <= seen[0] <= seen[-1] < strategy.inputs(self.packed)
            assert seen == sensed(self.packed, self.seen_by(seat), seat)

    def check_told(self, seat: int, number: int) -> None:
        """What is told about the chosen move is the table after it, as the seat sees it."""
        _, scratch = self.brain
        table, many = self.seen_by(seat), int(scratch.stats[COUNT])
        self.twin.apply(self.packed, table, seat, number)
        if many > 0:
            assert sorted(scratch.chosen[:many].tolist()) == sensed(self.packed, table, seat)
            assert scratch.stats[POINTS] == current_points(self.packed[0], table[0], seat)
            assert scratch.hoped.sum() == pytest.approx(1.0, abs=CLOSE)
        elif len(self.numbers(seat)) > 1:
            assert self.twin.pending(self.packed, table) == dizzle.OVER

    def same_in_other_worlds(self, seat: int, number: int, noise: float) -> None:
        """The same move where the others' choices are covered, and where another one has been made."""
        assert self.advice(self.seen_by(seat), seat, noise) == number
        for other in range(self.seats):
            if other != seat and self.numbers(other):
                world = self.table.copy()
                self.twin.apply(self.packed, world, other, self.rng.choice(self.numbers(other)))
                assert self.advice(world, seat, noise) == number
                assert sensed(self.packed, world, seat) == sensed(self.packed, self.table, seat)
                self.hidden += 1

    def compare_places(self, over: Any) -> None:
        """At the end everything is settled."""
        super().compare_places(over)
        for seat in range(self.seats):
            assert current_points(self.packed[0], self.table[0], seat) == self.points[seat]


@pytest.mark.parametrize("seats", GAME.seat_counts)
@pytest.mark.parametrize("name", NAMES)
def test_whole_games(name: str, seats: int) -> None:
    Watched(name, seats, 1).play()


@pytest.mark.parametrize("name", ["3", "7", "8"])
def test_choices_under_way_are_not_looked_at(name: str) -> None:
    """In as many games as it takes until several choose side by side: on sheet 3 that is every other one."""
    for seed in range(20):
        game = Watched(name, 4, seed)
        game.play()
        if game.hidden:
            return
    pytest.fail("nobody ever chose beside others")


def test_without_the_compiler() -> None:
    command = ["pytest", "-p", "no:cacheprovider", __file__, "-k", SOME]
    run_again(command, NUMBA_DISABLE_JIT="1")


# Company ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize("seats", [2, 4])
def test_what_a_move_does_to_the_others_counts(seats: int) -> None:
    """Every move is judged by what the others may end with on the table after it; own chances stay."""
    sheet, (net, scratch), two = packed("1"), brain("1"), np.empty(2, STATE)
    for table in tables("1", seats, lambda table: table[0]["phase"] == PLACE, 4):
        seat, two[0] = int(table[0]["turn"]), table[0]
        for move in moves(sheet, table):
            value, many = judged(sheet, two, seat, move, net, scratch)
            chances, there = scratch.chances.copy(), after(sheet, table, move)
            assert sorted(scratch.seen[:many].tolist()) == sensed(sheet, there, seat)
            set_wish(sheet[0], there[0], seat, net, scratch)
            look(net, scratch, list_features(sheet[0], there[0], seat, scratch.seen))
            assert chances.tolist() == scratch.chances.tolist()
            points = current_points(sheet[0], there[0], seat)
            assert value == pytest.approx(expected(net, chances, points, scratch.wish), abs=CLOSE)


# What the master expects -------------------------------------------------------------------------------
def tables(name: str, seats: int, wanted: Callable[[Any], bool], most: int) -> list[Any]:
    """The first tables of a few games on which somebody decides and that are wanted."""
    sheet, (net, scratch), seed = packed(name), brain(name), 0
    found: list[Any] = []
    faces = np.zeros(16, np.int32)
    while len(found) < most:
        seed += 1
        table = dizzle.blank(sheet, seats)
        while dizzle.pending(sheet, table) != dizzle.OVER:
            if dizzle.pending(sheet, table) != dizzle.DECISION:
                many = dizzle.outcome(sheet, table, np.uint64(seed), faces)
                dizzle.reveal(sheet, table, faces, many)
                continue
            seat = int(table[0]["turn"]) if table[0]["phase"] in (PLACE, REROLLED) else lowest(table)
            if wanted(table) and len(moves(sheet, table)) > 1 and len(found) < min(most, seed):
                found.append(table.copy())
            move = strategy.learned(sheet, table, seat, np.uint64(seed), net, 2.0, scratch)
            dizzle.apply(sheet, table, seat, move)
    return found


def lowest(table: Any) -> int:
    """The first seat that is asked."""
    return next(seat for seat in range(4) if int(table[0]["asked"]) >> seat & 1)


def moves(sheet: Any, table: Any) -> list[int]:
    """The legal moves of the seat in turn."""
    out = np.zeros(dizzle.MOST_MOVES, np.int32)
    many = dizzle.legal(sheet, table, int(table[0]["turn"]), out)
    return [int(move) for move in out[:many]]


def after(sheet: Any, table: Any, move: int) -> Any:
    """The table after a move of the seat in turn."""
    there = table.copy()
    dizzle.apply(sheet, there, int(table[0]["turn"]), move)
    return there


def thrown(sheet: Any, table: Any, faces: tuple[int, ...]) -> Any:
    """The table after a throw."""
    there = table.copy()
    dizzle.reveal(sheet, there, np.array(sorted(faces), np.int32), len(faces))
    return there


def average(sheet: Any, table: Any, dice: int, value: Callable[[Any], float]) -> float:
    """Over all throws of so many dice, one by one."""
    return float(np.mean([value(thrown(sheet, table, faces)) for faces in product(range(1, 7), repeat=dice)]))


def worth(name: str, table: Any, seat: int, deep: int) -> float:
    """The plain way: best moves alone, throws one by one, and best and worst moves with two seats."""
    sheet, (net, scratch) = packed(name), brain(name)
    waits, alone = dizzle.pending(sheet, table), int(table[0]["players"]) == 1
    if waits == dizzle.REMOVE and deep > 0:
        return average(sheet, table, 2, lambda there: worth(name, there, seat, deep - 1))
    placing = table[0]["phase"] in (PLACE, REROLLED)
    if not placing or (not alone and deep == 0):
        return float(prospect(sheet[0], table[0], seat, net, scratch))
    best = max if int(table[0]["turn"]) == seat else min
    left = deep if alone else deep - 1
    return best([worth(name, after(sheet, table, move), seat, left) for move in moves(sheet, table)])


def walked(name: str, table: Any, deep: int) -> list[float]:
    """The master's values of all moves."""
    sheet, (net, scratch), tree = packed(name), brain(name), new_tree()
    seat = int(table[0]["turn"])
    set_wish(sheet[0], table[0], seat, net, scratch)
    tree.tables[0] = table[0]
    values = np.zeros(options(sheet[0], table[0], seat, tree.moves[0]))
    assert tree.moves[0, : len(values)].tolist() == moves(sheet, table)
    assert walk(sheet, tree, seat, deep, ENDLESS, values, net, scratch)
    return values.tolist()


@pytest.mark.parametrize("name", ["1", "crowded"])
def test_removals_are_averaged_exactly(name: str) -> None:
    for table in tables(name, 1, lambda table: table[0]["phase"] == PLACE, 4):
        if moves(packed(name), table)[0] < packed(name)[0]["cells"]:
            tables_after = [after(packed(name), table, move) for move in moves(packed(name), table)]
            plain = [worth(name, there, 0, 1) for there in tables_after]
            assert walked(name, table, 1) == pytest.approx(plain, abs=CLOSE)


def test_two_removals_are_averaged_exactly() -> None:
    def wanted(table: Any) -> bool:
        placing = moves(packed("1"), table)[0] < packed("1")[0]["cells"]
        return bool(table[0]["phase"] == PLACE and table[0]["left"] == 3 and placing)

    for table in tables("1", 1, wanted, 2):
        plain = [worth("1", after(packed("1"), table, move), 0, 2) for move in moves(packed("1"), table)]
        assert walked("1", table, 2) == pytest.approx(plain, abs=CLOSE)


@pytest.mark.parametrize("seats", [1, 2])
def test_a_re_roll_is_averaged_exactly(seats: int) -> None:
    sheet = packed("1")

    def wanted(table: Any) -> bool:
        return bool(table[0]["left"] <= 3 and moves(sheet, table)[:1] == [int(sheet[0]["cells"])])

    for table in tables("1", seats, wanted, 3):
        seat, deep = int(table[0]["turn"]), 0 if seats == 1 else 1
        rolling = after(sheet, table, int(sheet[0]["cells"]))
        assert rolling[0]["phase"] == REROLL
        value = partial(worth, "1", seat=seat, deep=deep)
        plain = average(sheet, rolling, int(rolling[0]["left"]), value)
        assert walked("1", table, deep)[0] == pytest.approx(plain, abs=CLOSE)


@pytest.mark.parametrize("deep", [1, 2, 3])
def test_the_draft_of_two_is_searched_right(deep: int) -> None:
    sheet = packed("3")
    for table in tables("3", 2, lambda table: table[0]["phase"] == PLACE and table[0]["left"] < 6, 4):
        if moves(sheet, table)[0] < sheet[0]["cells"]:
            seat = int(table[0]["turn"])
            plain = [worth("3", after(sheet, table, move), seat, deep) for move in moves(sheet, table)]
            assert max(walked("3", table, deep)) == pytest.approx(max(plain), abs=CLOSE)


@pytest.mark.parametrize("seats", [3, 4])
def test_the_master_bounds_its_work(seats: int) -> None:
    """Fewer lines than allowed are looked at even on the first die of a pass."""
    sheet, (net, scratch), tree = packed("6"), brain("6"), new_tree()
    for table in tables("6", seats, lambda table: table[0]["phase"] == PLACE, 3):
        tree.tables[0] = table[0]
        seat = int(table[0]["turn"])
        values = np.zeros(options(sheet[0], table[0], seat, tree.moves[0]))
        assert not walk(sheet, tree, seat, seats, 0, values, net, scratch)
        assert tree.ends[0] == 1
