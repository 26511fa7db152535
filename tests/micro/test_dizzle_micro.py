"""Dizzle on 4x4 places in three rounds, solved: the value of the game, and proof that the solver is right."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from kritzel.game import Chance, Decision
from kritzel.games.dizzle import GAME
from kritzel.games.dizzle.sheet import Take
from kritzel.games.dizzle.state import OVER, PLACE, REMOVE, REROLL, REROLLED, ROLL, State
from tools.research.dizzle_solver import PASSES, Solver, micro

pytestmark = pytest.mark.slow

VALUE = 30.730987336
"""The points that the best play has on average."""

EXACT = 1e-9


def test_value_of_the_game() -> None:
    assert micro().value(micro().begin()) == pytest.approx(VALUE, abs=EXACT)
    assert micro().compute(PASSES, 0) == pytest.approx(VALUE, abs=EXACT)


@pytest.mark.parametrize("left", range(1, PASSES))
def test_values_that_are_kept_follow_from_each_other(left: int) -> None:
    some = random.Random(left).sample(range(len(micro().final) - 1), 40)
    for crosses in some:
        kept = micro().begins[left][crosses]
        assert micro().compute(left, crosses) == pytest.approx(kept, abs=EXACT), bin(crosses)


def test_every_value_is_that_of_the_best_move_and_of_the_average_throw() -> None:
    met = set()
    for seed in range(20):
        for state in random_game(seed):
            met.add((state.phase, bool(state.pads[0].dice)))
            further = one_step_further(micro(), state)
            assert micro().value(state) == pytest.approx(further, abs=EXACT), GAME.notation.position_text(
                state
            )
    placing = (PLACE, REROLL, REROLLED)
    assert met == {(phase, dice) for phase in placing for dice in (True, False)} | {
        (ROLL, False),
        (REMOVE, True),
        (OVER, False),
    }


def random_game(seed: int) -> Iterator[State]:
    """All positions of a game that somebody plays at random and rarely drops out of a pass."""
    rng, state = random.Random(seed), micro().begin()
    yield state
    while isinstance(awaited := GAME.rules.pending(state), Chance | Decision):
        if isinstance(awaited, Chance):
            state = GAME.rules.reveal(state, awaited.event.sample(rng.randrange))
        else:
            moves = GAME.rules.moves(state, 0)
            is_stuck = state.phase == PLACE and not isinstance(moves[0], Take)
            state = GAME.rules.play(state, 0, moves[rng.random() < 0.2] if is_stuck else rng.choice(moves))
        yield state


def one_step_further(solver: Solver, state: State) -> float:
    """The value by those of all positions that may follow."""
    awaited = GAME.rules.pending(state)
    if isinstance(awaited, Chance):
        throws = awaited.event.outcomes()
        return float(sum(share * solver.value(GAME.rules.reveal(state, faces)) for faces, share in throws))
    if isinstance(awaited, Decision):
        return max(solver.value(GAME.rules.play(state, 0, move)) for move in GAME.rules.moves(state, 0))
    return GAME.rules.score(state)[0].total
