"""The Dizzle planner: legal everywhere, blind for what others choose, and better than the greedy player."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from kritzel.fast.bits import lowest
from kritzel.games.catalogue import sheets
from kritzel.games.dizzle import GAME
from kritzel.games.dizzle import bot as strategy
from kritzel.games.dizzle import fast as dizzle
from kritzel.games.dizzle.state import CHOOSING
from tests.fast.dizzle.test_twin import NAMES, Pair, packed

GAMES = 60
"""Games against the greedy player on each sheet."""

SHARE = 0.7
"""Who is as good as the greedy player wins so many of them once in a thousand times."""

SOLO = 68.0
"""Alone the greedy player has 53 to 67 points on average."""


@pytest.fixture(autouse=True)
def plain_words() -> Iterator[None]:
    """Without the compiler numpy warns where words wrap, as they shall."""
    with np.errstate(over="ignore"):
        yield


# Legal, and fair -----------------------------------------------------------------------------------
class Watched(Pair):
    """A game in which the planner is asked at every decision, but follows its advice only half the time."""

    hidden = 0
    """How often the others' choices under way were covered or changed."""

    def decide(self, seats: tuple[int, ...]) -> None:
        seat = self.rng.choice(seats)
        number = self.advice(self.table, seat)
        assert self.twin.to_move(self.sheet, number) in GAME.rules.moves(self.state, seat)
        if self.state.phase in CHOOSING and self.seats > 1:
            self.same_in_other_worlds(seat, number)
        if self.rng.random() < 0.5:
            number = self.rng.choice(self.numbers(seat))
        self.twin.apply(self.packed, self.table, seat, number)
        self.state = GAME.rules.play(self.state, seat, self.twin.to_move(self.sheet, number))

    def advice(self, table: Any, seat: int) -> int:
        """The planner's move; asking changes nothing."""
        before = table.tobytes()
        number = int(strategy.planner(self.packed, table, seat, np.uint64(self.seed)))
        assert table.tobytes() == before
        return number

    def same_in_other_worlds(self, seat: int, number: int) -> None:
        """The same move where the others' choices are covered, and where another one has been made."""
        seen = self.twin.from_state(self.packed, GAME.rules.view(self.state, seat))
        assert self.advice(seen, seat) == number
        for other in range(self.seats):
            if other != seat and self.numbers(other):
                world = self.table.copy()
                self.twin.apply(self.packed, world, other, self.rng.choice(self.numbers(other)))
                assert self.advice(world, seat) == number
                self.hidden += 1


@pytest.mark.parametrize("seats", GAME.seat_counts)
@pytest.mark.parametrize("name", NAMES)
def test_every_move_is_legal(name: str, seats: int) -> None:
    for seed in range(2):
        Watched(name, seats, seed).play()


@pytest.mark.parametrize("name", ["3", "7", "8"])
def test_choices_under_way_are_not_looked_at(name: str) -> None:
    game = Watched(name, 4, 7)
    game.play()
    assert game.hidden > 0


# Strength ------------------------------------------------------------------------------------------
def played(sheet: Any, players: list[Any], seed: int) -> Any:
    """The table after a game of these players."""
    state, faces = dizzle.blank(sheet, len(players)), np.zeros(16, np.int32)
    waits, decisions = dizzle.pending(sheet, state), 0
    while waits != dizzle.OVER:
        if waits == dizzle.DECISION:
            seat = lowest(dizzle.deciding(sheet, state))
            luck = np.uint64(seed * 1000 + decisions)
            dizzle.apply(sheet, state, seat, players[seat](sheet, state, seat, luck))
            decisions += 1
        else:
            many = dizzle.outcome(sheet, state, np.uint64(seed), faces)
            dizzle.reveal(sheet, state, faces, many)
        waits = dizzle.pending(sheet, state)
    return state


@pytest.mark.parametrize("name", [sheet.id for sheet in sheets("dizzle")])
def test_it_beats_the_greedy_player(name: str) -> None:
    wins, places = 0, np.zeros(4, np.int32)
    for game in range(GAMES):
        mine = game % 2
        players = [strategy.greedy, strategy.greedy]
        players[mine] = strategy.planner
        dizzle.places(packed(name), played(packed(name), players, game // 2), places)
        wins += places[mine] < places[1 - mine]
    assert wins >= SHARE * GAMES


@pytest.mark.parametrize("name", [sheet.id for sheet in sheets("dizzle")])
def test_alone_it_has_more_points_than_the_greedy_player(name: str) -> None:
    points, out = 0, np.zeros(4, np.int32)
    for seed in range(GAMES):
        dizzle.scores(packed(name), played(packed(name), [strategy.planner], seed), out)
        points += out[0]
    assert points / GAMES > SOLO
