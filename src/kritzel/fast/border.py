"""The compiled twin of The Border: records, moves as numbers, bridges to the reference, rules and players.

Moves are numbered for all sheets alike: 0 `done`, 1 `stop`, 2 to 462 `roll` with one of WAYS (which dice are
thrown again: fewer first, then by colour), from 463 on the border cells in the order of listing. They are the
action space of environments. All compiled functions take arrays of one record, work in place and trust their
caller; `allowed` is for those who do not. A seed is a whole number below 2**63.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from kritzel.fast import bits
from kritzel.fast.border_greedy import greedy
from kritzel.fast.border_learned import learned
from kritzel.fast.border_master import master
from kritzel.fast.border_planner import planner
from kritzel.fast.border_play import MOST_ROUNDS, playout, playouts, restart
from kritzel.fast.border_rules import (
    DECISION,
    OVER,
    THROW,
    allowed,
    apply,
    deciding,
    legal,
    outcome,
    pending,
    places,
    reveal,
    scores,
)
from kritzel.fast.border_sheet import (
    AGAIN,
    CROSS,
    DONE,
    MOST_MOVES,
    SHEET,
    STATE,
    STOP,
    WAY,
    WAYS,
    check_boards,
    compact,
    counted,
    listed,
    pack,
    renumbered,
    seating,
)
from kritzel.fast.border_sight import FEATURES, LOW, STEP, aims, inputs
from kritzel.games.border import moves
from kritzel.games.border.material import Sheet
from kritzel.games.border.state import Pad, Phase, Points, State
from kritzel.mechanics.cells import Cells, each, gather

__all__ = [
    "AGAIN",
    "CROSS",
    "DECISION",
    "DONE",
    "FEATURES",
    "LOW",
    "MOST_MOVES",
    "MOST_ROUNDS",
    "OVER",
    "SHEET",
    "STATE",
    "STEP",
    "STOP",
    "THROW",
    "WAYS",
    "actions",
    "aims",
    "allowed",
    "apply",
    "blank",
    "deciding",
    "from_state",
    "greedy",
    "inputs",
    "learned",
    "legal",
    "master",
    "outcome",
    "pack",
    "pending",
    "places",
    "planner",
    "playout",
    "playouts",
    "restart",
    "reveal",
    "scores",
    "to_int",
    "to_move",
    "to_state",
]

PHASES = tuple(Phase)


def blank(packed: Any, seats: int, boards: tuple[int, ...] = ()) -> Any:
    """B1: the table before the first throw. Boards count from 1; none named: as the sheet says."""
    boards = tuple(boards) or seating(packed, seats)
    check_boards(int(packed[0]["boards"]), seats, boards)
    state = np.zeros(1, STATE)
    state[0]["seats"] = seats
    state[0]["board"][:seats] = [board - 1 for board in boards]
    restart(packed, state)
    return state


# Moves as numbers ----------------------------------------------------------------------------------------
def actions(packed: Any) -> int:
    """How many move numbers the sheet has."""
    return CROSS + int(packed[0]["cells"])


def to_int(sheet: Sheet, move: moves.Move) -> int:
    """The number of a move. Raises KeyError for a cell or dice that cannot be."""
    if isinstance(move, moves.Cross):
        return CROSS + _numbers(sheet)[move.cell]
    if isinstance(move, moves.Again):
        return AGAIN + WAY[move.dice]
    return DONE if isinstance(move, moves.Done) else STOP


def to_move(sheet: Sheet, number: int) -> moves.Move:
    """The move of a number."""
    if number >= CROSS:
        return sheet.crossings[_cells(sheet)[number - CROSS]]
    if number >= AGAIN:
        return moves.Again(WAYS[number - AGAIN])
    return moves.DONE if number == DONE else moves.STOP


@lru_cache(16)
def _numbers(sheet: Sheet) -> dict[int, int]:
    return compact(sheet)


@lru_cache(16)
def _cells(sheet: Sheet) -> tuple[int, ...]:
    return tuple(each(sheet.cells))


# Bridges -------------------------------------------------------------------------------------------------
def from_state(packed: Any, state: State) -> Any:
    """The record of a state of the reference."""
    table = blank(packed, len(state.pads), tuple(mine.board for mine in state.pads))
    g = table[0]
    g["round"], g["phase"], g["throw"] = state.round, PHASES.index(state.phase), state.throw
    g["dice"], g["one"] = counted(state.dice), state.one
    for seat, mine in enumerate(state.pads):
        _write_pad(packed[0], g, seat, mine, state.sheet)
    return table


def _write_pad(s: Any, g: Any, seat: int, mine: Pad, sheet: Sheet) -> None:
    numbers = _numbers(sheet)
    g["done"] |= mine.done << seat
    g["crosses"][seat] = renumbered(mine.crosses, numbers)
    g["new"][seat] = renumbered(mine.new, numbers)
    for cell in each(mine.crosses | mine.new):
        g["rim"][seat] |= s["beside"][numbers[cell]]
    for index, (area, got) in enumerate(zip(sheet.areas, mine.points, strict=True)):
        if got is not None:
            g["enclosed"][seat] |= 1 << index
            g["was_first"][seat] |= (got == area.first) << index


def to_state(sheet: Sheet, packed: Any, state: Any) -> State:
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


def _read_pad(g: Any, seat: int, sheet: Sheet) -> Pad:
    return Pad(
        int(g["board"][seat]) + 1,
        _reference(sheet, bits.number(g["crosses"][seat].tolist())),
        _points(sheet, int(g["enclosed"][seat]), int(g["was_first"][seat])),
        _reference(sheet, bits.number(g["new"][seat].tolist())),
        bool(g["done"] >> seat & 1),
    )


@lru_cache(1 << 12)
def _reference(sheet: Sheet, compact_cells: int) -> Cells:
    cells = _cells(sheet)
    return gather(cells[number] for number in each(compact_cells))


def _points(sheet: Sheet, enclosed: int, was_first: int) -> Points:
    return tuple(
        (area.first if was_first >> index & 1 else area.later) if enclosed >> index & 1 else None
        for index, area in enumerate(sheet.areas)
    )
