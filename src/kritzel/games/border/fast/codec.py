"""Between the reference and the twin of The Border: moves and tables, one way and back. Plain Python."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from kritzel.fast import bits
from kritzel.fast.records import Records
from kritzel.games.border import state as reference
from kritzel.games.border.fast.rules import blank
from kritzel.games.border.fast.sheet import SheetRecord, cells_in_order, compact, compact_words
from kritzel.games.border.fast.state import (
    AGAIN,
    CROSS,
    DONE,
    STOP,
    WAY,
    WAYS,
    TableRecord,
    count_dice,
    list_dice,
)
from kritzel.games.border.sheet import Sheet
from kritzel.games.border.state import Pad, Phase, Points, State
from kritzel.mechanics.cells import Cells, each, gather


# Moves ---------------------------------------------------------------------------------------------------
def actions(packed: Records) -> int:
    return CROSS + int(packed[0]["cells"])


def to_int(sheet: Sheet, move: reference.Move) -> int:
    """The number of a move. Raises KeyError for an unknown cell or impossible dice."""
    if isinstance(move, reference.CrossCell):
        return CROSS + compact(sheet)[move.cell]
    if isinstance(move, reference.ThrowAgain):
        return AGAIN + WAY[move.dice]
    return DONE if isinstance(move, reference.FinishAction) else STOP


def to_move(sheet: Sheet, number: int) -> reference.Move:
    if number >= CROSS:
        return reference.crossings(sheet)[cells_in_order(sheet)[number - CROSS]]
    if number >= AGAIN:
        return reference.ThrowAgain(WAYS[number - AGAIN])
    return reference.DONE if number == DONE else reference.STOP


# Tables --------------------------------------------------------------------------------------------------
PHASES = tuple(Phase)


def from_state(packed: Records, state: State) -> Any:
    table = blank(packed, len(state.pads), tuple(mine.board for mine in state.pads))
    g = table[0]
    g["round"], g["phase"], g["throw"] = state.round, PHASES.index(state.phase), state.throw
    g["dice"], g["one"] = count_dice(state.dice), state.one
    for seat, mine in enumerate(state.pads):
        _write_pad(packed[0], g, seat, mine, state.sheet)
    return table


def _write_pad(s: SheetRecord, g: TableRecord, seat: int, mine: Pad, sheet: Sheet) -> None:
    numbers = compact(sheet)
    g["done"] |= mine.done << seat
    g["crosses"][seat] = compact_words(mine.crosses, numbers)
    g["new"][seat] = compact_words(mine.new, numbers)
    for cell in each(mine.crosses | mine.new):
        g["rim"][seat] |= s["beside"][numbers[cell]]
    for index, (area, got) in enumerate(zip(sheet.areas, mine.points, strict=True)):
        if got is not None:
            g["enclosed"][seat] |= 1 << index
            g["was_first"][seat] |= (got == area.first) << index


def to_state(sheet: Sheet, packed: Records, state: Records) -> State:
    g = state[0]
    return State(
        sheet,
        int(g["round"]),
        PHASES[int(g["phase"])],
        int(g["throw"]),
        list_dice(int(g["dice"])),
        bool(g["one"]),
        tuple(_read_pad(g, seat, sheet) for seat in range(int(g["seats"]))),
    )


def _read_pad(g: TableRecord, seat: int, sheet: Sheet) -> Pad:
    return Pad(
        int(g["board"][seat]) + 1,
        _reference(sheet, bits.number(g["crosses"][seat].tolist())),
        _points(sheet, int(g["enclosed"][seat]), int(g["was_first"][seat])),
        _reference(sheet, bits.number(g["new"][seat].tolist())),
        bool(g["done"] >> seat & 1),
    )


@lru_cache(1 << 12)
def _reference(sheet: Sheet, compact_cells: int) -> Cells:
    cells = cells_in_order(sheet)
    return gather(cells[number] for number in each(compact_cells))


def _points(sheet: Sheet, enclosed: int, was_first: int) -> Points:
    return tuple(
        (area.first if was_first >> index & 1 else area.later) if enclosed >> index & 1 else None
        for index, area in enumerate(sheet.areas)
    )
