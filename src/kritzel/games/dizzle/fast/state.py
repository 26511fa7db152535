"""A Dizzle table as one record. Knows no rule.

Beside what the reference keeps, the record holds sets that follow from it, so that no move has to work them
out again: free cells, neighbours of crosses, dice and lava, the open cells of the seat in turn, who is asked.
"""

from __future__ import annotations

import numpy as np

from kritzel.fast.bits import MOST_CELLS
from kritzel.fast.records import Record
from kritzel.games.dizzle.fast.sheet import MOST_SEATS, SET
from kritzel.games.dizzle.sheet import FACES

OVER, PLACE, REROLLED, FLOW, PLANETS, RAILS, VOLCANO, ROLL, REROLL, REMOVE = range(10)

THROWS = 4

SETS = ("crosses", "dice", "lost", "lava", "pick")
"""Sets of cells that the reference's `Pad` has by the same name."""
_DERIVED = ("drawn", "free", "beside_crosses", "beside_dice", "beside_lava")

MINE = np.dtype(
    [
        *[(name, *SET) for name in (*SETS, *_DERIVED)],
        ("won", "i8", 2),
        ("reached", "i8", 2),
        ("out", "i8"),
        ("rockets", "i8"),
        ("piece", "u1", MOST_CELLS),
    ],
    align=True,
)
"""One seat's sheet, as the reference's `Pad`. `piece` holds printed, settled and drawn rails alike: the
drawn ones are the cells of `drawn`. `free` are cells open to dice (D6); `beside_lava` counts volcanoes too.
"""


class SeatRecord(Record):
    """One of MINE."""


NUMBERS = ("players", "pass_no", "phase", "turn", "shown", "asked", "left", "lying")

STATE = np.dtype(
    [
        *[(name, "i8") for name in NUMBERS],
        ("pool", "i8", len(FACES) + 1),
        ("nth", "i8", THROWS),
        ("open", *SET),
        ("seats", MINE, MOST_SEATS),
    ],
    align=True,
)
"""The table. The pool is a count per number (`left` dice in all, `lying` the mask of its numbers). `asked` is
the mask of seats that decide now, `open` where the seat in turn may place (D6-D9). `nth` counts the throws of
each kind in this pass: it keys luck and is no part of the position.
"""


class TableRecord(Record):
    """One of STATE."""
