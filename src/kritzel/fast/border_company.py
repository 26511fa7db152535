"""What the others of The Border will have, compiled: the wish of a learned bot, and what it hands them.

The chance to win depends on what the others may end with, so they are looked at as they would see the
table themselves. Dice left over go to them (B4): what each of their open cells would bring them is asked of
the net, and they are thought to cross the best ones.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kritzel.fast import bits
from kritzel.fast.border_ending import FINISH, MOST_FINISHES, count_finishers, ended, rank
from kritzel.fast.border_outlook import SETS
from kritzel.fast.border_sheet import FACES, NIBBLE, PART, cells_of, colour_cells
from kritzel.fast.border_sight import list_inputs
from kritzel.fast.border_thought import THOUGHT, is_last, put_cross
from kritzel.fast.jit import compiled
from kritzel.fast.net import (
    BEST_POINTS,
    BINS,
    TOTALS,
    Desk,
    Net,
    begin_win,
    count_rival,
    end_win,
    expected,
    look,
)
from kritzel.games.border.material import DICE, MOST_BOARDS

NOW, PLANNED, TRIAL, OTHERS, THOUGHTS = range(5)
"""Which thought is which: the table as it is, as it is after a plan, with one cross of somebody, and after
the others have followed."""

WISHES = 8
"""So many wishes are remembered, while areas closed differ."""

UNKNOWN = -1
"""The mark of a wish that fits no thought."""


class Mind(NamedTuple):
    """What is worked out for one decision of one seat."""

    seat: Any
    anew: Any
    """Whether the others are looked at anew for every table, or only where the seat closes areas."""
    net: Net
    desk: Desk
    thoughts: Any
    fits: Any
    """For which enclosed areas of the seat each wish was made; the last number counts the wishes."""
    wishes: Any
    top: Any
    """Of each other seat, by colour: the cells it would cross first (-1: no more)."""
    gains: Any
    """What these cells would bring it, in points."""
    finishes: Any
    """The ways in which a seat may finish, while one is looked at."""
    best: Any
    """By dice the value of the best set of segments that needs just these."""
    last: Any
    """By dice the highest rank with which they end the game (-1: they do not)."""


@compiled
def new_mind(seat: int, anew: bool, net: Net, desk: Desk) -> Mind:
    """Nothing thought yet."""
    thoughts, wishes = np.zeros(THOUGHTS, THOUGHT), np.zeros((WISHES, TOTALS))
    fits, top = np.full(WISHES + 1, UNKNOWN), np.full((MOST_BOARDS, FACES, DICE), -1, np.int64)
    gains = np.zeros((MOST_BOARDS, FACES, DICE))
    finishes, best, last = np.zeros(MOST_FINISHES, FINISH), np.zeros(SETS), np.zeros(SETS, np.int64)
    return Mind(seat, anew, net, desk, thoughts, fits, wishes, top, gains, finishes, best, last)


# Looking at a seat -------------------------------------------------------------------------------------
@compiled
def look_at(s: Any, w: Any, seat: int, m: Mind) -> None:
    """The chances of all outcomes for a seat, to `desk.chances`."""
    look(m.net, m.desk, list_inputs(s, w, seat, m.desk.seen))


@compiled
def mean_points(m: Mind) -> float:
    """The points that `desk.chances` bring on average."""
    together = 0.0
    for at in range(BINS):
        together += m.desk.chances[at] * (m.net.scale[0] + at * m.net.scale[1])
    return together


@compiled
def nothing_more(m: Mind) -> None:
    """The chances where no point is to come."""
    m.desk.chances[:] = 0.0
    m.desk.chances[min(max(-m.net.scale[0] // m.net.scale[1], 0), BINS - 1)] = 1.0


@compiled
def set_wish(s: Any, w: Any, m: Mind, rival: int, more: int) -> None:
    """The wish of the seat, by what the others may end with; one of them with so many points more."""
    begin_win(m.desk)
    for other in range(w["seats"]):
        if other != m.seat:
            look_at(s, w, other, m)
            count_rival(m.net, m.desk, w["points"][other] + (more if other == rival else 0))
    end_win(m.desk)


# What the others do with dice ----------------------------------------------------------------------------
@compiled
def remember(m: Mind, seat: int, colour: int, cell: int, gain: float) -> None:
    """Puts a cell into its place among the best of its colour."""
    top, gains = m.top[seat, colour], m.gains[seat, colour]
    for place in range(DICE):
        if top[place] < 0 or gain > gains[place]:
            top[place], cell = cell, top[place]
            gains[place], gain = gain, gains[place]
        if cell < 0:
            return


@compiled
def weigh_cells(s: Any, m: Mind, seat: int, dice: int) -> None:
    """What the cells that these dice may cross would bring another seat."""
    w = m.thoughts[NOW]
    m.top[seat], m.gains[seat] = -1, 0.0
    look_at(s, w, seat, m)
    before = mean_points(m) + w["points"][seat]
    free = bits.minus(cells_of(w["rim"], seat), cells_of(w["taken"], seat))
    for colour in range(FACES):
        left = bits.both(free, colour_cells(s, w["board"][seat], colour))
        while dice >> NIBBLE * colour & PART and not bits.is_empty(left):
            m.thoughts[TRIAL] = w
            put_cross(s, m.thoughts[TRIAL], seat, bits.first(left))
            look_at(s, m.thoughts[TRIAL], seat, m)
            after = mean_points(m) + m.thoughts[TRIAL]["points"][seat]
            remember(m, seat, colour, bits.first(left), after - before)
            left = bits.without_first(left)


@compiled
def weigh_others(s: Any, m: Mind, dice: int) -> None:
    """The same for all other seats that may use dice in action 2."""
    w = m.thoughts[NOW]
    for other in range(w["seats"]):
        if other != m.seat and other != w["giver"]:
            weigh_cells(s, m, other, dice)


@compiled
def let_follow(s: Any, m: Mind, w: Any, seat: int) -> None:
    """B4: another seat uses the dice left for its best cells; B5: or one of them."""
    best, most = -1, 0.0
    for colour in range(FACES):
        for place in range(min(w["left"] >> NIBBLE * colour & PART, DICE)):
            cell, gain = m.top[seat, colour, place], m.gains[seat, colour, place]
            if cell >= 0 and gain > 0.0 and not w["one"]:
                put_cross(s, w, seat, cell)
            elif cell >= 0 and gain > most:
                best, most = cell, gain
    if w["one"] and best >= 0:
        put_cross(s, w, seat, best)


@compiled
def action_2_begins(m: Mind, w: Any) -> Any:
    """The table as the others find it in action 2: areas that action 1 closed are taken (B7)."""
    m.thoughts[OTHERS] = w
    later = m.thoughts[OTHERS]
    if w["giver"] == m.seat:
        later["gone"] |= w["enclosed"][m.seat]
    return later


@compiled
def hand_over(s: Any, m: Mind, w: Any) -> Any:
    """The table once the others have followed."""
    later = action_2_begins(m, w)
    for other in range(w["seats"]):
        if other != m.seat and other != w["giver"]:
            let_follow(s, m, later, other)
    return later


@compiled
def wish_after(s: Any, m: Mind, w: Any) -> None:
    """The wish of the seat once the others have followed."""
    set_wish(s, hand_over(s, m, w), m, UNKNOWN, 0)


@compiled
def forget_wishes(m: Mind) -> None:
    """No wish fits any more."""
    m.fits[:] = UNKNOWN


@compiled
def wish_for(s: Any, m: Mind, w: Any) -> Any:
    """The wish of the seat after an action; remembered for tables with the same enclosed areas."""
    if m.anew:
        wish_after(s, m, w)
        return m.desk.wish
    for nth in range(WISHES):
        if m.fits[nth] == w["enclosed"][m.seat]:
            return m.wishes[nth]
    m.fits[WISHES] = (m.fits[WISHES] + 1) % WISHES
    nth = m.fits[WISHES]
    wish_after(s, m, w)
    m.wishes[nth], m.fits[nth] = m.desk.wish, w["enclosed"][m.seat]
    return m.wishes[nth]


# What a table is worth -----------------------------------------------------------------------------------
@compiled
def judged_end(s: Any, m: Mind, w: Any) -> float:
    """B8: what a table is worth with which the game ends: the others finish as well as they can."""
    mine = rank(s, w, m.seat)
    share = count_finishers(s, action_2_begins(m, w), m.seat, m.finishes, mine)
    nothing_more(m)
    return ended(mine, share)


@compiled
def judged(s: Any, m: Mind, w: Any) -> float:
    """What a table after the seat's action is worth to it; the chances stay in `desk.chances`."""
    if is_last(s, w):
        return judged_end(s, m, w)
    wish = wish_for(s, m, w)
    look_at(s, w, m.seat, m)
    return expected(m.net, m.desk.chances, w["points"][m.seat], wish)


@compiled
def hope_for(m: Mind, w: Any) -> None:
    """Notes `desk.chances` as those of the best table."""
    m.desk.hoped[:] = m.desk.chances
    m.desk.told[BEST_POINTS] = w["points"][m.seat]
