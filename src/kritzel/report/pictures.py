"""What is printed on a sheet, and which of its cells are crossed. Knows games by their contract alone.

A game may say what a report counts (`game.drawing.counting`). Of any other one the pictures tell: a cell is
crossed if something was drawn onto it that stays.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from kritzel.game import AnyGame, Setup, Sheet, State
from kritzel.scene import Cell, Mark, Scene

PRINTED_MARKS = ("start", "cross", "locked", "printed")
"""Marks that are printed; all others tell of a game that has begun."""
DRAWN_MARKS = ("cross", "rail", "line", "full", "half")
"""Marks that stay where a hand has drawn them."""


def printed(game: AnyGame, sheet: Sheet, lang: str) -> list[Scene]:
    """The sheet before a game: one picture, or one for each board where they are printed differently."""
    many = len(game.rules.boards(sheet))
    boards = range(1, many + 1) if many else (0,)
    scenes = [_begun(game, sheet, board, many, lang) for board in boards]
    origins = {cell.id for scene in scenes for cell in scene.cells if _has(cell, ("origin",))}
    blank = [_blank(scene, origins) for scene in scenes]
    return blank if len({_look(scene) for scene in blank}) > 1 else blank[:1]


def _look(scene: Scene) -> tuple[Any, ...]:
    return tuple((cell.id, cell.fill, cell.number, cell.icon) for cell in scene.cells)


def _begun(game: AnyGame, sheet: Sheet, board: int, many: int, lang: str) -> Scene:
    seats = game.seat_counts[0]
    order = tuple((board - 1 + seat) % many + 1 for seat in range(seats)) if board else ()
    return game.scene(game.rules.start(Setup(sheet, seats, order)), 0, lang)


def _blank(scene: Scene, origins: Collection[str]) -> Scene:
    cells = tuple(replace(cell, marks=_marks(cell, origins)) for cell in scene.cells)
    strokes = tuple(stroke for stroke in scene.strokes if stroke.kind not in ("line", "new"))
    return replace(scene, cells=cells, strokes=strokes)


def _marks(cell: Cell, origins: Collection[str]) -> tuple[Mark, ...]:
    printed_marks = tuple(mark for mark in cell.marks if mark.kind in PRINTED_MARKS)
    return (*printed_marks, Mark("origin")) if cell.id in origins else printed_marks


# Crossed -------------------------------------------------------------------------------------------------
def crossable(game: AnyGame, sheet: Sheet) -> Mapping[int, str]:
    """The cells that can be crossed on a sheet, by their number, with their names."""
    if game.drawing.counting:
        return game.drawing.counting.crossable(sheet)
    cells = printed(game, sheet, "en")[0].cells
    return {at: cell.id for at, cell in enumerate(cells) if not _has(cell, PRINTED_MARKS)}


def crossed(game: AnyGame, state: State) -> Sequence[int]:
    """For each seat the cells it has crossed."""
    if game.drawing.counting:
        return game.drawing.counting.crossed(state)
    return [_crossed(game.scene(state, seat)) for seat in range(len(game.rules.score(state)))]


def _crossed(scene: Scene) -> int:
    return sum(1 << at for at, cell in enumerate(scene.cells) if _has(cell, DRAWN_MARKS))


def _has(cell: Cell, kinds: Collection[str]) -> bool:
    return any(mark.kind in kinds for mark in cell.marks)
