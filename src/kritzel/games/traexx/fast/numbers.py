"""Moves of Träxx as numbers, and back to the reference's moves. Plain Python.

First every step from a cell to a neighbour, by the cell in reading order and then by the neighbour in reading
order, then done. A step from c to d is the same number whichever end of the line c is; on the printed board
steps are 0-311 and done is 312.
"""

from __future__ import annotations

from functools import lru_cache

from kritzel.fast.records import Records
from kritzel.games.traexx.sheet import DONE, Move, Sheet


# Moves ------------------------------------------------------------------------------------------------
@lru_cache(maxsize=64)
def _moves(sheet: Sheet) -> tuple[tuple[Move, ...], dict[Move, int]]:
    listed: list[Move] = [step for cell in sheet.order for _, step in sheet.steps[cell]]
    listed.append(DONE)
    return tuple(listed), {move: number for number, move in enumerate(listed)}


def actions(packed: Records) -> int:
    """How many moves there are on this board, possible or not: every step, and done."""
    return int(packed[0]["steps"]) + 1


def to_int(sheet: Sheet, move: Move) -> int:
    """The number of a move. ValueError for a step between cells that do not touch."""
    numbers = _moves(sheet)[1]
    if move not in numbers:
        raise ValueError(f"{move} is no step between neighbours of this board")
    return numbers[move]


def to_move(sheet: Sheet, number: int) -> Move:
    """The move of a number. ValueError where there is none."""
    listed = _moves(sheet)[0]
    if not 0 <= number < len(listed):
        raise ValueError(f"moves on this board are numbers from 0 to {len(listed) - 1}, not {number}")
    return listed[number]
