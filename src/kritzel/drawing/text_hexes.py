"""Hexagons in characters: shifted by half a cell, every cell with its colour's letter and its name."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from kritzel.drawing.canvas import Canvas
from kritzel.drawing.signs import FADED, LEGAL, colour_sign, hexagon_style
from kritzel.scene import HALF_HEXAGON, RADIUS, Cell, Point, Scene, Stroke, Tag

_POINTY = 8
_FLAT = 6
_LEFT = 4
_BRACKETS = {
    "legal": "›‹",
    "origin": "<>",
    "end": "[]",
    "rest": "{}",
    "pick": "::",
    "line": "()",
    "open": "··",
}


def draw_hexes(scene: Scene) -> Canvas:
    """All hexagons of a scene, pointy or flat."""
    return _draw_pointy(scene) if scene.cells[0].shape == "pointy" else _draw_flat(scene)


# Pointy: two lines a row, the lower one for names and for the line that goes down ---------------------
def _draw_pointy(scene: Scene) -> Canvas:
    canvas = Canvas()
    origin = min(cell.x for cell in scene.cells), min(cell.y for cell in scene.cells)
    for stroke in scene.strokes:
        _joints(canvas, stroke, origin)
    for cell in scene.cells:
        _pointy_cell(canvas, cell, *_pointy_place((cell.x, cell.y), origin))
    for tag in scene.tags:
        x, y = _pointy_place((tag.x, tag.y), origin)
        canvas.put(max(x - 1, 0), y, tag.text, FADED)
    return canvas


def _pointy_place(point: Point, origin: Point) -> tuple[int, int]:
    column = round((point[0] - origin[0]) / HALF_HEXAGON * _POINTY / 2)
    return _LEFT + 3 + column, 2 * round((point[1] - origin[1]) / RADIUS / 1.5)


def _pointy_cell(canvas: Canvas, cell: Cell, x: int, y: int) -> None:
    kinds = {mark.kind for mark in cell.marks}
    around = next((pair for kind, pair in _BRACKETS.items() if kind in kinds), "  ")
    number = "" if cell.number is None else str(cell.number)
    core = f"{colour_sign(cell.fill)}{number}{'½' if 'half' in kinds else ''}"
    style = f"bold {hexagon_style(cell.fill)}"
    canvas.put(x - 3, y, f"{around[0]}{core:^4}{around[1]}", style)
    canvas.put(x - 1, y + 1, cell.id, LEGAL if "legal" in kinds else FADED)


def _joints(canvas: Canvas, stroke: Stroke, origin: Point) -> None:
    """The line between two cells: beside each other, or down to the left or right."""
    places = [_pointy_place(point, origin) for point in stroke.points]
    new = stroke.kind == "new"
    for (x, y), (x2, y2) in pairwise(places):
        if y == y2:
            canvas.put(min(x, x2) + 3, y, "··" if new else "══", "bold")
        else:
            slope = "╲" if (x2 - x) * (y2 - y) > 0 else "╱"
            canvas.put((x + x2) // 2, min(y, y2) + 1, "·" if new else slope, "bold")


# Flat: one line for half a cell -------------------------------------------------------------------------
def _draw_flat(scene: Scene) -> Canvas:
    canvas = Canvas()
    origin = min(cell.x for cell in scene.cells), min(cell.y for cell in scene.cells)
    for cell in scene.cells:
        _flat_cell(canvas, cell, *_flat_place((cell.x, cell.y), origin))
    for tag in scene.tags:
        _flat_tag(canvas, tag, *_flat_place((tag.x, tag.y), origin))
    return canvas


def _flat_place(point: Point, origin: Point) -> tuple[int, int]:
    column, half = (point[0] - origin[0]) / RADIUS / 1.5, (point[1] - origin[1]) / HALF_HEXAGON
    return round(column * _FLAT), 1 + round(half)


def _flat_cell(canvas: Canvas, cell: Cell, x: int, y: int) -> None:
    kinds = {mark.kind for mark in cell.marks}
    crossed = "╳" if kinds & {"cross", "start"} else " "
    core = f"<{crossed}>" if "pick" in kinds else f" {crossed} "
    legal = "legal" in kinds
    style = hexagon_style(cell.fill)
    canvas.put(x, y, f" {colour_sign(cell.fill)}{core} ", f"bold {style}")
    canvas.put(x, y + 1, f"{f'›{cell.id}‹' if legal else f' {cell.id}':<6}", LEGAL if legal else style)


def _flat_tag(canvas: Canvas, tag: Tag, x: int, y: int) -> None:
    if tag.kind == "ruler":
        canvas.put(x + 1, 0, tag.text, FADED)
        return
    first, _, later = tag.text.partition("/")
    points = {"first": f"({first})/{later}", "later": f"{first}/({later})", "late": f"-/{later}"}
    _where_free(canvas, x + 3, y + 1, (points.get(tag.state, tag.text),), "bold")
    name = tag.label.partition(":")[0]
    _where_free(canvas, x + 3, y, (name, name.split()[0], name[:5], name[:4]), "")


def _where_free(canvas: Canvas, x: int, y: int, texts: Iterable[str], style: str) -> None:
    """The first of these texts that fits between what stands there already."""
    for text in texts:
        for shift in (0, -1, 1, -2, 2, -3, 3):
            left = x + shift - len(text) // 2
            if canvas.free(left, y, len(text)):
                canvas.put(left, y, text, style)
                return
