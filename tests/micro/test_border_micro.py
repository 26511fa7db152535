"""The Border with four areas, solved: who wins how often, and proof that the solver is right."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest

from kritzel.game import Chance, Decision
from kritzel.games.border import GAME
from kritzel.games.border.sheet import COLOURS
from kritzel.games.border.state import DONE, STOP, Phase, State
from tools.research.border_kernel import MOST
from tools.research.border_solver import Solver, micro

pytestmark = pytest.mark.slow

VALUE = 0.555038566762
"""The share of the win of whoever begins, on board 1 against board 2, if both play their best."""

EXACT = 1e-11


def test_value_of_the_game() -> None:
    assert micro().value(micro().begin()) == pytest.approx(VALUE, abs=EXACT)


def test_there_is_one_solution_from_below_and_from_above() -> None:
    above = Solver(micro().sheet, guess=1.0)
    assert max(micro().steps, above.steps) < MOST
    known = ~np.isnan(micro().values)
    assert np.abs(micro().values[known] - above.values[known]).max() < EXACT
    assert known.sum() > 30_000


def test_every_value_is_that_of_the_best_move_and_of_the_average_throw() -> None:
    met = set()
    for seed in range(60):
        for state in random_game(seed, all_five() if seed % 6 == 0 else micro().begin()):
            met.add((state.phase, state.one))
            further = one_step_further(micro(), state)
            assert micro().value(state) == pytest.approx(further, abs=EXACT), GAME.notation.position_text(
                state
            )
    assert met == {*((phase, False) for phase in Phase), (Phase.FOLLOW, True)}


def all_five() -> State:
    """B5: the table after an action 1 that used all five dice."""
    throw = parse("rrrgg")
    state = GAME.rules.play(GAME.rules.reveal(micro().begin(), throw), 0, STOP)
    while (moves := GAME.rules.moves(state, 0)) != [DONE]:
        state = GAME.rules.play(state, 0, moves[0])
    return GAME.rules.play(state, 0, DONE)


def parse(throw: str) -> tuple[int, ...]:
    return tuple(sorted(COLOURS.index(letter) for letter in throw))


def random_game(seed: int, state: State) -> Iterator[State]:
    """All positions of a game that somebody plays at random, mostly not being done at once."""
    rng = random.Random(seed)
    yield state
    while isinstance(awaited := GAME.rules.pending(state), Chance | Decision):
        if isinstance(awaited, Chance):
            state = GAME.rules.reveal(state, awaited.event.sample(rng.randrange))
        else:
            moves = GAME.rules.moves(state, awaited.seats[0])
            further = [move for move in moves if move != DONE] if rng.random() < 0.7 else []
            state = GAME.rules.play(state, awaited.seats[0], rng.choice(further or moves))
        yield state


def one_step_further(solver: Solver, state: State) -> float:
    """The value by those of all positions that may follow; at the end by the places."""
    awaited = GAME.rules.pending(state)
    if isinstance(awaited, Chance):
        throws = awaited.event.outcomes()
        return float(sum(share * solver.value(GAME.rules.reveal(state, dice)) for dice, share in throws))
    if isinstance(awaited, Decision):
        seat = awaited.seats[0]
        afters = [solver.value(GAME.rules.play(state, seat, move)) for move in GAME.rules.moves(state, seat)]
        return min(afters) if seat else max(afters)
    points = [score.total for score in GAME.rules.score(state)]
    if points[0] == points[1]:
        points = [max([line.points for line in score.lines]) for score in GAME.rules.score(state)]
    return 0.5 if points[0] == points[1] else float(points[0] > points[1])
