"""A scene: what stands where on a sheet, in which state. Knows no game, no colour values, no format.

Command line, docs, print and page are all drawn from scenes.
Lengths are in points of the natural size: a square cell is 60 wide, a hexagon has a radius of 36.
A place is the centre of what stands there. Words used for kinds are listed in docs/scene.md; the
drawing refuses one it does not know.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import cos, pi, sin
from typing import NamedTuple, TypeAlias

Point: TypeAlias = tuple[float, float]

SQUARE = 60.0
"""The width of a square cell."""
RADIUS = 36.0
"""The radius of a hexagon, from its centre to a corner."""
HALF_HEXAGON = RADIUS * 3**0.5 / 2
"""From the centre of a hexagon to the middle of an edge."""


class Mark(NamedTuple):
    """Something drawn onto a cell: `cross`, `die` (detail: its number), `rail` (detail: NS), `legal`, ..."""

    kind: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: `shape` square, pointy or flat; `fill` a colour letter, `plain`, `special` or `white`.

    `note` is a small text in the corner: the points of a station, which of several flags it is.
    """

    id: str
    shape: str
    x: float
    y: float
    fill: str
    number: int | None
    icon: str
    tint: str
    marks: tuple[Mark, ...]
    label: str
    note: str = ""


class Stroke(NamedTuple):
    """A line over several cells: `kind` is area, segment, line, ...; a closed one returns to its start."""

    kind: str
    points: tuple[Point, ...]
    closed: bool = False


class Tag(NamedTuple):
    """A small text beside the cells: `kind` is row, column, area, place, ruler or name; `state` its fate."""

    kind: str
    x: float
    y: float
    text: str
    icon: str
    state: str
    label: str = ""


class Token(NamedTuple):
    """Something in the tray: `kind` die, single, pips, colour, symbol or card; `face` number or letters."""

    kind: str
    face: str
    state: str


class Box(NamedTuple):
    """One box of the score strip: icon and tint, the points, a note below, `state` open, won or lost.

    `label` says what it counts. In a note, what stands between tildes is struck out: `~10~ 6 3 1`.
    """

    key: str
    icon: str
    tint: str
    points: str
    note: str
    state: str
    label: str = ""


class Key(NamedTuple):
    """One word of the legend: `kind` is mark or icon, `name` which one, `text` what it means."""

    kind: str
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Scene:
    """One seat's sheet, ready to be drawn. `pad` is the colour of the pad's edge, `#RRGGBB`.

    `note` says where the game stands, `tray_note` what lies in the tray, and `tray_kind` what kind of token
    belongs there while it is empty.
    """

    pad: str
    title: str
    lang: str
    width: float
    height: float
    cells: tuple[Cell, ...]
    strokes: tuple[Stroke, ...]
    tags: tuple[Tag, ...]
    tray: tuple[Token, ...]
    boxes: tuple[Box, ...]
    total: str
    note: str = ""
    tray_note: str = ""
    legend: tuple[Key, ...] = ()
    tray_kind: str = "die"


def corners(shape: str, x: float, y: float, size: float = 1.0) -> tuple[Point, ...]:
    """The corners of a cell of this shape around a centre, clockwise; `size` shrinks or grows it."""
    if shape == "square":
        half = SQUARE / 2 * size
        return (x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)
    turn = -pi / 2 if shape == "pointy" else 0.0
    radius = RADIUS * size
    return tuple((x + radius * cos(turn + k * pi / 3), y + radius * sin(turn + k * pi / 3)) for k in range(6))


def outlines(shape: str, centres: Iterable[Point]) -> list[tuple[Point, ...]]:
    """The closed lines around these cells: every edge that belongs to one of them only."""
    edges = [edge for x, y in centres for edge in _edges(shape, x, y)]
    seen = Counter(frozenset(edge) for edge in edges)
    return _loops([edge for edge in edges if seen[frozenset(edge)] == 1])


def _edges(shape: str, x: float, y: float) -> list[tuple[Point, Point]]:
    ring = [(round(px, 2) + 0.0, round(py, 2) + 0.0) for px, py in corners(shape, x, y)]
    return list(zip(ring, ring[1:] + ring[:1], strict=True))


def _loops(edges: Sequence[tuple[Point, Point]]) -> list[tuple[Point, ...]]:
    left: dict[Point, list[Point]] = {}
    for start, end in edges:
        left.setdefault(start, []).append(end)
    found = []
    while left:
        loop = [next(iter(left))]
        while loop[-1] in left:
            ends = left[loop[-1]]
            if len(ends) == 1:
                del left[loop[-1]]
            loop.append(ends.pop())
        found.append(tuple(loop[:-1]))
    return found
