"""The greedy bot, compiled: points now, and no further look than the cell it goes to."""

from __future__ import annotations

import numpy as np

from kritzel.fast.bits import (
    MOST_CELLS,
    Cells,
    both,
    count,
    first,
    is_empty,
    minus,
    wide,
    without_first,
)
from kritzel.fast.jit import compiled
from kritzel.fast.luck import MOVES, below, key
from kritzel.fast.records import Records, Seed
from kritzel.games.traexx.fast.rules import (
    cells_in,
    drawn_cell,
    growing_ends,
    is_late,
    reached_before,
    step_to,
    ways,
)
from kritzel.games.traexx.fast.sheet import SheetRecord
from kritzel.games.traexx.fast.state import TableRecord, TrackRecord

POINT, WAY_ON, GAP, DEAD_END, LEAST_VALUE = 10, 20, 9, 60, -27
"""The terms of a step's value, in tenths of a point."""


@compiled
def greedy(sheet: Records, state: Records, seat: int, seed: Seed) -> int:
    """The step of the highest value now; ties are broken by luck.

    A step has the points it brings if the round ends now: one for the cell, and its number in full or half.
    A way on for the rest of the card adds to it. On any card but the last, every free neighbour of the cell
    is a gap that the line may never fill, and a cell without one is a dead end: so the line stays close to
    itself and to the rim. Below LEAST_VALUE the bot is done instead. On the printed board it has 15 points
    in a game of two, random play -20.
    """
    s, g = sheet[0], state[0]
    track, reached = g["tracks"][seat], reached_before(g)
    event = key(np.uint64(seed), wide(g["seen_count"]) + 1, MOVES, seat * MOST_CELLS + wide(track["grown"]))
    best, chosen, ties = LEAST_VALUE, wide(s["steps"]), 1
    for end in growing_ends(track):
        cells = ways(s, track, end)
        while not is_empty(cells):
            to = first(cells)
            cells = without_first(cells)
            value = step_value(s, g, track, to, reached)
            if value > best:
                best, chosen, ties = value, step_to(s, end, to), 1
            elif value == best:
                ties += 1
                chosen = step_to(s, end, to) if below(event, ties, ties) == 0 else chosen
    return chosen


@compiled
def step_value(s: SheetRecord, g: TableRecord, track: TrackRecord, to: int, reached: int) -> int:
    """The value of a step to this cell, in tenths of a point."""
    around = cells_in(s["around"][to])
    value = POINT * (1 + number_points(s, g, track, to, reached))
    if not is_empty(both(around, open_after(s, track, to))):
        value += WAY_ON
    if g["seen_count"] + 1 < s["rounds"]:
        free = count(minus(around, cells_in(track["taken"])))
        value -= GAP * free if free else DEAD_END
    return value


@compiled
def number_points(s: SheetRecord, g: TableRecord, track: TrackRecord, to: int, reached: int) -> int:
    """T5, T7: what the number of a cell would score if the round ended now."""
    number, alone = wide(s["number"][to]), g["seats"] == 1
    if number == 0:
        return number
    late = is_late(track, number, reached, alone)
    for nth_drawn in range(track["grown"] if alone else 0):
        late = late or s["number"][drawn_cell(track, nth_drawn)] > number
    return (number + 1) // 2 if late else number


@compiled
def open_after(s: SheetRecord, track: TrackRecord, to: int) -> Cells:
    """T2: cells that the card could still take after a step to this one."""
    colour = s["colour"][to]
    if track["left"][colour] > 1:
        return cells_in(track["open"])
    return minus(cells_in(track["open"]), cells_in(s["of_colour"][colour]))
