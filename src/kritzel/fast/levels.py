"""The compiled bots by number, and the noise of those that shall be weaker. Knows no game."""

from __future__ import annotations

from collections.abc import Mapping

RANDOM, GREEDY, PLANNER, MASTER, LEARNED, SKILLED, CASUAL = range(7)
"""From `LEARNED` on every number is the learned bot, with more and more noise."""


def noises(noise: Mapping[str, float], share: float = 1.0) -> tuple[float, ...]:
    """By number: the noise on what a bot thinks, in points.

    `noise` is what the manifest of a net says of them with two seats: it was measured for the
    sheet (docs/research, entry 6). At other tables they have a `share` of it (`Hyperparameters.noise_share`).
    """
    return (0.0, 0.0, 0.0, 0.0, 0.0, share * noise["skilled"], share * noise["casual"])
