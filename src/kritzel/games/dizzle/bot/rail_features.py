"""Rails of one seat, as inputs of the value network (D37-D40); see `features`.

Each open route that can still be closed is seen by its length and by how many free cells are missing between
its ends (dice that wait for their piece cost nothing), each free cell by the rails that end at it.
"""

from __future__ import annotations

import numpy as np

from kritzel.fast.bits import (
    NOTHING,
    Cells,
    both,
    count,
    first,
    has,
    is_empty,
    minus,
    single,
    union,
    without_first,
)
from kritzel.fast.jit import compiled
from kritzel.fast.net import note
from kritzel.fast.records import Numbers
from kritzel.games.dizzle.fast.placing import beside
from kritzel.games.dizzle.fast.scoring import follow, loose_ends
from kritzel.games.dizzle.fast.sheet import ENDS, SheetRecord, load
from kritzel.games.dizzle.fast.state import SeatRecord

GAP, LONG, TIMES = 5, 6, 3
"""Values of a route of rails: cells missing to close it, its length, and how many such routes there are."""

LOOP, LOOPS = 16, 4
"""Values of the longest loop, and of how many there are."""

ROUTES = GAP * LONG * TIMES + LOOP + LOOPS
CELL_ENDS = 4
"""Values of a free cell: how many rails end at it, and whether it would close a route."""


# Routes ----------------------------------------------------------------------------------------------
@compiled
def list_rails(
    s: SheetRecord,
    m: SeatRecord,
    rails: Cells,
    dice: Cells,
    spoilt: Cells,
    seen: Numbers,
    size: int,
    begin: int,
) -> int:
    """All routes and ends of rails; loops by the longest one and their number."""
    ways = minus(load(s["numbered"]), union(rails, spoilt))
    left, longest, loops, closers = rails, 0, 0, NOTHING
    times = np.zeros(GAP * LONG, np.int64)
    size = list_ends(s, m, rails, ways, seen, size, begin + GAP * LONG * TIMES + LOOP + LOOPS)
    while not is_empty(left):
        cell = first(left)
        route, one, closed = follow(s, m, rails, cell, ENDS[m["piece"][cell], 0])
        if closed:
            longest, loops = max(longest, count(route)), loops + 1
        else:
            more, two, _ = follow(s, m, rails, cell, ENDS[m["piece"][cell], 1])
            route = union(route, more)
            missing = gap(s, one, two, ways, dice)
            if missing <= GAP:
                times[(missing - 1) * LONG + length_value(count(route))] += 1
                if one == two:
                    closers = union(closers, single(one))
        left = minus(left, route)
    while not is_empty(closers):
        size = note(seen, size, begin + closing_input(first(closers)))
        closers = without_first(closers)
    for value in range(GAP * LONG):
        if times[value] > 0:
            size = note(seen, size, begin + value * TIMES + min(times[value], TIMES) - 1)
    size = note(seen, size, begin + GAP * LONG * TIMES + min(longest // 2, LOOP - 1))
    return note(seen, size, begin + GAP * LONG * TIMES + LOOP + min(loops, LOOPS - 1))


@compiled
def closing_input(cell: int) -> int:
    """The input, from the begin of those of rails, of a cell that would close a route."""
    return GAP * LONG * TIMES + LOOP + LOOPS + CELL_ENDS * cell + CELL_ENDS - 1


@compiled
def list_ends(
    s: SheetRecord, m: SeatRecord, rails: Cells, ways: Cells, seen: Numbers, size: int, begin: int
) -> int:
    """Each cell that may still get a piece, by the number of rails that end at it."""
    cells = both(ways, union(load(m["beside_crosses"]), load(m["beside_dice"])))
    while not is_empty(cells):
        cell = first(cells)
        cells = without_first(cells)
        ends = loose_ends(s, m, rails, cell)
        if ends > 0:
            size = note(seen, size, begin + CELL_ENDS * cell + min(ends, CELL_ENDS - 1) - 1)
    return size


@compiled
def length_value(length: int) -> int:
    """1, 2, 3-4, 5-7, 8-11 or more cells."""
    if length <= 2:
        return length - 1
    return 2 if length <= 4 else 3 if length <= 7 else 4 if length <= 11 else 5


@compiled
def gap(s: SheetRecord, begin: int, goal: int, ways: Cells, dice: Cells) -> int:
    """How many free cells the shortest way between two cells takes, both counted: 1 to `GAP`, or more."""
    if begin < 0 or goal < 0 or not has(ways, begin) or not has(ways, goal):
        return GAP + 1
    wave, seen, steps = single(begin), NOTHING, 0 if has(dice, begin) else 1
    while steps <= GAP and not is_empty(wave):
        grown = wave
        while not is_empty(grown):
            seen = union(seen, grown)
            grown = both(beside(s, grown), minus(both(ways, dice), seen))
            wave = union(wave, grown)
        if has(wave, goal):
            return max(steps, 1)
        wave = both(beside(s, wave), minus(minus(ways, dice), seen))
        steps += 1
    return GAP + 1
