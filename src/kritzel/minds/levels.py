"""The compiled bots by number, and how restless the learned ones are. Knows no game."""

from __future__ import annotations

from collections.abc import Mapping

RANDOM, GREEDY, PLANNER, MASTER, LEARNED, SKILLED, CASUAL = range(7)
"""From `LEARNED` on every number is the learned bot, more and more restless."""

ALONE, AMONG_MANY = 0.5, 0.7
"""How much of the noise the restless ones have alone, where no win counts and moves lie closer together, and
where more than two share the wins and noise costs more."""


def unrests(noise: Mapping[str, float], seats: int) -> tuple[float, ...]:
    """By number: the noise on what a bot thinks, in points, at a table with so many seats.

    `noise` is what the manifest of a net says of the restless ones with two seats: it was measured for the
    sheet (docs/research, entry 6).
    """
    share = {1: ALONE, 2: 1.0}.get(seats, AMONG_MANY)
    return (0.0, 0.0, 0.0, 0.0, 0.0, share * noise["skilled"], share * noise["casual"])
