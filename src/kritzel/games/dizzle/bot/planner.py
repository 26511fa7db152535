"""The Dizzle planner, compiled: what a seat has and may still get, looked at for every legal move.

A **cell** is worth its own points (gems at a discount: many can be had later; heaps; flags at the value still
there; bombs at the loss they bring the others, or in a solo game their two points), plus
- *goals* (rows, columns, puzzles, areas): with r cells missing one is worth its points times
  `fill_chance`^r, the chance of filling them in the passes left; a cell is worth the rise of that chance. So
  early on it builds, late it finishes, and goals that lava or a bomb has spoilt are worth nothing;
- *rockets*: what the best planet is worth, and a cross more; *keys*: a part of what their locks hide;
- *leads*: a part of what lies behind it where no cross has led yet, less and less over a few cells;
- on sheets of rails (D37-D40) *gaps* and loose ends: an open route has the value that closing it would add,
  times the chance of filling the gap, `fill_chance` for each free cell on the shortest way between its ends.
  Dice that still wait for their piece cost nothing on that way. A cell on a shortest way gains the rise of
  that chance, a piece of rail the value of the route it makes.
What it gives up (a die back, a cell to the lava) is what is worth least; lava takes whole goals with it.

A **die** is worth its cell and what the pass brings after it: the best cells of the next two turns, each with
the exact chance (alone) or a fair guess (with others) that a die of its number still lies there then, and a
bonus if the pass goes on even longer. So it keeps ways open for the numbers in the pool. It **re-rolls**
where what may come is worth more than the die it may lose; alone that die can be taken again at once.
Other seats' choices under way are never looked at. Equal moves are drawn by keyed luck.
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
from kritzel.fast.luck import NO_MOVE, OWN, better, key
from kritzel.fast.records import Key, Numbers, Reals, Records, Seed
from kritzel.games.dizzle.bot.analysis import flag_value, moment
from kritzel.games.dizzle.fast.passes import FACE_COUNT
from kritzel.games.dizzle.fast.placing import beside, block, choices, closed_locks, open_cells
from kritzel.games.dizzle.fast.scoring import loose_ends, trail
from kritzel.games.dizzle.fast.sheet import ENDS, KINDS, NOWHERE, PASSES, SheetRecord, load
from kritzel.games.dizzle.fast.state import FLOW, PLANETS, RAILS, SeatRecord, TableRecord
from kritzel.games.dizzle.sheet import EXTRA_DICE, SOLO_BOMB

TURNS_AHEAD, LATER_DIE_VALUE = 2, 0.5
"""How many turns are looked ahead; the value of a die after them."""

MOST_DICE = 13
NO_VALUE = -1e9
"""Below any value."""

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


class Ahead(NamedTuple):
    """The cells of a seat in a turn to come."""

    have: Any
    """Crosses and dice."""
    free: Any
    near: Any
    """Beside dice."""


@compiled
def planner(sheet: Records, state: Records, seat: int, seed: Seed) -> int:
    s, g = sheet[0], state[0]
    m, cells = g["seats"][seat], choices(s, g, seat)
    event = key(np.uint64(seed), g["pass_no"], OWN, moment(g, m, seat))
    if g["phase"] == RAILS:
        return best_piece(s, m, cells, fill_chance(g), event)
    d = cell_values_for(s, g, m)
    if is_empty(cells):
        return s["cells"] if reroll_value(s, g, m, d) > 0.0 else s["cells"] + 1
    begin, best = block(s, g), NO_MOVE
    while not is_empty(cells):
        cell = first(cells)
        cells = without_first(cells)
        best = better(best, cell, move_value(s, g, m, d, cell, begin), event)
    return begin + best.move


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
    now = Ahead(have, load(m["free"]), load(m["beside_dice"]))
    g["pool"][s["number"][cell]] -= 1
    value += next_turn_value(s, g, m, d, with_die(s, now, cell))
    g["pool"][s["number"][cell]] += 1
    return value


@compiled
def cell_values_for(s: SheetRecord, g: TableRecord, m: SeatRecord) -> CellValues:
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
    predict_pool(g, d)
    return d


# The turns to come ---------------------------------------------------------------------------------
@compiled
def predict_pool(g: TableRecord, d: CellValues) -> None:
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
def with_die(s: SheetRecord, now: Ahead, cell: int) -> Ahead:
    die = single(cell)
    return Ahead(union(now.have, die), minus(now.free, die), union(now.near, load(s["beside"][cell])))


@compiled
def open_ahead(m: SeatRecord, now: Ahead) -> Cells:
    """D8, D9: beside the dice, or a jump."""
    cells = both(now.free, now.near)
    return both(now.free, load(m["beside_crosses"])) if is_empty(cells) else cells


@compiled
def next_turn_value(s: SheetRecord, g: TableRecord, m: SeatRecord, d: CellValues, now: Ahead) -> float:
    """What the next turn and those after it bring on average."""
    cells, best = open_ahead(m, now), clear_best(d, 1)
    while not is_empty(cells):
        cell = first(cells)
        cells = without_first(cells)
        face = s["number"][cell]
        if g["pool"][face] > 0:
            g["pool"][face] -= 1
            after = turn_after_value(s, g, m, d, with_die(s, now, cell))
            g["pool"][face] += 1
            best[face] = max(best[face], d.value[cell] + goal_gain(s, d, now.have, cell) + after)
    return average(best, g["pool"], d.there[1])


@compiled
def turn_after_value(s: SheetRecord, g: TableRecord, m: SeatRecord, d: CellValues, now: Ahead) -> float:
    """The same one turn later; after that it only matters whether the pass goes on."""
    cells, best = open_ahead(m, now), clear_best(d, 2)
    while not is_empty(cells):
        cell = first(cells)
        cells = without_first(cells)
        face = s["number"][cell]
        if g["pool"][face] > 0:
            g["pool"][face] -= 1
            after = survival_value(s, g, m, d, with_die(s, now, cell))
            g["pool"][face] += 1
            best[face] = max(best[face], d.value[cell] + goal_gain(s, d, now.have, cell) + after)
    return average(best, g["pool"], d.there[2])


@compiled
def survival_value(s: SheetRecord, g: TableRecord, m: SeatRecord, d: CellValues, now: Ahead) -> float:
    """The value of one more die, times the chance that one fits."""
    cells, none = open_ahead(m, now), 1.0
    for face in range(1, FACE_COUNT + 1):
        if g["pool"][face] > 0 and meets(cells, load(s["showing"][face])):
            none *= 1.0 - d.there[TURNS_AHEAD + 1, face, g["pool"][face]]
    return LATER_DIE_VALUE * (1.0 - none)


@compiled
def clear_best(d: CellValues, turn: int) -> Any:
    """Room for the best of each number, with nothing in it."""
    best = d.best[turn]
    best[:] = NO_VALUE
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


# The value of cells ------------------------------------------------------------------------------
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
    while not is_empty(cells):
        d.value[first(cells)] += value
        own[first(cells)] += value
        cells = without_first(cells)


@compiled
def price_leads(s: SheetRecord, m: SeatRecord, d: CellValues, own: Reals, left: Cells, chance: float) -> None:
    """A cell leads to cells that no cross or die has led to yet."""
    ways = minus(both(left, load(s["numbered"])), union(closed_locks(s, load(m["crosses"])), load(m["dice"])))
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
        marked = wave
        while not is_empty(marked):
            out[first(marked)] = steps
            marked = without_first(marked)
        wave = both(beside(s, wave), minus(minus(ways, dice), seen))
        steps += 1


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
            steps = here[goal] if goal >= 0 else FAR
            if steps == 0 or steps >= FAR:
                continue
            gain = closing_gain(length + 1 + steps, stations + s["station"][cell])
            gain = gain * filling ** (steps - 1) * (1.0 - filling)
            free = load(m["free"])
            while not is_empty(free):
                between = first(free)
                free = without_first(free)
                if here[between] + there[between] == steps + 1:
                    value[between] += gain


@compiled
def best_piece(s: SheetRecord, m: SeatRecord, cells: Cells, filling: float, event: Key) -> int:
    best, steps = NO_MOVE, np.empty(s["cells"], np.int64)
    while not is_empty(cells):
        cell = first(cells)
        cells = without_first(cells)
        for kind in range(KINDS):
            value = piece_value(s, m, cell, kind + 1, filling, steps)
            best = better(best, KINDS * cell + kind, value, event)
    return s["at_rail"] + best.move


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
