"""The Dizzle planner, compiled: what a seat has and may still get, looked at for every legal move.

A **cell** is worth its own points (gems at a discount: many can be had later; heaps; flags at the value still
there; bombs at the loss they bring the others, or in a solo game their two points), plus
- *goals* (rows, columns, puzzles, areas): with r cells missing one is worth its points times
  `fill_chance`^r, the chance of filling them in the passes left; a cell is worth the rise of that chance. So
  early on it builds, late it finishes, and goals that lava or a bomb has spoilt are worth nothing;
- *rockets*: what the best planet is worth, and a cross more; *keys*: a part of what their locks hide;
- *leads*: a part of what lies behind it where no cross has led yet, less and less over a few cells;
- on sheets of rails *gaps* and loose ends, see `cell_values`.
What it gives up (a die back, a cell to the lava) is what is worth least; lava takes whole goals with it.

A **die** is worth its cell and what the pass brings after it: the best cells of the next two turns, each with
the exact chance (alone) or a fair guess (with others) that a die of its number still lies there then, and a
bonus if the pass goes on even longer. So it keeps ways open for the numbers in the pool. It **re-rolls**
where what may come is worth more than the die it may lose; alone that die can be taken again at once.
Other seats' choices under way are never looked at. Equal moves are drawn by keyed luck.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kritzel.fast.bits import (
    MOST_CELLS,
    Cells,
    both,
    first,
    is_empty,
    meets,
    minus,
    single,
    union,
    without_first,
)
from kritzel.fast.jit import compiled
from kritzel.fast.luck import OWN, below, key
from kritzel.fast.records import Numbers, Reals, Records, Seed
from kritzel.games.dizzle.bot.analysis import moment
from kritzel.games.dizzle.bot.cell_values import (
    CellValues,
    best_piece,
    fill_chance,
    goal_gain,
    lava_loss,
    price_cells,
)
from kritzel.games.dizzle.fast.passes import FACE_COUNT
from kritzel.games.dizzle.fast.placing import block, choices, open_cells
from kritzel.games.dizzle.fast.sheet import NOWHERE, SheetRecord, load
from kritzel.games.dizzle.fast.state import FLOW, PLANETS, RAILS, SeatRecord, TableRecord
from kritzel.games.dizzle.sheet import EXTRA_DICE

TURNS_AHEAD, LATER_DIE_VALUE = 2, 0.5
"""How many turns are looked ahead; the value of a die after them."""

MOST_DICE = 13
NO_VALUE = -1e9
"""Below any value."""


@compiled
def planner(sheet: Records, state: Records, seat: int, seed: Seed) -> int:
    """The move of an asked seat of the highest value; ties by lot."""
    s, g = sheet[0], state[0]
    m, cells = g["seats"][seat], choices(s, g, seat)
    event = key(np.uint64(seed), g["pass_no"], OWN, moment(g, m, seat))
    if g["phase"] == RAILS:
        return best_piece(s, m, cells, fill_chance(g), event)
    d = cell_values_for(s, g, m)
    if is_empty(cells):
        return s["cells"] if reroll_value(s, g, m, d) > 0.0 else s["cells"] + 1
    begin, best, most, tied = block(s, g), NOWHERE, 0.0, 0
    while not is_empty(cells):
        cell = first(cells)
        cells = without_first(cells)
        value = move_value(s, g, m, d, cell, begin)
        if best == NOWHERE or value > most:
            best, most, tied = cell, value, 1
        elif value == most:
            tied += 1
            if below(event, tied, tied) == 0:
                best = cell
    return begin + best


@compiled
def move_value(s: SheetRecord, g: TableRecord, m: SeatRecord, d: CellValues, cell: int, begin: int) -> float:
    """What naming this cell now is worth: a die, a planet, a die back or lava."""
    have = minus(union(union(load(m["crosses"]), load(m["dice"])), load(m["pick"])), single(cell))
    if g["phase"] == FLOW:
        return -lava_loss(s, d, have, cell)
    value = d.value[cell] + goal_gain(s, d, have, cell)
    if g["phase"] == PLANETS:
        return value
    if begin != 0:
        return -value
    near, free = union(load(m["beside_dice"]), load(s["beside"][cell])), minus(load(m["free"]), single(cell))
    g["pool"][s["number"][cell]] -= 1
    value += next_turn_value(s, g, m, d, union(have, single(cell)), free, near)
    g["pool"][s["number"][cell]] += 1
    return value


@compiled
def cell_values_for(s: SheetRecord, g: TableRecord, m: SeatRecord) -> CellValues:
    """Everything the values of this decision's moves have in common."""
    gain, points = np.empty(MOST_CELLS + 1), np.zeros(s["goals"] + 1)
    gain[0] = 1.0 - fill_chance(g)
    for missing in range(1, MOST_CELLS + 1):
        gain[missing] = gain[missing - 1] * fill_chance(g)
    spoilt = union(load(m["lost"]), load(m["lava"]))
    for index in range(s["goals"]):
        if not meets(load(s["goal"][index]), spoilt):
            points[index] = s["goal_points"][index]
    there = np.zeros((TURNS_AHEAD + 2, FACE_COUNT + 1, MOST_DICE + 1))
    d = CellValues(np.zeros(MOST_CELLS), points, gain, there, np.empty((TURNS_AHEAD + 1, FACE_COUNT + 1)))
    price_cells(s, g, m, d)
    foresee_pool(g, d)
    return d


# The turns to come ---------------------------------------------------------------------------------
@compiled
def foresee_pool(g: TableRecord, d: CellValues) -> None:
    """The chance that of n dice of a number one will be left: fewer than n of all that go are of it.
    Alone two extra dice are thrown each turn (D33); else each other seat that is in takes a die.
    """
    rivals = -1
    for seat in range(g["players"]):
        rivals += 1 - g["seats"][seat]["out"]
    for turn in range(TURNS_AHEAD + 2):
        going = turn * (EXTRA_DICE if g["players"] == 1 else rivals)
        for face in range(1, FACE_COUNT + 1):
            share = 1.0 / FACE_COUNT if g["players"] == 1 else g["pool"][face] / max(1.0, 1.0 * g["left"])
            share = min(share, 0.999)
            exactly, fewer = (1.0 - share) ** going, 0.0
            for dice in range(1, MOST_DICE + 1):
                fewer += exactly
                d.there[turn, face, dice] = min(fewer, 1.0)
                exactly *= max(0, going - dice + 1) / dice * share / (1.0 - share)


@compiled
def open_after(m: SeatRecord, free: Cells, near: Cells) -> Cells:
    """D8, D9: beside the dice, or a jump."""
    cells = both(free, near)
    return both(free, load(m["beside_crosses"])) if is_empty(cells) else cells


@compiled
def next_turn_value(
    s: SheetRecord, g: TableRecord, m: SeatRecord, d: CellValues, have: Cells, free: Cells, near: Cells
) -> float:
    """What the next turn and those after it bring on average."""
    cells, best = open_after(m, free, near), clear_best(d, 1)
    while not is_empty(cells):
        cell = first(cells)
        cells = without_first(cells)
        face, die = s["number"][cell], single(cell)
        if g["pool"][face] > 0:
            g["pool"][face] -= 1
            after = turn_after_value(
                s, g, m, d, union(have, die), minus(free, die), union(near, load(s["beside"][cell]))
            )
            g["pool"][face] += 1
            best[face] = max(best[face], d.value[cell] + goal_gain(s, d, have, cell) + after)
    return average(best, g["pool"], d.there[1])


@compiled
def turn_after_value(
    s: SheetRecord, g: TableRecord, m: SeatRecord, d: CellValues, have: Cells, free: Cells, near: Cells
) -> float:
    """The same one turn later; after that it only matters whether the pass goes on."""
    cells, best = open_after(m, free, near), clear_best(d, 2)
    while not is_empty(cells):
        cell = first(cells)
        cells = without_first(cells)
        face = s["number"][cell]
        if g["pool"][face] > 0:
            g["pool"][face] -= 1
            after = survival_value(
                s, g, m, d, minus(free, single(cell)), union(near, load(s["beside"][cell]))
            )
            g["pool"][face] += 1
            best[face] = max(best[face], d.value[cell] + goal_gain(s, d, have, cell) + after)
    return average(best, g["pool"], d.there[2])


@compiled
def survival_value(
    s: SheetRecord, g: TableRecord, m: SeatRecord, d: CellValues, free: Cells, near: Cells
) -> float:
    """The value of one more die, times the chance that one fits."""
    cells, none = open_after(m, free, near), 1.0
    for face in range(1, FACE_COUNT + 1):
        if g["pool"][face] > 0 and meets(cells, load(s["showing"][face])):
            none *= 1.0 - d.there[TURNS_AHEAD + 1, face, g["pool"][face]]
    return LATER_DIE_VALUE * (1.0 - none)


@compiled
def clear_best(d: CellValues, turn: int) -> Any:
    """Room for the best of each number, with nothing in it."""
    best = d.best[turn]
    for face in range(1, FACE_COUNT + 1):
        best[face] = NO_VALUE
    return best


@compiled
def average(best: Reals, dice: Numbers, there: Reals) -> float:
    """The best of the numbers that are there, on average. Uses `best` up."""
    value, none = 0.0, 1.0
    for _ in range(FACE_COUNT):
        top = 1
        for face in range(2, FACE_COUNT + 1):
            if best[face] > best[top]:
                top = face
        if best[top] == NO_VALUE:
            break
        value += none * there[top, dice[top]] * best[top]
        none *= 1.0 - there[top, dice[top]]
        best[top] = NO_VALUE
    return value


# No die fits ---------------------------------------------------------------------------------------
@compiled
def reroll_value(s: SheetRecord, g: TableRecord, m: SeatRecord, d: CellValues) -> float:
    """D12, D13: what a re-roll brings on average, less what it may cost."""
    have = union(load(m["crosses"]), load(m["dice"]))
    cells = open_cells(m)
    best = clear_best(d, 0)
    faces, count = 0, np.full(FACE_COUNT + 1, 1)
    while not is_empty(cells):
        cell = first(cells)
        cells = without_first(cells)
        face = s["number"][cell]
        faces += best[face] == NO_VALUE
        best[face] = max(best[face], d.value[cell] + goal_gain(s, d, have, cell))
    there = np.full((FACE_COUNT + 1, 2), 1.0 - (1.0 - 1.0 / FACE_COUNT) ** g["left"])
    gain = average(best, count, there)
    if g["players"] == 1:
        return gain
    return gain - (1.0 - faces / FACE_COUNT) ** g["left"] * least_die(s, m, d, have)


@compiled
def least_die(s: SheetRecord, m: SeatRecord, d: CellValues, have: Cells) -> float:
    """The lowest value of a die on the sheet; 0 without one."""
    dice, least = load(m["dice"]), -NO_VALUE
    if is_empty(dice):
        return 0.0
    while not is_empty(dice):
        cell = first(dice)
        dice = without_first(dice)
        least = min(least, d.value[cell] + goal_gain(s, d, minus(have, single(cell)), cell))
    return least
