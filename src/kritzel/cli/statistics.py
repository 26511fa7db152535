"""Figures of many games: mean, spread, and how sure one can be of a share."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import NamedTuple

Z95 = 1.959964
"""Standard deviations that hold 95 % of a normal distribution."""


class Share(NamedTuple):
    """A share of games, with the interval that holds the true one in 95 of 100 cases (Wilson)."""

    share: float
    low: float
    high: float


def wilson(won: float, games: int) -> Share:
    """The share of `won` in `games` and its interval; shared wins may count in part."""
    share = won / games
    middle = share + Z95**2 / (2 * games)
    around = Z95 * sqrt(share * (1 - share) / games + Z95**2 / (4 * games**2))
    scale = 1 + Z95**2 / games
    return Share(share, max(0.0, (middle - around) / scale), min(1.0, (middle + around) / scale))


def spread(values: Sequence[float]) -> float:
    """The standard deviation; 0 for a single value."""
    return stdev(values) if len(values) > 1 else 0.0


def mean(values: Sequence[float]) -> float:
    """The average."""
    return fmean(values)
