"""What cells of Dizzle are worth to the planner, compiled: their points, goals, and what they lead to."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kritzel.fast.bits import (
    MOST_CELLS,
    Cells,
    both,
    count,
    first,
    has,
    is_empty,
    meets,
    minus,
    union,
    without_first,
)
from kritzel.fast.jit import compiled
from kritzel.fast.records import Reals
from kritzel.games.dizzle.bot.greedy import flag_worth
from kritzel.games.dizzle.bot.loops import price_gaps
from kritzel.games.dizzle.fast.placing import closed_locks
from kritzel.games.dizzle.fast.rails import loose_ends
from kritzel.games.dizzle.fast.sheet import NOWHERE, PASSES, SheetRecord, load
from kritzel.games.dizzle.fast.state import SeatRecord, TableRecord
from kritzel.games.dizzle.sheet import SOLO_BOMB

GEM = 0.67
"""Points of a gem that count now."""


KEY = 0.5
"""A key's share in all that its locks hide."""


LEAD, FURTHER, SWEEPS = 0.1, 0.6, 3
"""A cell's share in what it leads to; what lies one cell further counts that much less, so many cells far."""


STATION, JOIN = 0.5, 2.0
"""On sheets of rails: the share of a station's points, and each rail that ends at the cell."""


SLOW = 2.0
"""With so many passes left, a missing cell is as likely filled as not."""


BEGUN = 0.2
"""The pass under way counts so much as a pass left."""


class Scratch(NamedTuple):
    """What is worked out once for a decision."""

    worth: Any
    """By cell: all but its goals."""
    points: Any
    """By goal: its points, 0 where it is spoilt."""
    rise: Any
    """By the number of cells that will still be missing: what one more is worth for each point of a goal."""
    there: Any
    """By turn from now, number and dice of it: the chance that one will be left."""
    best: Any
    """Room to work in: by turn and number, the best that a die of it could bring."""


@compiled
def hold(g: TableRecord) -> float:
    """The chance that a missing cell will be filled in the passes left."""
    left = PASSES[g["players"]] - g["pass_no"] + BEGUN
    return left / (left + SLOW)  # type: ignore[no-any-return]


@compiled
def price_cells(s: SheetRecord, g: TableRecord, m: SeatRecord, d: Scratch) -> None:
    """The worth of every cell that is not crossed: by itself, then what follows from other cells."""
    have, own = union(load(m["crosses"]), load(m["dice"])), np.zeros(MOST_CELLS)
    gone = union(load(m["crosses"]), union(load(m["lost"]), load(m["lava"])))
    left = minus(union(load(s["numbered"]), load(s["planets"])), gone)
    cells = left
    while not is_empty(cells):
        cell = first(cells)
        cells = without_first(cells)
        d.worth[cell] = worth_alone(s, g, m, cell)
        own[cell] = d.worth[cell]
        if not has(have, cell):
            own[cell] += goal_rise(s, d, have, cell)
    price_rockets(s, d, own, left)
    price_keys(s, m, d, own, left, hold(g))
    price_leads(s, m, d, own, left, hold(g))
    if s["rails"]:
        price_gaps(s, m, hold(g), d.worth)


@compiled
def worth_alone(s: SheetRecord, g: TableRecord, m: SeatRecord, cell: int) -> float:
    """The cell's own points."""
    worth = GEM * s["gem"][cell] + STATION * s["station"][cell] + flag_worth(s, g, cell)
    if has(load(s["heaps"]), cell):
        worth += s["heap"]
    if has(load(s["bombs"]), cell):
        worth += SOLO_BOMB if g["players"] == 1 else -s["bomb"]
    if s["rails"]:
        worth += JOIN * loose_ends(s, m, load(m["crosses"]), cell)
    return worth  # type: ignore[no-any-return]


@compiled
def goal_rise(s: SheetRecord, d: Scratch, have: Cells, cell: int) -> float:
    """D27-D29: how much more the goals of this cell are worth with it."""
    rise = 0.0
    for index in range(4):
        goal = s["goals_of"][cell, index]
        if goal != NOWHERE and d.points[goal] != 0.0:
            rise += d.points[goal] * d.rise[count(minus(load(s["goal"][goal]), have)) - 1]
    return rise


@compiled
def lava_loss(s: SheetRecord, d: Scratch, have: Cells, cell: int) -> float:
    """D36: what is lost with this cell: its own worth, and all its goals are worth by now."""
    loss = d.worth[cell]
    for index in range(4):
        goal = s["goals_of"][cell, index]
        if goal != NOWHERE:
            chance = d.rise[count(minus(load(s["goal"][goal]), have))] / d.rise[0]
            loss += d.points[goal] * chance
    return loss  # type: ignore[no-any-return]


@compiled
def price_rockets(s: SheetRecord, d: Scratch, own: Reals, left: Cells) -> None:
    """D22: a rocket is worth the best planet, and a cross more."""
    planets, best = both(left, load(s["planets"])), 0.0
    while not is_empty(planets):
        best = max(best, own[first(planets)])
        planets = without_first(planets)
    raise_worth(d, own, both(left, load(s["rockets"])), 1.0 + best)


@compiled
def price_keys(s: SheetRecord, m: SeatRecord, d: Scratch, own: Reals, left: Cells, chance: float) -> None:
    """D24: a key is worth a part of what it opens, if it is the first of its colour and there is time."""
    for index in range(s["lock_kinds"]):
        if not meets(load(s["keys"][index]), union(load(m["crosses"]), load(m["dice"]))):
            hidden, locks = 0.0, both(left, load(s["locks"][index]))
            while not is_empty(locks):
                hidden += own[first(locks)]
                locks = without_first(locks)
            raise_worth(d, own, both(left, load(s["keys"][index])), KEY * chance * hidden)


@compiled
def raise_worth(d: Scratch, own: Reals, cells: Cells, worth: float) -> None:
    """All these cells are worth so much more."""
    while not is_empty(cells):
        d.worth[first(cells)] += worth
        own[first(cells)] += worth
        cells = without_first(cells)


@compiled
def price_leads(s: SheetRecord, m: SeatRecord, d: Scratch, own: Reals, left: Cells, chance: float) -> None:
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
            d.worth[first(cells)] += LEAD * chance * far[first(behind)]
            behind = without_first(behind)
        cells = without_first(cells)
