"""Lines over several cells: land and its edges, thick borders, and the line that is drawn over the board."""

from __future__ import annotations

from kritzel.drawing.hand import smooth
from kritzel.scene import Point, Stroke

_OUTLINES = {"land": "land", "enclosed": "enclosed", "area": "area", "segment": "seg"}


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
