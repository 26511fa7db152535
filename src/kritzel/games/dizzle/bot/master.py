"""The Dizzle master, compiled: the learned player, looking ahead over what chance or the others do next.

Alone it averages exactly over the two dice that are removed after each die (D33), once or, where few dice lie
there, twice; where no die fits, it averages a re-roll over all throws. With two seats the draft of a pass is
open to both until somebody cannot place: it is searched deeper and deeper, to its end where that is possible.
With more seats it looks at the others' replies and its own next turn. See `tree` for all that. Rails
are drawn as whole plans, the best few of them kept cell after cell. All else is the learned player's.

The work is bounded by counting what is looked at, never by the clock: the same table gives the same move.
"""

from __future__ import annotations

import numpy as np

from kritzel.fast.jit import compiled
from kritzel.fast.net import COUNT, Net, Scratch
from kritzel.fast.records import Numbers, Reals, Records, Seed
from kritzel.games.dizzle.bot.analysis import is_passing
from kritzel.games.dizzle.bot.learned import MOST_OPTIONS, cover, options, value_after
from kritzel.games.dizzle.bot.tree import CUT, LINES, Tree, new_tree, walk
from kritzel.games.dizzle.fast.state import RAILS, STATE, TableRecord

MOST_FAVOURITES = 8
"""How many of the moves the learned player likes best are looked at more closely."""

MOST_LINES = 6000
"""With two seats: after this many lines the last depth that was searched to its end counts."""

MOST_LINES_TWICE = 12000
"""Alone: two removals are looked ahead where that takes about this many lines at most."""

NO_LIMIT, DEEPEST = 1 << 40, 16
MOST_PLANS = 6
"""How many plans of rails go on from one cell to the next."""


@compiled
def master(sheet: Records, state: Records, seat: int, seed: Seed, net: Net, scratch: Scratch) -> int:
    """The move of the master for an asked seat. (It needs no luck; all players are asked alike.)"""
    tree = new_tree()
    g, moves, first = tree.tables[0], tree.moves[0], sheet[0]["cells"]
    count = options(sheet[0], state[0], seat, moves)
    scratch.stats[COUNT] = 0
    if count == 1:
        return moves[0]
    tree.tables[0] = state[0]
    cover(sheet[0], g, seat)
    if g["phase"] == RAILS:
        return moves[best_plan(sheet, tree.tables, seat, net, scratch)]
    values, stuck = np.empty(count), first <= moves[0] < first + 2
    deep, most = (
        1 if stuck and g["players"] > 1 else 0,
        NO_LIMIT if stuck or g["players"] != 2 else MOST_LINES,
    )
    while walk(sheet, tree, seat, deep, most, values, net, scratch):
        sort(moves, values)
        values = values[:MOST_FAVOURITES]
        deep = 0 if stuck else next_depth(g, tree, deep, len(values))
        if deep == 0:
            break
    return moves[0]


@compiled
def next_depth(g: TableRecord, tree: Tree, deep: int, count: int) -> int:
    """How deep to look after a look of this depth; 0: enough."""
    if not is_passing(g) or g["players"] > 2:
        return g["players"] if is_passing(g) and deep == 0 else 0
    if g["players"] == 1:
        return (
            deep + 1 if deep == 0 or (deep == 1 and tree.ends[LINES] ** 2 <= MOST_LINES_TWICE * count) else 0
        )
    return deep + 1 if tree.ends[CUT] > 0 and deep < DEEPEST else 0


@compiled
def sort(moves: Numbers, values: Reals) -> None:
    """The best first; equal ones stay in their order."""
    for index in range(1, len(values)):
        move, value, at = moves[index], values[index], index
        while at > 0 and values[at - 1] < value:
            moves[at], values[at] = moves[at - 1], values[at - 1]
            at -= 1
        moves[at], values[at] = move, value


# Rails -----------------------------------------------------------------------------------------------
@compiled
def best_plan(sheet: Records, tables: Records, seat: int, net: Net, scratch: Scratch) -> int:
    """D37: the first piece of the best plan for all dice on the sheet; a few plans are kept on the way."""
    moves, two = np.empty(MOST_OPTIONS, np.int32), np.empty(2, STATE)
    plans, better, count = np.empty(MOST_PLANS, STATE), np.empty(MOST_PLANS, STATE), 1
    begun = np.zeros(MOST_PLANS, np.int64)
    begins = np.zeros(MOST_PLANS, np.int64)
    values = np.zeros(MOST_PLANS)
    plans[0] = tables[0]
    for step in range(MOST_OPTIONS):
        found = 0
        for plan in range(count):
            two[0] = plans[plan]
            for index in range(options(sheet[0], two[0], seat, moves)):
                value, _ = value_after(sheet, two, seat, moves[index], net, scratch)
                at = place_for(values, found, value)
                if at < MOST_PLANS:
                    better[at] = two[1]
                    values[at], begins[at] = value, index if step == 0 else begun[plan]
                    found = max(found, at + 1)
        plans[:found] = better[:found]
        begun[:found] = begins[:found]
        count = found
        if plans[0]["phase"] != RAILS or (plans[0]["asked"] >> seat) & 1 == 0:
            break
    best = 0
    for plan in range(count):
        if values[plan] > values[best]:
            best = plan
    return begun[best]


@compiled
def place_for(values: Reals, found: int, value: float) -> int:
    """Where a plan of this value is kept: a place that is free, or that of the worst one if it is better."""
    if found < MOST_PLANS:
        return found
    worst = 0
    for plan in range(1, MOST_PLANS):
        if values[plan] < values[worst]:
            worst = plan
    return worst if value > values[worst] else MOST_PLANS
