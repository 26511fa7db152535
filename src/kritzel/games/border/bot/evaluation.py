"""What a table of The Border is worth to a seat, compiled: exactly in the last round, else by the net.

Dice left over go to the others (B4, B5): each is expected to cross the cells that promise it most, as the
planner reckons (`analysis`). The table after that is judged by the final lead, the seat's points less those
of the best other: the net says how far that will be from what the planner would expect. So what a move brings
the others counts as much as what it brings the seat.

Once a seat has enclosed enough areas (B8) only the areas that the last dice close count. A finish is a set of
areas whose missing cells the dice may cross (B4): the dice it needs, and what the seat ends with. Ends are
compared by rank: points first, then the best single area (B9).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kritzel.fast import bits
from kritzel.fast.bits import Cells
from kritzel.fast.jit import compiled
from kritzel.fast.net import BEST_POINTS, LEAST_TOTAL, TOTALS, WIN, Net, Scratch, expected, look
from kritzel.fast.records import Numbers, Records
from kritzel.games.border.bot.analysis import FULL, SETS
from kritzel.games.border.bot.features import list_features, outlook, promise, taken_by_others, time_left
from kritzel.games.border.bot.search_state import SEARCH_STATE, SearchRecord, beside, cost, is_last, put_cross
from kritzel.games.border.fast.rules import dice_for
from kritzel.games.border.fast.scoring import best_area
from kritzel.games.border.fast.sheet import (
    FACES,
    MOST_AREAS,
    SheetRecord,
    cells_of,
    colour_cells,
    segment_cells,
)
from kritzel.games.border.fast.state import NIBBLE, PART
from kritzel.games.border.sheet import DICE, MOST_BOARDS

MOST_CLOSED = 7
"""Most areas that a finish may close, so that odd maps take no longer."""

FINISH = np.dtype([("cells", "u8", 2), ("rank", "i8"), ("need", "i4")], align=True)


MOST_FINISHES = 1 << MOST_CLOSED
RANK = 1 << 20
"""Weight of a point against the best single area."""

POINT = 0.5
"""What a point of the final lead is worth, beside a win."""

ENOUGH, MORE = 0x888888, 0xEEEEEE
"""Bits of counts of dice: one above them that stays where a count is taken from no smaller one; those that
are set where there is more than one die of a colour."""


# Ranks -------------------------------------------------------------------------------------------------
@compiled
def rank(s: SheetRecord, w: SearchRecord, seat: int) -> int:
    """B9: what the seat ends with if nothing is added."""
    return w["points"][seat] * RANK + best_area(s, w, seat)


@compiled
def end_value(mine: int, theirs: int) -> float:
    """What an end of this rank is worth against the best rank of the others."""
    share = 1.0 if mine > theirs else (0.5 if mine == theirs else 0.0)
    return WIN * share + POINT * (mine // RANK - theirs // RANK)


# Finishes --------------------------------------------------------------------------------------------------
@compiled
def can_be_reached(s: SheetRecord, w: SearchRecord, seat: int, cells: Cells) -> bool:
    """B4: whether all cells can be crossed one by one, each beside a cross."""
    rim, left = cells_of(w["rim"], seat), cells
    while bits.meets(rim, left):
        now = bits.both(rim, left)
        left = bits.minus(left, now)
        rim = bits.union(rim, beside(s, now))
    return bits.is_empty(left)


@compiled
def list_closable(s: SheetRecord, w: SearchRecord, seat: int, areas: Numbers) -> int:
    """The areas that five dice may close: those that lack least come first."""
    count = 0
    for lack in range(1, DICE + 1):
        for area in range(s["areas"]):
            if w["lack"][seat, area] == lack and count < MOST_CLOSED:
                areas[count] = area
                count += 1
    return count


@compiled
def list_finishes(s: SheetRecord, w: SearchRecord, seat: int, finishes: Records) -> int:
    """Writes all finishes of a seat that are not beyond any dice; the first one closes nothing."""
    areas = np.zeros(MOST_AREAS, np.int64)
    closable, count = list_closable(s, w, seat, areas), 0
    for some in range(1 << closable):
        cells, got, best = bits.NOTHING, w["points"][seat], best_area(s, w, seat)
        for index in range(closable):
            if some >> index & 1:
                area = areas[index]
                value = s["later"][area] if w["gone"] >> area & 1 else s["first"][area]
                got, best = got + value, max(best, value)
                cells = bits.union(cells, bits.minus(cells_of(s["ring"], area), cells_of(w["taken"], seat)))
        if bits.count(cells) <= DICE and can_be_reached(s, w, seat, cells):
            finish = finishes[count]
            finish["need"], finish["rank"] = dice_for(s, w["board"][seat], cells), got * RANK + best
            finish["cells"][0], finish["cells"][1] = cells[0], cells[1]
            count += 1
    return count


@compiled
def suffices(dice: int, need: int, one: bool) -> bool:
    """B4: whether the dice are enough; B5: where one of them is free, for one cell."""
    if one and (need & (need - 1) or need & MORE):
        return False
    return ((dice | ENOUGH) - need) & ENOUGH == ENOUGH


@compiled
def best_finish(finishes: Records, count: int, dice: int, one: bool) -> int:
    """The number of the finish with the highest rank that the dice allow."""
    best = 0
    for index in range(1, count):
        if finishes[index]["rank"] > finishes[best]["rank"] and suffices(dice, finishes[index]["need"], one):
            best = index
    return best


@compiled
def best_rival(s: SheetRecord, w: SearchRecord, seat: int, finishes: Records) -> int:
    """The highest rank of the others; all but the giver finish as well as the dice allow."""
    highest = -1
    for other in range(w["seats"]):
        if other == w["giver"] and other != seat:
            highest = max(highest, rank(s, w, other))
        elif other != seat:
            count = list_finishes(s, w, other, finishes)
            best = best_finish(finishes, count, w["left"], w["one"])
            highest = max(highest, finishes[best]["rank"])
    return highest


# Working memory --------------------------------------------------------------------------------------------
NOW, PLANNED, LATER, STATES = range(4)
"""Indices into `Workspace.states`: the table now, after a plan, and after the others have followed."""


def _lead_values() -> Any:
    """What each final lead is worth: a win, or half of one, and its points."""
    leads = np.arange(LEAST_TOTAL, LEAST_TOTAL + TOTALS)
    return WIN * (np.sign(leads) + 1) / 2 + POINT * leads


LEAD_VALUES = _lead_values()


class Workspace(NamedTuple):
    """Working memory for one decision of one seat."""

    seat: Any
    net: Net
    scratch: Scratch
    states: Any
    rival: Any
    """One number: the other seat of a duel, if its view of tables counts as much; -1: none."""
    lead: Any
    """One number: the lead to be expected by the table judged last."""
    top: Any
    """Of each other seat, by colour: the cells it would cross first (-1: no more)."""
    gains: Any
    """What these cells would bring it, in points."""
    finishes: Any
    """The ways in which a seat may finish, while one is looked at."""
    best: Any
    """By dice the value of the best set of segments that needs just these."""
    plan: Any
    """Which set that is (-1: there is none)."""
    last: Any
    """By dice the highest rank with which they end the game (-1: they do not)."""
    use: Any
    """By final throw the choice of dice that is its best use (-1: it ends the game)."""


@compiled
def new_workspace(seat: int, net: Net, scratch: Scratch) -> Workspace:
    states, one = np.zeros(STATES, SEARCH_STATE), np.zeros(1, np.int64)
    rival = np.full(1, -1)
    top, gains = np.full((MOST_BOARDS, FACES, DICE), -1), np.zeros((MOST_BOARDS, FACES, DICE))
    finishes, best = np.zeros(MOST_FINISHES, FINISH), np.zeros(SETS)
    plan = np.zeros(SETS, np.int64)
    last = np.zeros(SETS, np.int64)
    use = np.zeros(SETS - FULL, np.int64)
    return Workspace(seat, net, scratch, states, rival, one, top, gains, finishes, best, plan, last, use)


# What the others do with dice ----------------------------------------------------------------------------
@compiled
def insert_cell(m: Workspace, seat: int, colour: int, cell: int, gain: float) -> None:
    """Puts a cell into its place among the best of its colour."""
    top, gains = m.top[seat, colour], m.gains[seat, colour]
    for place in range(DICE):
        if top[place] < 0 or gain > gains[place]:
            top[place], cell = cell, top[place]
            gains[place], gain = gain, gains[place]
        if cell < 0:
            return


@compiled
def gain_of(s: SheetRecord, w: SearchRecord, seat: int, cell: int, taken: int, time: int) -> float:
    """What crossing a cell promises a seat more than before."""
    number, gained = s["segment_of"][w["board"][seat], cell], 0.0
    segment = segment_cells(s, w["board"][seat], number)
    missing = bits.minus(segment, cells_of(w["taken"], seat))
    after = bits.minus(missing, bits.single(cell))
    for area in range(s["areas"]):
        ring = cells_of(s["ring"], area)
        if bits.meets(ring, missing):
            effort = w["effort"][seat, area]
            less = effort + cost(after, ring) - cost(missing, ring)
            gained += promise(s, w, seat, area, less, taken, time)
            gained -= promise(s, w, seat, area, effort, taken, time)
    return gained


@compiled
def weigh_cells(s: SheetRecord, m: Workspace, seat: int, dice: int) -> None:
    """What the cells that these dice may cross would bring another seat."""
    w = m.states[NOW]
    m.top[seat], m.gains[seat] = -1, 0.0
    taken, time = taken_by_others(w, seat), time_left(w)
    free = bits.minus(cells_of(w["rim"], seat), cells_of(w["taken"], seat))
    for colour in range(FACES):
        left = bits.both(free, colour_cells(s, w["board"][seat], colour))
        while dice >> NIBBLE * colour & PART and not bits.is_empty(left):
            cell, left = bits.first(left), bits.without_first(left)
            insert_cell(m, seat, colour, cell, gain_of(s, w, seat, cell, taken, time))


@compiled
def weigh_others(s: SheetRecord, m: Workspace, dice: int) -> None:
    """The same for all other seats that may use dice in action 2."""
    w = m.states[NOW]
    for other in range(w["seats"]):
        if other != m.seat and other != w["giver"]:
            weigh_cells(s, m, other, dice)


@compiled
def let_follow(s: SheetRecord, m: Workspace, w: SearchRecord, seat: int) -> None:
    """B4: another seat uses the dice left for its best cells; B5: or one of them."""
    best, most = -1, -1.0
    for colour in range(FACES):
        for place in range(min(w["left"] >> NIBBLE * colour & PART, DICE)):
            cell, gain = m.top[seat, colour, place], m.gains[seat, colour, place]
            if cell >= 0 and not w["one"]:
                put_cross(s, w, seat, cell)
            elif cell >= 0 and gain > most:
                best, most = cell, gain
    if w["one"] and best >= 0:
        put_cross(s, w, seat, best)


@compiled
def start_action_2(m: Workspace, w: SearchRecord) -> Any:
    """The table as the others find it in action 2: areas that action 1 closed are taken (B7)."""
    m.states[LATER] = w
    later = m.states[LATER]
    if w["giver"] == m.seat:
        later["gone"] |= w["enclosed"][m.seat]
    return later


@compiled
def hand_over(s: SheetRecord, m: Workspace, w: SearchRecord) -> Any:
    """The table once the others have followed."""
    later = start_action_2(m, w)
    for other in range(w["seats"]):
        if other != m.seat and other != w["giver"]:
            let_follow(s, m, later, other)
    return later


# What a table is worth -----------------------------------------------------------------------------------
@compiled
def evaluate_end(s: SheetRecord, m: Workspace, w: SearchRecord) -> float:
    """B8: what a table is worth with which the game ends: the others finish as well as they can."""
    mine = rank(s, w, m.seat)
    theirs = best_rival(s, start_action_2(m, w), m.seat, m.finishes)
    m.scratch.chances[:] = 0.0  # the lead does not change any more
    m.scratch.chances[-m.net.scale[0] // m.net.scale[1]] = 1.0
    m.lead[0] = mine // RANK - theirs // RANK
    return end_value(mine, theirs)


@compiled
def evaluate_for(s: SheetRecord, m: Workspace, later: SearchRecord, seat: int) -> float:
    """What such a table is worth to a seat, as the net sees it from there."""
    m.lead[0] = round(outlook(s, later, seat))
    look(m.net, m.scratch, list_features(s, later, seat, m.lead[0], m.scratch.seen))
    return expected(m.net, m.scratch.chances, m.lead[0], LEAD_VALUES)


@compiled
def evaluate_later(s: SheetRecord, m: Workspace, later: SearchRecord) -> float:
    """What a table is worth on which the others have followed: to the seat, or the mean of both views."""
    if m.rival[0] < 0:
        return evaluate_for(s, m, later, m.seat)
    theirs = evaluate_for(s, m, later, m.rival[0])
    return (evaluate_for(s, m, later, m.seat) + WIN - theirs) / 2


@compiled
def evaluate(s: SheetRecord, m: Workspace, w: SearchRecord) -> float:
    """What a table after the seat's action is worth to it; the chances stay in `scratch.chances`."""
    if is_last(s, w):
        return evaluate_end(s, m, w)
    return evaluate_later(s, m, hand_over(s, m, w))


@compiled
def store_best(m: Workspace) -> None:
    """Notes `scratch.chances` as those of the best table."""
    m.scratch.hoped[:] = m.scratch.chances
    m.scratch.stats[BEST_POINTS] = m.lead[0]
