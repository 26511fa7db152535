"""The value of cells for the planner, compiled: their points, goals, what they lead to, and loops of rails.

On sheets of rails (D37-D40) an open route has the value that closing it would add, times the chance of
filling the gap: `fill_chance` for each free cell on the shortest way between its ends. Dice that still wait
for their piece cost nothing on that way. A cell on a shortest way gains the rise of that chance, a piece of
rail the value of the route it makes.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kritzel.fast.bits import (
    MOST_CELLS,
    NOTHING,
    Cells,
    both,
    count,
    first,
    has,
    is_empty,
    meets,
    minus,
    single,
    union,
    without_first,
)
from kritzel.fast.jit import compiled
from kritzel.fast.luck import below
from kritzel.fast.records import Key, Numbers, Reals
from kritzel.games.dizzle.bot.analysis import flag_value
from kritzel.games.dizzle.fast.placing import beside, closed_locks
from kritzel.games.dizzle.fast.scoring import loose_ends, trail
from kritzel.games.dizzle.fast.sheet import ENDS, KINDS, NOWHERE, PASSES, SheetRecord, load
from kritzel.games.dizzle.fast.state import SeatRecord, TableRecord
from kritzel.games.dizzle.sheet import SOLO_BOMB

GEM = 0.67
"""The share of a gem's points."""

KEY = 0.5
"""A key's share in the value of its locked cells."""

LEAD, FURTHER, SWEEPS = 0.1, 0.6, 3
"""A cell's share in what it leads to; what lies one cell further counts that much less, for SWEEPS cells."""

STATION, JOIN = 0.5, 2.0
"""On sheets of rails: the share of a station's points, and each rail that ends at the cell."""

HALF_CHANCE_PASSES = 2.0
"""With this many passes left, a missing cell is as likely filled as not."""

RUNNING_PASS = 0.2
"""The share of a pass that the running one counts."""


class CellValues(NamedTuple):
    """What is computed once for a decision."""

    value: Any
    """By cell: all but its goals."""
    points: Any
    """By goal: its points, 0 where it is spoilt."""
    gain: Any
    """By the number of cells that will still be missing: what one more is worth for each point of a goal."""
    there: Any
    """By turn from now, number and dice of it: the chance that one will be left."""
    best: Any
    """Room to work in: by turn and number, the best that a die of it could bring."""


@compiled
def fill_chance(g: TableRecord) -> float:
    """The chance that a missing cell will be filled in the passes left."""
    left = PASSES[g["players"]] - g["pass_no"] + RUNNING_PASS
    return left / (left + HALF_CHANCE_PASSES)


@compiled
def price_cells(s: SheetRecord, g: TableRecord, m: SeatRecord, d: CellValues) -> None:
    """The value of every cell that is not crossed: its own, then what follows from other cells."""
    have, own = union(load(m["crosses"]), load(m["dice"])), np.zeros(MOST_CELLS)
    gone = union(load(m["crosses"]), union(load(m["lost"]), load(m["lava"])))
    left = minus(union(load(s["numbered"]), load(s["planets"])), gone)
    cells = left
    while not is_empty(cells):
        cell = first(cells)
        cells = without_first(cells)
        d.value[cell] = own_value(s, g, m, cell)
        own[cell] = d.value[cell]
        if not has(have, cell):
            own[cell] += goal_gain(s, d, have, cell)
    price_rockets(s, d, own, left)
    price_keys(s, m, d, own, left, fill_chance(g))
    price_leads(s, m, d, own, left, fill_chance(g))
    if s["rails"]:
        price_gaps(s, m, fill_chance(g), d.value)


@compiled
def own_value(s: SheetRecord, g: TableRecord, m: SeatRecord, cell: int) -> float:
    """The cell's own points."""
    value = GEM * s["gem"][cell] + STATION * s["station"][cell] + flag_value(s, g, cell)
    if has(load(s["heaps"]), cell):
        value += s["heap"]
    if has(load(s["bombs"]), cell):
        value += SOLO_BOMB if g["players"] == 1 else -s["bomb"]
    if s["rails"]:
        value += JOIN * loose_ends(s, m, load(m["crosses"]), cell)
    return value


@compiled
def goal_gain(s: SheetRecord, d: CellValues, have: Cells, cell: int) -> float:
    """D27-D29: how much more the goals of this cell are worth with it."""
    gain = 0.0
    for index in range(4):
        goal = s["goals_of"][cell, index]
        if goal != NOWHERE and d.points[goal] != 0.0:
            gain += d.points[goal] * d.gain[count(minus(load(s["goal"][goal]), have)) - 1]
    return gain


@compiled
def lava_loss(s: SheetRecord, d: CellValues, have: Cells, cell: int) -> float:
    """D36: what is lost with this cell: its own value, and the present value of its goals."""
    loss = d.value[cell]
    for index in range(4):
        goal = s["goals_of"][cell, index]
        if goal != NOWHERE:
            chance = d.gain[count(minus(load(s["goal"][goal]), have))] / d.gain[0]
            loss += d.points[goal] * chance
    return loss


@compiled
def price_rockets(s: SheetRecord, d: CellValues, own: Reals, left: Cells) -> None:
    """D22: a rocket is worth the best planet, and a cross more."""
    planets, best = both(left, load(s["planets"])), 0.0
    while not is_empty(planets):
        best = max(best, own[first(planets)])
        planets = without_first(planets)
    add_value(d, own, both(left, load(s["rockets"])), 1.0 + best)


@compiled
def price_keys(s: SheetRecord, m: SeatRecord, d: CellValues, own: Reals, left: Cells, chance: float) -> None:
    """D24: a key is worth a part of what it opens, if it is the first of its colour and there is time."""
    for index in range(s["lock_kinds"]):
        if not meets(load(s["keys"][index]), union(load(m["crosses"]), load(m["dice"]))):
            hidden, locks = 0.0, both(left, load(s["locks"][index]))
            while not is_empty(locks):
                hidden += own[first(locks)]
                locks = without_first(locks)
            add_value(d, own, both(left, load(s["keys"][index])), KEY * chance * hidden)


@compiled
def add_value(d: CellValues, own: Reals, cells: Cells, value: float) -> None:
    """Add to the value of each of these cells."""
    while not is_empty(cells):
        d.value[first(cells)] += value
        own[first(cells)] += value
        cells = without_first(cells)


@compiled
def price_leads(s: SheetRecord, m: SeatRecord, d: CellValues, own: Reals, left: Cells, chance: float) -> None:
    """A cell leads to cells that no cross or die has led to yet."""
    ways = minus(both(left, load(s["numbered"])), union(closed_locks(s, m), load(m["dice"])))
    new = minus(ways, union(load(m["beside_crosses"]), load(m["beside_dice"])))
    far = own.copy()
    for _ in range(SWEEPS):
        cells = ways
        while not is_empty(cells):
            cell, most = first(cells), 0.0
            cells = without_first(cells)
            for edge in range(4):
                other = s["near"][cell, edge]
                if other >= 0 and has(new, other):
                    most = max(most, far[other])
            far[cell] = own[cell] + FURTHER * most
    cells = left
    while not is_empty(cells):
        behind = both(new, load(s["beside"][first(cells)]))
        while not is_empty(behind):
            d.value[first(cells)] += LEAD * chance * far[first(behind)]
            behind = without_first(behind)
        cells = without_first(cells)


# Loops of rails ------------------------------------------------------------------------------------
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
def closing_gain(length: int, stations: int) -> float:
    """The points that closing a route of `length` cells adds (D39, D40)."""
    return CLOSED * length + stations


@compiled
def price_gaps(s: SheetRecord, m: SeatRecord, filling: float, value: Reals) -> None:
    """Add to the value of every cell on a shortest way that closes a route."""
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
            price_way(s, m, here, there, goal, length + 1, stations, filling, value)


@compiled
def price_way(
    s: SheetRecord,
    m: SeatRecord,
    here: Numbers,
    there: Numbers,
    goal: int,
    length: int,
    stations: int,
    filling: float,
    value: Reals,
) -> None:
    """The same for one route, by the distances from its ends."""
    steps = here[goal] if goal >= 0 else FAR
    if steps == 0 or steps >= FAR:
        return
    way_gain = closing_gain(length + steps, stations) * filling ** (steps - 1) * (1.0 - filling)
    cells = load(m["free"])
    while not is_empty(cells):
        cell = first(cells)
        cells = without_first(cells)
        if here[cell] + there[cell] == steps + 1:
            value[cell] += way_gain


@compiled
def best_piece(s: SheetRecord, m: SeatRecord, cells: Cells, filling: float, event: Key) -> int:
    """The piece that makes the most of its route, on whichever cell it lies; ties by lot."""
    best, most, tied = NOWHERE, 0.0, 0
    steps = np.empty(s["cells"], np.int64)
    while not is_empty(cells):
        cell = first(cells)
        cells = without_first(cells)
        for kind in range(KINDS):
            value = piece_value(s, m, cell, kind + 1, filling, steps)
            if best == NOWHERE or value > most:
                best, most, tied = KINDS * cell + kind, value, 1
            elif value == most:
                tied += 1
                if below(event, tied, tied) == 0:
                    best = KINDS * cell + kind
    return s["at_rail"] + best


@compiled
def piece_value(
    s: SheetRecord, m: SeatRecord, cell: int, piece: int, filling: float, steps: Numbers
) -> float:
    """What the route through this piece will be worth."""
    rails = minus(union(load(m["crosses"]), load(m["drawn"])), single(cell))
    one, passed, last, begin = trail(s, m, rails, cell, ENDS[piece, 0])
    if begin == cell and last == s["near"][cell, ENDS[piece, 1]]:
        return closing_gain(one + 1, passed + s["station"][cell])
    two, more, _, goal = trail(s, m, rails, cell, ENDS[piece, 1])
    waiting = minus(minus(load(m["dice"]), load(m["drawn"])), single(cell))
    distances(s, begin, union(load(m["free"]), waiting), waiting, steps)
    way = steps[goal] if goal >= 0 else FAR
    length, stations = one + two + 1, passed + more + s["station"][cell]
    chance = filling**way if way < FAR else 0.0
    return LONGER * length + closing_gain(length + way, stations) * chance
