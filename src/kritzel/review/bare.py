"""The yardstick in a game without a twin: habits from practice games, on the contract alone, in plain Python.

Whoever plays by habit makes the move that did best in play-outs of practice (`bots.playouts`), and any where
none is known. That is no strong player: it is what there is for any game, it is always the same, and the
review says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from math import erf, sqrt
from random import Random
from typing import TYPE_CHECKING, Any

from kritzel.arena.on_reference import Deal
from kritzel.arena.rollouts import Values, seeds
from kritzel.bots.generic import GENERIC_BOT
from kritzel.bots.playouts import practice_for
from kritzel.game import Outcome, Seat, State, Text
from kritzel.record import play_out
from kritzel.review.story import Story, Thrown, Walk
from kritzel.review.told import Reference
from kritzel.review.yardstick import step_of

if TYPE_CHECKING:
    from kritzel.fast.records import Reals

MOST = 5_000
"""Decisions after which a rollout is broken off."""
PILOT = 20
MOODS = 2


class BareYardstick:
    """Somebody who plays any game by habit."""

    twofold = False

    def __init__(self, story: Story, sigma: float | None, why: Text) -> None:
        self._story = story
        self.game = story.game
        self.company = story.seats > 1
        self._habits = practice_for(story.game, story.table.sheet, story.seats).habits
        self.reference = Reference("habits", GENERIC_BOT.title, why, "")
        self.sigma = 1.0
        self.sigma = sigma or self._spread_of_leads()

    def _spread_of_leads(self) -> float:
        points = self.values([self._story.table.start], "pilot", 0, PILOT, 0)[0].points
        leads = points[:, 0] - points[:, 1:].max(1) if self.company else points[:, 0]
        return max(float(leads.std()), 0.5)

    def choose(self, nth: int, state: State, seat: Seat) -> Any:
        """The move that did best in practice; between equals the luck of `nth` decides."""
        return self._by_habit(Random(nth), self.game.rules.view(state, seat), seat)

    def _by_habit(self, luck: Random, state: State, seat: Seat) -> Any:
        best, most = list[Any](), float("-inf")
        for move in self.game.rules.moves(state, seat):
            habit = self._habits.get((seat, move))
            liking = habit.mean if habit else 0.0
            if liking >= most:
                best, most = [*best, move] if liking == most else [move], liking
        return luck.choice(best)

    def others(self, state: State, seat: Seat) -> Iterator[Walk]:
        """A few other moves, at random."""
        for nth in range(MOODS):
            yield step_of(self.game, state, seat, partial(self._any, Random(nth)))

    def simple(self, state: State, seat: Seat) -> Iterator[Walk]:
        """By habit: here nothing is a find."""
        yield step_of(self.game, state, seat, partial(self.choose, 0))

    def _any(self, luck: Random, state: State, seat: Seat) -> Any:
        return luck.choice(self.game.rules.moves(state, seat))

    def values(
        self, states: Sequence[State], text: str, begin: int, end: int, seat: Seat, turns: int = 1
    ) -> list[Values]:
        """Rollouts to the end on the reference."""
        luck, _ = seeds(text, end, 1)
        return [self._played([self._points(state, int(each)) for each in luck[begin:]]) for state in states]

    def _points(self, state: State, seed: int) -> list[int]:
        own = Random(seed)

        def choose(at: State, seats: tuple[Seat, ...]) -> tuple[Seat, Any]:
            return seats[0], self._by_habit(own, at, seats[0])

        ended = play_out(self.game, state, choose, Deal(self.game, seed).outcome, MOST)
        return [pad.total for pad in self.game.rules.score(ended.state)]

    def _played(self, rows: list[list[int]]) -> Values:
        import numpy as np

        return Values(np.array(rows, float), np.array([shares(row, self.sigma) for row in rows]))

    def promises(self, thrown: Thrown, outcomes: Sequence[Outcome]) -> tuple[Seat, Reals] | None:
        """Only rollouts tell."""
        return None


def shares(points: Sequence[float], sigma: float) -> list[float]:
    """The share of a win that each seat's lead over the best other stands for; alone it is none."""
    if len(points) == 1:
        return [1.0]
    every = list(points)
    leads = [mine - max(every[:at] + every[at + 1 :]) for at, mine in enumerate(every)]
    return [0.5 * (1.0 + erf(lead / sigma / sqrt(2.0))) for lead in leads]
