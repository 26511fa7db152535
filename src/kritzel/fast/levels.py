"""The compiled bots by number, the noise of the weaker ones, and how nets are trained. Knows no game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

RANDOM, GREEDY, PLANNER, MASTER, LEARNED, SKILLED, CASUAL = range(7)
"""From `LEARNED` on every number is the learned bot, with more and more noise."""


def noises(noise: Mapping[str, float], share: float = 1.0) -> tuple[float, ...]:
    """By number: the noise on what a bot thinks, in points.

    `noise` is what the manifest of a net says of them with two seats: it was measured for the
    sheet (docs/research, entry 6). At other tables they have a `share` of it (`Hyperparameters.noise_share`).
    """
    return (0.0, 0.0, 0.0, 0.0, 0.0, share * noise["skilled"], share * noise["casual"])


class Hyperparameters(NamedTuple):
    """How nets for one game are trained, and the noise of its weaker bots at other tables."""

    games: int
    """The default length of a training run: well under an hour on two cores."""
    noise: float
    """Noise on values at the beginning, in points; it goes down."""
    trace: float
    """lambda of TD(lambda)."""
    decisions: int
    """About as many moves of a seat may be another player's: most of a game."""
    pessimism: float = 0.0
    """How much worse than a fair guess a new net expects things to end."""
    noise_alone: float = 0.5
    """Share of the noise of two seats that weaker bots have alone: no win counts, moves lie closer."""
    noise_among_many: float = 0.7
    """The same where more than two share the wins and noise costs more."""

    def noise_share(self, seats: int) -> float:
        """The share of the noise of two seats that weaker bots have at a table with this many."""
        return {1: self.noise_alone, 2: 1.0}.get(seats, self.noise_among_many)
