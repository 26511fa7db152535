"""What the room of a mind says about training its nets and the noise of its weaker bots. Knows no game."""

from __future__ import annotations

from typing import NamedTuple


class Hyperparameters(NamedTuple):
    """The hyperparameters of one game."""

    games: int
    """The usual length of a course: well under an hour on two cores."""
    noise: float
    """Noise on values at the beginning of a course, in points; it goes down."""
    trace: float
    """lambda of TD(lambda)."""
    decisions: int
    """About so many moves of a seat may be somebody else's: most of a game."""
    pessimism: float = 0.0
    """How much worse than a fair guess a new net expects things to end."""
    noise_alone: float = 0.5
    """So much of the noise of two seats weaker bots have alone: no win counts, moves lie closer together."""
    noise_among_many: float = 0.7
    """The same where more than two share the wins and noise costs more."""

    def noise_share(self, seats: int) -> float:
        """How much of the noise of two seats weaker bots have at a table with so many."""
        return {1: self.noise_alone, 2: 1.0}.get(seats, self.noise_among_many)
