"""Hexagonal cells: colour with shape and hatch, numbers, crosses, and the line's own marks above it."""

from __future__ import annotations

from kritzel.drawing import measures
from kritzel.drawing.hand import cross, loop
from kritzel.drawing.symbols import number, shape
from kritzel.scene import Cell, corners

_DISC = measures.DISC["radius"]


def hex_cell(cell: Cell) -> str:
    """A cell from the paper up, below any line."""
    kinds = {mark.kind for mark in cell.marks}
    veil = "veil" if "line" in kinds else "veil2" if "cross" in kinds else ""
    drawn = [_ground(cell), _sign(cell, kinds)]
    if veil:
        drawn.insert(1, _hexagon(cell, veil, measures.HEXAGONS["veil"]))
    if "cross" in kinds or "start" in kinds:
        drawn.append(cross(cell.id, cell.x, cell.y, measures.CROSSES[cell.shape]))
    return "".join(drawn)


def hex_over(cell: Cell) -> str:
    """What lies above lines and edges: number, start, ends, and where one may go."""
    kinds = {mark.kind for mark in cell.marks}
    drawn = []
    if "legal" in kinds:
        drawn.append(_inner(cell, "lg1") + _inner(cell, "lg2"))
    if "open" in kinds:
        drawn.append(_inner(cell, "op2"))
    if "pick" in kinds and "cross" in kinds:
        drawn.append(_inner(cell, "pick"))
    if cell.number is not None:
        drawn.append(_disc(cell, kinds))
    drawn.append(_line_marks(cell, kinds))
    if "last" in kinds:
        drawn.append(loop(cell.id, cell.x, cell.y, measures.LAST, measures.LAST, "last"))
    return "".join(drawn)


def _ground(cell: Cell) -> str:
    colour = "w" if cell.fill == "white" else cell.fill
    edge = "bh" if cell.shape == "flat" else "hx"
    size = measures.GROUNDS[cell.shape]
    drawn = _hexagon(cell, f"{edge} c{colour}", size)
    if colour != "w":
        drawn += _hexagon(cell, "", size * measures.HEXAGONS["hatch"], f'fill="url(#h-{colour})"')
    return drawn


def _sign(cell: Cell, kinds: set[str]) -> str:
    if cell.fill == "white" or "line" in kinds:
        return ""
    below, size = measures.SIGN if cell.number is None else measures.SMALL_SIGN
    faded = "faded" if cell.number is None and "cross" in kinds else ""
    return shape(cell.fill, cell.x, cell.y + below, size, faded)


def _disc(cell: Cell, kinds: set[str]) -> str:
    mine, y = kinds & {"full", "half", "pick", "line"}, cell.y
    css = "newdisc" if "pick" in kinds else "mydisc" if mine else "disc"
    if "line" not in kinds:
        y -= measures.DISC["lift"]
    drawn = f'<circle class="{css}" cx="{cell.x:.1f}" cy="{y:.1f}" r="{_DISC:.1f}"/>'
    if "half" in kinds:
        drawn += _half(cell.x, y)
    drawn += number(str(cell.number), cell.x, y, measures.DISC["digits"], "own" if mine else "n")
    return drawn + (_half_badge(cell.x, y) if "half" in kinds else "")


def _half(x: float, y: float) -> str:
    arc = f"a{_DISC:.1f} {_DISC:.1f} 0 0 0 {2 * _DISC:.1f} 0Z"
    return f'<path class="halfdisc" d="M{x - _DISC:.1f} {y:.1f}{arc}"/>'


def _half_badge(x: float, y: float) -> str:
    half = measures.HALF
    x, y = x + half["x"], y + half["y"]
    text = f'<text class="bold mid" x="{x:.1f}" y="{y + half["text"]:.1f}" font-size="17">½</text>'
    return f'<circle class="badge" cx="{x:.1f}" cy="{y:.1f}" r="{half["radius"]:g}"/>{text}'


def _line_marks(cell: Cell, kinds: set[str]) -> str:
    drawn, ends = "", measures.ENDS
    bare = cell.number is None
    free = bare and "origin" not in kinds
    place = f'cx="{cell.x:.1f}" cy="{cell.y:.1f}"'
    if "end" in kinds:
        drawn += f'<circle class="ends" {place} r="{ends["ring"]:.1f}"/>' if not bare else ""
        drawn += f'<circle class="knob" {place} r="{ends["end"]:g}"/>' if free else ""
    if "rest" in kinds:
        drawn += f'<circle class="rest" {place} r="{ends["bare_ring" if bare else "ring"]:.1f}"/>'
        drawn += f'<circle class="knob" {place} r="{ends["rest"]:g}"/>' if free else ""
    if "origin" in kinds:
        turn = f"rotate(45 {cell.x:.1f} {cell.y:.1f})"
        side, place = ends["origin"], f'rx="{ends["round"]:g}" transform="{turn}"'
        corner = f'x="{cell.x - side / 2:.1f}" y="{cell.y - side / 2:.1f}"'
        drawn += f'<rect class="knob" {corner} width="{side:g}" height="{side:g}" {place}/>'
    return drawn


def _inner(cell: Cell, css: str) -> str:
    return _hexagon(cell, css, measures.HEXAGONS[css])


def _hexagon(cell: Cell, css: str, size: float, extra: str = "") -> str:
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in corners(cell.shape, cell.x, cell.y, size))
    look = extra or f'class="{css}"'
    return f'<polygon {look} points="{points}"/>'
