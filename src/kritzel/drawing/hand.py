"""Marks made by hand: crosses, loops, strikes and drawn lines, and the lines over several cells.

A seed (the cell's name) fixes the wobble, so that a mark looks the same each time.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import cos, pi, sin
from random import Random

from kritzel.scene import Point, Stroke

_OUTLINES = {"land": "land", "enclosed": "enclosed", "area": "area", "segment": "seg"}


def cross(seed: str, x: float, y: float, reach: float) -> str:
    """Two pencil strokes, and a third, lighter one that goes over the first."""
    luck = Random(f"cross {seed}")
    strokes = _stroke(luck, x, y, reach, 1) + _stroke(luck, x, y, reach, -1)
    return f'<path class="x" d="{strokes}"/><path class="x2" d="{_stroke(luck, x, y, reach, 1)}"/>'


def loop(seed: str, x: float, y: float, wide: float, high: float, css: str = "loop") -> str:
    """A circle drawn around something, a little more than once round."""
    luck = Random(f"loop {seed}")
    begin, steps = luck.uniform(-2.6, -1.6), 14
    points = []
    for step in range(steps + 1):
        angle = begin + step * 2.2 * pi / steps
        grow = 1 + luck.uniform(-0.025, 0.025) + 0.05 * step / steps
        points.append((x + wide * grow * cos(angle), y + high * grow * sin(angle)))
    return f'<path class="{css}" d="{smooth(points)}"/>'


def strike(seed: str, x: float, y: float, wide: float, high: float, css: str = "strike") -> str:
    """One line through something that is lost, rising a little."""
    luck = Random(f"strike {seed}")
    left = (x - wide, y + high + luck.uniform(-2, 2))
    right = (x + wide, y - high + luck.uniform(-2, 2))
    return f'<path class="{css}" d="{_bow(luck, left, right, 2.0)}"/>'


@lru_cache(4096)
def edge(start: Point, end: Point) -> str:
    """A ruled line that is not quite straight; the same edge is always the same line."""
    start, end = sorted((start, end))
    luck = Random(f"edge {start[0]:.0f} {start[1]:.0f} {end[0]:.0f} {end[1]:.0f}")
    return _bow(luck, start, end, 0.8)


def smooth(points: Sequence[Point], bend: float = 1 / 6) -> str:
    path = [f"M{points[0][0]:.1f} {points[0][1]:.1f}"]
    for at in range(len(points) - 1):
        before, start = points[max(at - 1, 0)], points[at]
        end, after = points[at + 1], points[min(at + 2, len(points) - 1)]
        leave = start[0] + (end[0] - before[0]) * bend, start[1] + (end[1] - before[1]) * bend
        arrive = end[0] - (after[0] - start[0]) * bend, end[1] - (after[1] - start[1]) * bend
        path.append(_curve(leave, arrive, end))
    return "".join(path)


def tilt(seed: str, most: float) -> float:
    """A small angle, as things lie that were put down by hand."""
    return Random(f"tilt {seed}").uniform(-most, most)


def _stroke(luck: Random, x: float, y: float, reach: float, down: int) -> str:
    def near(place: float) -> float:
        return place + luck.uniform(-0.16, 0.16) * reach

    start = near(x - down * reach), near(y - reach)
    end = near(x + down * reach), near(y + reach)
    return _bow(luck, start, end, reach * 0.14)


def _bow(luck: Random, start: Point, end: Point, wobble: float) -> str:
    def between(share: float) -> Point:
        x = start[0] + (end[0] - start[0]) * share + luck.uniform(-wobble, wobble)
        return x, start[1] + (end[1] - start[1]) * share + luck.uniform(-wobble, wobble)

    return f"M{start[0]:.1f} {start[1]:.1f}" + _curve(between(0.33), between(0.67), end)


def _curve(leave: Point, arrive: Point, end: Point) -> str:
    return "C" + " ".join(f"{x:.1f} {y:.1f}" for x, y in (leave, arrive, end))


# Land and its edges, thick borders, and the line that is drawn over the board --------------------------
def below(stroke: Stroke) -> str:
    """What lies under the cells: land."""
    return _outline(stroke) if stroke.kind in ("land", "enclosed") else ""


def above(stroke: Stroke) -> str:
    """What lies over the cells: borders and drawn lines."""
    if stroke.kind in ("area", "segment"):
        return _outline(stroke)
    return _drawn(stroke) if stroke.kind in ("line", "new") and len(stroke.points) > 1 else ""


def _outline(stroke: Stroke) -> str:
    path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in stroke.points) + ("Z" if stroke.closed else "")
    return f'<path class="{_OUTLINES[stroke.kind]}" d="{path}"/>'


def _drawn(stroke: Stroke) -> str:
    path = smooth(_rounded(stroke.points), 0.15)
    gloss = f'<path class="gloss" d="{path}"/>' if stroke.kind == "line" else ""
    return f'<path class="casing" d="{path}"/><path class="{stroke.kind}" d="{path}"/>{gloss}'


def _rounded(points: tuple[Point, ...]) -> list[Point]:
    """The same line with its corners cut a little, so that a sharp turn stays a curve."""
    cut = [points[0]]
    for before, here, after in zip(points, points[1:], points[2:], strict=False):
        cut += [_towards(here, before, 0.28), _towards(here, after, 0.28)]
    return [*cut, points[-1]]


def _towards(start: Point, end: Point, share: float) -> Point:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
