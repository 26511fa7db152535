"""Loops the planner hopes to close on sheets of rails (D37-D40), compiled. Knows no other goals.

A route that is still open is worth what closing it would add, times the chance of filling the gap: `hold` for
each free cell on the shortest way from one of its ends to the other. Dice that still wait for their piece
cost nothing on that way. A cell on a shortest way is worth the rise of that chance, a piece of rail the worth
of the route it makes.
"""

from __future__ import annotations

import numpy as np

from kritzel.fast.bits import (
    NOTHING,
    Cells,
    both,
    first,
    has,
    is_empty,
    minus,
    single,
    union,
    without_first,
)
from kritzel.fast.jit import compiled
from kritzel.fast.luck import below
from kritzel.fast.records import Key, Numbers, Reals
from kritzel.games.dizzle.fast.placing import beside
from kritzel.games.dizzle.fast.rails import trail
from kritzel.games.dizzle.fast.sheet import ENDS, KINDS, NOWHERE, SheetRecord, load
from kritzel.games.dizzle.fast.state import SeatRecord

FAR = 24
"""Gaps longer than this are never closed."""

CLOSED = 1.8
"""What a cell gains when its route is closed: 2 on the longest loop, 1 on others (D39); mostly it is that."""

LONGER = 0.01
"""Where no way closes a route, a longer one is a little better."""


@compiled
def distances(s: SheetRecord, begin: int, ways: Cells, dice: Cells, out: Numbers) -> None:
    """How many free cells a way from here to each cell takes, both ends counted; FAR where there is none."""
    for cell in range(s["cells"]):
        out[cell] = FAR
    if begin < 0 or not has(ways, begin):
        return
    wave, seen, steps = single(begin), NOTHING, 0 if has(dice, begin) else 1
    while not is_empty(wave) and steps < FAR:
        grown = wave
        while not is_empty(grown):
            seen = union(seen, grown)
            grown = both(beside(s, grown), minus(both(ways, dice), seen))
            wave = union(wave, grown)
        mark(wave, steps, out)
        wave = both(beside(s, wave), minus(minus(ways, dice), seen))
        steps += 1


@compiled
def mark(cells: Cells, steps: int, out: Numbers) -> None:
    """Note the distance of these cells."""
    while not is_empty(cells):
        out[first(cells)] = steps
        cells = without_first(cells)


@compiled
def gain(length: int, stations: int) -> float:
    """What closing a route of so many cells adds to it (D39, D40)."""
    return CLOSED * length + stations


# Where dice go -------------------------------------------------------------------------------------
@compiled
def price_gaps(s: SheetRecord, m: SeatRecord, hold: float, worth: Reals) -> None:
    """Adds to the worth of every cell on a shortest way that closes a route."""
    rails, left = load(m["crosses"]), load(m["crosses"])
    ways = union(load(m["free"]), load(m["dice"]))
    here, there = np.empty(s["cells"], np.int64), np.empty(s["cells"], np.int64)
    while not is_empty(left):
        cell = first(left)
        left = without_first(left)
        for index in range(2):
            begin = s["near"][cell, ENDS[m["piece"][cell], index]]
            if begin < 0 or not has(ways, begin):
                continue
            length, stations, last, goal = trail(s, m, rails, cell, ENDS[m["piece"][cell], 1 - index])
            if last < cell or (last == cell and index == 1):
                continue
            distances(s, begin, ways, load(m["dice"]), here)
            distances(s, goal, ways, load(m["dice"]), there)
            stations += s["station"][cell]
            price_way(s, m, here, there, goal, length + 1, stations, hold, worth)


@compiled
def price_way(
    s: SheetRecord,
    m: SeatRecord,
    here: Numbers,
    there: Numbers,
    goal: int,
    length: int,
    stations: int,
    hold: float,
    worth: Reals,
) -> None:
    """One route with its ends so far apart."""
    steps = here[goal] if goal >= 0 else FAR
    if steps == 0 or steps >= FAR:
        return
    rise = gain(length + steps, stations) * hold ** (steps - 1) * (1.0 - hold)
    cells = load(m["free"])
    while not is_empty(cells):
        cell = first(cells)
        cells = without_first(cells)
        if here[cell] + there[cell] == steps + 1:
            worth[cell] += rise


# Which piece is drawn ------------------------------------------------------------------------------
@compiled
def best_piece(s: SheetRecord, m: SeatRecord, cells: Cells, hold: float, event: Key) -> int:
    """The piece that makes the most of its route, on whichever cell it lies; ties by lot."""
    best, most, tied = NOWHERE, 0.0, 0
    steps = np.empty(s["cells"], np.int64)
    while not is_empty(cells):
        cell = first(cells)
        cells = without_first(cells)
        for kind in range(KINDS):
            worth = piece_worth(s, m, cell, kind + 1, hold, steps)
            if best == NOWHERE or worth > most:
                best, most, tied = KINDS * cell + kind, worth, 1
            elif worth == most:
                tied += 1
                if below(event, tied, tied) == 0:
                    best = KINDS * cell + kind
    return s["at_rail"] + best  # type: ignore[no-any-return]


@compiled
def piece_worth(s: SheetRecord, m: SeatRecord, cell: int, piece: int, hold: float, steps: Numbers) -> float:
    """What the route through this piece will be worth."""
    rails = minus(union(load(m["crosses"]), load(m["drawn"])), single(cell))
    one, passed, last, begin = trail(s, m, rails, cell, ENDS[piece, 0])
    if begin == cell and last == s["near"][cell, ENDS[piece, 1]]:
        return gain(one + 1, passed + s["station"][cell])
    two, more, _, goal = trail(s, m, rails, cell, ENDS[piece, 1])
    waiting = minus(minus(load(m["dice"]), load(m["drawn"])), single(cell))
    distances(s, begin, union(load(m["free"]), waiting), waiting, steps)
    way = steps[goal] if goal >= 0 else FAR
    length, stations = one + two + 1, passed + more + s["station"][cell]
    chance = hold**way if way < FAR else 0.0
    return LONGER * length + gain(length + way, stations) * chance
