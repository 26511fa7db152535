"""The Dizzle master, compiled: the learned player, looking ahead over what chance or the others do next.

Alone it averages exactly over the two dice that are removed after each die (D33), once or, where few dice lie
there, twice; where no die fits, it averages a re-roll over all throws. With two seats the draft of a pass is
open to both until one cannot place: it is searched deeper and deeper, to its end where that is possible. Each
takes what is best for itself and worst for the other; branches that cannot matter are left out (alpha-beta).
With more seats the others reply as the learned player would, up to the seat's own next turn. Rails are drawn
as whole plans, the best few of them kept cell after cell. All else is the learned player's.

The tree of moves and throws is walked without recursion (compiled code that calls itself cannot be kept in
the cache), one table for each step of the line. The value of the last table of a line is its `prospect`:
alone the points of the seat; with company the chance to win by the prospects of all seats, and half of the
points it may be ahead of the others. So taking away what the others need counts as well.

The work is bounded by counting what is looked at, never by the clock: the same table gives the same move.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kritzel.fast.jit import compiled
from kritzel.fast.net import BINS, COUNT, WIN, Net, Scratch, begin_win, count_rival, expected, look
from kritzel.fast.records import Numbers, Reals, Records, Seed
from kritzel.games.dizzle.bot.analysis import current_points, is_passing
from kritzel.games.dizzle.bot.features import list_features
from kritzel.games.dizzle.bot.learned import (
    LOWEST_VALUE,
    MOST_OPTIONS,
    cover,
    final_value,
    options,
    value_after,
)
from kritzel.games.dizzle.fast.passes import FACE_COUNT
from kritzel.games.dizzle.fast.rules import happen, play
from kritzel.games.dizzle.fast.scoring import total
from kritzel.games.dizzle.fast.sheet import SheetRecord
from kritzel.games.dizzle.fast.state import OVER, PLACE, RAILS, REMOVE, REROLL, REROLLED, STATE, TableRecord

MOST_FAVOURITES = 8
"""How many of the moves the learned player likes best are looked at more closely."""

MOST_LINES = 6000
"""With two seats: after this many lines the last depth that was searched to its end counts."""

MOST_LINES_TWICE = 12000
"""Alone: two removals are looked ahead where that takes about this many lines at most."""

NO_LIMIT, DEEPEST = 1 << 40, 16
MOST_PLANS = 6
"""How many plans of rails go on from one cell to the next."""

STEPS = 20
"""The most tables of a line."""

MOST_THROWS = 800
"""A throw with more different outcomes is left to the network."""

MOST_DICE = 13
END, BEST, WORST, REPLY, REMOVED, THROWN = range(6)
"""What follows a table: nothing; the best move for the seat; the worst; a reply; dice removed; a throw."""


class Tree(NamedTuple):
    """The line under way, by its steps from 0."""

    tables: Any
    kind: Any
    deep: Any
    """How many more steps may be looked into: moves with company, removals alone."""
    moves: Any
    many: Any
    nth: Any
    """How many moves or throws there are, and which is the next one."""
    weight: Any
    """Of the throw under way."""
    value: Any
    low: Any
    high: Any
    """The value as far as it is known; what the seat can have elsewhere, and what its rival can."""
    faces: Any
    two: Any
    """Room for two tables."""
    ends: Any
    """How many lines have been looked at, and how many of them could go on."""


LINES, CUT = 0, 1


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
    deep = 1 if stuck and g["players"] > 1 else 0
    most = NO_LIMIT if stuck or g["players"] != 2 else MOST_LINES
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
        few = deep == 1 and tree.ends[LINES] ** 2 <= MOST_LINES_TWICE * count
        return deep + 1 if deep == 0 or few else 0
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


@compiled
def new_tree() -> Tree:
    return Tree(
        tables=np.empty(STEPS, STATE),
        kind=np.zeros(STEPS, np.int64),
        deep=np.zeros(STEPS, np.int64),
        moves=np.zeros((STEPS, MOST_OPTIONS), np.int32),
        many=np.zeros(STEPS, np.int64),
        nth=np.zeros(STEPS, np.int64),
        weight=np.zeros(STEPS),
        value=np.zeros(STEPS),
        low=np.zeros(STEPS),
        high=np.zeros(STEPS),
        faces=np.zeros((STEPS, MOST_DICE), np.int64),
        two=np.empty(2, STATE),
        ends=np.zeros(2, np.int64),
    )


# Walking ---------------------------------------------------------------------------------------------
@compiled
def walk(
    sheet: Records,
    tree: Tree,
    seat: int,
    deep: int,
    most_lines: int,
    values: Reals,
    net: Net,
    scratch: Scratch,
) -> bool:
    """The values of the first moves of `tree.tables[0]`, as many as `values` has room for; they are in
    `tree.moves[0]`. False where that takes too many lines.
    """
    tree.kind[0], tree.deep[0], tree.many[0], tree.nth[0] = BEST, deep + 1, len(values), 0
    tree.value[0], tree.low[0], tree.high[0] = LOWEST_VALUE, LOWEST_VALUE, -LOWEST_VALUE
    tree.ends[CUT] = 0
    index = tree.nth[0]  # 0, of its own type: a plain 0 would compile all below twice
    while tree.ends[LINES] <= most_lines:
        if advance(sheet, tree, index, seat, net, scratch):
            index += 1
            if begin(sheet, tree, index, seat):
                continue
            tree.ends[LINES] += 1
            tree.value[index] = prospect(sheet[0], tree.tables[index], seat, net, scratch)
        elif index == 0:
            return True
        index -= 1
        if index == 0:
            values[tree.nth[0] - 1] = tree.value[1]
        back_up(tree, index, tree.value[index + 1])
    return False


@compiled
def begin(sheet: Records, tree: Tree, index: int, seat: int) -> bool:
    """Looks what follows the table of this step. False: nothing, the line ends here."""
    s, g = sheet[0], tree.tables[index]
    kind = step_kind(g, seat, index, tree.deep[index])
    tree.kind[index], tree.nth[index], tree.many[index] = kind, 0, 1
    if kind == END:
        tree.ends[CUT] += g["asked"] != 0 and (g["phase"] == PLACE or g["phase"] == REROLLED)
        return False
    tree.value[index] = LOWEST_VALUE if kind == BEST else -LOWEST_VALUE if kind == WORST else 0.0
    if kind in (BEST, WORST):
        tree.many[index] = options(s, g, g["turn"], tree.moves[index])
    elif kind in (REMOVED, THROWN):
        tree.many[index] = PAIRS if kind == REMOVED else throw_count(g["left"])
        tree.low[index], tree.high[index] = LOWEST_VALUE, -LOWEST_VALUE
        tree.faces[index, :] = 1
    return True


@compiled
def step_kind(g: TableRecord, seat: int, index: int, deep: int) -> int:
    if index >= STEPS - 2:
        return END
    if index == 1 and g["seats"][seat]["out"]:
        return END
    if g["phase"] == REMOVE and deep > 0:
        return REMOVED
    if g["phase"] == REROLL and index == 1 and throw_count(g["left"]) <= MOST_THROWS:
        return THROWN
    if (g["phase"] != PLACE and g["phase"] != REROLLED) or (g["players"] > 1 and deep == 0):
        return END
    if g["turn"] == seat:
        return BEST
    return WORST if g["players"] == 2 else REPLY


@compiled
def advance(sheet: Records, tree: Tree, at: int, seat: int, net: Net, scratch: Scratch) -> bool:
    """Lays the next table after this step. False: there is none that matters."""
    kind, index = tree.kind[at], tree.nth[at]
    if index == tree.many[at] or tree.low[at] >= tree.high[at]:
        return False
    tree.nth[at] += 1
    tree.tables[at + 1] = tree.tables[at]
    s, g = sheet[0], tree.tables[at + 1]
    tree.low[at + 1], tree.high[at + 1] = tree.low[at], tree.high[at]
    counts = kind == REMOVED if g["players"] == 1 and at > 0 else kind < REMOVED
    tree.deep[at + 1] = tree.deep[at] - (1 if counts else 0)
    if kind == REMOVED:
        while not lay_removal(g, index, tree.faces[at], tree.weight, at):
            index += 1
            if index == PAIRS:
                return False
        tree.nth[at] = index + 1
        happen(s, g, tree.faces[at], 2)
    elif kind == THROWN:
        tree.weight[at] = chance_of(tree.faces[at], g["left"])
        happen(s, g, tree.faces[at], g["left"])
        next_throw(tree.faces[at], g["left"])
    elif kind == REPLY:
        play(s, g, g["turn"], reply(sheet, tree, at, net, scratch))
    else:
        play(s, g, seat if at == 0 else g["turn"], tree.moves[at, index])
    return True


@compiled
def back_up(tree: Tree, index: int, value: float) -> None:
    """One more table after this step is known."""
    kind = tree.kind[index]
    if kind == BEST:
        tree.value[index] = max(tree.value[index], value)
        tree.low[index] = max(tree.low[index], value)
    elif kind == WORST:
        tree.value[index] = min(tree.value[index], value)
        tree.high[index] = min(tree.high[index], value)
    elif kind == REPLY:
        tree.value[index] = value
    else:
        tree.value[index] += tree.weight[index] * value


@compiled
def reply(sheet: Records, tree: Tree, at: int, net: Net, scratch: Scratch) -> int:
    """What the learned player would do for the seat in turn."""
    two, moves, seat = tree.two, tree.moves[at], tree.tables[at]["turn"]
    count = options(sheet[0], tree.tables[at], seat, moves)
    best, most = 0, LOWEST_VALUE
    if count > 1:
        two[0] = tree.tables[at]
        for index in range(count):
            value, _ = value_after(sheet, two, seat, moves[index], net, scratch)
            if value > most:
                best, most = index, value
    return moves[best]


# Throws ----------------------------------------------------------------------------------------------
PAIRS = (FACE_COUNT + 1) ** 2
"""Two dice to be removed, each of them a number or none (0); only ascending pairs are possible."""


@compiled
def lay_removal(g: TableRecord, pair: int, faces: Numbers, weight: Reals, index: int) -> bool:
    """D33: whether just these dice may be removed; if so, such a throw and the chance of all of them."""
    one = pair // (FACE_COUNT + 1)
    two = pair % (FACE_COUNT + 1)
    absent, other = 0, 0
    if one > two:
        return False
    for face in range(1, FACE_COUNT + 1):
        if g["pool"][face] == 0:
            absent, other = absent + 1, face
    ways = 2
    if two == 0:
        ways = absent * absent
    elif one == 0:
        alone = g["pool"][two] == 1  # then a double removes it, too
        ways = 0 if g["pool"][two] == 0 else 2 * absent + (1 if alone else 0)
        other = two if alone else other
    elif g["pool"][one] == 0 or g["pool"][two] == 0 or (one == two and g["pool"][one] == 1):
        ways = 0
    elif one == two:
        ways = 1
    faces[0], faces[1] = one if one > 0 else other, two if two > 0 else other
    weight[index] = ways / FACE_COUNT**2
    return ways > 0


@compiled
def throw_count(dice: int) -> int:
    count = 1
    for index in range(1, FACE_COUNT):
        count = count * (dice + index) // index
    return count


@compiled
def chance_of(faces: Numbers, dice: int) -> float:
    """The chance of a throw, given in ascending order."""
    chance, same = 1.0, 0
    for index in range(dice):
        same = same + 1 if index > 0 and faces[index] == faces[index - 1] else 1
        chance *= (index + 1.0) / (same * FACE_COUNT)
    return chance


@compiled
def next_throw(faces: Numbers, dice: int) -> None:
    """The throw that comes next in order; after the last one, the first."""
    at = dice - 1
    while at > 0 and faces[at] == FACE_COUNT:
        at -= 1
    face = faces[at] + 1 if faces[at] < FACE_COUNT else 1
    for index in range(at, dice):
        faces[index] = face


# The end of a line ---------------------------------------------------------------------------------
LEAD_VALUE = 0.5
"""The value of a point more than the others."""


@compiled
def prospect(s: SheetRecord, g: TableRecord, seat: int, net: Net, scratch: Scratch) -> float:
    if g["phase"] == OVER:
        return final_prospect(s, g, seat)
    ahead, points = 0.0, 0
    begin_win(scratch)
    for index in range(1, g["players"] + 1):  # the seat itself comes last: its chances are to stay
        who = (seat + index) % g["players"]
        look(net, scratch, list_features(s, g, who, scratch.seen))
        points = current_points(s, g, who)
        if who != seat:
            count_rival(net, scratch, points)
            ahead -= mean_points(net, scratch, points) / (g["players"] - 1)
    ahead += mean_points(net, scratch, points)
    if g["players"] == 1:
        return ahead
    return WIN * expected(net, scratch.chances, points, scratch.winning) + LEAD_VALUE * ahead


@compiled
def final_prospect(s: SheetRecord, g: TableRecord, seat: int) -> float:
    value, mine = final_value(s, g, seat), total(s, g["seats"][seat], g["players"] == 1)
    ahead = 0.0
    for other in range(g["players"]):
        if other != seat:
            ahead += (mine - total(s, g["seats"][other], False)) / (g["players"] - 1)
    return value if g["players"] == 1 else value - mine + LEAD_VALUE * ahead


@compiled
def mean_points(net: Net, scratch: Scratch, points: int) -> float:
    total = 0.0
    for index in range(BINS):
        total += scratch.chances[index] * (points + net.scale[0] + index * net.scale[1])
    return total


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
