"""The compiled bots by number, and how restless the learned ones are. Knows no game."""

from __future__ import annotations

from collections.abc import Mapping

RANDOM, GREEDY, PLANNER, MASTER, LEARNED, SKILLED, CASUAL = range(7)
"""From `LEARNED` on every number is the learned bot, more and more restless."""

ALONE = {"dizzle": (0.35, 0.5), "border": (1.0, 1.0), "traexx": (0.5, 0.4)}
"""How much of the noise `skilled` and `casual` have alone, by game: with company a win counts as well, and
moves lie further apart."""
AMONG_MANY = {"dizzle": (1.0, 0.85), "border": (0.8, 0.5), "traexx": (1.0, 0.85)}
"""How much of it they have where more than two share the wins: moves lie closer together there, and noise
costs more."""


def unrests(slug: str, noise: Mapping[str, float], seats: int) -> tuple[float, ...]:
    """By number: the noise on what a bot thinks, in points, at a table with so many seats.

    `noise` is what the manifest of a net says of the restless ones with two seats: it was measured for the
    sheet (docs/research, entry 6).
    """
    skilled, casual = ALONE[slug] if seats == 1 else AMONG_MANY[slug] if seats > 2 else (1.0, 1.0)
    return (0.0, 0.0, 0.0, 0.0, 0.0, skilled * noise["skilled"], casual * noise["casual"])
