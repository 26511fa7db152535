"""The legend below the sheet: what the marks and symbols that can be seen mean."""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape

from kritzel.drawing.hand import cross
from kritzel.drawing.symbols import icon
from kritzel.scene import Key, corners

_ROW = 36.0
_LETTER = 10.6
_SQUARES = {
    "legal": ('class="legal"', 'fill="url(#h-legal)"', 'class="lgl"'),
    "open": ('class="open"', 'class="opn"'),
    "pick": ('class="plain"', 'class="pick"'),
    "locked": ('class="lock"', 'fill="url(#h-lock)"', 'class="grid"'),
}
_HEXES = {"legal": ('class="lg1"', 'class="lg2"'), "open": ('class="op2"',), "pick": ('class="pick"',)}


def legend(keys: Sequence[Key], shape: str, x: float, y: float, width: float) -> tuple[str, float]:
    """All keys of marks in as few lines as they need, and how high that is."""
    drawn, at, row = [], x, 0
    for key in (key for key in keys if key.kind == "mark"):
        wide = 40 + _LETTER * len(key.text) + 22
        if at > x and at + wide > x + width:
            at, row = x, row + 1
        drawn.append(_key(key, shape, at, y + _ROW * row + _ROW / 2))
        at += wide
    return "".join(drawn), _ROW * (row + 1) if drawn else 0.0


def _key(key: Key, shape: str, x: float, y: float) -> str:
    text = f'<text class="quiet" x="{x + 34:g}" y="{y + 7:g}">{escape(key.text)}</text>'
    sample = _square(key.name, x + 13, y) if shape == "square" else _hexagon(key.name, shape, x + 13, y)
    return sample + text


def _square(name: str, x: float, y: float) -> str:
    if name == "start":
        ring = f'<circle class="ring0" cx="{x:g}" cy="{y:g}" r="13.5"/>'
        return ring + cross(f"legend {name}", x, y, 9)
    if name in ("lava", "exploded"):
        return icon("lava" if name == "lava" else "boom", "red", x, y, 28)
    place = f'x="{x - 12:g}" y="{y - 12:g}" width="24" height="24" rx="4"'
    return "".join(f"<rect {look} {place}/>" for look in _SQUARES[name])


def _hexagon(name: str, shape: str, x: float, y: float) -> str:
    sizes = (0.33, 0.42) if name == "legal" else (0.4,)
    drawn = ""
    for look, size in zip(_HEXES[name], sizes, strict=True):
        points = " ".join(f"{px:.1f},{py:.1f}" for px, py in corners(shape, x, y, size))
        drawn += f'<polygon {look} points="{points}"/>'
    return drawn
