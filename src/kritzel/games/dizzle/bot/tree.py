"""Lines of moves and throws from a Dizzle table, compiled: what they lead to if everybody plays well.

The tree is walked without recursion (compiled code that calls itself cannot be kept in the cache), one table
for each step of the line. A seat alone takes its best move and averages over the dice removed (D33). With two
seats each takes what is best for itself and worst for the other, and branches that cannot matter are left out
(alpha-beta). With more, the others reply as the learned player would. A throw of the pool is looked into only
as the first step of a line.
The value of the last table of a line is its `prospect`: alone the points of the seat; with company the chance
to win by the prospects of all seats, and half of the points it may be ahead of the others. So taking away
what the others need counts as well.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kritzel.fast.jit import compiled
from kritzel.fast.net import BINS, WIN, Net, Scratch, begin_win, count_rival, look, total_at
from kritzel.fast.records import Numbers, Reals, Records
from kritzel.games.dizzle.bot.analysis import current_points
from kritzel.games.dizzle.bot.features import list_features
from kritzel.games.dizzle.bot.learned import LOWEST_VALUE, MOST_OPTIONS, final_value, options, value_after
from kritzel.games.dizzle.fast.passes import FACE_COUNT
from kritzel.games.dizzle.fast.rules import happen, play
from kritzel.games.dizzle.fast.scoring import total
from kritzel.games.dizzle.fast.sheet import SheetRecord
from kritzel.games.dizzle.fast.state import OVER, PLACE, REMOVE, REROLL, REROLLED, STATE, TableRecord

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
def new_tree() -> Tree:
    """Room for a tree."""
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
    tree.ends[CUT], index = (
        0,
        tree.nth[0],
    )  # a number of its own type: a plain 0 would compile all below twice
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
    """What follows a table of this step."""
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
    best = 0
    most = LOWEST_VALUE
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
    absent = 0
    other = 0
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
    """How many different throws there are."""
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
    """What the table is worth to the seat."""
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
    return WIN * win_chance(net, scratch, points) + LEAD_VALUE * ahead


@compiled
def final_prospect(s: SheetRecord, g: TableRecord, seat: int) -> float:
    """The same at the end of the game."""
    value, mine = final_value(s, g, seat), total(s, g["seats"][seat], g["players"] == 1)
    ahead = 0.0
    for other in range(g["players"]):
        if other != seat:
            ahead += (mine - total(s, g["seats"][other], False)) / (g["players"] - 1)
    return value if g["players"] == 1 else value - mine + LEAD_VALUE * ahead


@compiled
def mean_points(net: Net, scratch: Scratch, points: int) -> float:
    """The points that a seat may end with on average."""
    total = 0.0
    for index in range(BINS):
        total += scratch.chances[index] * (points + net.scale[0] + index * net.scale[1])
    return total


@compiled
def win_chance(net: Net, scratch: Scratch, points: int) -> float:
    """The chance to win with `scratch.chances` of outcomes, by the rivals counted."""
    total = 0.0
    for index in range(BINS):
        total += (
            scratch.chances[index] * scratch.winning[total_at(points + net.scale[0] + index * net.scale[1])]
        )
    return total
