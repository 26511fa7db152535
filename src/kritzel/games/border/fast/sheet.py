"""Sheets of The Border as records: map, areas and boards. Knows no rule.

Cells have compact numbers 0, 1, ... in the order of listing (column by column, top down).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from kritzel.fast import bits
from kritzel.fast.jit import compiled
from kritzel.fast.records import Record, Records, Words
from kritzel.games.border.sheet import COLOURS, MOST_BOARDS, SEAT_COUNTS, Board, Sheet
from kritzel.mechanics.cells import Cells, each

MOST_AREAS = 26
FACES = len(COLOURS)
NO_COLOUR = FACES
"""The colour of white cells, which no die crosses."""

SHEET = np.dtype(
    [
        ("white", "u8", 2),
        ("beside", "u8", (bits.MOST_CELLS, 2)),
        ("ring", "u8", (MOST_AREAS, 2)),
        ("colours", "u8", (MOST_BOARDS, FACES, 2)),
        ("segments", "u8", (MOST_BOARDS, bits.MOST_CELLS, 2)),
        ("cells", "i4"),
        ("areas", "i4"),
        ("end", "i4"),
        ("boards", "i4"),
        ("seatings", "i4", (MOST_BOARDS + 1, MOST_BOARDS)),
        ("first", "i4", MOST_AREAS),
        ("later", "i4", MOST_AREAS),
        ("colour_of", "i4", (MOST_BOARDS, bits.MOST_CELLS)),
        ("starts", "i2", (MOST_BOARDS, FACES + 1)),
        ("segment_of", "u1", (MOST_BOARDS, bits.MOST_CELLS)),
    ],
    align=True,
)
"""`segments` of a board are sorted by colour: those of a colour run from its start to the next one's. Each
number of seats has a row of `seatings`."""


class SheetRecord(Record):
    """One of SHEET."""


# Sets of cells out of records and into them -------------------------------------------------------------
@compiled
def cells_of(words: Words, index: int) -> bits.Cells:
    return words[index, 0], words[index, 1]


@compiled
def write(words: Words, index: int, cells: bits.Cells) -> None:
    words[index, 0] = cells[0]
    words[index, 1] = cells[1]


@compiled
def segment_cells(s: SheetRecord, board: int, number: int) -> bits.Cells:
    return s["segments"][board, number, 0], s["segments"][board, number, 1]


@compiled
def colour_cells(s: SheetRecord, board: int, colour: int) -> bits.Cells:
    return s["colours"][board, colour, 0], s["colours"][board, colour, 1]


# From the reference's sheet --------------------------------------------------------------------------
@lru_cache(16)
def compact(sheet: Sheet) -> dict[int, int]:
    return {cell: number for number, cell in enumerate(each(sheet.cells))}


def compact_words(cells: Cells, numbers: dict[int, int]) -> tuple[int, int]:
    """A set of the reference as two words of compact cells."""
    return bits.words(sum(1 << numbers[cell] for cell in each(cells)))


def pack(sheet: Sheet) -> Any:
    """The record of a sheet. Raises ValueError for one that is too large."""
    numbers = compact(sheet)
    if len(numbers) > bits.MOST_CELLS:
        most = bits.MOST_CELLS
        raise ValueError(f"sheet {sheet.id} has {len(numbers)} border cells; the twin takes {most} at most")
    packed = np.zeros(1, SHEET)
    one = packed[0]
    one["cells"], one["areas"], one["boards"] = len(numbers), len(sheet.areas), len(sheet.boards)
    one["end"] = sheet.end
    for seats, boards in sheet.seatings.items():
        one["seatings"][seats, :seats] = boards
    one["white"] = compact_words(sheet.white, numbers)
    for cell, number in numbers.items():
        one["beside"][number] = compact_words(sheet.grid.beside(1 << cell) & sheet.cells, numbers)
    for index, area in enumerate(sheet.areas):
        one["ring"][index] = compact_words(area.ring, numbers)
        one["first"][index], one["later"][index] = area.first, area.later
    for at, board in enumerate(sheet.boards):
        _pack_board(one, at, board, numbers)
    return packed


def _pack_board(one: SheetRecord, index: int, board: Board, numbers: dict[int, int]) -> None:
    one["colour_of"][index] = NO_COLOUR
    number = 0
    for colour, segments in enumerate(board.segments):
        one["colours"][index, colour] = compact_words(board.colours[colour], numbers)
        one["starts"][index, colour] = number
        for segment in segments:
            one["segments"][index, number] = compact_words(segment, numbers)
            for cell in each(segment):
                one["segment_of"][index, numbers[cell]] = number
                one["colour_of"][index, numbers[cell]] = colour
            number += 1
    one["starts"][index, FACES] = number


def seating(packed: Records, seats: int) -> tuple[int, ...]:
    """B1: the boards of the seats by default; empty for a wrong number of seats."""
    return tuple(packed[0]["seatings"][seats, :seats].tolist()) if seats in SEAT_COUNTS else ()


def check_boards(there: int, seats: int, boards: tuple[int, ...]) -> None:
    """B1: two to four seats, each with a different board of the sheet. Raises ValueError."""
    if seats not in SEAT_COUNTS:
        raise ValueError(f"The Border is for {SEAT_COUNTS[0]} to {SEAT_COUNTS[-1]} seats, not {seats}")
    if len(boards) != seats or len(set(boards)) != seats:
        raise ValueError(f"{seats} seats need {seats} different boards (B1), not {list(boards)}")
    if not set(boards) <= set(range(1, there + 1)):
        raise ValueError(f"the sheet has boards 1 to {there} (B1), not {list(boards)}")


@lru_cache(16)
def cells_in_order(sheet: Sheet) -> tuple[int, ...]:
    return tuple(each(sheet.cells))
