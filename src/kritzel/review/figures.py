"""Figures as people may read them: no digit that their error does not own, and no sign that may still change.

The one rule for the page, the command line and the HTML of a review. Errors are standard errors; what is told
goes two of them either way.
"""

from __future__ import annotations

from math import ceil, floor
from typing import Final, Literal, NamedTuple

from kritzel.game import Text
from kritzel.review.models import Sum

EXACT = 0.5
"""What is known this well, two errors either way, is told as a whole number."""
SMALL = 1.5
"""What is known this well and may be more or less than nothing is about 0."""
FINE, COARSE, COARSE_FROM = 1, 5, 5.0
"""Figures are rounded to ones, or to fives if they are not known better than to five."""

Mostly = Literal["", "luck", "skill", "open"]
LUCK: Final = "luck"
SKILL: Final = "skill"
OPEN: Final = "open"
MOSTLY: dict[str, Text] = {
    LUCK: Text("vor allem Glück", "mostly luck"),
    SKILL: Text("vor allem die Züge", "mostly the moves"),
    OPEN: Text("noch nicht zu trennen", "cannot be told apart yet"),
}


class Figure(NamedTuple):
    """About how much, and between what; all the same where it is exact."""

    low: int
    about: int
    high: int

    @property
    def exact(self) -> bool:
        return self.low == self.high


def figure(value: float | None, se: float | None) -> Figure | None:
    """None where the value is unknown, or so small for its error that its sign is open."""
    if value is None or se is None:
        return None
    by = 2 * se
    if by < EXACT:
        return Figure(*[_round(value)] * 3)
    if abs(value) <= by:
        return Figure(floor(value - by), 0, ceil(value + by)) if by < SMALL else None
    step = FINE if by < COARSE_FROM else COARSE
    low, high = step * floor((value - by) / step), step * ceil((value + by) / step)
    return Figure(low, step * _round(value / step), high)


def mostly(parts: Sum, se: float | None) -> Mostly:
    """What a result is mostly made of, where luck and own moves cannot both be told; else empty."""
    luck, own = figure(parts.luck, se), figure(parts.own, se)
    if luck and own:
        return ""
    return LUCK if luck else SKILL if own else OPEN


def _round(value: float) -> int:
    """Halves away from nothing."""
    return int(value + (0.5 if value >= 0 else -0.5))
