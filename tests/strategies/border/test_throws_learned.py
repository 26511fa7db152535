"""What throws are worth to the learned bots of The Border: the exact mean over all of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement
from math import comb

import numpy as np
import pytest

from kritzel.fast.net import WIN
from kritzel.games.border import fast as border
from kritzel.games.border.bot.analysis import ANY_DICE, FULL, NEVER, SET_DICE, SETS
from kritzel.games.border.bot.evaluation import NOW, evaluate_later, new_workspace, weigh_others
from kritzel.games.border.bot.learned import begin
from kritzel.games.border.bot.master import ends_soon
from kritzel.games.border.bot.search_state import SEARCH_STATE, survey
from kritzel.games.border.bot.throws import (
    MOST_PLANS,
    PLAN,
    adjust_values,
    final_chances,
    list_plans,
    turn_value,
    value_kept,
    value_throws,
)
from kritzel.games.border.fast.state import DONE, FOLLOWING, THROWN, count_dice
from kritzel.games.border.sheet import THROWS
from tests.strategies.border.test_learned import compiled_only, late, network, scratch_of, until
from tools.research import border_solver

pytestmark = pytest.mark.slow


def mean_of_throws(finals: dict[tuple[int, ...], float], kept: tuple[int, ...], throws: int) -> float:
    """B2: the mean over all throws of the other dice, each time keeping the best ones."""
    known: dict[tuple[tuple[int, ...], int], float] = {}

    def after(dice: tuple[int, ...], left: int) -> float:
        if left == 0:
            return finals[dice]
        subsets = {tuple(die for at, die in enumerate(dice) if some >> at & 1) for some in range(32)}
        return max(before(some, left) for some in subsets)

    def before(some: tuple[int, ...], left: int) -> float:
        if (some, left) not in known:
            if len(some) == 5:
                known[some, left] = after(some, left - 1)
            else:
                known[some, left] = sum(mean(some, left)) / 6 ** (5 - len(some))
        return known[some, left]

    def mean(some: tuple[int, ...], left: int) -> Iterator[float]:
        for thrown in combinations_with_replacement(range(6), 5 - len(some)):
            yield ways(thrown) * after(tuple(sorted(some + thrown)), left - 1)

    return before(kept, throws)


def ways(thrown: tuple[int, ...]) -> int:
    """In how many orders dice may fall like this."""
    number = 1
    for at, die in enumerate(thrown):
        number = number * (at + 1) // thrown[: at + 1].count(die)
    return number


@compiled_only
def test_a_turn_is_worth_the_mean_over_all_throws() -> None:
    pair, net, scratch = late("1", 2, 8, 200), network("1"), scratch_of("1")
    for throws, careful in (1, 0), (2, 2), (THROWS, 0):
        strategy, values = new_workspace(0, net, scratch), np.zeros(SETS)
        begin(pair.packed[0], pair.table[0], strategy, False)
        kept = value_kept(pair.packed[0], strategy, throws, careful)
        value_throws(pair.packed[0], strategy, np.zeros(MOST_PLANS, PLAN), values, careful)
        finals = {dice: float(values[FULL + row]) for row, dice in enumerate(THROWN)}
        for some in ((), (0,), (1, 1, 4), (0, 2, 2, 5)):
            number = SET_DICE.tolist().index(count_dice(some))
            assert kept[number] == pytest.approx(mean_of_throws(finals, some, throws))


@compiled_only
def test_the_turn_to_come_is_the_one_that_comes() -> None:
    """What the master expects of its turn is what it is worth when it comes: nobody else plays between."""
    found = 0
    for seed in range(8):
        pair = until(late("1", 2, seed, 300), FOLLOWING)
        seat = int(pair.table[0]["round"]) % 2
        strategy = new_workspace(seat, network("1"), scratch_of("1"))
        begin(pair.packed[0], pair.table[0], strategy, True)
        expected = turn_value(pair.packed[0], strategy, strategy.states[NOW].copy())
        border.apply(pair.packed, pair.table, seat, DONE)
        if border.pending(pair.packed, pair.table) == border.THROW:
            begin(pair.packed[0], pair.table[0], strategy, True)
            now = strategy.states[NOW].copy()
            assert turn_value(pair.packed[0], strategy, now) == pytest.approx(expected)
            found += 1
    assert found > 2


@compiled_only
def test_seen_from_both_seats_one_has_what_the_other_lacks() -> None:
    """Then a table is worth a win to both together; by the net alone hardly ever."""
    differ = 0
    for seed in range(6):
        pair, net, scratch = late("1", 2, seed, 150), network("1"), scratch_of("1")
        strategies, sheet = [new_workspace(seat, net, scratch) for seat in (0, 1)], pair.packed[0]
        survey(sheet, pair.table[0], strategies[0].states[NOW], 0, False)
        later = strategies[0].states[NOW]
        differ += abs(sum(evaluate_later(sheet, strategy, later) for strategy in strategies) - WIN) > 1e-3
        for strategy in strategies:
            strategy.rival[0] = 1 - strategy.seat
        assert sum(evaluate_later(sheet, strategy, later) for strategy in strategies) == pytest.approx(WIN)
    assert differ > 3


@compiled_only
def test_answers_are_worked_out_in_all_of_the_micro_game_and_not_where_the_map_is_blank() -> None:
    micro, thought = border_solver.micro(), np.zeros(1, SEARCH_STATE)
    ready, blank = border.pack(micro.sheet), late("1", 2, 0, 1)
    survey(ready[0], border.from_state(ready, micro.begin())[0], thought[0], 0, True)
    assert ends_soon(thought[0])
    survey(blank.packed[0], blank.table[0], thought[0], 0, True)
    assert not ends_soon(thought[0])


@compiled_only
def test_no_final_throw_is_worth_more_than_its_best_use() -> None:
    pair, net, scratch = late("1", 2, 8, 100), network("1"), scratch_of("1")
    strategy, values, plans = new_workspace(0, net, scratch), np.zeros(SETS), np.zeros(MOST_PLANS, PLAN)
    begin(pair.packed[0], pair.table[0], strategy, False)
    weigh_others(pair.packed[0], strategy, ANY_DICE)
    value_throws(pair.packed[0], strategy, plans, values, 0)
    for row in range(len(THROWN)):
        many = list_plans(pair.packed[0], strategy.states[NOW], 0, int(SET_DICE[FULL + row]), plans)
        uses = [SET_DICE.tolist().index(int(plan["dice"])) for plan in plans[:many]]
        assert values[FULL + row] <= max(strategy.best[use] for use in uses) + 1e-9


@compiled_only
def test_throws_are_as_likely_as_the_dice_kept_make_them() -> None:
    """Who wants one colour keeps all dice that show it: each die has as many tries as there are throws."""
    values, kept = np.zeros(SETS), np.zeros(SETS)
    values[FULL:] = [dice.count(0) for dice in THROWN]
    kept[0] = 1.0
    for throws in range(1, THROWS + 1):
        likely = final_chances(values, kept.copy(), throws)
        wanted = 1 - (5 / 6) ** throws
        for many in range(6):
            rows = [row for row, dice in enumerate(THROWN) if dice.count(0) == many]
            expected = comb(5, many) * wanted**many * (1 - wanted) ** (5 - many)
            assert sum(likely[rows]) == pytest.approx(expected)


@compiled_only
def test_throws_not_judged_again_change_as_the_judged_ones_do_in_the_mean() -> None:
    strategy, values = new_workspace(0, network("1"), scratch_of("1")), np.zeros(SETS)
    likely, better = np.zeros(SETS - FULL), np.full(SETS - FULL, NEVER)
    likely[:3], better[:2], strategy.use[4] = (0.6, 0.2, 0.1), (5.0, 1.0), -1
    adjust_values(strategy, values, better, likely)
    assert values[FULL : FULL + 5].tolist() == pytest.approx([5.0, 1.0, 4.0, 4.0, 0.0])
