"""How much of the spread of points is luck, and how much is who plays. Knows numbers, no games.

Several bots of different strength play the same deals. If y is the points of one game, the spread over all
games and bots has two parts:

    Var(y)  =  Var(means of the bots)  +  mean of Var(y) within each bot
               who plays                  luck: the deal, and how it suits a way of playing

The luck share is the second part of the whole. Alone the deals also tell how much of it hits everybody alike:
the covariance of two bots over the same deals. Intervals come from resampling the deals (bootstrap).
"""

from __future__ import annotations

from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from kritzel.arena.intervals import Interval

Array = np.ndarray[Any, Any]

DRAWS = 400
FEWEST_DEALS = 30
WIDEST = 0.3
"""An interval that is wider says nothing."""


class Luck(NamedTuple):
    """The luck share, and the part of the whole that the deal brings to everybody alike (None: unknown)."""

    share: Interval
    alike: Interval | None

    @property
    def is_narrow(self) -> bool:
        """Whether the interval is narrow enough to say something."""
        return self.share.high - self.share.low <= WIDEST


def luck(points: Array, seed: int, *, alone: bool) -> Luck | None:
    """From points by deal, bot (or line-up) and game; None where it is unknown.

    Only `alone` do the bots' games not touch each other, so that what they have in common is the deal's.
    """
    deals, players, _ = points.shape
    if deals < FEWEST_DEALS or players < 2 or not np.var(points):
        return None
    rng = np.random.default_rng(seed)
    drawn = [points[rng.integers(0, deals, deals)] for _ in range(DRAWS)]
    alike = _interval(_alike, points, drawn) if alone else None
    return Luck(_interval(_share, points, drawn), alike)


def _interval(figure: Any, points: Array, drawn: list[Array]) -> Interval:
    low, high = np.quantile([figure(each) for each in drawn], (0.025, 0.975))
    return Interval(figure(points), float(low), float(high))


def _share(points: Array) -> float:
    means = points.mean(axis=(0, 2))
    whole = float(points.var(axis=(0, 2)).mean() + means.var())
    return 1 - float(means.var()) / whole if whole else 1.0


def _alike(points: Array) -> float:
    each = points.mean(axis=2)
    means = points.mean(axis=(0, 2))
    whole = float(points.var(axis=(0, 2)).mean() + means.var())
    pairs = [_together(each[:, one], each[:, other]) for one, other in combinations(range(each.shape[1]), 2)]
    return float(np.mean(pairs)) / whole if whole else 0.0


def _together(one: Array, other: Array) -> float:
    return float(np.mean((one - one.mean()) * (other - other.mean())))
