"""Hexagonal cells: colour with shape and hatch, numbers, crosses, and the line's own marks above it."""

from __future__ import annotations

from kritzel.drawing.hand import cross, loop
from kritzel.drawing.symbols import number, shape
from kritzel.scene import RADIUS, Cell, corners

_DISC = 0.58 * RADIUS


def hex_cell(cell: Cell) -> str:
    """A cell from the paper up, below any line."""
    kinds = {mark.kind for mark in cell.marks}
    veil = "veil" if "line" in kinds else "veil2" if "cross" in kinds else ""
    drawn = [_ground(cell), _sign(cell, kinds)]
    if veil:
        drawn.insert(1, _hexagon(cell, veil, 0.94))
    if "cross" in kinds or "start" in kinds:
        drawn.append(cross(cell.id, cell.x, cell.y, 19))
    return "".join(drawn)


def hex_over(cell: Cell) -> str:
    """What lies above lines and edges: number, start, ends, and where one may go."""
    kinds = {mark.kind for mark in cell.marks}
    drawn = []
    if "legal" in kinds:
        drawn.append(_hexagon(cell, "lg1", 0.83) + _hexagon(cell, "lg2", 0.95))
    if "open" in kinds:
        drawn.append(_hexagon(cell, "op2", 0.84))
    if "pick" in kinds and "cross" in kinds:
        drawn.append(_hexagon(cell, "pick", 0.86))
    if cell.number is not None:
        drawn.append(_disc(cell, kinds))
    drawn.append(_line_marks(cell, kinds))
    if "last" in kinds:
        drawn.append(loop(cell.id, cell.x, cell.y, 34, 34, "last"))
    return "".join(drawn)


def _ground(cell: Cell) -> str:
    colour = "w" if cell.fill == "white" else cell.fill
    edge = "bh" if cell.shape == "flat" else "hx"
    size = 1.0 if cell.shape == "flat" else 0.98
    drawn = _hexagon(cell, f"{edge} c{colour}", size)
    if colour != "w":
        drawn += _hexagon(cell, "", size * 0.96, f'fill="url(#h-{colour})"')
    return drawn


def _sign(cell: Cell, kinds: set[str]) -> str:
    if cell.fill == "white" or "line" in kinds:
        return ""
    if cell.number is not None:
        return shape(cell.fill, cell.x, cell.y + 24, 14)
    return shape(cell.fill, cell.x, cell.y, 30, "faded" if "cross" in kinds else "")


def _disc(cell: Cell, kinds: set[str]) -> str:
    mine, y = kinds & {"full", "half", "pick", "line"}, cell.y
    css = "newdisc" if "pick" in kinds else "mydisc" if mine else "disc"
    if "line" not in kinds:
        y -= 4.5
    drawn = f'<circle class="{css}" cx="{cell.x:.1f}" cy="{y:.1f}" r="{_DISC:.1f}"/>'
    if "half" in kinds:
        drawn += _half(cell.x, y)
    drawn += number(str(cell.number), cell.x, y, 22, "own" if mine else "n")
    return drawn + (_half_badge(cell.x + 18, y + 17) if "half" in kinds else "")


def _half(x: float, y: float) -> str:
    arc = f"a{_DISC:.1f} {_DISC:.1f} 0 0 0 {2 * _DISC:.1f} 0Z"
    return f'<path class="halfdisc" d="M{x - _DISC:.1f} {y:.1f}{arc}"/>'


def _half_badge(x: float, y: float) -> str:
    text = f'<text class="bold mid" x="{x:.1f}" y="{y + 6:.1f}" font-size="17">½</text>'
    return f'<circle class="badge" cx="{x:.1f}" cy="{y:.1f}" r="11.5"/>{text}'


def _line_marks(cell: Cell, kinds: set[str]) -> str:
    drawn, bare = "", cell.number is None
    place = f'cx="{cell.x:.1f}" cy="{cell.y:.1f}"'
    if "end" in kinds:
        drawn += f'<circle class="ends" {place} r="{_DISC + 6:.1f}"/>' if not bare else ""
        drawn += f'<circle class="knob" {place} r="10.5"/>' if bare and "origin" not in kinds else ""
    if "rest" in kinds:
        drawn += f'<circle class="rest" {place} r="{(_DISC + 6) if not bare else 17:.1f}"/>'
        drawn += f'<circle class="knob" {place} r="8"/>' if bare and "origin" not in kinds else ""
    if "origin" in kinds:
        turn = f"rotate(45 {cell.x:.1f} {cell.y:.1f})"
        corner = f'x="{cell.x - 9.5:.1f}" y="{cell.y - 9.5:.1f}"'
        drawn += f'<rect class="knob" {corner} width="19" height="19" rx="3" transform="{turn}"/>'
    return drawn


def _hexagon(cell: Cell, css: str, size: float, extra: str = "") -> str:
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in corners(cell.shape, cell.x, cell.y, size))
    look = extra or f'class="{css}"'
    return f'<polygon {look} points="{points}"/>'
