"""What the bots of The Border share, compiled: sets of dice, missing cells, efforts, and what areas promise.

- The effort of an area: every segment that its ring still needs costs EFFORT, by the cells it misses. Long
  segments cost far more than their length: five equal dice are rare, so cells crossed in action 2 pay. Where
  the ring needs only some of the missing cells, the root of their share counts: action 2 takes single cells.
- An area is worth its points times the chance of enclosing it in time. The end of the game is as far away as
  the least effort with which some seat gets all the areas it needs; what takes longer is rarely finished.
- The higher points count by the chance to be first: less effort left makes that likely.
- What the others have of an area counts against it, so a race won also pays by what they lose.

Others are judged by settled crosses alone: what they choose in a running action is hidden.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Any

import numpy as np

from kritzel.fast import bits, luck
from kritzel.fast.bits import Cells
from kritzel.fast.jit import compiled
from kritzel.fast.records import Key, Reals, Record
from kritzel.games.border.fast.sheet import FACES, MOST_AREAS, SheetRecord, cells_of, segment_cells
from kritzel.games.border.fast.state import (
    AGAIN,
    CHOICES,
    MANY_CHOICES,
    MARKING,
    NIBBLE,
    PART,
    STOP,
    THROWN,
    WAY,
    WAYS,
    TableRecord,
    all_crosses,
    count_dice,
)
from kritzel.games.border.sheet import DICE, MOST_BOARDS
from kritzel.games.border.state import Dice, remove_dice

EFFORT = np.array([0.0, 0.4, 1.3, 3.0, 5.6, 9.0, 12.0])
"""Cost of a segment by number of missing cells; six stands for all above."""

PACE = 0.25
"""How much of the way to the end of the game one area may take and be as likely finished as not."""

DOUBT = 4.0
"""How many efforts more or less make an area's being finished in time unlikely or likely."""

RACE = 4.0
"""How many efforts ahead make being first likely."""

FAR = 1e9
CLOSED = 1e-9
"""Efforts below this count as 0: sums of decimals leave rounding errors."""

NEVER = -1e9
"""The value of what cannot happen."""


# All sets of up to five dice ---------------------------------------------------------------------------
SETS = 1 + len(WAYS)
FULL = SETS - len(THROWN)
"""Sets are numbered: no dice 0, then in the order of WAYS. All five dice begin at FULL, as in THROWN."""


def _number(dice: Dice) -> int:
    return 1 + WAY[tuple(sorted(dice))] if dice else 0


def _one_more() -> Any:
    """The set with one more die: [set][colour]."""
    smaller = [(), *(some for some in WAYS if len(some) < DICE)]
    return np.array([[_number((*some, colour)) for colour in range(FACES)] for some in smaller], np.int16)


def _split_choices() -> tuple[Any, Any]:
    """The sets of dice kept and thrown again with each of CHOICES."""
    kept, gone = np.zeros(CHOICES.shape, np.int16), np.zeros(CHOICES.shape, np.int16)
    for row, dice in enumerate(THROWN):
        for index in range(MANY_CHOICES[row]):
            move = int(CHOICES[row, index])
            some = () if move == STOP else WAYS[move - AGAIN]
            kept[row, index], gone[row, index] = _number(remove_dice(dice, some)), _number(some)
    return kept, gone


ONE_MORE = _one_more()
KEPT_SET, GONE_SET = _split_choices()
ANY_DICE = count_dice(tuple(range(FACES)) * DICE)
"""Five of each colour: what a throw might bring."""

SET_DICE = np.array([0, *(count_dice(some) for some in WAYS)], np.int32)


@compiled
def average(values: Reals) -> None:
    """What fewer dice are worth if the others are thrown: die by die the mean over the colours."""
    for dice in range(FULL - 1, -1, -1):
        total = 0.0
        for colour in range(FACES):
            total += values[ONE_MORE[dice, colour]]
        values[dice] = total / FACES


@compiled
def one_throw_before(values: Reals) -> Any:
    """B2: what dice are worth with one throw more: the best dice to keep of each throw, and the averages."""
    before = np.zeros(SETS)
    for row in range(len(MANY_CHOICES)):
        best = NEVER
        for index in range(MANY_CHOICES[row]):
            best = max(best, values[KEPT_SET[row, index]])
        before[FULL + row] = best
    average(before)
    return before


@compiled
def gift_value(gift: Reals, dice: int, one: bool) -> float:
    """B4: what dice left bring the others, by colour and number of dice; B5: the dearest of them."""
    total, most = 0.0, 0.0
    for colour in range(FACES):
        count = dice >> NIBBLE * colour & PART
        total += gift[colour, count]
        most = max(most, gift[colour, min(count, 1)])
    return most if one else total


@compiled
def best_of(values: Reals, event: Key) -> int:
    """The index of the best value; the luck of its index decides between equal ones."""
    best, equal = 0, 1
    for index in range(1, len(values)):
        if values[index] > values[best]:
            best, equal = index, 1
        elif values[index] == values[best] > NEVER:
            equal += 1
            if luck.below(event, index, equal) == 0:
                best = index
    return best


# Missing cells -----------------------------------------------------------------------------------------
@compiled
def missing_of(s: SheetRecord, g: TableRecord, seat: int, number: int) -> Cells:
    """What a segment of the seat's board still needs."""
    return bits.minus(segment_cells(s, g["board"][seat], number), all_crosses(g, seat))


@compiled
def begun_cells(s: SheetRecord, g: TableRecord, seat: int) -> Cells:
    """B3: what is missing in the segments touched in action 1."""
    left, missing = cells_of(g["new"], seat), bits.NOTHING
    while g["phase"] == MARKING and not bits.is_empty(left):
        number = s["segment_of"][g["board"][seat], bits.first(left)]
        missing = bits.union(missing, missing_of(s, g, seat, number))
        left = bits.minus(left, segment_cells(s, g["board"][seat], number))
    return missing


# Scratch memory of the planner ---------------------------------------------------------------------------
SCRATCH = np.dtype(
    [
        ("effort", "f8", (MOST_BOARDS, MOST_AREAS)),
        ("part", "f8", (bits.MOST_CELLS, MOST_AREAS)),
        ("missing", "i4", bits.MOST_CELLS),
        ("colour", "i4", bits.MOST_CELLS),
        ("listed", "i4", bits.MOST_CELLS),
        ("many", "i4"),
        ("room", "i4", FACES),
        ("best", "f8", SETS),
        ("begin", "i4", SETS),
        ("gift", "f8", (FACES, DICE + 1)),
        ("seat", "i4"),
        ("taken", "i4"),
        ("last", "i4"),
        ("far", "f8"),
        ("share", "f8"),
    ],
    align=True,
)
"""What is worked out for one decision of one seat. Efforts by seat. Of the seat's own segments: their part in
the efforts of open areas, missing cells, colours, and a list of those that dice may fill. Dice still free by
colour; by set of dice the best that they fill and the segment to begin with; what left dice bring the others.
The seat, areas that are taken, whether this is the last action, how far the end is, and how much each other
seat counts: all others together as much as the seat itself."""


class ScratchRecord(Record):
    """One of SCRATCH."""


# How far areas are ---------------------------------------------------------------------------------------
@compiled
def cost(missing: Cells, ring: Cells) -> float:
    count, shared = bits.count(missing), bits.count(bits.both(missing, ring))
    if shared == 0:
        return 0.0
    return EFFORT[min(count, len(EFFORT) - 1)] * sqrt(shared / count)


@compiled
def measure(s: SheetRecord, g: TableRecord, d: ScratchRecord, seat: int) -> None:
    """The efforts of all areas for a seat. Others than the planner's are known by settled crosses alone; of
    the planner's the part of each segment is stored, too."""
    board, own = g["board"][seat], seat == d["seat"]
    taken = all_crosses(g, seat) if own else cells_of(g["crosses"], seat)
    for number in range(s["starts"][board, FACES]):
        segment = segment_cells(s, board, number)
        missing = bits.minus(segment, taken)
        if own:
            d["missing"][number] = bits.count(missing)
            d["colour"][number] = s["colour_of"][board, bits.first(segment)]
        for area in range(s["areas"]):
            effort = cost(missing, cells_of(s["ring"], area))
            d["effort"][seat, area] += effort
            if own:
                d["part"][number, area] = effort


@compiled
def way_to_end(s: SheetRecord, d: ScratchRecord, seat: int) -> float:
    """B8: the least effort with which the seat has enough areas; those it has come first, with none."""
    efforts, way = np.sort(d["effort"][seat, : s["areas"]]), 0.0
    for index in range(min(s["end"], s["areas"])):
        way += efforts[index]
    return way


@compiled
def look_around(s: SheetRecord, g: TableRecord, d: ScratchRecord, seat: int) -> None:
    """Everything that does not depend on the move."""
    d["seat"], d["far"], d["share"] = seat, FAR, 1.0 / (g["seats"] - 1)
    for other in range(g["seats"]):
        measure(s, g, d, other)
        d["taken"] |= g["enclosed"][other]
        d["last"] |= bits.ones(np.uint64(g["enclosed"][other])) >= s["end"]
        d["far"] = min(d["far"], way_to_end(s, d, other))


# What areas are worth ------------------------------------------------------------------------------------
@compiled
def probability(lead: float) -> float:
    """From 0 (hopeless) over a half (even) to 1 (sure)."""
    return 1.0 / (1.0 + exp(-lead))


@compiled
def promise(s: SheetRecord, d: ScratchRecord, area: int, effort: float, rival: float, taken: bool) -> float:
    """B6: what an open area promises a seat with this effort left, against the nearest rival's effort."""
    first, later = s["first"][area], s["later"][area]
    if effort < CLOSED:
        return later if taken else first
    if d["last"]:
        return 0.0
    if not taken:
        later += (first - later) * probability((rival - effort) / RACE)
    return later * probability((PACE * d["far"] - effort) / DOUBT)


@compiled
def nearest(g: TableRecord, d: ScratchRecord, area: int, seat: int) -> float:
    rival = FAR
    for other in range(g["seats"]):
        if other != seat and other != d["seat"]:
            rival = min(rival, d["effort"][other, area])
    return rival


@compiled
def balance(s: SheetRecord, g: TableRecord, d: ScratchRecord, area: int, effort: float) -> float:
    """What an area that is open for the planner promises it with this effort left, less what others have."""
    taken, seat = d["taken"] >> area & 1 == 1, d["seat"]
    value = promise(s, d, area, effort, nearest(g, d, area, seat), taken)
    for other in range(g["seats"]):
        if other != seat and not g["enclosed"][other] >> area & 1:
            rival, gone = min(effort, nearest(g, d, area, other)), taken or effort < CLOSED
            value -= d["share"] * promise(s, d, area, d["effort"][other, area], rival, gone)
    return value


@compiled
def saved_effort(s: SheetRecord, g: TableRecord, seat: int, area: int, missing: Cells, cell: int) -> float:
    """How much effort for an open area a seat saves by crossing one of a segment's missing cells."""
    if g["enclosed"][seat] >> area & 1:
        return 0.0
    ring = cells_of(s["ring"], area)
    return cost(missing, ring) - cost(bits.minus(missing, bits.single(cell)), ring)
