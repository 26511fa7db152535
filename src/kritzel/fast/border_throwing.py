"""Which dice a learned bot of The Border keeps, compiled: every throw has a value, the rest is averaging.

Sets of segments that five dice may fill are judged by the net, the dice left over in the mean; what dice of
each colour bring the others is taken off. Larger sets gain what their parts gain, unless they close an area
together. Throws whose best use ends the game count by who wins then.
"""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np

from kritzel.fast import bits
from kritzel.fast.border_company import (
    NOW,
    PLANNED,
    UNKNOWN,
    Mind,
    forget_wishes,
    look_at,
    set_wish,
    weigh_others,
    wish_for,
)
from kritzel.fast.border_ending import best_finish, ended, list_finishes, rank, share_against, suffices
from kritzel.fast.border_outlook import FULL, SETS
from kritzel.fast.border_planner import (
    ANY_DICE,
    GONE,
    KEPT,
    NEVER,
    ONE_MORE,
    SET_DICE,
    average,
    one_throw_before,
)
from kritzel.fast.border_sheet import FACES, MANY_CHOICES, NIBBLE, PART, cells_of, segment_cells
from kritzel.fast.border_sight import LEFT, STEP, list_inputs
from kritzel.fast.border_thought import is_last, put_crosses
from kritzel.fast.jit import compiled
from kritzel.fast.net import BINS, Net, clear, conclude, expected, put
from kritzel.games.border.material import DICE, MOST_BOARDS

GIFT = 2.0
"""How much more dice left count than the net says they bring the others: it understates single crosses."""

MOST_PLANS = 400
"""No more sets of segments are tried, smaller ones first, so that odd maps take no longer."""

PLAN = np.dtype(
    [
        ("value", "f8"),
        ("dice", "i4"),
        ("enclosed", "i4"),
        ("segment", "i2"),
        ("last", "i2"),
        ("parent", "i2"),
        ("begin", "i2"),
    ],
    align=True,
)
"""A set of segments: its value, the dice it needs, the areas enclosed with it, its last segment and where
that is listed, the plan without it, and the first segment (-1: there is none)."""


def _mean_left() -> Any:
    """How likely it is that so many dice show a colour so many times: [dice][times]."""
    table = np.zeros((DICE + 1, DICE + 1), np.float32)
    for dice in range(DICE + 1):
        for times in range(dice + 1):
            table[dice, times] = comb(dice, times) * (FACES - 1) ** (dice - times) / FACES**dice
    return table


MEAN_LEFT = _mean_left()


# Sets of segments --------------------------------------------------------------------------------------
@compiled
def in_all(dice: int) -> int:
    """How many dice a word counts."""
    together = 0
    for colour in range(FACES):
        together += dice >> NIBBLE * colour & PART
    return together


@compiled
def set_of(dice: int) -> int:
    """The number of a set of dice."""
    number = 0
    for colour in range(FACES):
        for _ in range(dice >> NIBBLE * colour & PART):
            number = ONE_MORE[number, colour]
    return number


@compiled
def list_segments(s: Any, w: Any, seat: int, room: int, listed: Any, needs: Any) -> int:
    """B3: the segments that so many dice of each colour may fill, and the dice for each."""
    many, board = 0, w["board"][seat]
    for colour in range(FACES):
        for number in range(s["starts"][board, colour], s["starts"][board, colour + 1]):
            missing = w["missing"][seat, number]
            if 0 < missing <= room >> NIBBLE * colour & PART:
                listed[many], needs[many] = number, np.int64(missing) << NIBBLE * colour
                many += 1
    return many


@compiled
def list_plans(s: Any, w: Any, seat: int, room: int, plans: Any) -> int:
    """B3: all sets of segments that these dice may fill: no segment first, then one, two and so on."""
    listed, needs = np.zeros(bits.MOST_CELLS, np.int64), np.zeros(bits.MOST_CELLS, np.int64)
    segments, many, at = list_segments(s, w, seat, room, listed, needs), 1, 0
    plans[0]["dice"], plans[0]["begin"], plans[0]["last"] = 0, -1, -1
    while at < many:
        for index in range(plans[at]["last"] + 1, segments):
            dice = plans[at]["dice"] + needs[index]
            if many < MOST_PLANS and in_all(dice) <= DICE and suffices(room, dice, False):
                plans[many]["segment"], plans[many]["last"], plans[many]["dice"] = listed[index], index, dice
                plans[many]["parent"], plans[many]["begin"] = at, plans[at]["begin"] if at else listed[index]
                many += 1
        at += 1
    return many


@compiled
def imagine(s: Any, m: Mind, plans: Any, nth: int) -> Any:
    """The table after a plan."""
    m.thoughts[PLANNED] = m.thoughts[NOW]
    w = m.thoughts[PLANNED]
    while nth > 0:
        number = plans[nth]["segment"]
        segment = segment_cells(s, w["board"][m.seat], number)
        put_crosses(s, w, m.seat, number, bits.minus(segment, cells_of(w["taken"], m.seat)))
        nth = plans[nth]["parent"]
    return w


# Judging them ----------------------------------------------------------------------------------------------
@compiled
def mean_rows(net: Net, mean: Any) -> None:
    """What dice left add to the first sums in the mean, by their number."""
    for dice in range(1, DICE + 1):
        for times in range(1, dice + 1):
            for colour in range(FACES):
                row = net.first[LEFT + colour * DICE + times - 1]
                for at in range(len(row)):
                    mean[dice, at] += MEAN_LEFT[dice, times] * row[at]


@compiled
def value_plan(s: Any, m: Mind, w: Any, used: int, mean: Any) -> float:
    """What a table after action 1 is worth before the others follow; of dice left the number counts."""
    left = DICE - in_all(used)
    w["giver"], w["left"], w["one"] = m.seat, 0, 0
    wish = wish_for(s, m, w)
    if left == 0:
        w["left"], w["one"] = used, 1
    clear(m.net, m.desk)
    for nth in range(list_inputs(s, w, m.seat, m.desk.seen)):
        put(m.net, m.desk.sums, m.desk.seen[nth])
    for at in range(len(m.desk.sums)):
        m.desk.sums[at] += mean[left, at]
    conclude(m.net, m.desk.sums, m.desk)
    return expected(m.net, m.desk.chances, w["points"][m.seat], wish)


@compiled
def is_a_sum(m: Mind, plans: Any, nth: int) -> bool:
    """Whether a plan is worth what its parts gain: it closes no area that they do not close alone."""
    plan = plans[nth]
    parts = plans[plan["parent"]]["enclosed"] | plans[1 + plan["last"]]["enclosed"]
    return not m.anew and plan["parent"] > 0 and plan["enclosed"] == parts


@compiled
def value_plans(s: Any, m: Mind) -> None:
    """By dice the best set of segments that needs just these."""
    plans, mean = np.zeros(MOST_PLANS, PLAN), np.zeros((DICE + 1, len(m.desk.sums)), np.float32)
    mean_rows(m.net, mean)
    forget_wishes(m)
    m.best[:], m.last[:] = NEVER, -1
    for nth in range(list_plans(s, m.thoughts[NOW], m.seat, ANY_DICE, plans)):
        w, plan, dice = imagine(s, m, plans, nth), plans[nth], set_of(plans[nth]["dice"])
        plan["enclosed"] = w["enclosed"][m.seat]
        if is_last(s, w):
            m.last[dice] = max(m.last[dice], rank(s, w, m.seat))
        elif is_a_sum(m, plans, nth):
            alone = plans[1 + plan["last"]]["value"] - plans[0]["value"]
            plan["value"] = plans[plan["parent"]]["value"] + alone
            m.best[dice] = max(m.best[dice], plan["value"])
        else:
            plan["value"] = value_plan(s, m, w, plan["dice"], mean)
            m.best[dice] = max(m.best[dice], plan["value"])


# What the others get ---------------------------------------------------------------------------------------
@compiled
def value_gifts(s: Any, m: Mind, gift: Any) -> None:
    """B4: by colour and number of dice left, what the others' best cells cost the seat."""
    w, chances = m.thoughts[NOW], np.zeros(BINS, np.float32)
    look_at(s, w, m.seat, m)
    chances[:] = m.desk.chances
    set_wish(s, w, m, UNKNOWN, 0)
    before = expected(m.net, chances, w["points"][m.seat], m.desk.wish)
    for other in range(w["seats"]):
        if other != m.seat:
            set_wish(s, w, m, other, STEP)
            loss = (before - expected(m.net, chances, w["points"][m.seat], m.desk.wish)) / STEP
            for colour in range(FACES):
                together = 0.0
                for place in range(DICE):
                    together += GIFT * loss * max(m.gains[other, colour, place], 0.0)
                    gift[colour, place + 1] += together


@compiled
def given(gift: Any, dice: int, one: bool) -> float:
    """B4: what dice left cost; B5: the dearest of them."""
    together, most = 0.0, 0.0
    for colour in range(FACES):
        many = dice >> NIBBLE * colour & PART
        together += gift[colour, many]
        most = max(most, gift[colour, min(many, 1)])
    return most if one else together


@compiled
def rank_ends(s: Any, m: Mind, ends: Any) -> bool:
    """By dice left the others' best ranks; in the second half one of all is free. False: no end is near."""
    if m.last.max() < 0:
        return False
    w = m.thoughts[NOW]
    for other in range(w["seats"]):
        if other != m.seat:
            many = list_finishes(s, w, other, m.finishes)
            for dice in range(SETS):
                word = SET_DICE[dice]
                ends[other, dice] = m.finishes[best_finish(m.finishes, many, word, False)]["rank"]
                ends[other, SETS + dice] = m.finishes[best_finish(m.finishes, many, word, True)]["rank"]
    return True


@compiled
def end_worth(m: Mind, dice: int, ends: Any, left: int) -> float:
    """What ending the game with these dice is worth if the others have those left."""
    share = 1.0
    for other in range(m.thoughts[NOW]["seats"]):
        if other != m.seat:
            share *= share_against(m.last[dice], ends[other, left])
    return ended(m.last[dice], share)


# Throws ----------------------------------------------------------------------------------------------------
@compiled
def value_throws(s: Any, m: Mind, values: Any) -> None:
    """What each final throw is worth: the best use of some of its dice."""
    gift, gifts = np.zeros((FACES, DICE + 1)), np.zeros(SETS)
    ends = np.zeros((MOST_BOARDS, 2 * SETS), np.int64)
    value_gifts(s, m, gift)
    value_plans(s, m)
    near = rank_ends(s, m, ends)
    for left in range(SETS):
        gifts[left] = given(gift, SET_DICE[left], False)
    for row in range(len(MANY_CHOICES)):
        dice = FULL + row
        worth = m.best[dice] - given(gift, SET_DICE[dice], True)
        if near and m.last[dice] >= 0:
            worth = max(worth, end_worth(m, dice, ends, SETS + dice))
        for index in range(1, MANY_CHOICES[row]):
            some, left = KEPT[row, index], GONE[row, index]
            worth = max(worth, m.best[some] - gifts[left])
            if near and m.last[some] >= 0:
                worth = max(worth, end_worth(m, some, ends, left))
        values[dice] = worth


@compiled
def value_kept(s: Any, m: Mind, throws: int) -> Any:
    """What dice are worth to an active seat: all five as they are, fewer with so many throws to come."""
    values = np.zeros(SETS)
    weigh_others(s, m, ANY_DICE)
    value_throws(s, m, values)
    average(values)
    for _ in range(throws - 1):
        final = values[FULL:]
        values = one_throw_before(values)
        values[FULL:] = final
    return values
