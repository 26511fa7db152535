"""The sheet as it lay at a moment, with the move played and the better one on it. Knows no game.

The better move is a dashed frame on the cells it touches, the played one a pencil loop around them; lines are
drawn from cell to cell in the same ways.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from kritzel.drawing.hand import loop
from kritzel.drawing.picture import sheet_body
from kritzel.drawing.picture import style as drawn_style
from kritzel.drawing.symbols import definitions
from kritzel.drawing.theme import tokens
from kritzel.drawing.tray import tray
from kritzel.game import AnyGame, Seat, State
from kritzel.layout import laid_out
from kritzel.record import Table
from kritzel.review.models import MoveStep, MoveText
from kritzel.scene import Cell, Scene, corners

NARROWEST = 620.0
"""A tray needs this width."""
GAP = 16.0
REACH = 27.0
"""Of a pencil loop around a cell."""
FRAME = 0.86
"""The size of a frame, as a share of its cell."""
LINE = 40.0
"""The width of a sample in the key below a picture."""
STYLE = """
.sheet .played{fill:none;stroke:var(--focus);stroke-width:5;stroke-linecap:round;stroke-linejoin:round}
.sheet .better{fill:none;stroke:var(--green);stroke-width:6.5;stroke-dasharray:11 7;stroke-linejoin:round}
.sheet .under{fill:none;stroke:var(--paper);stroke-width:9;stroke-linejoin:round}
"""


class Position(NamedTuple):
    """A seat's sheet before a step, and the cells that the step and the better one touch, as (from, to)."""

    scene: Scene
    played: tuple[tuple[str, str], ...]
    better: tuple[tuple[str, str], ...]


def position_of(table: Table, step: MoveStep, lang: str) -> Position:
    """What the seat saw when it moved. Where seats decide at once, those before it may have moved."""
    game, state = table.game, _before(table, step)
    return Position(
        _scene(game, state, step.seat, lang),
        _touched(game, state, step.played),
        _touched(game, state, step.best) if step.best else (),
    )


def _before(table: Table, step: MoveStep) -> State:
    state: State = table.moments[step.events[0]].state
    return state


def _scene(game: AnyGame, state: State, seat: Seat, lang: str) -> Scene:
    """Without what is allowed: the two moves alone stand out."""
    seen = game.rules.view(state, seat)
    printed = game.drawing.layouts(state.sheet)[game.drawing.board(state, seat) - 1]
    return laid_out(printed, game.drawing.picture(seen, seat, ()), game.words.clock(seen).words, lang)


def _touched(game: AnyGame, state: State, move: MoveText) -> tuple[tuple[str, str], ...]:
    parsed = [game.notation.parse_move(state.sheet, text) for text in move.moves]
    said = [game.words.say_move(state.sheet, each) for each in parsed]
    return tuple([(each.start, each.cell) for each in said if each.cell])


# Drawing -----------------------------------------------------------------------------------------------
def draw(positions: Sequence[Position]) -> list[str]:
    """Each as one SVG; shapes that are used often are defined once, before the first."""
    bodies = [_body(each) for each in positions]
    variables = {name: f"var(--{name})" for name in tokens("light")}
    shapes = definitions("".join(body for body, _, _ in bodies), variables)
    hidden = f'<svg class="sheet shapes" width="0" height="0" aria-hidden="true">{shapes}</svg>'
    drawn = [_framed(each.scene, *body) for each, body in zip(positions, bodies, strict=True)]
    return [hidden + drawn[0], *drawn[1:]] if drawn else []


def sample(kind: str) -> str:
    """A stroke of the key: `played` or `better`."""
    return (
        f'<svg class="sheet sample" viewBox="0 0 {LINE:g} 14" aria-hidden="true">'
        f'<path class="{kind}" d="M4 7H{LINE - 4:g}"/></svg>'
    )


def style() -> str:
    return drawn_style(".sheet") + STYLE


def variables(theme: str) -> str:
    return "".join(f"--{name}:{value};" for name, value in tokens(theme).items())


def _framed(scene: Scene, body: str, width: float, height: float) -> str:
    box = f'viewBox="0 0 {width:g} {height:g}"'
    label = escape(f"{scene.title}. {scene.note}", quote=True)
    return f'<svg class="sheet" {box} role="img" aria-label="{label}">{body}</svg>'


def _body(position: Position) -> tuple[str, float, float]:
    """The drawn sheet, the moves and what lay in the tray; the width and the height of all."""
    scene = position.scene
    width = max(scene.width, NARROWEST)
    lying, below = tray(scene.tray, scene.tray_note, 0, scene.height + GAP, width)
    places = {cell.id: cell for cell in scene.cells}
    moves = _better(places, position.better) + _played(places, position.played)
    left = (width - scene.width) / 2
    sheet = f'<g transform="translate({left:g} 0)">{sheet_body(scene)}{moves}</g>'
    return sheet + lying, width, scene.height + (GAP + below if below else 0)


def _better(places: dict[str, Cell], cells: Sequence[tuple[str, str]]) -> str:
    drawn = [_path("better", places[start], places[cell]) for start, cell in cells if start in places]
    for _, cell in cells:
        if at := places.get(cell):
            ring = " ".join(f"{x:.1f},{y:.1f}" for x, y in corners(at.shape, at.x, at.y, FRAME))
            drawn += [f'<polygon class="{css}" points="{ring}"/>' for css in ("under", "better")]
    return "".join(drawn)


def _played(places: dict[str, Cell], cells: Sequence[tuple[str, str]]) -> str:
    drawn = [_path("played", places[start], places[cell]) for start, cell in cells if start in places]
    found = [places[cell] for _, cell in cells if cell in places]
    return "".join(drawn) + "".join(loop(at.id, at.x, at.y, REACH, REACH, "played") for at in found)


def _path(css: str, start: Cell, end: Cell) -> str:
    return f'<path class="{css}" d="M{start.x:.1f} {start.y:.1f}L{end.x:.1f} {end.y:.1f}"/>'
