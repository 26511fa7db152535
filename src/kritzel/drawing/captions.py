"""Texts around the cells: tags beside them, the score strip and the legend below the sheet."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.sax.saxutils import escape

from kritzel.drawing.hand import cross, loop, strike
from kritzel.drawing.symbols import icon, number, number_width
from kritzel.scene import Box, Key, Tag, corners

# Tags: points of rows, columns and areas, circled when won, struck when lost ---------------------------
_PLACE_HEIGHT = 17.5


def tag(one: Tag) -> str:
    if one.kind in ("ruler", "name"):
        return f'<text class="{one.kind}" x="{one.x:.1f}" y="{one.y + 6:.1f}">{escape(one.text)}</text>'
    drawn = {"row": _arrow, "column": _arrow, "area": _area, "place": _place}[one.kind](one)
    label = f"<title>{escape(one.label)}</title>" if one.label else ""
    return f'<g role="img">{label}{drawn}</g>'


def _arrow(one: Tag) -> str:
    """A signpost that points at its row or column."""
    wide, high = number_width(one.text, 19) / 2 + 8, 18
    if one.kind == "row":
        path = f"M{one.x + 19:g} {one.y - high:g}h-31l-9 18 9 18h31Z"
    else:
        path = f"M{one.x - wide:g} {one.y + 20:g}v-30l{wide:g}-9 {wide:g} 9v30Z"
    shift = (2.0, 0.0) if one.kind == "row" else (0.0, 3.0)
    css = "own" if one.state == "won" else "soft"
    sign = f'<g class="{css}"><path class="arr" d="{path}"/></g>'
    return sign + number(one.text, one.x + shift[0], one.y + shift[1], 19, css) + _fate(one, 24, 23)


def _area(one: Tag) -> str:
    wide = number_width(one.text, 15) + 13
    corner = f'x="{one.x - wide / 2:.1f}" y="{one.y - 12.5:.1f}"'
    pill = f'<rect class="tag" {corner} width="{wide:.1f}" height="25" rx="7.5"/>'
    return pill + number(one.text, one.x, one.y, 15, "ontag") + _fate(one, wide / 2 + 5, 18)


def _fate(one: Tag, wide: float, high: float) -> str:
    seed = f"{one.kind} {one.x:g} {one.y:g}"
    if one.state == "won":
        return loop(seed, one.x, one.y, wide, high)
    return strike(seed, one.x, one.y, wide, 7) if one.state == "lost" else ""


def _place(one: Tag) -> str:
    """An area's picture, and below it the points for the first and for later ones."""
    first, _, later = one.text.partition("/")
    won = one.state in ("first", "later")
    drawn = icon(one.icon, "ink" if won else "text2", one.x, one.y - 15, 31)
    return drawn + _points(one, first, later)


def _points(one: Tag, first: str, later: str) -> str:
    wide = [number_width(part, _PLACE_HEIGHT) for part in (first, "/", later)]
    left, y = one.x - sum(wide) / 2, one.y + 12.5
    at = [left + wide[0] / 2, left + wide[0] + wide[1] / 2, left + sum(wide) - wide[2] / 2]
    taken, mine = one.state in ("later", "late"), {"first": 0, "later": 2}.get(one.state)
    styles = ("soft" if taken else "n", "soft", "n" if mine == 2 else "soft")
    parts = zip((first, "/", later), at, styles, strict=True)
    drawn = [number(part, x, y, _PLACE_HEIGHT, css) for part, x, css in parts]
    if taken:
        drawn.append(strike(one.text, at[0], y, wide[0] / 2 + 5, 2, "gone"))
    if mine is not None:
        drawn.append(loop(one.text, at[mine], y, wide[mine] / 2 + 8, 15))
    return "".join(drawn)


# The score strip: one box a line of the pad, the sum in a dark box at its right ------------------------
_BOX_ROW = 82.0
_SUM = 118.0
_MOST = 6
_STRUCK = re.compile(r"~([^~]*)~")


def strip(boxes: Sequence[Box], total: str, word: str, x: float, y: float, width: float) -> tuple[str, float]:
    """The whole strip, and how high it is. More than six boxes stand in two rows; without boxes, no strip."""
    if not boxes:
        return "", 0.0
    rows = 1 if len(boxes) <= _MOST else 2
    height, columns = _BOX_ROW * rows, -(-len(boxes) // rows)
    wide = (width - _SUM) / columns
    drawn = [_ground(x, y, width, height)]
    for at, box in enumerate(boxes):
        row, column = divmod(at, columns)
        drawn.append(_box(box, x + wide * column, y + _BOX_ROW * row, wide))
    drawn.append(_folds(x, y, wide, columns, rows))
    return "".join(drawn) + _sum(total, word, x + width - _SUM, y, height), height


def _ground(x: float, y: float, width: float, height: float) -> str:
    place = f'x="{x:g}" width="{width:g}" height="{height:g}" rx="12"'
    return f'<rect class="shade" y="{y + 4:g}" {place}/><rect class="paper2" y="{y:g}" {place}/>'


def _folds(x: float, y: float, wide: float, columns: int, rows: int) -> str:
    height = _BOX_ROW * rows
    across = "".join(
        f"M{x + 10:g} {y + _BOX_ROW * row:g}h{wide * columns - 10:.1f}" for row in range(1, rows)
    )
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


# The legend: what the marks and symbols that can be seen mean ------------------------------------------
_KEY_ROW = 36.0
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
        drawn.append(_key(key, shape, at, y + _KEY_ROW * row + _KEY_ROW / 2))
        at += wide
    return "".join(drawn), _KEY_ROW * (row + 1) if drawn else 0.0


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
