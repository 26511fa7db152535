"""The picture of a sheet (docs/scene.md). Decides nothing: asks `rules`.

`layouts` is what is printed and never changes; `picture` is what stands there now, as cell sets and numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from kritzel.game import Seat, Text
from kritzel.layout import Count, Layout, Picture, Sign, Slot, Spot
from kritzel.scene import SQUARE, Mark, Token
from kritzel.skeleton.room.scoring import score
from kritzel.skeleton.room.sheet import Sheet
from kritzel.skeleton.room.state import Cross, Move, State
from kritzel.skeleton.room.words import FACTS

MARGIN = 10.0
TITLE = Text("Tiny · {title}", "Tiny · {title}")
CROSSES = Text("Kreuze", "Crosses")
DICE = Text("Würfel", "Dice")
MARKS = {"cross": Text("angekreuzt", "crossed"), "legal": Text("ein Würfel passt", "a die fits")}


@lru_cache(16)
def layouts(sheet: Sheet) -> tuple[Layout]:
    """The sheet as it is printed."""
    printed = Layout(
        pad=FACTS.pad,
        title=TITLE.filled(title=sheet.title),
        width=max(map(len, sheet.rows)) * SQUARE + 2 * MARGIN,
        height=len(sheet.rows) * SQUARE + 2 * MARGIN,
        cells=tuple([_spot(sheet, cell) for cell in sheet.numbers]),
        signs=tuple([Sign(kind, (Mark(kind),), words) for kind, words in MARKS.items()]),
        fates={},
        slots=(Slot("crosses", "check", "ink", CROSSES),),
        notes={},
        tray_kind="single",
        tray_note=DICE,
    )
    return (printed,)


def _spot(sheet: Sheet, cell: str) -> Spot:
    row, number = next(at for at, cells in enumerate(sheet.rows) if cell in cells), sheet.numbers[cell]
    x, y = MARGIN + SQUARE * (sheet.rows[row].index(cell) + 0.5), MARGIN + SQUARE * (row + 0.5)
    words = (Text.same(cell), Text.same(str(number)))
    return Spot(cell, _bit(sheet, cell), "square", x, y, "plain", words, number)


def _bit(sheet: Sheet, cell: str) -> int:
    return list(sheet.numbers).index(cell)


def picture(state: State, seat: Seat, listed: Sequence[Move]) -> Picture:
    """What stands on a seat's sheet; `listed` are its legal moves."""
    line = score(state)[seat].lines[0]
    legal = {move.cell for move in listed if isinstance(move, Cross)}
    return Picture(
        sets=(_set(state.sheet, state.pads[seat]), _set(state.sheet, legal)),
        tray=tuple([Token("single", str(face), "free") for face in state.dice]),
        total=line.points,
        counts=(Count(str(line.points), f"{line.have}/{line.of}", "open"),),
    )


def _set(sheet: Sheet, cells: Iterable[str]) -> int:
    return sum(1 << _bit(sheet, cell) for cell in cells)
