"""The greedy bot, compiled: points now, and no further look than the cell it goes to."""

from __future__ import annotations

import numpy as np

from kritzel.fast import bits
from kritzel.fast.bits import Cells, wide
from kritzel.fast.jit import compiled
from kritzel.fast.records import Records, Seed
from kritzel.games.traexx.bot.ways import best_of, luck_of
from kritzel.games.traexx.fast.rules import (
    MOST_MOVES,
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
    moves, values, count = np.empty(MOST_MOVES, np.int64), np.empty(MOST_MOVES), 1
    moves[0], values[0] = s["steps"], LEAST_VALUE
    for end in growing_ends(track):
        cells = ways(s, track, end)
        while not bits.is_empty(cells):
            to = bits.first(cells)
            cells = bits.without_first(cells)
            moves[count], values[count] = step_to(s, end, to), step_value(s, g, track, to, reached)
            count += 1
    return wide(moves[best_of(values, count, luck_of(g, seat, seed, wide(track["grown"])))])


@compiled
def step_value(s: SheetRecord, g: TableRecord, track: TrackRecord, to: int, reached: int) -> int:
    """The value of a step to this cell, in tenths of a point."""
    around = cells_in(s["around"][to])
    value = POINT * (1 + number_points(s, g, track, to, reached))
    if not bits.is_empty(bits.both(around, open_after(s, track, to))):
        value += WAY_ON
    if g["seen_count"] + 1 < s["rounds"]:
        free = bits.count(bits.minus(around, cells_in(track["taken"])))
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
    return bits.minus(cells_in(track["open"]), cells_in(s["of_colour"][colour]))
