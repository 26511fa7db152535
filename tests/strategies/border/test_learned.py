"""The learned bot and the master of The Border: always legal, see only what they may, say what they judged.

The networks know nothing yet: what they like is as good as random, but always the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest

from kritzel.fast import bits
from kritzel.fast.net import COUNT, POINTS, Net, Scratch, scratch_for, untrained
from kritzel.game import Chance, Decision, Over
from kritzel.games.border import GAME
from kritzel.games.border import bot as strategy
from kritzel.games.border import fast as border
from kritzel.games.border.bot.evaluation import (
    FINISH,
    MOST_FINISHES,
    NOW,
    RANK,
    best_finish,
    hand_over,
    list_finishes,
    new_workspace,
    suffices,
    weigh_others,
)
from kritzel.games.border.bot.features import list_features, outlook
from kritzel.games.border.bot.learned import begin
from kritzel.games.border.bot.search_state import SEARCH_STATE, put_crosses, survey
from kritzel.games.border.bot.throws import MOST_PLANS, PLAN, list_plans
from kritzel.games.border.fast.rules import dice_for
from kritzel.games.border.fast.scoring import best_area
from kritzel.games.border.fast.state import DONE, FOLLOWING, MARKING
from tests.fast.border.test_twin import SHEETS, Pair, packed, sheet_named
from tests.uncompiled import PLAIN, run_again

pytestmark = pytest.mark.slow

PLANNED = 40
"""So many decisions of a random late position are the bot's."""

compiled_only = pytest.mark.skipif(PLAIN, reason="takes too long without the compiler")
learned: Any = strategy.learned
master: Any = strategy.master


@pytest.fixture(autouse=True)
def _numbers_may_wrap() -> Iterator[None]:
    """Keyed luck lets words overflow, which plain NumPy would report."""
    with np.errstate(over="ignore"):
        yield


@cache
def network(name: str) -> Net:
    """A small network for a sheet, which knows nothing."""
    many = strategy.inputs(packed(sheet_named(name)))
    return untrained(many, strategy.LOW, strategy.STEP, 5, wide=16, narrow=8)


def scratch_of(name: str) -> Scratch:
    return scratch_for(network(name))


def surveyed(pair: Pair, table: Any, seat: int) -> Any:
    """The table as the seat sees it, in thought."""
    thought = np.zeros(1, SEARCH_STATE)
    survey(pair.packed[0], table[0], thought[0], seat, True)
    return thought


def sensed(pair: Pair, table: Any, seat: int, name: str) -> list[int]:
    """The inputs that are on, all different and in range."""
    seen, sheet = np.zeros(512, np.int32), pair.packed[0]
    thought = surveyed(pair, table, seat)[0]
    many = list_features(sheet, thought, seat, round(outlook(sheet, thought, seat)), seen)
    numbers: list[int] = seen[:many].tolist()
    assert len(set(numbers)) == len(numbers)
    assert 0 <= min(numbers) <= max(numbers) < strategy.inputs(packed(sheet_named(name)))
    return numbers


# Playing ---------------------------------------------------------------------------------------------------
def chosen(pair: Pair, seat: int, name: str, noise: float | None, scratch: Scratch) -> int:
    """What a bot does: the learned one, or without any noise named the master."""
    if noise is None:
        return int(master(pair.packed, pair.table, seat, np.uint64(pair.seed), network(name), scratch))
    return int(learned(pair.packed, pair.table, seat, np.uint64(pair.seed), network(name), noise, scratch))


def decided(pair: Pair, seat: int, name: str, noise: float | None) -> None:
    """A bot decides, on the whole table as on what its seat may see; the table stays as it is."""
    before, scratch = pair.table.tobytes(), scratch_of(name)
    number = chosen(pair, seat, name, noise, scratch)
    assert pair.table.tobytes() == before
    assert number in pair.expected(seat), GAME.notation.position_text(pair.state)
    whole, told = pair.table, scratch.stats.tolist()
    pair.table = border.from_state(pair.packed, GAME.rules.view(pair.state, seat))
    assert sensed(pair, pair.table, seat, name) == sensed(pair, whole, seat, name)
    assert chosen(pair, seat, name, noise, scratch) == number, GAME.notation.position_text(pair.state)
    assert scratch.stats.tolist() == told
    pair.table = whole
    border.apply(pair.packed, pair.table, seat, number)
    pair.state = GAME.rules.play(pair.state, seat, border.to_move(pair.sheet, number))
    if noise is not None:
        check_told(pair, seat, name, scratch, number)


def check_told(pair: Pair, seat: int, name: str, scratch: Scratch, number: int) -> None:
    """Only `done` is told, and as the seat sees the table then, where no other moves in thought."""
    if number != DONE:
        assert scratch.stats[COUNT] == 0
    over = isinstance(GAME.rules.pending(pair.state), Over)
    if scratch.stats[COUNT] and not over and pair.seats == 2 and pair.table[0]["phase"] != FOLLOWING:
        assert scratch.chosen[: scratch.stats[COUNT]].tolist() == sensed(pair, pair.table, seat, name)
        assert scratch.stats[POINTS] == round(
            outlook(pair.packed[0], surveyed(pair, pair.table, seat)[0], seat)
        )
        assert abs(scratch.hoped.sum() - 1) < 1e-3


def one_step(pair: Pair, name: str, noise: float | None) -> bool:
    """One throw or decision by a bot; whether the game goes on."""
    pending = GAME.rules.pending(pair.state)
    if isinstance(pending, Chance):
        pair.throw(pending)
    elif isinstance(pending, Decision):
        decided(pair, pair.rng.choice(pending.seats), name, noise)
    return not isinstance(pending, Over)


def late(name: str, seats: int, seed: int, most: int = 400) -> Pair:
    """A random late position."""
    pair = Pair(sheet_named(name), seats, seed)
    for _ in range(pair.rng.randrange(most)):
        pending = GAME.rules.pending(pair.state)
        if isinstance(pending, Chance):
            pair.throw(pending)
        elif isinstance(pending, Decision):
            pair.decide(pair.rng.choice(pending.seats))
    return pair


@compiled_only
@pytest.mark.parametrize("seats", GAME.seat_counts)
@pytest.mark.parametrize("name", SHEETS)
def test_bots_are_legal_from_any_position_and_see_only_what_their_seat_may(name: str, seats: int) -> None:
    for game, noise in enumerate((0.0, 2.0, None)):
        pair = late(name, seats, 10 * game + seats)
        for _ in range(PLANNED):
            one_step(pair, name, noise)


@compiled_only
@pytest.mark.parametrize("seats", GAME.seat_counts)
def test_whole_games_come_to_an_end(seats: int) -> None:
    pair = late("1", seats, seats)
    while one_step(pair, "1", 2.0):
        assert pair.state.round < 400


def test_a_few_decisions_need_no_compiler() -> None:
    """The only test that also runs without it."""
    pair = Pair(sheet_named("nasty"), 2, 3)
    for _ in range(16):
        one_step(pair, "nasty", 1.0)


@compiled_only
def test_the_plain_functions_work_too() -> None:
    run_again(__file__, "no_compiler")


# Hidden choices --------------------------------------------------------------------------------------------
@compiled_only
def test_they_do_not_look_at_hidden_choices() -> None:
    """B4: two worlds that differ in what another seat has crossed in the running action."""
    differed, net, scratch, moves = 0, network("1"), scratch_of("1"), []
    for game in range(8):
        pair = until(late("1", 3, game, 300), FOLLOWING)
        seat, other = GAME.rules.pending(pair.state).seats  # type: ignore[union-attr]
        world, key = pair.table.copy(), np.uint64(game)
        crosses = [number for number in pair.listed(other) if number >= border.CROSS]
        if crosses:
            border.apply(pair.packed, world, other, crosses[0])
            differed += 1
        assert sensed(pair, world, seat, "1") == sensed(pair, pair.table, seat, "1")
        for table in (world, pair.table):
            moves.append(learned(pair.packed, table, seat, key, net, 2.0, scratch))
            moves.append(master(pair.packed, table, seat, key, net, scratch))
        assert moves[-4:-2] == moves[-2:]
    assert differed > 2


# A table in thought ----------------------------------------------------------------------------------------
def words(cells: Any) -> Any:
    """A set of cells as compiled functions take it."""
    return np.uint64(cells[0]), np.uint64(cells[1])


@compiled_only
@pytest.mark.parametrize("name", SHEETS)
def test_crosses_in_thought_are_as_those_on_the_table(name: str) -> None:
    """Every segment that the dice fill, in thought and played."""
    filled = 0
    for seed in range(12):
        pair = until(late(name, 3, seed), MARKING)
        s, g, there, plans = (
            pair.packed[0],
            pair.table[0],
            np.zeros(2, SEARCH_STATE),
            np.zeros(MOST_PLANS, PLAN),
        )
        seat = (int(g["round"]) - 1) % 3
        survey(s, g, there[0], seat, True)
        for nth in range(1, list_plans(s, there[0], seat, int(g["dice"]), plans)):
            if plans[nth]["parent"] == 0:
                number, filled = int(plans[nth]["segment"]), filled + 1
                segment, taken = s["segments"][g["board"][seat], number], there[0]["taken"][seat]
                missing = words(bits.minus(words(segment), words(taken)))
                there[1] = there[0]
                put_crosses(s, there[1], seat, number, missing)
                compare_played(pair, seat, there[1], missing)
    assert filled > 3


def until(pair: Pair, phase: int) -> Pair:
    """At random on to the beginning of a phase, or to the end."""
    while not isinstance(pending := GAME.rules.pending(pair.state), Over):
        if pair.table[0]["phase"] == phase and not pair.table[0]["done"] and not pair.table[0]["new"].any():
            break
        if isinstance(pending, Chance):
            pair.throw(pending)
        else:
            pair.decide(pair.rng.choice(pending.seats))
    return pair


def compare_played(pair: Pair, seat: int, thought: Any, cells: Any) -> None:
    table, seen = pair.table.copy(), np.zeros(1, SEARCH_STATE)
    while not bits.is_empty(cells):
        border.apply(pair.packed, table, seat, border.CROSS + bits.first(cells))
        cells = words(bits.without_first(cells))
    survey(pair.packed[0], table[0], seen[0], seat, True)
    for field in SEARCH_STATE.names or ():
        assert np.array_equal(seen[0][field], thought[field]), field


@compiled_only
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_others_follow_only_with_dice_that_are_left(seats: int) -> None:
    """B4, B5: after action 1 every other seat has at most the dice left more in thought, in their colours."""
    crossed = 0
    for seed in range(12):
        pair = until(late("1", seats, seed), MARKING)
        s, g = pair.packed[0], pair.table[0]
        seat = (int(g["round"]) - 1) % seats
        strategy = new_workspace(seat, network("1"), scratch_of("1"))
        begin(s, g, strategy, True)
        now = strategy.states[NOW]
        now["left"], now["one"] = int(g["dice"]), seed % 2
        weigh_others(s, strategy, int(g["dice"]))
        later = hand_over(s, strategy, now)
        for other in set(range(seats)) - {seat}:
            new = bits.minus(words(later["taken"][other]), words(now["taken"][other]))
            need = dice_for(s, int(g["board"][other]), words(new))
            assert suffices(int(g["dice"]), need, bool(seed % 2))
            crossed += need > 0
        assert np.array_equal(later["taken"][seat], now["taken"][seat])
    assert crossed > 6


# Ends ------------------------------------------------------------------------------------------------------
def most_by_trying(pair: Pair, table: Any, seat: int) -> int:
    """The highest rank that crosses in action 2 can bring, by trying all."""
    thought, out = np.zeros(1, SEARCH_STATE), np.zeros(border.MOST_MOVES, np.int32)
    survey(pair.packed[0], table[0], thought[0], seat, True)
    best = int(thought[0]["points"][seat]) * RANK + best_area(pair.packed[0], thought[0], seat)
    for number in out[: border.legal(pair.packed, table, seat, out)].tolist():
        if number >= border.CROSS:
            after = table.copy()
            border.apply(pair.packed, after, seat, number)
            best = max(best, most_by_trying(pair, after, seat))
    return best


def few_dice(g: Any) -> bool:
    return bool(g["one"]) or sum(int(g["dice"]) >> 4 * colour & 15 for colour in range(6)) <= 3


@compiled_only
@pytest.mark.parametrize("name", ["1", "wild-65"])
def test_the_best_finish_is_the_best_of_all_crosses(name: str) -> None:
    tried, closed = 0, 0
    for seed in range(30):
        pair = until(late(name, 2, seed), FOLLOWING)
        g, finishes, thought = pair.table[0], np.zeros(MOST_FINISHES, FINISH), np.zeros(1, SEARCH_STATE)
        if g["phase"] == FOLLOWING and few_dice(g):
            seat = int(g["round"]) % 2
            survey(pair.packed[0], g, thought[0], seat, True)
            many = list_finishes(pair.packed[0], thought[0], seat, finishes)
            best = finishes[best_finish(finishes, many, int(g["dice"]), bool(g["one"]))]
            assert int(best["rank"]) == most_by_trying(pair, pair.table, seat)
            tried, closed = tried + 1, closed + bool(best["need"])
    assert tried > 3
    assert closed > 0
