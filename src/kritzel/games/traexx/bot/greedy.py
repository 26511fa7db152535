"""The greedy bot of Träxx, compiled: points now, and no further look than the cell it goes to."""

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
    without_first,
)
from kritzel.fast.jit import compiled
from kritzel.fast.luck import MOVES, below, key
from kritzel.fast.records import Records, Seed
from kritzel.games.traexx.fast.rules import (
    cells_in,
    drawn,
    growing_ends,
    is_late,
    reached_before,
    step_to,
    ways,
    wide,
)
from kritzel.games.traexx.fast.sheet import SheetRecord
from kritzel.games.traexx.fast.state import TableRecord, TrackRecord

POINT = 10


WAY_ON, GAP, DEAD_END = 20, 9, 60


LEAST = -27
"""What the greedy bot takes into account (see there), in tenths of a point."""


# The greedy bot -----------------------------------------------------------------------------------------
@compiled
def greedy(sheet: Records, state: Records, seat: int, seed: Seed) -> int:
    """The step that is worth most now; ties are broken by luck. Looks no further than the cell it goes to.

    A step is worth its points now: one for the cell and the number in full or half, as if the round ended
    now. It gains by a way on for the rest of the card. On any card but the last, every free neighbour of the
    cell is a gap the line may never come back to, and no free neighbour is the end of this end: so the line
    hugs itself and the rim. The bot is done when no step is worth more than LEAST: rather that than a dead
    end. Measured on the printed board: 15 points each in a game of two, random play -20.
    """
    s, g = sheet[0], state[0]
    track, reached = g["tracks"][seat], reached_before(g)
    event = key(np.uint64(seed), wide(g["seen_count"]) + 1, MOVES, seat * MOST_CELLS + wide(track["grown"]))
    best, chosen, ties = LEAST, wide(s["steps"]), 1
    for end in growing_ends(track):
        cells = ways(s, track, end)
        while not is_empty(cells):
            to = first(cells)
            cells = without_first(cells)
            value = worth(s, g, track, to, reached)
            if value > best:
                best, chosen, ties = value, step_to(s, end, to), 1
            elif value == best:
                ties += 1
                chosen = step_to(s, end, to) if below(event, ties, ties) == 0 else chosen
    return chosen


@compiled
def worth(s: SheetRecord, g: TableRecord, track: TrackRecord, to: int, reached: int) -> int:
    """What a step to this cell is worth, in tenths of a point."""
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
        late = late or s["number"][drawn(track, nth_drawn)] > number
    return (number + 1) // 2 if late else number


@compiled
def open_after(s: SheetRecord, track: TrackRecord, to: int) -> Cells:
    """T2: cells that the card could still take after a step to this one."""
    colour = s["colour"][to]
    if track["left"][colour] > 1:
        return cells_in(track["open"])
    return minus(cells_in(track["open"]), cells_in(s["of_colour"][colour]))
