"""Träxx on 19 cells with 6 cards, solved: the value of the game, and proof that the solver is right."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from kritzel.game import Chance, Decision
from kritzel.games.traexx import GAME
from kritzel.games.traexx.sheet import DONE
from kritzel.games.traexx.state import State
from tools.research.traexx_solver import Solver, micro

pytestmark = pytest.mark.slow

VALUE = Fraction(889, 90)
"""The points that the best play has on average: 9.88."""


def test_value_of_the_game() -> None:
    assert micro().value(micro().begin()) == VALUE


def test_best_play_has_just_that_over_all_orders_of_the_cards() -> None:
    assert achieved(micro(), micro().begin()) == VALUE


def achieved(solver: Solver, state: State) -> Fraction:
    """What the reference gives, on average, to somebody who always goes where the value is best."""
    awaited = GAME.rules.pending(state)
    if isinstance(awaited, Chance):
        cards = awaited.event.outcomes()
        return sum(
            (share * achieved(solver, GAME.rules.reveal(state, card)) for card, share in cards), Fraction(0)
        )
    if isinstance(awaited, Decision):
        best = max(GAME.rules.moves(state, 0), key=lambda move: solver.value(GAME.rules.play(state, 0, move)))
        return achieved(solver, GAME.rules.play(state, 0, best))
    return Fraction(GAME.rules.score(state)[0].total)


def test_every_value_is_that_of_the_best_move_and_of_the_average_card() -> None:
    for seed in range(60):
        for state in random_game(seed):
            assert micro().value(state) == one_step_further(micro(), state), GAME.notation.position_text(
                state
            )


def random_game(seed: int) -> list[State]:
    """All positions of a game that somebody plays at random."""
    rng, state = random.Random(seed), micro().begin()
    states = [state]
    while not is_over(state):
        awaited = GAME.rules.pending(state)
        if isinstance(awaited, Chance):
            state = GAME.rules.reveal(state, rng.choice([card for card, _ in awaited.event.outcomes()]))
        else:
            moves = GAME.rules.moves(state, 0)
            further = [move for move in moves if move != DONE] if rng.random() < 0.8 else []
            state = GAME.rules.play(state, 0, rng.choice(further or moves))
        states.append(state)
    return states


def is_over(state: State) -> bool:
    return not isinstance(GAME.rules.pending(state), Chance | Decision)


def one_step_further(solver: Solver, state: State) -> Fraction:
    """The value by those of all positions that may follow."""
    awaited = GAME.rules.pending(state)
    if isinstance(awaited, Chance):
        cards = awaited.event.outcomes()
        return sum(
            (share * solver.value(GAME.rules.reveal(state, card)) for card, share in cards), Fraction(0)
        )
    if isinstance(awaited, Decision):
        return max(solver.value(GAME.rules.play(state, 0, move)) for move in GAME.rules.moves(state, 0))
    return Fraction(GAME.rules.score(state)[0].total)


def test_regret() -> None:
    state = GAME.rules.reveal(micro().begin(), (0,))
    regrets = [micro().regret(state, move) for move in GAME.rules.moves(state, 0)]
    assert min(regrets) == 0
    assert max(regrets) > 1
