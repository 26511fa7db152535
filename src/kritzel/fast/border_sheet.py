"""The Border for the compiled twin: map, boards and table as records, and the numbers of all moves.

Cells have compact numbers 0, 1, ... in the order of listing (column by column, top down). Dice are counted,
not listed: one word holds how many there are of each colour, four bits per colour. Knows no rule.
"""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement
from typing import Any

import numpy as np

from kritzel.fast import bits
from kritzel.fast.jit import compiled
from kritzel.games.border.material import COLOURS, DICE, MOST_BOARDS, SEAT_COUNTS, Board, Sheet
from kritzel.games.border.moves import Dice
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

STATE = np.dtype(
    [
        ("crosses", "u8", (MOST_BOARDS, 2)),
        ("new", "u8", (MOST_BOARDS, 2)),
        ("rim", "u8", (MOST_BOARDS, 2)),
        ("enclosed", "i4", MOST_BOARDS),
        ("was_first", "i4", MOST_BOARDS),
        ("round", "i4"),
        ("dice", "i4"),
        ("phase", "u1"),
        ("throw", "u1"),
        ("one", "u1"),
        ("seats", "u1"),
        ("done", "u1"),
        ("board", "u1", MOST_BOARDS),
    ],
    align=True,
)
"""Per seat: settled crosses, those of the running action, everything beside either (`rim`, kept up to date
because B4 asks for it all the time), areas enclosed and which of them first, as bits. `done` has a bit per
seat, `board` counts from 0. Throws are numbered by `throw` in keys of luck, so no counter is needed."""

THROWING, KEEPING, MARKING, FOLLOWING, ENDED = range(5)
"""The phases of a round, in the order of the reference."""

# The numbers of all moves ----------------------------------------------------------------------------
WAYS: tuple[Dice, ...] = tuple(
    some for count in range(1, DICE + 1) for some in combinations_with_replacement(range(FACES), count)
)
"""All dice that can be thrown again (B2): fewer first, then by colour."""

DONE, STOP, AGAIN = 0, 1, 2
CROSS = AGAIN + len(WAYS)
"""The move numbers: `done`, `stop`, `roll` with one of WAYS, and from CROSS on the cells."""

MOST_MOVES = bits.MOST_CELLS + 1
NIBBLE, PART = 4, 15


def counted(dice: Dice) -> int:
    """Dice as a word of counts."""
    return sum(1 << NIBBLE * colour for colour in dice)


def listed(dice: int) -> Dice:
    """A word of counts as the dice of the reference."""
    return tuple(colour for colour in range(FACES) for _ in range(dice >> NIBBLE * colour & PART))


WAY = {some: number for number, some in enumerate(WAYS)}
WAY_DICE = np.array([counted(some) for some in WAYS], np.int32)
THROWN = tuple(combinations_with_replacement(range(FACES), DICE))


def _choices() -> tuple[Any, Any]:
    """The moves after each throw of all dice: stop, and every way to throw some again."""
    moves = np.zeros((len(THROWN), 1 << DICE), np.int16)
    many = np.zeros(len(THROWN), np.int64)
    for row, dice in enumerate(THROWN):
        some = {chosen for count in range(1, DICE + 1) for chosen in combinations(dice, count)}
        found = [STOP, *sorted(AGAIN + WAY[chosen] for chosen in some)]
        moves[row, : len(found)] = found
        many[row] = len(found)
    return moves, many


CHOICES, MANY_CHOICES = _choices()


def _ranks() -> Any:
    """How many throws come before one, colour by colour: [colour][dice of later colours]."""
    return np.array(
        [
            [sum(1 for _ in combinations_with_replacement(range(colour, FACES), left - 1)) if left else 0
             for left in range(DICE + 1)]
            for colour in range(FACES)
        ],
        np.int16,
    )  # fmt: skip


RANKS = _ranks()


@compiled
def choices_of(dice: int) -> int:
    """The row of CHOICES for five dice: their place in THROWN."""
    row, left = 0, DICE
    for colour in range(FACES):
        left -= dice >> NIBBLE * colour & PART
        row += RANKS[colour, left]
    return row


# Sets of cells out of records and into them -------------------------------------------------------------
@compiled
def cells_of(words: Any, index: int) -> bits.Cells:
    """A set of cells out of a record."""
    return words[index, 0], words[index, 1]


@compiled
def write(words: Any, index: int, cells: bits.Cells) -> None:
    """A set of cells into a record."""
    words[index, 0] = cells[0]
    words[index, 1] = cells[1]


@compiled
def segment_cells(s: Any, board: int, number: int) -> bits.Cells:
    """The cells of a segment."""
    return s["segments"][board, number, 0], s["segments"][board, number, 1]


@compiled
def colour_cells(s: Any, board: int, colour: int) -> bits.Cells:
    """The cells of a colour."""
    return s["colours"][board, colour, 0], s["colours"][board, colour, 1]


@compiled
def crossed(g: Any, seat: int) -> bits.Cells:
    """All crosses of a seat, those of the running action too."""
    return bits.union(cells_of(g["crosses"], seat), cells_of(g["new"], seat))


# From the reference's sheet --------------------------------------------------------------------------
def compact(sheet: Sheet) -> dict[int, int]:
    """The compact number of each border cell."""
    return {cell: number for number, cell in enumerate(each(sheet.cells))}


def renumbered(cells: Cells, numbers: dict[int, int]) -> tuple[int, int]:
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
    one["white"] = renumbered(sheet.white, numbers)
    for cell, number in numbers.items():
        one["beside"][number] = renumbered(sheet.grid.beside(1 << cell) & sheet.cells, numbers)
    for index, area in enumerate(sheet.areas):
        one["ring"][index] = renumbered(area.ring, numbers)
        one["first"][index], one["later"][index] = area.first, area.later
    for at, board in enumerate(sheet.boards):
        _pack_board(one, at, board, numbers)
    return packed


def _pack_board(one: Any, at: int, board: Board, numbers: dict[int, int]) -> None:
    one["colour_of"][at] = NO_COLOUR
    number = 0
    for colour, segments in enumerate(board.segments):
        one["colours"][at, colour] = renumbered(board.colours[colour], numbers)
        one["starts"][at, colour] = number
        for segment in segments:
            one["segments"][at, number] = renumbered(segment, numbers)
            for cell in each(segment):
                one["segment_of"][at, numbers[cell]] = number
                one["colour_of"][at, numbers[cell]] = colour
            number += 1
    one["starts"][at, FACES] = number


def seating(packed: Any, seats: int) -> tuple[int, ...]:
    """B1: the boards that so many seats get; none where they cannot play."""
    return tuple(packed[0]["seatings"][seats, :seats].tolist()) if seats in SEAT_COUNTS else ()


def check_boards(there: int, seats: int, boards: tuple[int, ...]) -> None:
    """B1: two to four seats, each with a different board of the sheet. Raises ValueError."""
    if seats not in SEAT_COUNTS:
        raise ValueError(f"The Border is for {SEAT_COUNTS[0]} to {SEAT_COUNTS[-1]} seats, not {seats}")
    if len(boards) != seats or len(set(boards)) != seats:
        raise ValueError(f"{seats} seats need {seats} different boards (B1), not {list(boards)}")
    if not set(boards) <= set(range(1, there + 1)):
        raise ValueError(f"the sheet has boards 1 to {there} (B1), not {list(boards)}")
