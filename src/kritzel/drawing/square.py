"""Square cells: paper, number, symbol, and what was put or drawn on them."""

from __future__ import annotations

from collections.abc import Iterable

from kritzel.drawing.dice import die
from kritzel.drawing.hand import cross, edge, loop, tilt
from kritzel.drawing.rails import piece
from kritzel.drawing.symbols import icon, number
from kritzel.scene import SQUARE, Cell, corners

HALF = SQUARE / 2


def square_cell(cell: Cell) -> str:
    """A cell with everything on it, from the paper up."""
    kinds = {mark.kind: mark.detail for mark in cell.marks}
    return "".join([_ground(cell, kinds), _print(cell, kinds), _marks(cell, kinds), _note(cell)])


def grid_lines(cells: Iterable[Cell]) -> str:
    """The ruled lines around all cells, each once."""
    edges = set()
    for cell in cells:
        ring = corners(cell.shape, cell.x, cell.y)
        edges |= {frozenset(pair) for pair in zip(ring, ring[1:] + ring[:1], strict=True)}
    drawn = sorted(tuple(sorted(pair)) for pair in edges)
    return f'<path class="grid" d="{"".join(edge(start, end) for start, end in drawn)}"/>'


def square_over(cell: Cell) -> str:
    """What lies above the ruled lines: the loop around the last move."""
    if any(mark.kind == "last" for mark in cell.marks):
        return loop(cell.id, cell.x, cell.y, 33, 33, "last")
    return ""


def _ground(cell: Cell, kinds: dict[str, str]) -> str:
    if "exploded" in kinds:
        return _paper(cell, "special") + _paper(cell, "", 'fill="url(#h-boom)"')
    if "lava" in kinds:
        return _paper(cell, "plain") + _paper(cell, "flow")
    if "legal" in kinds:
        return _paper(cell, "legal") + _paper(cell, "", 'fill="url(#h-legal)"') + _inset(cell, "lgl", 1.6, 2)
    if "locked" in kinds:
        return _paper(cell, "lock") + _paper(cell, "", 'fill="url(#h-lock)"') + _dotted(cell, kinds)
    ground = "open" if "open" in kinds else "special" if cell.fill == "special" else "plain"
    return _paper(cell, ground) + _dotted(cell, kinds)


def _dotted(cell: Cell, kinds: dict[str, str]) -> str:
    return _inset(cell, "opn", 4.5, 9) if "open" in kinds else ""


def _print(cell: Cell, kinds: dict[str, str]) -> str:
    if "die" in kinds or "exploded" in kinds:
        return ""
    drawn, css = [], _number_style(kinds)
    alone = cell.number is None
    if cell.icon:
        size, shift = (42.0, 0.0) if alone else (35.0, 9.0)
        faded = "faded" if css == "dim" else ""
        tint = f"on_{cell.tint or 'text'}" if css == "onlegal" else cell.tint
        drawn.append(icon(cell.icon, tint, cell.x + shift, cell.y + shift, size, faded))
    if cell.number is not None:
        where = (cell.x - 16, cell.y - 13.5, 22.5) if cell.icon else (cell.x, cell.y, 27.5)
        drawn.append(number(str(cell.number), *where, css))
    return "".join(drawn)


def _number_style(kinds: dict[str, str]) -> str:
    if kinds.keys() & {"cross", "rail", "lava"}:
        return "dim"
    if "legal" in kinds:
        return "onlegal"
    return "shut" if "locked" in kinds else "own" if "full" in kinds else "n"


def _marks(cell: Cell, kinds: dict[str, str]) -> str:
    drawn = []
    if "lava" in kinds:
        drawn.append(_waves(cell))
    if "exploded" in kinds:
        drawn.append(icon("boom", "burst", cell.x, cell.y, 44))
    for kind in ("rail", "printed"):
        if kind in kinds:
            drawn.append(piece(kinds[kind], cell.x, cell.y, kind == "printed"))
    if "start" in kinds:
        drawn.append(f'<circle class="ring0" cx="{cell.x:g}" cy="{cell.y:g}" r="25.5"/>')
    if kinds.keys() & {"start", "cross"}:
        drawn.append(cross(cell.id, cell.x, cell.y, 18.5))
    if "die" in kinds:
        drawn.append(die(int(kinds["die"]), cell.x, cell.y, 44, tilt(cell.id, 6)) + _badge(cell))
    if "pick" in kinds:
        drawn.append(_inset(cell, "pick", 3, 6))
    return "".join(drawn)


def _badge(cell: Cell) -> str:
    """A special under a die peeks out at the corner."""
    if not cell.icon:
        return ""
    x, y = cell.x + 19, cell.y + 19
    return f'<circle class="badge" cx="{x:g}" cy="{y:g}" r="12"/>' + icon(cell.icon, cell.tint, x, y, 18)


def _note(cell: Cell) -> str:
    if not cell.note:
        return ""
    x, y = cell.x + 18.5, cell.y - 19
    pill = f'<rect class="tag" x="{x - 9.5:g}" y="{y - 9:g}" width="19" height="18" rx="6"/>'
    return pill + number(cell.note, x, y, 11, "ontag")


def _waves(cell: Cell) -> str:
    left = cell.x - 26
    rows = "".join(f"M{left:g} {cell.y + dy:g}c8.5-9 17.5 9 26 0s17.5 9 26 0" for dy in (-13, 2, 17))
    return f'<path class="wave" d="{rows}"/>'


def _paper(cell: Cell, css: str, extra: str = "") -> str:
    x, y = cell.x - HALF, cell.y - HALF
    look = extra or f'class="{css}"'
    return f'<rect {look} x="{x:g}" y="{y:g}" width="{SQUARE:g}" height="{SQUARE:g}"/>'


def _inset(cell: Cell, css: str, by: float, round_: float) -> str:
    x, y, side = cell.x - HALF + by, cell.y - HALF + by, SQUARE - 2 * by
    place = f'x="{x:g}" y="{y:g}" width="{side:g}" height="{side:g}" rx="{round_:g}"'
    return f'<rect class="{css}" {place}/>'
