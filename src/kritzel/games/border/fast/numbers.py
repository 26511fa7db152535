"""Moves and dice of The Border as numbers, and back to the reference's moves.

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
from kritzel.fast.records import Records
from kritzel.games.border import state as reference
from kritzel.games.border.fast.sheet import (
    FACES,
    cells_in_order,
    compact,
)
from kritzel.games.border.sheet import DICE, Sheet
from kritzel.games.border.state import Dice

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


# To the reference's moves and back -----------------------------------------------------------------------
def actions(packed: Records) -> int:
    """How many move numbers the sheet has."""
    return CROSS + int(packed[0]["cells"])


def to_int(sheet: Sheet, move: reference.Move) -> int:
    """The number of a move. Raises KeyError for a cell or dice that cannot be."""
    if isinstance(move, reference.Cross):
        return CROSS + compact(sheet)[move.cell]
    if isinstance(move, reference.Again):
        return AGAIN + WAY[move.dice]
    return DONE if isinstance(move, reference.Done) else STOP


def to_move(sheet: Sheet, number: int) -> reference.Move:
    """The move of a number."""
    if number >= CROSS:
        return reference.crossings(sheet)[cells_in_order(sheet)[number - CROSS]]
    if number >= AGAIN:
        return reference.Again(WAYS[number - AGAIN])
    return reference.DONE if number == DONE else reference.STOP
