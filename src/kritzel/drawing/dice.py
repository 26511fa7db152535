"""Dice: faces with pips and faces with a colour, lying on the sheet or in the tray."""

from __future__ import annotations

from kritzel.drawing.measures import DIE_BODY
from kritzel.drawing.symbols import shape

PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def die(face: int, x: float, y: float, size: float, turn: float) -> str:
    """A die with pips around a centre, turned a little."""
    return _lying(x, y, turn, _body(size) + _pips(face, size, "pip"))


def sunk_die(face: int, x: float, y: float, size: float, turn: float) -> str:
    """A die that does not fit now."""
    return _lying(x, y, turn, _square("sunk", size) + _pips(face, size, "sunkpip"))


def colour_die(letter: str, x: float, y: float, size: float, turn: float) -> str:
    """A die that shows a colour, with the colour's shape and hatch."""
    face = size * 0.68
    look = _square(f"c{letter}", face) + _square("", face, f'fill="url(#h-{letter})"')
    return _lying(x, y, turn, _body(size) + look + shape(letter, 0, 0, size * 0.4))


def _lying(x: float, y: float, turn: float, drawn: str) -> str:
    return f'<g transform="translate({x:.1f} {y:.1f}) rotate({turn:.1f})">{drawn}</g>'


def _body(size: float) -> str:
    shadow = _square("cast", size).replace('x="', 'transform="translate(1.5 4)" x="', 1)
    return shadow + _square("db", size)


def _square(css: str, size: float, extra: str = "") -> str:
    look = extra or f'class="{css}"'
    place = f'x="{-size / 2:.1f}" y="{-size / 2:.1f}" width="{size:.1f}" height="{size:.1f}"'
    return f'<rect {look} {place} rx="{size * DIE_BODY["round"]:.1f}"/>'


def _pips(face: int, size: float, css: str) -> str:
    step, radius = size * DIE_BODY["step"], size * DIE_BODY["pip"]
    dots = [f'<circle cx="{dx * step:.1f}" cy="{dy * step:.1f}" r="{radius:.1f}"/>' for dx, dy in PIPS[face]]
    return f'<g class="{css}">{"".join(dots)}</g>'
