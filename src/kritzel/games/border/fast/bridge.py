"""Between the reference and the twin of The Border: tables, one way and back. Plain Python."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from kritzel.fast import bits
from kritzel.fast.records import Records
from kritzel.games.border.fast.numbers import counted, listed
from kritzel.games.border.fast.rules import (
    blank,
)
from kritzel.games.border.fast.sheet import SheetRecord, cells_in_order, compact, renumbered
from kritzel.games.border.fast.state import TableRecord
from kritzel.games.border.sheet import Sheet
from kritzel.games.border.state import Pad, Phase, Points, State
from kritzel.mechanics.cells import Cells, each, gather

PHASES = tuple(Phase)


def from_state(packed: Records, state: State) -> Any:
    """The record of a state of the reference."""
    table = blank(packed, len(state.pads), tuple(mine.board for mine in state.pads))
    g = table[0]
    g["round"], g["phase"], g["throw"] = state.round, PHASES.index(state.phase), state.throw
    g["dice"], g["one"] = counted(state.dice), state.one
    for seat, mine in enumerate(state.pads):
        _write_pad(packed[0], g, seat, mine, state.sheet)
    return table


def _write_pad(s: SheetRecord, g: TableRecord, seat: int, mine: Pad, sheet: Sheet) -> None:
    numbers = compact(sheet)
    g["done"] |= mine.done << seat
    g["crosses"][seat] = renumbered(mine.crosses, numbers)
    g["new"][seat] = renumbered(mine.new, numbers)
    for cell in each(mine.crosses | mine.new):
        g["rim"][seat] |= s["beside"][numbers[cell]]
    for index, (area, got) in enumerate(zip(sheet.areas, mine.points, strict=True)):
        if got is not None:
            g["enclosed"][seat] |= 1 << index
            g["was_first"][seat] |= (got == area.first) << index


def to_state(sheet: Sheet, packed: Records, state: Records) -> State:
    """The state of the reference that a record stands for."""
    g = state[0]
    return State(
        sheet,
        int(g["round"]),
        PHASES[int(g["phase"])],
        int(g["throw"]),
        listed(int(g["dice"])),
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
