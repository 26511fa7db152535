"""The score strip below the sheet: one box a line of the pad, the sum in a dark box at its right."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.sax.saxutils import escape

from kritzel.drawing.hand import strike
from kritzel.drawing.symbols import icon, number, number_width
from kritzel.scene import Box

_ROW = 82.0
_SUM = 118.0
_MOST = 6
_STRUCK = re.compile(r"~([^~]*)~")


def strip(boxes: Sequence[Box], total: str, word: str, x: float, y: float, width: float) -> tuple[str, float]:
    """The whole strip, and how high it is. More than six boxes stand in two rows; without boxes, no strip."""
    if not boxes:
        return "", 0.0
    rows = 1 if len(boxes) <= _MOST else 2
    height, columns = _ROW * rows, -(-len(boxes) // rows)
    wide = (width - _SUM) / columns
    drawn = [_ground(x, y, width, height)]
    for at, box in enumerate(boxes):
        row, column = divmod(at, columns)
        drawn.append(_box(box, x + wide * column, y + _ROW * row, wide))
    drawn.append(_folds(x, y, wide, columns, rows))
    return "".join(drawn) + _sum(total, word, x + width - _SUM, y, height), height


def _ground(x: float, y: float, width: float, height: float) -> str:
    place = f'x="{x:g}" width="{width:g}" height="{height:g}" rx="12"'
    return f'<rect class="shade" y="{y + 4:g}" {place}/><rect class="paper2" y="{y:g}" {place}/>'


def _folds(x: float, y: float, wide: float, columns: int, rows: int) -> str:
    height = _ROW * rows
    across = "".join(f"M{x + 10:g} {y + _ROW * row:g}h{wide * columns - 10:.1f}" for row in range(1, rows))
    down = "".join(f"M{x + wide * column:.1f} {y + 6:g}v{height - 12:g}" for column in range(1, columns))
    return f'<path class="fold" d="{across}{down}"/>'


def _box(box: Box, x: float, y: float, wide: float) -> str:
    middle = x + wide / 2
    height = 25 if number_width(box.points, 25) < wide - 62 else 19
    digits = number_width(box.points, height)
    both = 34 + 9 + digits
    drawn = [_sign(box, middle - both / 2 + 17, y + 29)]
    if box.points:
        drawn.append(number(box.points, middle + both / 2 - digits / 2, y + 29, height, "own"))
    if box.state == "lost":
        drawn.append(strike(box.key, middle, y + 29, both / 2 + 4, 5))
    drawn.append(f'<text class="sub" x="{middle:.1f}" y="{y + 67:.1f}">{_note(box.note)}</text>')
    return f'<g role="img"><title>{escape(_spoken(box))}</title>{"".join(drawn)}</g>'


def _sign(box: Box, x: float, y: float) -> str:
    if box.icon.isdigit():
        disc = f'<circle class="disc" cx="{x:.1f}" cy="{y:.1f}" r="19"/>'
        return disc + number(box.icon, x, y, 19, "n")
    return icon(box.icon, box.tint, x, y, 34)


def _note(note: str) -> str:
    return _STRUCK.sub(r'<tspan class="gonetx">\1</tspan>', escape(note))


def _spoken(box: Box) -> str:
    return f"{box.label or box.key}: {box.points or '–'} ({_STRUCK.sub('', box.note).strip()})"


def _sum(total: str, word: str, x: float, y: float, height: float) -> str:
    middle, centre = x + _SUM / 2, y + height / 2
    path = f"M{x:g} {y:g}h{_SUM - 12:g}q12 0 12 12v{height - 24:g}q0 12-12 12h-{_SUM - 12:g}Z"
    digits = number(total, middle, centre - 12, 36 if len(total) < 3 else 28, "onsum")
    text = f'<text class="sumtx" x="{middle:g}" y="{centre + 30:g}">{escape(word)}</text>'
    return f'<path class="sum" d="{path}"/>{digits}{text}'
