"""A table of The Border as one record. Knows no rule."""

from __future__ import annotations

import numpy as np

from kritzel.fast import bits
from kritzel.fast.jit import compiled
from kritzel.fast.records import Record
from kritzel.games.border.fast.sheet import cells_of
from kritzel.games.border.sheet import MOST_BOARDS

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
def crossed(g: TableRecord, seat: int) -> bits.Cells:
    """All crosses of a seat, those of the running action too."""
    return bits.union(cells_of(g["crosses"], seat), cells_of(g["new"], seat))
