"""What the others of The Border do next, as a learned bot thinks of it, compiled; and what a table is worth.

Dice left over go to the others (B4, B5): each is thought to cross the cells that promise it most, as the
planner reckons (`outlook`). The table after that is judged by the final lead, the seat's points less
those of the best other: the net says how far that will be from what the planner would expect. So what a move
brings the others counts as much as what it brings the seat.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kritzel.fast import bits
from kritzel.fast.jit import compiled
from kritzel.fast.net import BEST_POINTS, LEAST_TOTAL, TOTALS, WIN, Net, Scratch, expected, look
from kritzel.games.border.bot.endgame import FINISH, MOST_FINISHES, POINT, RANK, best_rival, ended, rank
from kritzel.games.border.bot.features import list_features, outlook, promise, taken_by_others, time_left
from kritzel.games.border.bot.outlook import FULL, SETS
from kritzel.games.border.bot.search_state import THOUGHT, ThoughtRecord, cost, is_last, put_cross
from kritzel.games.border.fast.sheet import FACES, SheetRecord, cells_of, colour_cells, segment_cells
from kritzel.games.border.fast.state import NIBBLE, PART
from kritzel.games.border.sheet import DICE, MOST_BOARDS

NOW, PLANNED, LATER, THOUGHTS = range(4)
"""Which thought is which: the table as it is, as it is after a plan, and after the others have followed."""


def _wish() -> Any:
    """What each final lead is worth: a win, or half of one, and its points."""
    leads = np.arange(LEAST_TOTAL, LEAST_TOTAL + TOTALS)
    return WIN * (np.sign(leads) + 1) / 2 + POINT * leads


WISH = _wish()


class Strategy(NamedTuple):
    """What is worked out for one decision of one seat."""

    seat: Any
    net: Net
    scratch: Scratch
    thoughts: Any
    rival: Any
    """One number: the other seat of a duel whose view of tables counts, too, as much as its own; -1: none."""
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
def new_mind(seat: int, net: Net, scratch: Scratch) -> Strategy:
    """Nothing thought yet."""
    thoughts, one = np.zeros(THOUGHTS, THOUGHT), np.zeros(1, np.int64)
    rival = np.full(1, -1)
    top, gains = np.full((MOST_BOARDS, FACES, DICE), -1), np.zeros((MOST_BOARDS, FACES, DICE))
    finishes, best = np.zeros(MOST_FINISHES, FINISH), np.zeros(SETS)
    plan = np.zeros(SETS, np.int64)
    last = np.zeros(SETS, np.int64)
    use = np.zeros(SETS - FULL, np.int64)
    return Strategy(seat, net, scratch, thoughts, rival, one, top, gains, finishes, best, plan, last, use)


# What the others do with dice ----------------------------------------------------------------------------
@compiled
def remember(m: Strategy, seat: int, colour: int, cell: int, gain: float) -> None:
    """Puts a cell into its place among the best of its colour."""
    top, gains = m.top[seat, colour], m.gains[seat, colour]
    for place in range(DICE):
        if top[place] < 0 or gain > gains[place]:
            top[place], cell = cell, top[place]
            gains[place], gain = gain, gains[place]
        if cell < 0:
            return


@compiled
def gain_of(s: SheetRecord, w: ThoughtRecord, seat: int, cell: int, taken: int, time: int) -> float:
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
def weigh_cells(s: SheetRecord, m: Strategy, seat: int, dice: int) -> None:
    """What the cells that these dice may cross would bring another seat."""
    w = m.thoughts[NOW]
    m.top[seat], m.gains[seat] = -1, 0.0
    taken, time = taken_by_others(w, seat), time_left(w)
    free = bits.minus(cells_of(w["rim"], seat), cells_of(w["taken"], seat))
    for colour in range(FACES):
        left = bits.both(free, colour_cells(s, w["board"][seat], colour))
        while dice >> NIBBLE * colour & PART and not bits.is_empty(left):
            cell, left = bits.first(left), bits.without_first(left)
            remember(m, seat, colour, cell, gain_of(s, w, seat, cell, taken, time))


@compiled
def weigh_others(s: SheetRecord, m: Strategy, dice: int) -> None:
    """The same for all other seats that may use dice in action 2."""
    w = m.thoughts[NOW]
    for other in range(w["seats"]):
        if other != m.seat and other != w["giver"]:
            weigh_cells(s, m, other, dice)


@compiled
def let_follow(s: SheetRecord, m: Strategy, w: ThoughtRecord, seat: int) -> None:
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
def action_2_begins(m: Strategy, w: ThoughtRecord) -> Any:
    """The table as the others find it in action 2: areas that action 1 closed are taken (B7)."""
    m.thoughts[LATER] = w
    later = m.thoughts[LATER]
    if w["giver"] == m.seat:
        later["gone"] |= w["enclosed"][m.seat]
    return later


@compiled
def hand_over(s: SheetRecord, m: Strategy, w: ThoughtRecord) -> Any:
    """The table once the others have followed."""
    later = action_2_begins(m, w)
    for other in range(w["seats"]):
        if other != m.seat and other != w["giver"]:
            let_follow(s, m, later, other)
    return later


# What a table is worth -----------------------------------------------------------------------------------
@compiled
def nothing_more(m: Strategy) -> None:
    """The chances where the lead does not change any more."""
    m.scratch.chances[:] = 0.0
    m.scratch.chances[-m.net.scale[0] // m.net.scale[1]] = 1.0


@compiled
def judged_end(s: SheetRecord, m: Strategy, w: ThoughtRecord) -> float:
    """B8: what a table is worth with which the game ends: the others finish as well as they can."""
    mine = rank(s, w, m.seat)
    theirs = best_rival(s, action_2_begins(m, w), m.seat, m.finishes)
    nothing_more(m)
    m.lead[0] = mine // RANK - theirs // RANK
    return ended(mine, theirs)


@compiled
def seen_by(s: SheetRecord, m: Strategy, later: ThoughtRecord, seat: int) -> float:
    """What such a table is worth to a seat, as the net sees it from there."""
    m.lead[0] = round(outlook(s, later, seat))
    look(m.net, m.scratch, list_features(s, later, seat, m.lead[0], m.scratch.seen))
    return expected(m.net, m.scratch.chances, m.lead[0], WISH)


@compiled
def judged_later(s: SheetRecord, m: Strategy, later: ThoughtRecord) -> float:
    """What a table is worth on which the others have followed: to the seat, or the mean of both views."""
    if m.rival[0] < 0:
        return seen_by(s, m, later, m.seat)
    theirs = seen_by(s, m, later, m.rival[0])
    return (seen_by(s, m, later, m.seat) + WIN - theirs) / 2


@compiled
def judged(s: SheetRecord, m: Strategy, w: ThoughtRecord) -> float:
    """What a table after the seat's action is worth to it; the chances stay in `scratch.chances`."""
    if is_last(s, w):
        return judged_end(s, m, w)
    return judged_later(s, m, hand_over(s, m, w))


@compiled
def hope_for(m: Strategy) -> None:
    """Notes `scratch.chances` as those of the best table."""
    m.scratch.hoped[:] = m.scratch.chances
    m.scratch.stats[BEST_POINTS] = m.lead[0]
