"""A player's own puzzle agrees with the review that it comes from."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kritzel.record import Table
from kritzel.review import review
from kritzel.review.explore import agreeing_with, explore
from kritzel.review.models import MoveStep
from kritzel.review.move_values import MoveValue, MoveValues, end_of
from kritzel.server.web.api.puzzles import verdict_of
from tests.review.games import played

FEW = [("traexx/1", ("casual",), seed) for seed in range(3)]
MANY = [
    (sheet, who, seed)
    for sheet, who in (
        ("dizzle/1", ("casual",)),
        ("dizzle/2", ("greedy", "casual")),
        ("dizzle/4", ("casual",)),
        ("traexx/1", ("casual", "casual")),
        ("border/1", ("casual", "casual")),
    )
    for seed in range(10)
]


def agrees(table: Table) -> int:
    """Tries every move of every moment; returns the number of moments."""
    found, game, moments = review(table), table.game, 0
    for number in {nth for seat in found.seats for nth in seat.moments}:
        step = found.steps[number]
        assert isinstance(step, MoveStep)
        assert step.best is not None
        moments += 1
        before = table.moments[step.events[0]].state
        values = explore(table.record(), step.events[0], step.seat, (), values=True).values
        assert values is not None
        ends = [end_of(game, before, step.seat, value.moves) for value in values.moves]
        verdicts = [verdict_of(game, before, end, values, table.names) for end in ends]
        again = [end_of(game, before, step.seat, step.played.moves) == end for end in ends]
        assert [each.again for each in verdicts] == again
        assert [each.result for each in verdicts if each.again] == ["worse"], (
            "no praise for the move of the game"
        )
        assert [each.result for each in verdicts].index("best") == 0
        assert [each.result for each in verdicts].count("best") == 1
        named = ends.index(end_of(game, before, step.seat, step.best.moves))
        mine = values.moves[again.index(True)]
        assert mine.gap >= values.moves[named].gap + step.loss - 1e-9, "as much worse as the review says"
        surely_worse = values.moves[named].gap > 0 and not values.is_right(named)
        assert named == 0 or surely_worse, "the better move of the review, or one that surely beats it"
        gaps = [value.gap for value in values.moves]
        assert gaps == sorted(gaps)
        assert gaps[0] == 0
    return moments


def test_no_moment_of_a_short_game_is_praised() -> None:
    assert sum(agrees(played(*game)) for game in FEW)


@pytest.mark.slow
@pytest.mark.parametrize(("sheet", "who", "seed"), MANY)
def test_no_moment_is_praised(sheet: str, who: tuple[str, ...], seed: int) -> None:
    agrees(played(sheet, who, seed))


def test_what_left_the_race_is_not_right() -> None:
    """5 points behind after 16 rollouts was within two errors, and praised."""
    values = MoveValues(
        "points", 0, (MoveValue(("a",), 0, 0, 320), MoveValue(("b",), 5.1, 2.6, 16)), whole=True
    )
    assert [values.is_right(nth) for nth in (0, 1)] == [True, False]


def test_one_move_is_always_the_best() -> None:
    """Also where only the move of the game was judged to the end, and the others left the race."""
    moves = MoveValue(("b",), 0, 1.0, 16), MoveValue(("c",), 1.0, 1.0, 16), MoveValue(("a",), 4.0, 0.5, 320)
    values = MoveValues("points", 0, moves, whole=True, played=2)
    assert [values.is_right(nth) for nth in range(3)] == [True, True, False]


def test_a_move_that_values_praise_and_the_review_does_not() -> None:
    """Whatever the values say: the move of the game is behind the better one by what the review says."""
    table = played(*FEW[0])
    found = review(table)
    step = next(
        step for step in found.steps if isinstance(step, MoveStep) and step.best and step.certainty == "sure"
    )
    assert step.best is not None
    before = table.moments[step.events[0]].state
    best, mine = step.best.moves, step.played.moves
    for gaps in (
        {mine: 0.0, best: 0.7},
        {mine: 0.0, best: 9.0},
        {mine: 3.0, best: 0.0},
        {mine: 0.0},
        {best: 0.0},
    ):
        moves = tuple(MoveValue(texts, gap, 0.5, 320) for texts, gap in gaps.items())
        values = MoveValues(found.unit, step.seat, moves, whole=True)
        told = agreeing_with(values, table.game, before, replace(step, loss=4.0, se=1.0))
        assert [value.moves for value in told.moves] == [best, mine]
        assert told.moves[1].gap >= 4.0
        assert not told.is_right(1)
