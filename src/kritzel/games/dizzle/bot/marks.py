"""Crosses, goals and points of one seat, as inputs of the value network; see `features`.

`standing` are the points that a network takes as had: dice count as crosses, flags under a die at the value
still there, and so do planets, lava and rails the seat has just chosen. `settled` leaves those choices out,
for seats that may not see them (D23).
"""

from __future__ import annotations

import numpy as np

from kritzel.fast.bits import (
    ONE,
    WORD,
    Cells,
    both,
    count,
    first,
    is_empty,
    meets,
    minus,
    ones,
    union,
    without_first,
)
from kritzel.fast.jit import compiled
from kritzel.fast.net import note
from kritzel.fast.records import Numbers
from kritzel.games.dizzle.bot.inputs import (
    AT_LAVA,
    AT_SHEET,
    FULL,
    GOAL,
    LAVA,
    MISSING,
    at_cells,
    at_dice,
    at_spoilt,
)
from kritzel.games.dizzle.fast.passes import FACE_COUNT
from kritzel.games.dizzle.fast.placing import beside
from kritzel.games.dizzle.fast.rails import rail_points
from kritzel.games.dizzle.fast.scoring import cross_points, struck
from kritzel.games.dizzle.fast.sheet import KINDS, MOST_SEATS, SheetRecord, load
from kritzel.games.dizzle.fast.state import FLOW, PLANETS, SeatRecord, TableRecord
from kritzel.games.dizzle.sheet import OPEN_RAIL


@compiled
def had(g: TableRecord, seat: int) -> Cells:
    """What the seat has crossed, with planets and rails it has just chosen."""
    m = g["seats"][seat]
    crosses = union(load(m["crosses"]), load(m["drawn"]))
    return union(crosses, load(m["pick"])) if g["phase"] == PLANETS else crosses


@compiled
def lost(g: TableRecord, seat: int) -> Cells:
    """Exploded cells and lava, with the lava just chosen."""
    m = g["seats"][seat]
    gone = union(load(m["lost"]), load(m["lava"]))
    return union(gone, load(m["pick"])) if g["phase"] == FLOW else gone


# Goals and cells -------------------------------------------------------------------------------------
@compiled
def list_goals(s: SheetRecord, crosses: Cells, spoilt: Cells, edge: Cells, seen: Numbers, size: int) -> int:
    """How much each row, column, puzzle and area still lacks, and how much of that is at hand."""
    for index in range(s["goals"]):
        goal, value = load(s["goal"][index]), 0
        if not meets(goal, spoilt):
            left = minus(goal, crosses)
            missing = count(left)
            if missing == 0:
                value = FULL
            elif missing < len(MISSING):
                value = MISSING[missing - 1] + count(both(left, edge))
            else:
                value = min(MISSING[len(MISSING) - 1] + missing - len(MISSING), GOAL - 1)
        size = note(seen, size, AT_SHEET + GOAL * index + value)
    return size


@compiled
def list_cells(s: SheetRecord, m: SeatRecord, have: Cells, dice: Cells, seen: Numbers, size: int) -> int:
    """Each cell with a cross (which piece of rail lies there), and each with a die."""
    begin, cells = at_cells(s), have
    while not is_empty(cells):
        cell = first(cells)
        cells = without_first(cells)
        piece = np.int64(m["piece"][cell])
        size = note(seen, size, begin + ((1 + KINDS) * cell + piece if s["rails"] else cell))  # type: ignore[arg-type]
    begin, cells = at_dice(s), dice
    while not is_empty(cells):
        size = note(seen, size, begin + first(cells))
        cells = without_first(cells)
    return size


# What is or may be lost ------------------------------------------------------------------------------
@compiled
def list_danger(
    s: SheetRecord, g: TableRecord, seat: int, crosses: Cells, spoilt: Cells, seen: Numbers, size: int
) -> int:
    """D20, D35: lava and exploded bombs; bombs about to explode; where lava may flow next."""
    begin, bombs = at_spoilt(s), load(s["bombs"])
    threat = minus(minus(both(bombs, others_dice(g, seat)), crosses), spoilt)
    if is_empty(load(s["volcanoes"])):
        size = list_ranked(spoilt, bombs, begin, seen, size)
        return list_ranked(threat, bombs, begin + count(bombs), seen, size)
    m, every = g["seats"][seat], load(s["numbered"])
    near = load(m["beside_lava"])
    if g["phase"] == FLOW:
        near = union(near, beside(s, load(m["pick"])))
    risk = both(near, minus(every, union(crosses, spoilt)))
    for face in range(FACE_COUNT):
        places = min(count(both(risk, load(s["showing"][face + 1]))), LAVA - 1)
        size = note(seen, size, AT_LAVA + face * LAVA + places)
    size = list_each(spoilt, begin, seen, size)
    size = list_each(risk, begin + s["cells"], seen, size)
    return list_each(threat, begin + 2 * s["cells"], seen, size)


@compiled
def others_dice(g: TableRecord, seat: int) -> Cells:
    """Where the others have dice."""
    cells = (np.uint64(0), np.uint64(0))
    for other in range(g["players"]):
        if other != seat:
            cells = union(cells, load(g["seats"][other]["dice"]))
    return cells


@compiled
def list_each(cells: Cells, begin: int, seen: Numbers, size: int) -> int:
    """One input for each of these cells."""
    while not is_empty(cells):
        size = note(seen, size, begin + first(cells))
        cells = without_first(cells)
    return size


@compiled
def list_ranked(cells: Cells, of: Cells, begin: int, seen: Numbers, size: int) -> int:
    """One input for each of these cells, counted among those of a larger set."""
    while not is_empty(cells):
        size = note(seen, size, begin + rank(of, first(cells)))
        cells = without_first(cells)
    return size


@compiled
def rank(cells: Cells, cell: int) -> int:
    """How many cells of the set come before this one."""
    if cell < WORD:
        return ones(cells[0] & ((ONE << np.uint64(cell)) - ONE))
    return ones(cells[0]) + ones(cells[1] & ((ONE << np.uint64(cell - WORD)) - ONE))


# Points ----------------------------------------------------------------------------------------------
@compiled
def standing(s: SheetRecord, g: TableRecord, seat: int) -> int:
    """The points of a seat as it sees them itself."""
    m = g["seats"][seat]
    return points_of(
        s, g, seat, union(had(g, seat), load(m["dice"])), union(load(m["crosses"]), load(m["drawn"]))
    )


@compiled
def settled(s: SheetRecord, g: TableRecord, seat: int) -> int:
    """The points of a seat as everybody sees them."""
    m = g["seats"][seat]
    return points_of(s, g, seat, union(load(m["crosses"]), load(m["dice"])), load(m["crosses"]))


@compiled
def points_of(s: SheetRecord, g: TableRecord, seat: int, crosses: Cells, rails: Cells) -> int:
    """D21, D26-D31, D39: what these crosses and rails bring, and flags under a die."""
    m = g["seats"][seat]
    points = cross_points(s, m, crosses, g["players"] == 1)
    for index in range(s["flag_kinds"]):
        if not m["reached"][index] and meets(load(m["dice"]), load(s["flag"][index])):
            points += s["flag_points"][index, min(struck(g, index), MOST_SEATS - 1)]
    if s["rails"]:
        waiting = count(minus(crosses, rails))  # dice without their piece count as on open routes
        points += rail_points(s, m, rails) + OPEN_RAIL * waiting
    return points
