"""Small texts beside the cells: points of rows, columns and areas, circled when won, struck when lost."""

from __future__ import annotations

from xml.sax.saxutils import escape

from kritzel.drawing.hand import loop, strike
from kritzel.drawing.symbols import icon, number, number_width
from kritzel.scene import Tag

_PLACE_HEIGHT = 17.5


def tag(one: Tag) -> str:
    """A tag around its place."""
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
