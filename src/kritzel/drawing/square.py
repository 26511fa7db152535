"""Square cells: paper, number, symbol, and what was put or drawn on them; pieces of rail, too."""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, pi, sin

from kritzel.drawing import measures
from kritzel.drawing.hand import cross, edge, loop, tilt
from kritzel.drawing.symbols import icon, number, shape
from kritzel.drawing.tray import die
from kritzel.drawing.words import COLOURS
from kritzel.scene import SQUARE, Cell, corners

HALF = SQUARE / 2
_GAUGE = 8.5
_TIE = 14.0
TURNS = {"NS": 0, "EW": 90, "NE": 0, "SE": 90, "SW": 180, "NW": 270}
"""How far each piece is turned, from the straight one or from the curve."""


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
        return loop(cell.id, cell.x, cell.y, measures.LAST, measures.LAST, "last")
    return ""


def _ground(cell: Cell, kinds: dict[str, str]) -> str:
    if "exploded" in kinds:
        return _paper(cell, "special") + _paper(cell, "", 'fill="url(#h-boom)"')
    if "lava" in kinds:
        return _paper(cell, "plain") + _paper(cell, "flow")
    if cell.fill in COLOURS:
        return _coloured(cell, kinds)
    if "legal" in kinds:
        return _paper(cell, "legal") + _paper(cell, "", 'fill="url(#h-legal)"') + _inset(cell, "lgl")
    if "locked" in kinds:
        return _paper(cell, "lock") + _paper(cell, "", 'fill="url(#h-lock)"') + _dotted(cell, kinds)
    ground = "open" if "open" in kinds else "special" if cell.fill == "special" else "plain"
    return _paper(cell, ground) + _dotted(cell, kinds)


def _coloured(cell: Cell, kinds: dict[str, str]) -> str:
    """Colour and hatch stay whatever is marked: legal and open are frames, as on hexagons."""
    drawn = _paper(cell, f"c{cell.fill}") + _paper(cell, "", f'fill="url(#h-{cell.fill})"')
    if "cross" in kinds:
        drawn += _paper(cell, "veil2")
    if "locked" in kinds:
        drawn += _paper(cell, "veil") + _paper(cell, "", 'fill="url(#h-lock)"')
    if "legal" in kinds:
        return drawn + _inset(cell, "lg1") + _inset(cell, "lg2")
    return drawn + (_inset(cell, "op2") if "open" in kinds else "")


def _dotted(cell: Cell, kinds: dict[str, str]) -> str:
    return _inset(cell, "opn") if "open" in kinds else ""


def _print(cell: Cell, kinds: dict[str, str]) -> str:
    if "die" in kinds or "exploded" in kinds:
        return ""
    drawn, css = [], _number_style(cell, kinds)
    small = "small_" if cell.icon and cell.number is not None else ""
    if cell.fill in COLOURS and not cell.icon:
        small = "signed_" if cell.number is not None else ""
        drawn.append(shape(cell.fill, *_placed(cell, f"{small}icon"), "faded" if css == "dim" else ""))
    if cell.icon:
        faded = "faded" if css == "dim" else ""
        tint = f"on_{cell.tint or 'text'}" if css == "onlegal" else cell.tint
        drawn.append(icon(cell.icon, tint, *_placed(cell, f"{small}icon"), faded))
    if cell.number is not None:
        drawn.append(number(str(cell.number), *_placed(cell, f"{small}number"), css))
    return "".join(drawn)


def _placed(cell: Cell, printed: str) -> tuple[float, float, float]:
    dx, dy, size = measures.PRINTS[printed]
    return cell.x + dx, cell.y + dy, size


def _number_style(cell: Cell, kinds: dict[str, str]) -> str:
    if kinds.keys() & {"cross", "rail", "lava"}:
        return "dim"
    if cell.fill in COLOURS:
        return "own" if "full" in kinds else "n"
    if "legal" in kinds:
        return "onlegal"
    return "shut" if "locked" in kinds else "own" if "full" in kinds else "n"


def _marks(cell: Cell, kinds: dict[str, str]) -> str:
    drawn = []
    if "lava" in kinds:
        drawn.append(_waves(cell))
    if "exploded" in kinds:
        drawn.append(icon("boom", "burst", cell.x, cell.y, measures.BURST))
    for kind in ("rail", "printed"):
        if kind in kinds:
            drawn.append(piece(kinds[kind], cell.x, cell.y, kind == "printed"))
    if "start" in kinds:
        drawn.append(f'<circle class="ring0" cx="{cell.x:g}" cy="{cell.y:g}" r="{measures.START_RING:g}"/>')
    if kinds.keys() & {"start", "cross"}:
        drawn.append(cross(cell.id, cell.x, cell.y, measures.CROSSES[cell.shape]))
    if "die" in kinds:
        turn = tilt(cell.id, measures.DIE_TILT)
        drawn.append(die(int(kinds["die"]), cell.x, cell.y, measures.DIE, turn) + _badge(cell))
    if "pick" in kinds:
        drawn.append(_inset(cell, "pick"))
    return "".join(drawn)


def _badge(cell: Cell) -> str:
    """A special under a die peeks out at the corner."""
    if not cell.icon:
        return ""
    badge = measures.BADGE
    x, y = cell.x + badge["shift"], cell.y + badge["shift"]
    disc = f'<circle class="badge" cx="{x:g}" cy="{y:g}" r="{badge["radius"]:g}"/>'
    return disc + icon(cell.icon, cell.tint, x, y, badge["icon"])


def _note(cell: Cell) -> str:
    if not cell.note:
        return ""
    note = measures.NOTE
    x, y = cell.x + note["x"], cell.y + note["y"]
    wide, high = note["width"], note["height"]
    corner = f'x="{x - wide / 2:g}" y="{y - high / 2:g}"'
    pill = f'<rect class="tag" {corner} width="{wide:g}" height="{high:g}" rx="{note["round"]:g}"/>'
    return pill + number(cell.note, x, y, note["digits"], "ontag")


def _waves(cell: Cell) -> str:
    return f'<path class="wave" d="M{cell.x:g} {cell.y:g}{measures.WAVES}"/>'


def _paper(cell: Cell, css: str, extra: str = "") -> str:
    x, y = cell.x - HALF, cell.y - HALF
    look = extra or f'class="{css}"'
    return f'<rect {look} x="{x:g}" y="{y:g}" width="{SQUARE:g}" height="{SQUARE:g}"/>'


def _inset(cell: Cell, css: str) -> str:
    by, round_ = measures.INSETS[css]
    x, y, side = cell.x - HALF + by, cell.y - HALF + by, SQUARE - 2 * by
    place = f'x="{x:g}" y="{y:g}" width="{side:g}" height="{side:g}" rx="{round_:g}"'
    return f'<rect class="{css}" {place}/>'


# The six pieces of rail: each joins the midpoints of two edges of a cell -------------------------------
def piece(ends: str, x: float, y: float, printed: bool) -> str:
    """One piece around a centre; printed ones are in another ink and have broad sleepers."""
    rails, ties = paths(ends)
    prefix = "p" if printed else ""
    drawn = f'<path class="{prefix}tie" d="{ties}"/><path class="{prefix}rail" d="{rails}"/>'
    return f'<g transform="translate({x:g} {y:g}) rotate({TURNS[ends]})">{drawn}</g>'


def paths(ends: str) -> tuple[str, str]:
    """Rails and sleepers of a piece around 0, 0, before it is turned."""
    return _straight() if ends in ("NS", "EW") else _curve()


def _straight() -> tuple[str, str]:
    rails = "".join(f"M{side * _GAUGE:g} {-HALF:g}V{HALF:g}" for side in (-1, 1))
    ties = "".join(f"M{-_TIE:g} {y:g}H{_TIE:g}" for y in (-22.5, -7.5, 7.5, 22.5))
    return rails, ties


def _curve() -> tuple[str, str]:
    """From the top edge to the right one, around the top right corner."""
    radii = (HALF - _GAUGE, HALF + _GAUGE)
    rails = "".join(f"M{HALF - r:g} {-HALF:g}A{r:g} {r:g} 0 0 0 {HALF:g} {r - HALF:g}" for r in radii)
    ties = "".join(_tie(angle * pi / 180) for angle in (100, 123, 147, 170))
    return rails, ties


def _tie(angle: float) -> str:
    ends = [(HALF + r * cos(angle), r * sin(angle) - HALF) for r in (HALF - _TIE, HALF + _TIE)]
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in ends)
