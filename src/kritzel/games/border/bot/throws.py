"""Which dice a learned bot of The Border keeps, compiled: every throw has a value, the rest is averaging.

Sets of segments that five dice may fill are judged by the net as if nothing were left for the others; what
dice of each colour cost that are left is taken off. Larger sets gain what their parts gain, unless they close
an area together. Throws whose best use ends the game count by who wins then. Who is careful judges the most
promising uses of each throw again, with just the dice that are left.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kritzel.fast import bits
from kritzel.fast.jit import compiled
from kritzel.fast.records import Numbers, Reals, Records
from kritzel.games.border.bot.company import NOW, PLANNED, Strategy, hand_over, judged_later, weigh_others
from kritzel.games.border.bot.endgame import best_finish, ended, list_finishes, rank, suffices
from kritzel.games.border.bot.outlook import FULL, SETS
from kritzel.games.border.bot.planner import (
    ANY_DICE,
    GONE,
    KEPT,
    NEVER,
    ONE_MORE,
    SET_DICE,
    average,
    one_throw_before,
)
from kritzel.games.border.bot.search_state import ThoughtRecord, is_last, put_crosses
from kritzel.games.border.fast.sheet import FACES, SheetRecord, cells_of, segment_cells
from kritzel.games.border.fast.state import MANY_CHOICES, NIBBLE, PART
from kritzel.games.border.sheet import DICE

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


# Sets of segments --------------------------------------------------------------------------------------
@compiled
def in_all(dice: int) -> int:
    """How many dice a word counts."""
    total = 0
    for colour in range(FACES):
        total += dice >> NIBBLE * colour & PART
    return total


@compiled
def set_of(dice: int) -> int:
    """The number of a set of dice."""
    number = 0
    for colour in range(FACES):
        for _ in range(dice >> NIBBLE * colour & PART):
            number = ONE_MORE[number, colour]
    return number


@compiled
def list_segments(
    s: SheetRecord, w: ThoughtRecord, seat: int, room: int, listed: Numbers, needs: Numbers
) -> int:
    """B3: the segments that so many dice of each colour may fill, and the dice for each."""
    count, board = 0, w["board"][seat]
    for colour in range(FACES):
        for number in range(s["starts"][board, colour], s["starts"][board, colour + 1]):
            missing = w["missing"][seat, number]
            if 0 < missing <= room >> NIBBLE * colour & PART:
                listed[count], needs[count] = number, np.int64(missing) << NIBBLE * colour
                count += 1
    return count


@compiled
def list_plans(s: SheetRecord, w: ThoughtRecord, seat: int, room: int, plans: Records) -> int:
    """B3: all sets of segments that these dice may fill: no segment first, then one, two and so on."""
    listed, needs = np.zeros(bits.MOST_CELLS, np.int64), np.zeros(bits.MOST_CELLS, np.int64)
    segments = list_segments(s, w, seat, room, listed, needs)
    count = 1
    at = 0
    plans[0]["dice"], plans[0]["begin"], plans[0]["last"] = 0, -1, -1
    while at < count:
        for index in range(plans[at]["last"] + 1, segments):
            dice = plans[at]["dice"] + needs[index]
            if count < MOST_PLANS and in_all(dice) <= DICE and suffices(room, dice, False):
                plans[count]["segment"], plans[count]["last"], plans[count]["dice"] = (
                    listed[index],
                    index,
                    dice,
                )
                plans[count]["parent"], plans[count]["begin"] = (
                    at,
                    plans[at]["begin"] if at else listed[index],
                )
                count += 1
        at += 1
    return count


@compiled
def imagine(s: SheetRecord, m: Strategy, plans: Records, index: int) -> Any:
    """The table after a plan."""
    m.thoughts[PLANNED] = m.thoughts[NOW]
    w = m.thoughts[PLANNED]
    while index > 0:
        number = plans[index]["segment"]
        segment = segment_cells(s, w["board"][m.seat], number)
        put_crosses(s, w, m.seat, number, bits.minus(segment, cells_of(w["taken"], m.seat)))
        index = plans[index]["parent"]
    return w


# Judging them ----------------------------------------------------------------------------------------------
@compiled
def value_left(s: SheetRecord, m: Strategy, w: ThoughtRecord, left: int, one: int) -> float:
    """What a table after action 1 is worth if the others follow with these dice."""
    w["giver"], w["left"], w["one"] = m.seat, left, one
    return judged_later(s, m, hand_over(s, m, w))


@compiled
def is_a_sum(plans: Records, index: int) -> bool:
    """Whether a plan is worth what its parts gain: it closes no area that they do not close alone."""
    plan = plans[index]
    parts = plans[plan["parent"]]["enclosed"] | plans[1 + plan["last"]]["enclosed"]
    return plan["parent"] > 0 and plan["enclosed"] == parts  # type: ignore[no-any-return]


@compiled
def value_plans(s: SheetRecord, m: Strategy, plans: Records) -> None:
    """By dice the best set of segments that needs just these, if nothing is left for the others."""
    m.best[:], m.plan[:], m.last[:] = NEVER, -1, -1
    for index in range(list_plans(s, m.thoughts[NOW], m.seat, ANY_DICE, plans)):
        w = imagine(s, m, plans, index)
        plan = plans[index]
        dice = set_of(plans[index]["dice"])
        plan["enclosed"] = w["enclosed"][m.seat]
        if is_last(s, w):
            m.last[dice] = max(m.last[dice], rank(s, w, m.seat))
            plan["value"] = NEVER
        elif is_a_sum(plans, index):
            alone = plans[1 + plan["last"]]["value"] - plans[0]["value"]
            plan["value"] = plans[plan["parent"]]["value"] + alone
        else:
            plan["value"] = value_left(s, m, w, 0, 0)
        if plan["value"] > m.best[dice]:
            m.best[dice], m.plan[dice] = plan["value"], index


# What the others get ---------------------------------------------------------------------------------------
@compiled
def value_gifts(s: SheetRecord, m: Strategy, gift: Reals) -> None:
    """B4: by colour and number of dice left, what the others' best cells cost the seat."""
    m.thoughts[PLANNED] = m.thoughts[NOW]
    w = m.thoughts[PLANNED]
    before = value_left(s, m, w, 0, 0)
    for colour in range(FACES):
        for count in range(1, DICE + 1):
            if (m.top[:, colour, count - 1] >= 0).any():
                after = value_left(s, m, w, count << NIBBLE * colour, 0)
                gift[colour, count] = max(gift[colour, count - 1], before - after)
            else:
                gift[colour, count] = gift[colour, count - 1]


@compiled
def given(gift: Reals, dice: int, one: bool) -> float:
    """B4: what dice left cost; B5: the dearest of them."""
    total, most = 0.0, 0.0
    for colour in range(FACES):
        count = dice >> NIBBLE * colour & PART
        total += gift[colour, count]
        most = max(most, gift[colour, min(count, 1)])
    return most if one else total


@compiled
def rank_ends(s: SheetRecord, m: Strategy, ends: Numbers) -> bool:
    """By dice left the others' best rank; in the second half one of all is free. False: no end is near."""
    if m.last.max() < 0:
        return False
    w = m.thoughts[NOW]
    ends[:] = -1
    for other in range(w["seats"]):
        if other != m.seat:
            count = list_finishes(s, w, other, m.finishes)
            for dice in range(SETS):
                word = SET_DICE[dice]
                some = m.finishes[best_finish(m.finishes, count, word, False)]["rank"]
                one = m.finishes[best_finish(m.finishes, count, word, True)]["rank"]
                ends[dice], ends[SETS + dice] = max(ends[dice], some), max(ends[SETS + dice], one)
    return True


# Throws ----------------------------------------------------------------------------------------------------
@compiled
def use(s: SheetRecord, m: Strategy, plans: Records, some: int, left: int) -> Any:
    """The table if some dice of a throw are used as well as can be and these are left; B5: if none is."""
    w = imagine(s, m, plans, m.plan[some])
    w["giver"], w["left"], w["one"] = m.seat, SET_DICE[left if left else some], 0 if left else 1
    return w


@compiled
def value_use(s: SheetRecord, m: Strategy, plans: Records, some: int, left: int) -> float:
    """What such a table is worth."""
    return judged_later(s, m, hand_over(s, m, use(s, m, plans, some, left)))


@compiled
def best_use(s: SheetRecord, m: Strategy, plans: Records, row: int, uses: Reals, careful: int) -> int:
    """The best use of a final throw: who is careful judges the most promising with the dice that are left."""
    best = np.argmax(uses)
    if not careful:
        return best  # type: ignore[return-value]
    rough = uses.copy()
    uses[:] = 2 * NEVER
    for _ in range(careful):
        index = np.argmax(rough)
        if rough[index] > NEVER:
            uses[index] = value_use(s, m, plans, KEPT[row, index], GONE[row, index])
            rough[index] = 2 * NEVER
    return np.argmax(uses)  # type: ignore[return-value]


@compiled
def list_uses(m: Strategy, row: int, gift: Reals, gifts: Reals, uses: Reals) -> None:
    """What each way to use some dice of a throw is worth, the others' gains taken off."""
    uses[:] = 2 * NEVER
    for index in range(MANY_CHOICES[row]):
        some, left = KEPT[row, index], GONE[row, index]
        if m.plan[some] >= 0:
            uses[index] = m.best[some] - (gifts[left] if left else given(gift, SET_DICE[some], True))


@compiled
def best_ending(m: Strategy, row: int, ends: Numbers) -> float:
    """What a throw is worth if it ends the game."""
    best = NEVER
    for index in range(MANY_CHOICES[row]):
        some, left = KEPT[row, index], GONE[row, index]
        if m.last[some] >= 0:
            best = max(best, ended(m.last[some], ends[left if left else SETS + some]))
    return best


@compiled
def value_throws(s: SheetRecord, m: Strategy, plans: Records, values: Reals, careful: int) -> None:
    """What each final throw is worth: the best use of some of its dice, which is noted."""
    uses = np.zeros(KEPT.shape[1])
    gift = np.zeros((FACES, DICE + 1))
    gifts = np.zeros(SETS)
    ends = np.zeros(2 * SETS, np.int64)
    value_gifts(s, m, gift)
    value_plans(s, m, plans)
    near = rank_ends(s, m, ends)
    for left in range(SETS):
        gifts[left] = given(gift, SET_DICE[left], False)
    for row in range(len(MANY_CHOICES)):
        list_uses(m, row, gift, gifts, uses)
        m.use[row] = best_use(s, m, plans, row, uses, careful)
        values[FULL + row] = uses[m.use[row]]
        end = best_ending(m, row, ends) if near else NEVER
        if end > values[FULL + row]:
            m.use[row], values[FULL + row] = -1, end


@compiled
def look_back(values: Reals, throws: int) -> Any:
    """What dice are worth: all five as they are, fewer with so many throws to come."""
    average(values)
    for _ in range(throws - 1):
        final = values[FULL:]
        values = one_throw_before(values)
        values[FULL:] = final
    return values


@compiled
def value_kept(s: SheetRecord, m: Strategy, throws: int, careful: int) -> Any:
    """What dice are worth to an active seat."""
    plans, values = np.zeros(MOST_PLANS, PLAN), np.zeros(SETS)
    weigh_others(s, m, ANY_DICE)
    value_throws(s, m, plans, values, careful)
    return look_back(values, throws)
