"""The whole picture as one SVG: desk, pad of paper, sheet, score strip, legend and tray."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache
from importlib.resources import files
from xml.sax.saxutils import escape, quoteattr

from kritzel import words
from kritzel.drawing import theme as colours
from kritzel.drawing.captions import legend, strip, tag
from kritzel.drawing.hand import above, below
from kritzel.drawing.hexes import hex_cell, hex_over
from kritzel.drawing.square import grid_lines, square_cell, square_over
from kritzel.drawing.symbols import definitions
from kritzel.drawing.tray import tray
from kritzel.drawing.words import check
from kritzel.scene import Cell, Scene

MARGIN = 14.0
GAP = 14.0
_STYLES = ("sheet.css", "style.css")
"""How a sheet looks, here and on the pages, and all that lies around it in a picture."""
_NARROWEST = 620.0
_HEAD = 62.0
_PAD = 10.0
_TOP = 34.0
_BOTTOM = 12.0
_TOKEN = re.compile(r"var\(--(\w+)\)")
_REFERENCE = re.compile(r'(id="|href="#|url\(#)(?=[\w-]+["\)])')


def svg(scene: Scene, theme: str = "light") -> str:
    """The scene as one self-contained SVG text, on paper (`light`) or on the board (`dark`)."""
    check(scene)
    tokens, rules = colours.tokens(theme), _style(theme)
    width = max(scene.width, _NARROWEST)
    parts, y = [_head(scene)], MARGIN + _HEAD
    for part in _parts(scene, width):
        drawn, height = part(MARGIN, y, width)
        parts.append(drawn)
        y += height + GAP if height else 0
    body = _desk(width + 2 * MARGIN, y) + "".join(parts)
    return _framed(scene, theme, rules, width + 2 * MARGIN, y, definitions(body, tokens) + body)


def board(scene: Scene, theme: str = "light") -> str:
    """The sheet alone, without pad, desk and names of cells: a picture that is laid onto something."""
    body = sheet_body(scene)
    drawn = definitions(body, colours.tokens(theme)) + body
    return _framed(scene, theme, _style(theme), scene.width, scene.height, drawn)


def sheet_body(scene: Scene) -> str:
    """What is on the sheet, for a drawing that frames it, styles it and defines its shapes."""
    check(scene)
    return _board(scene, _drawn)


Part = Callable[[float, float, float], tuple[str, float]]


def _parts(scene: Scene, width: float) -> list[Part]:
    word = words.points(scene.total).say(scene.lang)
    return [
        lambda x, y, wide: _sheet(scene, x, y, wide),
        lambda x, y, wide: strip(scene.boxes, scene.total, word, x, y, wide),
        lambda x, y, wide: legend(scene.legend, scene.cells[0].shape, x + 4, y, wide - 8),
        lambda x, y, wide: tray(scene.tray, scene.tray_note, x, y, wide),
    ]


def _framed(scene: Scene, theme: str, style: str, width: float, height: float, body: str) -> str:
    """Names of symbols get the theme in front, so that several pictures can stand on one page."""
    scope = f"kritzel-{theme}"
    size = f'viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" class="{scope}" {size} lang="{scene.lang}" role="group"'
    body = _REFERENCE.sub(lambda found: f"{found[1]}{scope}-", body)
    title = f"<title>{escape(scene.title)}</title>"
    return f"{head} aria-label={quoteattr(scene.title)}>{title}<style>{style}</style>{body}</svg>\n"


@cache
def style(scope: str) -> str:
    """All rules of a drawn sheet, for what is inside `scope`. Colours are custom properties: `var(--ink)`."""
    here = files("kritzel.drawing")
    rules = [rule for name in _STYLES for rule in here.joinpath(name).read_text("utf-8").splitlines()]
    return "\n".join(f"{scope} {rule}" for rule in rules)


@cache
def _style(theme: str) -> str:
    """The rules for a picture of this theme, with its colours."""
    values = {**colours.tokens(theme), "font": colours.FONT}
    return _TOKEN.sub(lambda found: values[found[1]], style(f".kritzel-{theme}"))


def _desk(width: float, height: float) -> str:
    place = f'width="{width:g}" height="{height:g}"'
    return f'<rect class="desk" {place}/><rect {place} fill="url(#h-desk)"/>'


def _head(scene: Scene) -> str:
    title = f'<text class="title" x="{MARGIN + 4:g}" y="{MARGIN + 28:g}">{escape(scene.title)}</text>'
    note = f'<text class="quiet" x="{MARGIN + 5:g}" y="{MARGIN + 54:g}">{escape(scene.note)}</text>'
    return title + note


def _sheet(scene: Scene, x: float, y: float, width: float) -> tuple[str, float]:
    height = _TOP + scene.height + _BOTTOM
    left = x + (width - scene.width) / 2
    board = f'<g transform="translate({left:.1f} {y + _TOP:.1f})">{_board(scene, _named)}</g>'
    return _pad(scene.pad, x, y, width, height) + board, height


def _pad(colour: str, x: float, y: float, width: float, height: float) -> str:
    """Paper with hand-cut corners, the pad's coloured edge and a row of holes."""
    place = f"M{x:g} {{0:g}}h{width:g}v{height - 18:g}q0 18-18 18h-{width - 32:g}q-14 0-14-14Z"
    shade, paper = place.format(y + 5), place.format(y)
    edge = f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{_PAD:g}" rx="3" fill="{colour}"/>'
    holes = f'<path class="hole" d="M{x + 14:g} {y + 18:g}h{width - 28:g}"/>'
    return f'<path class="shade" d="{shade}"/><path class="paper" d="{paper}"/>{edge}{holes}'


def _board(scene: Scene, draw: Callable[[Cell], str]) -> str:
    squares = [cell for cell in scene.cells if cell.shape == "square"]
    hexes = [cell for cell in scene.cells if cell.shape != "square"]
    layers = [_each(below, scene.strokes), _each(draw, scene.cells)]
    layers.append(grid_lines(squares) if squares else "")
    layers.append(_each(above, scene.strokes))
    layers += [_each(square_over, squares), _each(hex_over, hexes), _each(tag, scene.tags)]
    return "".join(layers)


def _drawn(cell: Cell) -> str:
    return square_cell(cell) if cell.shape == "square" else hex_cell(cell)


def _named(cell: Cell) -> str:
    title = f"<title>{escape(cell.label)}</title>"
    return f'<g role="img" data-cell={quoteattr(cell.id)}>{title}{_drawn(cell)}</g>'


def _each(draw: Callable[..., str], things: Iterable[object]) -> str:
    return "".join(draw(thing) for thing in things)
