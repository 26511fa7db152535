"""Charts: axes, and rows of them drawn as wide as there is room. SVG, no script.

Places along a row are percentages, so that texts keep their size on a phone. Colours only help: every row has
its name and its figures beside it. Knows no games.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from math import ceil, floor, log10
from typing import NamedTuple

MAX_COLUMNS = 56
"""Of a histogram."""


class Axis(NamedTuple):
    """From values to percentages of the width; a mark every `step`."""

    low: float
    high: float
    step: float

    @staticmethod
    def over(low: float, high: float) -> Axis:
        """Round numbers around the values, with a step between the marks that people can count in."""
        rough = max(high - low, 1e-9) / 6
        power = 10.0 ** floor(log10(rough))
        step = next(power * by for by in (1, 2, 5, 10) if power * by >= rough)
        first = floor(low / step) * step
        last = ceil(high / step) * step
        return Axis(first, last if last > first else first + step, step)

    def marks(self) -> list[float]:
        """The values that get a mark."""
        count = round((self.high - self.low) / self.step)
        return [self.low + index * self.step for index in range(count + 1)]

    def at(self, value: float) -> float:
        """The place of a value in percent; values outside are at the edge."""
        share = (value - self.low) / (self.high - self.low)
        return round(100 * min(max(share, 0.0), 1.0), 2)

    def lines(self) -> str:
        """A thin line at every mark."""
        return "".join(_upright(self.at(mark), "mark") for mark in self.marks())

    def words(self, marks: Sequence[str]) -> str:
        """The texts at the marks; left out where they would be too many to read."""
        thin = max(1, ceil(len(marks) / 8))
        return "".join(
            f'<text x="{place}%" y="14" class="{_anchor(place)}">{escape(mark)}</text>'
            for place, mark in list(zip(map(self.at, self.marks()), marks, strict=True))[::thin]
        )


class Row(NamedTuple):
    """A row: the bot or thing it is about (`css` tints it), its figure, and the drawing."""

    name: str
    figure: str
    drawn: str
    height: int
    css: str = ""
    note: str = ""


def chart(rows: Iterable[Row], axis: Axis, words: str, marks: Sequence[str]) -> str:
    """Rows above an axis; `marks` are the texts at its marks."""
    body = "".join(_row(row, axis) for row in rows)
    return f'<div class="chart">{body}{_ruler(axis, words, marks)}</div>'


def _row(row: Row, axis: Axis) -> str:
    label = escape(f"{row.name}: {row.figure}", quote=True)
    note = f" <small>{escape(row.note)}</small>" if row.note else ""
    return (
        f'<div class="row {row.css}"><div class="who">{escape(row.name)}{note}</div>'
        f'<svg class="plot" width="100%" height="{row.height}" role="img" aria-label="{label}">'
        f"{axis.lines()}{row.drawn}</svg>"
        f'<div class="fig">{row.figure}</div></div>'
    )


def _ruler(axis: Axis, words: str, marks: Sequence[str]) -> str:
    return (
        '<div class="row ruler"><div class="who"></div>'
        f'<svg class="plot" width="100%" height="18" aria-hidden="true">{axis.words(marks)}</svg>'
        f'<div class="fig"></div></div><div class="axis">{escape(words)}</div>'
    )


def placed(drawn: str, x: float, y: float, width: float, height: float, css: str = "") -> str:
    """A row, or a part of one, at a place of a larger picture."""
    place = f'x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'
    return f'<svg class="plot {css}" {place} overflow="visible">{drawn}</svg>'


def _anchor(place: float) -> str:
    return "first" if place < 4 else "last" if place > 96 else "mid"


def _upright(place: float, css: str) -> str:
    return f'<line class="{css}" x1="{place}%" x2="{place}%" y1="0" y2="100%"/>'


# What rows show -----------------------------------------------------------------------------------------
def hill(
    counts: Sequence[Sequence[int]],
    mean: float,
    axis: Axis,
    tallest: float,
    height: int,
    bounds: Sequence[int] = (),
) -> str:
    """A histogram of points: columns, the mean as a stroke, and the bounds of ranks."""
    drawn = []
    for value, share in shares(counts, axis).items():
        high = share / tallest * (height - 6)
        left = axis.at(value)
        wide = round(axis.at(value + width(axis)) - left, 2)
        place = f'x="{left}%" width="{wide}%" y="{height - high:.1f}" height="{high:.1f}"'
        drawn.append(f'<rect class="tint" {place}/>')
    ranks = "".join(_upright(axis.at(bound), "rank") for bound in bounds)
    ground = f'<line class="ground" x1="0" x2="100%" y1="{height}" y2="{height}"/>'
    return "".join(drawn) + ranks + ground + _upright(axis.at(mean + 0.5), "mean")


def width(axis: Axis) -> int:
    """Points per column."""
    return max(1, ceil((axis.high - axis.low) / MAX_COLUMNS))


def shares(counts: Sequence[Sequence[int]], axis: Axis) -> dict[float, float]:
    """The share of the games in each column, by its begin; `counts` are pairs of points and games."""
    wide = width(axis)
    games = sum(count for _, count in counts)
    columns = dict[float, float]()
    for value, count in counts:
        begin = axis.low + (value - axis.low) // wide * wide
        columns[begin] = columns.get(begin, 0) + count / games
    return columns


def dot(value: float, low: float | None, high: float | None, axis: Axis, height: int) -> str:
    """A figure and its interval."""
    middle = height / 2
    bar = ""
    if low is not None and high is not None:
        left, right = axis.at(low), axis.at(high)
        caps = "".join(
            f'<line class="bar" x1="{x}%" x2="{x}%" y1="{middle - 4:g}" y2="{middle + 4:g}"/>'
            for x in (left, right)
        )
        bar = f'<line class="bar" x1="{left}%" x2="{right}%" y1="{middle:g}" y2="{middle:g}"/>{caps}'
    return f'{bar}<circle class="tint" cx="{axis.at(value)}%" cy="{middle:g}" r="6"/>'


def bars(values: Sequence[tuple[str, float]], axis: Axis, height: int) -> str:
    """Bars from zero, one below the other: css and value of each."""
    each, zero, drawn = height / len(values), axis.at(0), []
    for nth, (css, value) in enumerate(values):
        left, right = sorted((zero, axis.at(value)))
        place = f'x="{left}%" width="{max(round(right - left, 2), 0.3)}%" y="{nth * each + 1:.1f}"'
        drawn.append(f'<rect class="tint {css}" {place} height="{each - 2:.1f}" rx="2"/>')
    return "".join(drawn) + _upright(zero, "zero")


def stacked(parts: Sequence[tuple[str, float]], height: int) -> str:
    """Parts of a whole side by side: css and share of each."""
    drawn, left = [], 0.0
    for css, share in parts:
        place = f'x="{round(100 * left, 2)}%" width="{round(100 * share, 2)}%"'
        drawn.append(f'<rect class="part {css}" {place} y="2" height="{height - 4}"/>')
        left += share
    return "".join(drawn)


def legend(keys: Iterable[tuple[str, str]]) -> str:
    """What colours stand for: css and words."""
    items = "".join(f'<li><i class="key {css}"></i>{escape(words)}</li>' for css, words in keys)
    return f'<ul class="legend">{items}</ul>'
