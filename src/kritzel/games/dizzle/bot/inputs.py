"""The numbers of the inputs of Dizzle's value networks: which block stands for what. Knows no table.

The first block is the same for all sheets; behind it come a few numbers for every goal and cell of this one.
"""

from __future__ import annotations

from itertools import accumulate

from kritzel.fast.bits import count, is_empty
from kritzel.fast.jit import compiled
from kritzel.fast.records import Records
from kritzel.games.dizzle.fast.passes import FACE_COUNT
from kritzel.games.dizzle.fast.sheet import KINDS, MOST_SEATS, SheetRecord, load

FEATURES = 1
"""Version of the inputs: raised when they change."""

LOW, STEP = -12, 4
"""Points still to come that the first bin of a network stands for, and from one bin to the next."""

OUT, WAITING, TURN, ROLLING, REMOVING, CROSSED, DRAWING, BEFORE_ROLL, BEFORE_VOLCANO = range(9)
"""The moment, as the seat has it: out of this pass; others' turn; its own; its re-roll; two dice to be
removed; the pass is over but for planets, or for rails; the next one begins."""

MOMENTS, MOST_PASSES, MOST_POOL, MOST_OWN = 9, 12, 13, 8
OPEN = 4
LYING = 5
RING = 4
RING_LYING = 3
EDGE = 6
FLAG = 6
NEAR = 6
KEY = 3
OWED = 4
PLANETS_SEEN = 6
LAVA = 4
LEADS = 9
ROOM = 5
"""How many values each count is seen in, the last one for all above."""

(
    AT_MOMENT,
    AT_PASS,
    AT_ORDER,
    AT_RIVALS,
    AT_POOL,
    AT_OWN,
    AT_OPEN,
    AT_RING,
    AT_REROLL,
    AT_EDGE,
    AT_JUMP,
    AT_FLAG,
    AT_NEAR,
    AT_RACE,
    AT_KEY,
    AT_ROCKET,
    AT_OWED,
    AT_PLANETS,
    AT_LAVA,
    AT_LEAD,
    AT_ROOM,
    AT_FULL,
    AT_NEED,
    AT_SHEET,
) = accumulate(
    (
        0,
        MOST_SEATS * MOMENTS,
        MOST_SEATS * (MOST_PASSES + 1),
        MOST_SEATS * MOST_SEATS,
        MOST_SEATS,
        MOST_POOL + 1,
        MOST_OWN + 1,
        FACE_COUNT * OPEN * LYING,
        FACE_COUNT * RING * RING_LYING,
        FACE_COUNT * OPEN,
        FACE_COUNT * EDGE,
        1,
        2 * FLAG,
        2 * NEAR,
        2 * NEAR,
        3 * KEY,
        OWED,
        OWED,
        PLANETS_SEEN,
        FACE_COUNT * LAVA,
        LEADS,
        ROOM,
        ROOM,
        FACE_COUNT * MOST_SEATS,
    )
)
"""Where each kind of input begins."""

GOAL = 16
"""Values of a goal: spoilt; complete; 1 to 3 cells missing and how many of those are at hand; 4 to 8."""

FULL, MISSING = 1, (2, 4, 7, 11)

GAP, LONG, TIMES = 5, 6, 3
"""Values of a route of rails: cells missing to close it, its length, and how many such routes there are."""

LOOP, LOOPS = 16, 4
"""Values of the longest loop, and of how many there are."""

ROUTES = GAP * LONG * TIMES + LOOP + LOOPS
CELL_ENDS = 4
"""Values of a free cell: how many rails end at it, and whether it would close a route."""


def inputs(packed: Records) -> int:
    """How many inputs a network for this sheet has."""
    s = packed[0]
    return int(after_cells(s)) + (ROUTES + CELL_ENDS * int(s["cells"]) if s["rails"] else 0)


# Where the inputs of this sheet begin ----------------------------------------------------------------
@compiled
def at_cells(s: SheetRecord) -> int:
    """Behind the goals: crosses or pieces of rail, dice, where dice of the pool fit, what may be lost."""
    return AT_SHEET + GOAL * s["goals"]  # type: ignore[no-any-return]


@compiled
def at_dice(s: SheetRecord) -> int:
    """Behind the crosses."""
    return at_cells(s) + s["cells"] * (1 + KINDS if s["rails"] else 1)  # type: ignore[no-any-return]


@compiled
def at_spoilt(s: SheetRecord) -> int:
    """Behind dice and open cells."""
    return at_dice(s) + 2 * s["cells"]  # type: ignore[no-any-return]


@compiled
def after_cells(s: SheetRecord) -> int:
    """Behind what is or may be lost: any cell where there are volcanoes, else only bombs."""
    if is_empty(load(s["volcanoes"])):
        return at_spoilt(s) + 2 * count(load(s["bombs"]))
    return at_spoilt(s) + 3 * s["cells"]  # type: ignore[no-any-return]
