"""A table of The Border as one record, its dice as a word of counts, its moves as numbers. Knows no rule.

Moves are numbered for all sheets alike: 0 `done`, 1 `stop`, 2 to 462 `roll` with one of WAYS (which dice are
thrown again: fewer first, then by colour), from 463 on the border cells in the order of listing. Dice are
counted, not listed: one word holds how many there are of each colour, four bits per colour.
"""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement
from typing import Any

import numpy as np

from kritzel.fast import bits
from kritzel.fast.jit import compiled
from kritzel.fast.records import Record
from kritzel.games.border.fast.sheet import FACES, cells_of
from kritzel.games.border.sheet import DICE, MOST_BOARDS
from kritzel.games.border.state import Dice

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


class TableRecord(Record):
    """One of STATE."""


THROWING, KEEPING, MARKING, FOLLOWING, ENDED = range(5)
"""The phases of a round, in the order of the reference."""


@compiled
def all_crosses(g: TableRecord, seat: int) -> bits.Cells:
    """All crosses of a seat, those of the running action too."""
    return bits.union(cells_of(g["crosses"], seat), cells_of(g["new"], seat))


# Dice and moves as numbers -----------------------------------------------------------------------------
WAYS: tuple[Dice, ...] = tuple(
    some for count in range(1, DICE + 1) for some in combinations_with_replacement(range(FACES), count)
)
"""All dice that can be thrown again (B2): fewer first, then by colour."""

DONE, STOP, AGAIN = 0, 1, 2
CROSS = AGAIN + len(WAYS)
"""The move numbers: `done`, `stop`, `roll` with one of WAYS, and from CROSS on the cells."""

MOST_MOVES = bits.MOST_CELLS + 1
NIBBLE, PART = 4, 15
"""Bits of a count of dice in a word, and their mask."""


def count_dice(dice: Dice) -> int:
    return sum(1 << NIBBLE * colour for colour in dice)


@compiled
def how_many(dice: int) -> int:
    total = 0
    for colour in range(FACES):
        total += dice >> NIBBLE * colour & PART
    return total


def list_dice(dice: int) -> Dice:
    return tuple(colour for colour in range(FACES) for _ in range(dice >> NIBBLE * colour & PART))


WAY = {some: number for number, some in enumerate(WAYS)}
WAY_DICE = np.array([count_dice(some) for some in WAYS], np.int32)
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
