"""The greedy Dizzle player, compiled: it takes what is worth most now and never thinks ahead.

A cell is worth what it would bring if the pass ended now (gems, heaps, flags at the value still there),
plus its share in every row, column, puzzle and area that can still be completed: of a goal of n cells worth
p, of which k are had, the next cell earns p * (2k + 1) / n^2, so that a whole goal earns exactly p and its
last cells most. Bombs, rockets, keys not had yet and stations have a fixed price; on sheets of rails a cell
at which rails end is worth more. What must be given up (a die back, a cell to the lava) is the cell worth
least. A rail is laid where its route gets longest, loops first, dead ends last. It re-rolls where the pool
is likely enough to bring a die that fits, else drops out. Equal moves are drawn by keyed luck.
"""

from __future__ import annotations

import numpy as np

from kritzel.fast.bits import (
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
from kritzel.fast.luck import NO_MOVE, OWN, better, key
from kritzel.fast.records import Key, Records, Seed
from kritzel.games.dizzle.bot.analysis import flag_value, moment
from kritzel.games.dizzle.fast.passes import FACE_COUNT
from kritzel.games.dizzle.fast.placing import block, choices, open_cells
from kritzel.games.dizzle.fast.scoring import loose_ends, trail
from kritzel.games.dizzle.fast.sheet import ENDS, KINDS, NOWHERE, SheetRecord, load
from kritzel.games.dizzle.fast.state import PLANETS, RAILS, SeatRecord, TableRecord

BOMB = 2.0
ROCKET = 3.0
KEY = 2.0
STATION = 0.5
JOIN = 2.0
LOOP, ONWARD, BRIDGE = 3.0, 0.8, 1.2
MIN_REROLL_CHANCE = 0.5
"""A re-roll less likely to help is worse than dropping out."""


@compiled
def greedy(sheet: Records, state: Records, seat: int, seed: Seed) -> int:
    s, g = sheet[0], state[0]
    m = g["seats"][seat]
    cells = choices(s, g, seat)
    if is_empty(cells):
        return s["cells"] if reroll_chance(s, g, m) > MIN_REROLL_CHANCE else s["cells"] + 1
    event = key(np.uint64(seed), g["pass_no"], OWN, moment(g, m, seat))
    if g["phase"] == RAILS:
        return best_rail(s, m, cells, event)
    begin = block(s, g)
    giving = begin != 0 and g["phase"] != PLANETS
    return begin + best_cell(s, g, m, cells, event, giving)


@compiled
def best_cell(s: SheetRecord, g: TableRecord, m: SeatRecord, cells: Cells, event: Key, giving: bool) -> int:
    """The cell worth most, or least where something is given up."""
    best = NO_MOVE
    while not is_empty(cells):
        cell = first(cells)
        cells = without_first(cells)
        value = cell_value(s, g, m, cell)
        best = better(best, cell, -value if giving else value, event)
    return best.move


@compiled
def reroll_chance(s: SheetRecord, g: TableRecord, m: SeatRecord) -> float:
    """How likely a re-roll brings a die that fits; without dice on the sheet it costs nothing."""
    if is_empty(load(m["dice"])):
        return 1.0
    cells, faces = open_cells(m), 0
    for face in range(1, FACE_COUNT + 1):
        if meets(cells, load(s["showing"][face])):
            faces += 1
    return 1.0 - (1.0 - faces / FACE_COUNT) ** g["left"]


# What a cell is worth ------------------------------------------------------------------------------
@compiled
def cell_value(s: SheetRecord, g: TableRecord, m: SeatRecord, cell: int) -> float:
    """Points of the cell itself, and its share in everything unfinished it belongs to."""
    have = minus(union(load(m["crosses"]), load(m["dice"])), single(cell))
    value = 1.0 * s["gem"][cell] + STATION * s["station"][cell]
    if has(load(s["heaps"]), cell):
        value += s["heap"]
    if has(load(s["bombs"]), cell):
        value += BOMB
    if has(load(s["rockets"]), cell):
        value += ROCKET
    value += key_value(s, have, cell) + flag_value(s, g, cell)
    for index in range(4):
        if s["goals_of"][cell, index] != NOWHERE:
            value += goal_share(s, m, s["goals_of"][cell, index], have)
    if s["rails"]:
        value += JOIN * loose_ends(s, m, load(m["crosses"]), cell)
    return value


@compiled
def key_value(s: SheetRecord, have: Cells, cell: int) -> float:
    """D24: a key opens something if it is the first of its colour."""
    for index in range(s["lock_kinds"]):
        if has(load(s["keys"][index]), cell) and not meets(load(s["keys"][index]), have):
            return KEY
    return 0.0


@compiled
def goal_share(s: SheetRecord, m: SeatRecord, index: int, have: Cells) -> float:
    """D27-D29: what one more cell of a goal earns; nothing where it can no longer be completed."""
    goal = load(s["goal"][index])
    if meets(goal, union(load(m["lost"]), load(m["lava"]))):
        return 0.0
    size = count(goal)
    return s["goal_points"][index] * (2.0 * count(both(goal, have)) + 1.0) / (size * size)


# Rails ---------------------------------------------------------------------------------------------
@compiled
def best_rail(s: SheetRecord, m: SeatRecord, cells: Cells, event: Key) -> int:
    best = NO_MOVE
    while not is_empty(cells):
        cell = first(cells)
        cells = without_first(cells)
        for kind in range(KINDS):
            best = better(best, KINDS * cell + kind, rail_value(s, m, cell, kind + 1), event)
    return s["at_rail"] + best.move


@compiled
def rail_value(s: SheetRecord, m: SeatRecord, cell: int, piece: int) -> float:
    """How long the route gets, loops first, and whether its ends lead on."""
    rails = minus(union(load(m["crosses"]), load(m["drawn"])), single(cell))
    one, _, last, way = trail(s, m, rails, cell, ENDS[piece, 0])
    if way == cell and last == s["near"][cell, ENDS[piece, 1]]:
        return LOOP * (one + 1)
    two, _, _, back = trail(s, m, rails, cell, ENDS[piece, 1])
    return one + two + 1.0 + onward_value(s, m, way) + onward_value(s, m, back)


@compiled
def onward_value(s: SheetRecord, m: SeatRecord, cell: int) -> float:
    """What the cell at the end of a route promises: a die still to be drawn, a free cell, or a dead end."""
    if cell < 0:
        return 0.0
    if has(minus(load(m["dice"]), load(m["drawn"])), cell):
        return BRIDGE
    return ONWARD if has(load(m["free"]), cell) else 0.0
