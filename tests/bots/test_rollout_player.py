"""The master without a net: who wins the race of rollouts, and that it is a bot like others."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any, cast

import numpy as np
import pytest

from kritzel import bots
from kritzel.bots.rollout_player import AT_ONCE, MOST, race
from kritzel.bots.rollouts import Rollouts, Values
from kritzel.game import Chance, Setup
from kritzel.games import catalogue

MICRO = Path(__file__).parents[2] / "tools" / "research" / "traexx-19.toml"


class FakeRollouts:
    """Tables are numbers: what the first seat gets of each on average."""

    def __init__(self, seats: int, noise: float) -> None:
        self.seats, self.noise, self.played = seats, noise, 0

    def play(self, tables: Any, luck: Any, own: Any) -> list[Values]:
        found = []
        for table in tables:
            self.played += len(luck)
            rng = np.random.default_rng([int(luck[0] % 2**32), int(100 * table)])
            points = rng.normal(0.0, self.noise, (len(luck), self.seats))
            points[:, 0] += table
            found.append(Values(points, points))
        return found


def winner(fake: FakeRollouts, means: list[float], own: int, most: int = 400) -> int:
    return race(cast(Rollouts, fake), [np.array([mean]) for mean in means], 0, own, 7, most)


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_a_clearly_better_move_is_found(seats: int) -> None:
    assert winner(FakeRollouts(seats, 3.0), [10.0, 14.0, 9.0, 11.0], own=0) == 1


def test_the_planners_own_move_stays_where_none_is_clearly_better() -> None:
    stays = [winner(FakeRollouts(1, 9.0), [10.0 + luck / 100, 10.0], own=0, most=64) for luck in range(40)]
    assert np.mean(stays) < 0.35
    assert winner(FakeRollouts(1, 0.0), [10.0, 10.0, 10.0], own=2) == 2


def test_rollouts_are_counted_and_those_behind_get_no_more() -> None:
    fake = FakeRollouts(1, 1.0)
    winner(fake, [0.0, 20.0, 0.0, 0.0, 21.0], own=1, most=200)
    assert 5 * AT_ONCE < fake.played <= 200 + 2 * AT_ONCE
    fake = FakeRollouts(1, 1.0)
    winner(fake, [1.0, 1.0], own=0, most=10_000)
    assert fake.played <= 2 * MOST


@pytest.mark.slow
def test_on_a_sheet_without_a_net_it_chooses_a_legal_move_and_the_same_again() -> None:
    pytest.importorskip("numba")
    game, sheet = catalogue.from_text(MICRO.read_text("utf-8"), "micro")
    state = game.rules.start(Setup(sheet, 2))
    chance = game.rules.pending(state)
    assert isinstance(chance, Chance)
    state = game.rules.reveal(state, chance.event.sample(Random(3).randrange))
    view, master = bots.View.of(game, state, 0), bots.bot("master")
    moves = game.rules.moves(view.state, 0)
    chosen = [master.choose(view, order, Random(1), bots.BUDGET_S) for order in (moves, moves[::-1])]
    assert chosen[0] in moves
    assert chosen[0] == chosen[1]
    assert bots.who_plays(master, game, sheet) is bots.played_by(master, game, sheet) is master
    assert bots.stand_in(master, game, sheet) is None
