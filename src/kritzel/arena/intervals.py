"""Means and shares with 95 % intervals where the unit is the deal. Knows numbers, no games.

The games of a deal share their luck and are not independent; the deals are. So every figure is a mean over
deals of what each deal says, and its error comes from the spread between deals alone.
"""

from __future__ import annotations

from math import ceil, inf, pi, sqrt, tan
from typing import Any, NamedTuple

import numpy as np

Z95 = 1.959964
"""Standard deviations that hold 95 % of a normal distribution."""
Z80 = 0.841621
"""Standard deviations above which a normal value lies with 20 %: for a power of 80 %."""

Array = np.ndarray[Any, Any]


class Interval(NamedTuple):
    """A figure and the bounds that hold the true one in 95 of 100 cases."""

    value: float
    low: float
    high: float


def student95(degrees: int) -> float:
    """How many standard errors hold 95 % if the error is estimated with these degrees of freedom."""
    if degrees < 1:
        return inf
    if degrees == 1:
        return tan(pi * 0.475)
    if degrees == 2:
        return 0.95 * sqrt(2 / (1 - 0.95**2))
    z, v = Z95, degrees  # Fisher's expansion; wrong by 0.003 at 3 degrees, and less above
    return (
        z
        + (z**3 + z) / (4 * v)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * v**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * v**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * v**4)
    )


def spread(by_deal: Array) -> float:
    """The standard deviation between deals; 0 for a single one."""
    return float(np.std(by_deal, ddof=1)) if len(by_deal) > 1 else 0.0


def mean(by_deal: Array) -> Interval:
    """The mean over deals, with Student's interval. A single deal says nothing about its error."""
    value, deals = float(np.mean(by_deal)), len(by_deal)
    error = spread(by_deal) / sqrt(deals)
    around = student95(deals - 1) * error if deals > 1 else inf
    return Interval(value, value - around, value + around)


def share(by_deal: Array) -> Interval:
    """A share (from 0 to 1) over deals, with Wilson's interval for the effective number of games.

    That many independent games would have the same error as these deals. Where all deals agree their error
    cannot be seen, and each counts as one game: 100 % of 10 deals is no proof of 100 %.
    """
    value, deals = float(np.mean(by_deal)), len(by_deal)
    variance = float(np.var(by_deal, ddof=1)) / deals if deals > 1 else 0.0
    effective = value * (1 - value) / variance if variance > 0 else float(deals)
    z = student95(deals - 1)
    if deals < 2:
        return Interval(value, 0.0, 1.0)
    middle = value + z**2 / (2 * effective)
    around = z * sqrt(value * (1 - value) / effective + z**2 / (4 * effective**2))
    scale = 1 + z**2 / effective
    return Interval(value, max(0.0, (middle - around) / scale), min(1.0, (middle + around) / scale))


def deals_needed(between_deals: float, difference: float) -> int:
    """How many deals show a difference of this size (95 % level, two-sided) with a power of 80 %."""
    return max(2, ceil(((Z95 + Z80) * between_deals / difference) ** 2))
