"""What figures mean, as one of a few words. Knows thresholds, no layout and no language."""

from __future__ import annotations

from statistics import NormalDist
from typing import Any, NamedTuple

from kritzel.arena.intervals import Z95

LEVELS = (0.25, 0.75, 1.5)
"""Headroom (in spreads) from which a sheet is moderate, challenging, demanding; below it is gentle."""

CLOSE = 0.05
"""Seats whose error is larger are fair only as far as seen."""

LUCK = (0.5, 0.75)
"""A luck share below is more skill, above more luck, between balanced."""


class Off(NamedTuple):
    """A seat or board that wins more or less than its fair share beyond error."""

    seats: int
    kind: str
    number: int
    by: float


def step(value: float, bounds: tuple[float, ...]) -> int:
    """On which step between these bounds a value stands, from 0."""
    return sum(value >= bound for bound in bounds)


def level(figures: dict[str, Any]) -> int | None:
    """How difficult the sheet is, 0 gentle to 3 demanding; None without anybody above the planner."""
    headroom = figures["difficulty"]["headroom"]
    return step(headroom["steps"], LEVELS) if headroom else None


def luck(figures: dict[str, Any]) -> int | None:
    """0 more skill, 1 balanced, 2 more luck; None where it is unknown."""
    found = figures["luck"]["mixed"]
    return step(found["share"], LUCK) if found and found["told"] else None


def compared(figures: dict[str, Any]) -> list[tuple[dict[str, Any], str, dict[str, Any]]]:
    """All seats and boards with their table; seats that cannot but be equal are left out."""
    return [
        (table, kind, each)
        for table in figures["fairness"]
        for key, kind in (("each", "seat"), ("boards", "board"))
        for each in table[key]
        if kind == "board" or not table["even"]
    ]


def off(figures: dict[str, Any], *, surely: bool = False) -> list[Off]:
    """All seats and boards whose interval does not hold the fair share.

    Of many intervals some miss by chance; `surely` takes wider ones, all of which hold in 95 of 100 reports
    (Bonferroni).
    """
    among = compared(figures)
    wider = NormalDist().inv_cdf(1 - 0.025 / max(len(among), 1)) / Z95 if surely else 1.0
    return [
        Off(table["seats"], kind, each[kind], each["share"] - table["fair"])
        for table, kind, each in among
        if not _holds(each, table["fair"], wider)
    ]


def _holds(each: dict[str, Any], fair: float, wider: float) -> bool:
    low, high = each["share"] - each["low"], each["high"] - each["share"]
    return bool(each["share"] - wider * low <= fair <= each["share"] + wider * high)


def error(figures: dict[str, Any]) -> float:
    """Half of the widest interval of a seat or board: smaller differences cannot be seen."""
    return max((each["high"] - each["low"] for _, _, each in compared(figures)), default=1.0) / 2


def rank(bounds: list[int], points: float) -> int:
    """The rank of a number of points, from 1; `bounds` are where ranks begin, best first."""
    return 1 + sum(points < bound for bound in bounds)
