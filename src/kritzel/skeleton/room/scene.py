"""Where everything stands on the picture of a sheet (docs/scene.md). Decides nothing: asks `rules`."""

from __future__ import annotations

from functools import lru_cache

from kritzel.game import Seat, Text
from kritzel.scene import SQUARE, Box, Cell, Mark, Scene, Token
from kritzel.skeleton.room.facts import FACTS
from kritzel.skeleton.room.material import Sheet
from kritzel.skeleton.room.moves import Cross
from kritzel.skeleton.room.rules import moves
from kritzel.skeleton.room.saying import clock
from kritzel.skeleton.room.scoring import score
from kritzel.skeleton.room.state import State

MARGIN = 10.0
CROSSES = Text("Kreuze", "Crosses")
DICE = Text("Würfel", "Dice")
MARKS = {"cross": Text("angekreuzt", "crossed"), "legal": Text("ein Würfel passt", "a die fits")}


def lay_out(state: State, seat: Seat, lang: str = "en") -> Scene:
    """One seat's sheet as a scene. What looks as it did before is the same object."""
    sheet, crossed, line = state.sheet, state.pads[seat], score(state)[seat].lines[0]
    legal = {move.cell for move in moves(state, seat) if isinstance(move, Cross)}
    marks = {cell: "legal" if cell in legal else "cross" if cell in crossed else "" for cell in sheet.numbers}
    note = f"{line.have}/{line.of}"
    return Scene(
        pad=FACTS.pad,
        title=sheet.title.say(lang),
        lang=lang,
        width=max(map(len, sheet.rows)) * SQUARE + 2 * MARGIN,
        height=len(sheet.rows) * SQUARE + 2 * MARGIN,
        cells=tuple([_cell(sheet, cell, mark, lang) for cell, mark in marks.items()]),
        strokes=(),
        tags=(),
        tray=tuple([Token("single", str(face), "free") for face in state.dice]),
        boxes=(Box(line.key, "check", "ink", str(line.points), note, "open", CROSSES.say(lang)),),
        total=str(line.points),
        note=clock(state).words.say(lang),
        tray_note=DICE.say(lang),
        tray_kind="single",
    )


@lru_cache(4096)
def _cell(sheet: Sheet, cell: str, mark: str, lang: str) -> Cell:
    row = next(at for at, cells in enumerate(sheet.rows) if cell in cells)
    said = [MARKS[mark].say(lang)] if mark else []
    return Cell(
        id=cell,
        shape="square",
        x=MARGIN + SQUARE * (sheet.rows[row].index(cell) + 0.5),
        y=MARGIN + SQUARE * (row + 0.5),
        fill="plain",
        number=sheet.numbers[cell],
        icon="",
        tint="",
        marks=(Mark(mark),) if mark else (),
        label=", ".join([cell, str(sheet.numbers[cell]), *said]),
    )
