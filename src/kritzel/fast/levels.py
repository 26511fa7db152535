"""The compiled bots by number, and how restless the learned ones are. Knows no game."""

from __future__ import annotations

RANDOM, GREEDY, PLANNER, MASTER, LEARNED, SKILLED, CASUAL = range(7)
"""From `LEARNED` on every number is the learned bot, more and more restless."""

UNREST = (0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 3.0)
"""By number: the noise on what a move is worth, in the game's `UNIT`."""

UNIT = {"dizzle": (0.6, 1.2), "border": (0.3, 0.3), "traexx": (0.45, 0.9)}
"""By game, in points, alone and with company, where a win counts as well and moves lie further apart: so that
`casual` stands between greedy and planner, and `skilled` between planner and learned (docs/research,
entry 6)."""


def unrest_of(slug: str, code: int, seats: int) -> float:
    """The noise of a bot at a table with so many seats, in points."""
    return UNIT[slug][min(seats, 2) - 1] * UNREST[code]
