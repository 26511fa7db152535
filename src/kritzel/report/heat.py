"""The sheet's own drawing with every cell tinted by how often it is crossed. Knows scenes, no game.

Tints are eleven steps from the paper (`t0`) to the strongest (`t10`), in both themes; each cell also says its
percentage, and dead and must cells have an edge of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from typing import Any, NamedTuple

from kritzel import drawing
from kritzel.drawing.captions import tag
from kritzel.drawing.hand import above, below
from kritzel.drawing.hexes import hex_cell, hex_over
from kritzel.drawing.square import grid_lines, square_cell, square_over
from kritzel.drawing.symbols import definitions
from kritzel.drawing.theme import tokens
from kritzel.scene import Cell, Scene, Stroke, Tag, corners

STEPS = 10
HOT = {"light": "#F59A4C", "dark": "#A94A22"}
"""The strongest tint; numbers and symbols stay readable on it."""


class HeatMap(NamedTuple):
    """A scene, and how often each of its cells is crossed; cells that are not named cannot be."""

    title: str
    scene: Scene
    crossed: Mapping[str, float]


# Drawing -------------------------------------------------------------------------------------------------
def draw(maps: Sequence[HeatMap], dead: float, must: float, percent: Callable[[float], str]) -> str:
    """All maps, one after the other; shapes that are used often are defined once, before the first."""
    bodies = [_body(each, dead, must, percent) for each in maps]
    variables = {name: f"var(--{name})" for name in tokens("light")}
    shapes = definitions("".join(bodies), variables)
    hidden = f'<svg class="sheet shapes" width="0" height="0" aria-hidden="true">{shapes}</svg>'
    return hidden + "".join(_framed(each, body) for each, body in zip(maps, bodies, strict=True))


def _framed(each: HeatMap, body: str) -> str:
    box = f'viewBox="0 0 {each.scene.width:g} {each.scene.height:g}"'
    picture = (
        f'<svg class="sheet" {box} role="group" aria-label="{escape(each.title, quote=True)}">{body}</svg>'
    )
    head = f"<figcaption>{escape(each.title)}</figcaption>" if each.title else ""
    return f"<figure>{head}{picture}</figure>"


def _body(each: HeatMap, dead: float, must: float, percent: Callable[[float], str]) -> str:
    cells = each.scene.cells
    squares = [cell for cell in cells if cell.shape == "square"]
    hexes = [cell for cell in cells if cell.shape != "square"]
    layers = [_all(below, each.scene.strokes)]
    layers += [_tinted(cell, each.crossed.get(cell.id), percent) for cell in cells]
    layers.append(grid_lines(squares) if squares else "")
    layers.append(_all(above, each.scene.strokes))
    layers += [_all(square_over, squares), _all(hex_over, hexes), _all(_tag, each.scene.tags)]
    layers += [_edge(cell, each.crossed.get(cell.id), dead, must) for cell in cells]
    layers += [_figure(cell, each.crossed.get(cell.id), dead) for cell in cells]
    return "".join(layers)


def _all(draw: Callable[..., str], things: Iterable[Cell | Stroke | Any]) -> str:
    return "".join(draw(thing) for thing in things)


def _tag(one: Tag) -> str:
    """A tag; an area that has no picture keeps its points alone."""
    return tag(one._replace(kind="ruler") if one.kind == "place" and not one.icon else one)


def _tinted(cell: Cell, often: float | None, percent: Callable[[float], str]) -> str:
    """A cell on its tint, and its percentage; one that cannot be crossed stays as it is."""
    printed = square_cell(cell) if cell.shape == "square" else hex_cell(cell)
    if often is None:
        return f'<g data-cell="{escape(cell.id)}">{printed}</g>'
    title = f"<title>{escape(cell.id)}: {escape(percent(often))}</title>"
    return f'<g class="t{step(often)}" data-cell="{escape(cell.id)}">{title}{printed}</g>'


def step(often: float) -> int:
    return round(STEPS * often)


def _figure(cell: Cell, often: float | None, dead: float) -> str:
    """The percentage where it is not in the way: in the corner of squares, above the shape of hexagons."""
    if often is None or cell.note or (cell.shape != "square" and _occupied(cell)):
        return ""
    css, x, y = ("pct", 25.0, 15.0) if cell.shape == "square" else ("pct mid", 0.0, 15.0)
    figure = f"&lt;{100 * dead:.0f}" if often < dead else f"{100 * often:.0f}"
    return f'<text class="{css}" x="{cell.x + x:.1f}" y="{cell.y - y:.1f}">{figure}</text>'


def _occupied(cell: Cell) -> bool:
    return cell.number is not None or any(mark.kind == "origin" for mark in cell.marks)


def _edge(cell: Cell, often: float | None, dead: float, must: float) -> str:
    css = "" if often is None else "dead" if often < dead else "must" if often > must else ""
    if not css:
        return ""
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in corners(cell.shape, cell.x, cell.y, 0.92))
    return f'<polygon class="{css}" points="{points}"/>'


# Style ---------------------------------------------------------------------------------------------------
def style() -> str:
    """The rules of the drawing, with colours as variables, and the tints over them."""
    grounds = ("plain", "special", "lock", "hx", "bh")
    tinted = "\n".join(
        ",".join(f".sheet .t{nth} .{ground}" for ground in grounds) + f"{{fill:var(--t{nth})}}"
        for nth in range(STEPS + 1)
    )
    hatches = '.sheet [class^="t"] [fill^="url(#h-"]{display:none}'
    return f"{drawing.style('.sheet')}\n{tinted}\n{hatches}"


def tints(theme: str) -> dict[str, str]:
    paper = tokens(theme)["paper"]
    return {f"t{nth}": _mixed(paper, HOT[theme], nth / STEPS) for nth in range(STEPS + 1)}


def _mixed(one: str, other: str, share: float) -> str:
    pairs = [(int(one[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5)]
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in pairs)
