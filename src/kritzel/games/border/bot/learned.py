"""The learned bot of The Border, compiled: a net judges the table after each action.

Keeping dice has no table of its own to judge: see `throws`. Action 1 compares all sets of segments
that the dice fill; action 2 sets of cells, one cell more at a time, of which the most promising are carried
on. A plan begins with each cross and ends by `done`: only that is used in training. The noise is that of
the table after the plan, so a plan begun stays the best one.

Hints and reviews ask for values. A cross is worth as much as the best plan that begins with it. A game is
long, so rollouts end with the next turn of a seat, before its first throw: there the net gives the expected
lead. Within a turn dice kept are worth what they may become, so throws are valued as the bot does that keeps
them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kritzel.fast import bits, luck
from kritzel.fast.bits import Cells
from kritzel.fast.jit import compiled
from kritzel.fast.levels import Hyperparameters
from kritzel.fast.net import COUNT, POINTS, Net, Scratch, gaussian
from kritzel.fast.records import Key, Numbers, Reals, Records, Seed
from kritzel.games.border.bot.analysis import FULL, KEPT_SET, NEVER, begun_cells
from kritzel.games.border.bot.evaluation import (
    NOW,
    PLANNED,
    Workspace,
    best_finish,
    evaluate,
    evaluate_later,
    hand_over,
    list_finishes,
    new_workspace,
    store_best,
    weigh_others,
)
from kritzel.games.border.bot.features import list_features, outlook
from kritzel.games.border.bot.search_state import SEARCH_STATE, SearchRecord, is_last, put_cross, survey
from kritzel.games.border.bot.throws import MOST_PLANS, PLAN, apply_plan, list_plans, value_kept
from kritzel.games.border.fast.rules import active, dice_for
from kritzel.games.border.fast.sheet import FACES, SheetRecord, cells_of, colour_cells, segment_cells
from kritzel.games.border.fast.state import (
    CHOICES,
    CROSS,
    DONE,
    FOLLOWING,
    KEEPING,
    MANY_CHOICES,
    MARKING,
    NIBBLE,
    PART,
    STOP,
    THROWING,
    TableRecord,
    choices_of,
)
from kritzel.games.border.sheet import DICE, THROWS

# Training --------------------------------------------------------------------------------------------------
COURSE = Hyperparameters(games=40_960, noise=1.5, trace=0.8, decisions=80, pessimism=0.5)
"""Pessimism: an optimistic net never closes the area that ends a game, and never learns of ends."""


WIDTH = 2
"""Width of the beam: sets of cells that are extended in action 2."""

TIE_NOISE = 1e-9
"""Size of the random term that breaks ties."""

FOUND = np.dtype(
    [("taken", "u8", 2), ("value", "f8"), ("entry", "i4"), ("cell", "i4"), ("begin", "i4")], align=True
)
"""A set of cells in action 2: all crosses with it, its value, among which carried on it was found, its last
cell and its first one."""


class Beam(NamedTuple):
    """The sets of cells that are carried on in action 2, and those found."""

    tables: Any
    begins: Any
    """The first cell of each; -1: none yet."""
    found: Any
    """FOUND records."""


class Search(NamedTuple):
    """How plans are searched, and the best tables found, best first."""

    event: Any
    """The key of this action's luck."""
    noise: Any
    width: Any
    """Width of the beam: sets of cells that are extended in action 2."""
    careful: Any
    """Uses of each final throw that are judged with exactly the dice left then."""
    states: Any
    values: Any
    begins: Any
    """With what each begins: a segment or a cell; -1 for `done`."""


@compiled
def new_search(event: Key, noise: float, width: int, careful: int, count: int) -> Search:
    states = np.zeros(count, SEARCH_STATE)
    values = np.full(count, NEVER)
    begins = np.full(count, -1)
    return Search(event, noise, width, careful, states, values, begins)


@compiled
def luck_of(q: Search, taken: Cells) -> float:
    """The noise of a table, the same whenever these are the crosses, and what decides between equals."""
    index = int(luck.mixed(taken[0] ^ luck.mixed(taken[1])) >> luck.HALF)
    tie = TIE_NOISE * luck.below(q.event, index, luck.SPAN) / luck.SPAN
    return tie if q.noise == 0.0 else tie + q.noise * gaussian(q.event, index)


@compiled
def weigh(s: SheetRecord, m: Workspace, q: Search, w: SearchRecord, begin: int) -> float:
    """Judges a table after a plan and puts it into its place; the chances of the best one are noted."""
    value = evaluate(s, m, w) + luck_of(q, cells_of(w["taken"], m.seat))
    place = len(q.values)
    while place > 0 and value > q.values[place - 1]:
        place -= 1
    if place == 0:
        store_best(m)
    for index in range(len(q.values) - 1, place, -1):
        q.states[index] = q.states[index - 1]
        q.values[index], q.begins[index] = q.values[index - 1], q.begins[index - 1]
    if place < len(q.values):
        q.states[place] = w
        q.values[place], q.begins[place] = value, begin
    return value


# Keeping dice ----------------------------------------------------------------------------------------------
@compiled
def best_throw(g: TableRecord, values: Reals, event: Key, noise: float) -> int:
    """B2: stop, or the dice to throw again, by what dice kept are worth."""
    move, best, row = STOP, NEVER, choices_of(g["dice"])
    for index in range(MANY_CHOICES[row]):
        value = values[KEPT_SET[row, index]] + noise * gaussian(event, index)
        value += TIE_NOISE * luck.below(event, 4 * len(KEPT_SET) + index, luck.SPAN) / luck.SPAN
        if value > best:
            move, best = CHOICES[row, index], value
    return move


# Action 1 --------------------------------------------------------------------------------------------------
@compiled
def unused_dice(s: SheetRecord, g: TableRecord, m: Workspace, w: SearchRecord) -> int:
    used = bits.minus(cells_of(w["taken"], m.seat), cells_of(g["crosses"], m.seat))
    return g["dice"] - dice_for(s, w["board"][m.seat], used)


@compiled
def leave(g: TableRecord, w: SearchRecord, left: int) -> None:
    """B4: the dice left are for the others; B5: if there is none, one of all five."""
    w["left"], w["one"] = (left, 0) if left else (g["dice"], 1)


@compiled
def seek_segments(s: SheetRecord, g: TableRecord, m: Workspace, q: Search) -> None:
    """B3: the best sets of segments to fill, beside what is crossed already."""
    plans, dice = np.zeros(MOST_PLANS, PLAN), unused_dice(s, g, m, m.states[NOW])
    for index in range(list_plans(s, m.states[NOW], m.seat, dice, plans)):
        w = apply_plan(s, m, plans, index)
        leave(g, w, dice - plans[index]["dice"])
        weigh(s, m, q, w, plans[index]["begin"])


# Action 2 --------------------------------------------------------------------------------------------------
@compiled
def open_in(s: SheetRecord, g: TableRecord, m: Workspace, w: SearchRecord) -> Cells:
    """B4, B5: what the seat can cross next on a table of the search."""
    dice, coloured = unused_dice(s, g, m, w), bits.NOTHING
    if g["one"] and dice != g["dice"]:
        return bits.NOTHING
    for colour in range(FACES):
        if dice >> NIBBLE * colour & PART:
            coloured = bits.union(coloured, colour_cells(s, w["board"][m.seat], colour))
    return bits.minus(bits.both(coloured, cells_of(w["rim"], m.seat)), cells_of(w["taken"], m.seat))


@compiled
def is_found(found: Records, count: int, taken: Cells) -> bool:
    """Whether a set of cells was found already, in another order."""
    for index in range(count):
        here = found[index]["taken"]
        if here[0] == taken[0] and here[1] == taken[1]:
            return True
    return False


@compiled
def carry_on(
    s: SheetRecord, g: TableRecord, m: Workspace, q: Search, beam: Beam, entry: int, count: int
) -> int:
    """Finds all sets with one cell more than an entry of the beam has; how many are found now."""
    w, begin, seat = beam.tables[entry], beam.begins[entry], m.seat
    left = open_in(s, g, m, w)
    while not bits.is_empty(left) and count < len(beam.found):
        cell, left = bits.first(left), bits.without_first(left)
        taken = bits.union(cells_of(w["taken"], seat), bits.single(cell))
        if is_found(beam.found, count, taken):
            continue
        one, start = beam.found[count], cell if begin < 0 else begin
        m.states[PLANNED] = w
        put_cross(s, m.states[PLANNED], seat, cell)
        one["value"] = weigh(s, m, q, m.states[PLANNED], start)
        one["taken"][0], one["taken"][1] = taken[0], taken[1]
        one["entry"], one["cell"], one["begin"] = entry, cell, start
        count += 1
    return count


@compiled
def best_found(found: Records, count: int) -> int:
    """The most promising set that is not yet carried on; -1 where there is none."""
    best = -1
    for index in range(count):
        if found[index]["value"] > NEVER and (best < 0 or found[index]["value"] > found[best]["value"]):
            best = index
    return best


@compiled
def seek_cells(s: SheetRecord, g: TableRecord, m: Workspace, q: Search) -> None:
    """B4: the best sets of cells to cross, beside what is crossed already."""
    found, begins = np.zeros(MOST_PLANS, FOUND), np.full(q.width, -1)
    tables, entries = np.zeros((2, q.width), SEARCH_STATE), 1
    tables[0, 0] = m.states[NOW]
    weigh(s, m, q, m.states[NOW], -1)
    for depth in range(DICE):
        now, then, count = tables[depth % 2], tables[1 - depth % 2], 0
        for entry in range(entries):
            count = carry_on(s, g, m, q, Beam(now, begins, found), entry, count)
        entries = 0
        while entries < q.width and best_found(found, count) >= 0:
            one = found[best_found(found, count)]
            then[entries] = now[one["entry"]]
            put_cross(s, then[entries], m.seat, one["cell"])
            begins[entries], one["value"] = one["begin"], NEVER
            entries += 1


@compiled
def best_end(s: SheetRecord, g: TableRecord, m: Workspace) -> int:
    """B8: in the last action only areas closed now count: a cell of the best finish, or done."""
    w = m.states[NOW]
    dice, count = unused_dice(s, g, m, w), list_finishes(s, w, m.seat, m.finishes)
    if g["one"] and dice != g["dice"]:
        return DONE
    finish = m.finishes[best_finish(m.finishes, count, dice, g["one"])]
    cells = bits.both((finish["cells"][0], finish["cells"][1]), cells_of(w["rim"], m.seat))
    return DONE if bits.is_empty(cells) else CROSS + bits.first(cells)


# Deciding --------------------------------------------------------------------------------------------------
@compiled
def begin(s: SheetRecord, g: TableRecord, m: Workspace, running: bool) -> None:
    """Reads the table now, as it is once this action is over."""
    w = m.states[NOW]
    survey(s, g, w, m.seat, running)
    w["next"], w["giver"] = (active(g) + 1) % g["seats"], active(g)


@compiled
def seek(s: SheetRecord, g: TableRecord, m: Workspace, q: Search) -> None:
    weigh_others(s, m, g["dice"])
    if g["phase"] == MARKING:
        seek_segments(s, g, m, q)
    else:
        seek_cells(s, g, m, q)


@compiled
def store_features(s: SheetRecord, g: TableRecord, m: Workspace, q: Search) -> None:
    """Stores the inputs of the table after `done`, and what the best one promised when the action began."""
    w, scratch = m.states[NOW], m.scratch
    if g["phase"] == MARKING:
        leave(g, w, unused_dice(s, g, m, w))
    if is_last(s, w):
        return
    later = hand_over(s, m, w)
    scratch.stats[POINTS] = round(outlook(s, later, m.seat))
    scratch.stats[COUNT] = list_features(s, later, m.seat, scratch.stats[POINTS], scratch.chosen)
    if q.noise != 0.0:
        begin(s, g, m, False)
        seek(s, g, m, new_search(q.event, 0.0, q.width, 0, 1))


@compiled
def begin_with(s: SheetRecord, g: TableRecord, m: Workspace, start: int) -> int:
    """The move that begins a plan: a cell of its first segment, its first cell, or done."""
    if start < 0 or g["phase"] != MARKING:
        return DONE if start < 0 else CROSS + start
    w = m.states[NOW]
    segment = segment_cells(s, w["board"][m.seat], start)
    return CROSS + bits.first(bits.minus(segment, cells_of(w["taken"], m.seat)))


@compiled
def decide(s: SheetRecord, g: TableRecord, m: Workspace, q: Search) -> int:
    m.scratch.stats[:] = 0
    begun = begun_cells(s, g, m.seat)
    if not bits.is_empty(begun):
        return CROSS + bits.first(begun)
    begin(s, g, m, True)
    if g["phase"] == KEEPING:
        return best_throw(g, value_kept(s, m, THROWS - g["throw"], q.careful), q.event, q.noise)
    if g["phase"] == FOLLOWING and is_last(s, m.states[NOW]):
        return best_end(s, g, m)
    seek(s, g, m, q)
    if q.begins[0] < 0:
        store_features(s, g, m, q)
    return begin_with(s, g, m, q.begins[0])


@compiled
def key_of(g: TableRecord, seat: int, seed: Seed) -> Any:
    return luck.key(np.uint64(seed), g["round"], luck.TIES + seat, THROWS - g["throw"])


@compiled
def learned(
    sheet: Records, state: Records, seat: int, seed: Seed, net: Net, noise: float, scratch: Scratch
) -> int:
    s, g = sheet[0], state[0]
    m = new_workspace(seat, net, scratch)
    return decide(s, g, m, new_search(key_of(g, seat, seed), noise, WIDTH, 0, 1))


# What hints and reviews ask: values of tables and throws ----------------------------------------------------
@compiled
def anticipate(sheet: Records, state: Records, seat: int, net: Net, scratch: Scratch) -> int:
    """The chances of all leads for a seat are in `scratch.chances` then; what they count from."""
    s = sheet[0]
    g = state[0]
    m = new_workspace(seat, net, scratch)
    survey(s, g, m.states[NOW], seat, True)
    if m.states[NOW]["left"]:
        weigh_others(s, m, m.states[NOW]["left"])
        evaluate_later(s, m, hand_over(s, m, m.states[NOW]))
    else:
        evaluate_later(s, m, m.states[NOW])
    return m.lead[0]


@compiled
def rests(sheet: Records, state: Records, seat: int) -> bool:
    """Whether a rollout for a seat may end here: its own turn begins."""
    g = state[0]
    return g["phase"] == THROWING and g["throw"] == 1 and active(g) == seat


@compiled
def weigh_throws(
    sheet: Records, state: Records, net: Net, scratch: Scratch, throws: Numbers, dice: int, values: Reals
) -> int:
    """Fills in what throws are worth to the active seat, by the dice it would keep; returns the seat."""
    s, g = sheet[0], state[0]
    m, left = new_workspace(active(g), net, scratch), THROWS - g["throw"]
    begin(s, g, m, True)
    by_dice = value_kept(s, m, left, 0)
    for nth in range(len(values)):
        word = g["dice"]
        for die in range(dice):
            word += 1 << NIBBLE * throws[nth, die]
        row = choices_of(word)
        values[nth] = by_dice[FULL + row]
        if left > 0:
            for index in range(MANY_CHOICES[row]):
                values[nth] = max(values[nth], by_dice[KEPT_SET[row, index]])
    return m.seat


# Values of moves -------------------------------------------------------------------------------------------
PLANS_COMPARED = 24
"""Number of best plans that are compared."""


@compiled
def weigh_moves(
    sheet: Records, state: Records, seat: int, net: Net, scratch: Scratch, moves: Numbers, values: Reals
) -> int:
    """Fills in the moves worth a look and what the table is worth after the plan of each; how many."""
    s, g = sheet[0], state[0]
    m = new_workspace(seat, net, scratch)
    begun = begun_cells(s, g, seat)
    values[0] = 0.0
    if not bits.is_empty(begun):
        moves[0] = CROSS + bits.first(begun)
        return 1
    begin(s, g, m, True)
    if g["phase"] == KEEPING:
        return weigh_throwing(s, g, m, moves, values)
    if g["phase"] == FOLLOWING and is_last(s, m.states[NOW]):
        moves[0] = best_end(s, g, m)
        return 1
    return weigh_plans(s, g, m, moves, values)


@compiled
def weigh_throwing(s: SheetRecord, g: TableRecord, m: Workspace, moves: Numbers, values: Reals) -> int:
    """B2: what it is worth to stop, or to throw some of the dice again."""
    by_dice, row = value_kept(s, m, THROWS - g["throw"], 0), choices_of(g["dice"])
    for index in range(MANY_CHOICES[row]):
        moves[index], values[index] = CHOICES[row, index], by_dice[KEPT_SET[row, index]]
    return MANY_CHOICES[row]


@compiled
def weigh_plans(s: SheetRecord, g: TableRecord, m: Workspace, moves: Numbers, values: Reals) -> int:
    """B3, B4: what the best plans are worth, by the move with which they begin."""
    q = new_search(key_of(g, m.seat, 0), 0.0, WIDTH, 0, PLANS_COMPARED)
    seek(s, g, m, q)
    found = 0
    for index in range(PLANS_COMPARED):
        if q.values[index] > NEVER:
            found = add_plan(moves, values, found, begin_with(s, g, m, q.begins[index]), q.values[index])
    return found


@compiled
def add_plan(moves: Numbers, values: Reals, count: int, move: int, value: float) -> int:
    """Adds the move of a plan, where no better plan began with it. How many moves there are now."""
    for index in range(count):
        if moves[index] == move:
            return count
    moves[count], values[count] = move, value
    return count + 1
