"""Which dice a learned bot of The Border keeps, compiled: every throw has a value, the rest is averaging.

Sets of segments that five dice may fill are judged by the net as if nothing were left for the others; what
dice of each colour cost that are left is taken off. Larger sets gain what their parts gain, unless they close
an area together. Throws whose best use ends the game count by who wins then. A careful bot judges the most
promising uses of each throw again, with exactly the dice left.

The turn to come, before its first throw, gets its value the same way. How likely each final throw is follows
from keeping the dice that seem best. If the turn is the seat's own, the likely throws are judged again with
more care, and the others change with them. If it is another's, the seat judges the tables that this seat
makes of the likely throws.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kritzel.fast import bits
from kritzel.fast.bits import wide
from kritzel.fast.jit import compiled
from kritzel.fast.net import WIN
from kritzel.fast.records import Numbers, Reals, Records
from kritzel.games.border.bot.analysis import (
    ANY_DICE,
    FULL,
    GONE_SET,
    KEPT_SET,
    NEVER,
    ONE_MORE,
    SET_DICE,
    SETS,
    average,
    gift_value,
    one_throw_before,
)
from kritzel.games.border.bot.evaluation import (
    NOW,
    PLANNED,
    Workspace,
    best_finish,
    end_value,
    evaluate_later,
    hand_over,
    list_finishes,
    rank,
    suffices,
    weigh_others,
)
from kritzel.games.border.bot.search_state import SearchRecord, is_last, put_crosses
from kritzel.games.border.fast.sheet import FACES, SheetRecord, cells_of, segment_cells
from kritzel.games.border.fast.state import MANY_CHOICES, NIBBLE, PART, how_many
from kritzel.games.border.sheet import DICE, THROWS

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
def set_of(dice: int) -> int:
    number = 0
    for colour in range(FACES):
        for _ in range(dice >> NIBBLE * colour & PART):
            number = ONE_MORE[number, colour]
    return number


@compiled
def list_segments(
    s: SheetRecord, w: SearchRecord, seat: int, room: int, listed: Numbers, needs: Numbers
) -> int:
    """B3: the segments that the dice in `room` may fill, and the dice for each."""
    count, board = 0, w["board"][seat]
    for colour in range(FACES):
        for number in range(s["starts"][board, colour], s["starts"][board, colour + 1]):
            missing = w["missing"][seat, number]
            if 0 < missing <= room >> NIBBLE * colour & PART:
                listed[count], needs[count] = number, np.int64(missing) << NIBBLE * colour
                count += 1
    return count


@compiled
def list_plans(s: SheetRecord, w: SearchRecord, seat: int, room: int, plans: Records) -> int:
    """B3: all sets of segments that these dice may fill: no segment first, then one, two and so on."""
    listed, needs = np.zeros(bits.MOST_CELLS, np.int64), np.zeros(bits.MOST_CELLS, np.int64)
    segments = list_segments(s, w, seat, room, listed, needs)
    count = 1
    at = 0
    plans[0]["dice"], plans[0]["begin"], plans[0]["last"] = 0, -1, -1
    while at < count:
        for index in range(plans[at]["last"] + 1, segments):
            dice = plans[at]["dice"] + needs[index]
            if count < MOST_PLANS and how_many(dice) <= DICE and suffices(room, dice, False):
                plan = plans[count]
                plan["segment"], plan["last"], plan["dice"] = listed[index], index, dice
                plan["parent"], plan["begin"] = at, plans[at]["begin"] if at else listed[index]
                count += 1
        at += 1
    return count


@compiled
def apply_plan(s: SheetRecord, m: Workspace, plans: Records, index: int) -> Any:
    m.states[PLANNED] = m.states[NOW]
    w = m.states[PLANNED]
    while index > 0:
        number = plans[index]["segment"]
        segment = segment_cells(s, w["board"][m.seat], number)
        put_crosses(s, w, m.seat, number, bits.minus(segment, cells_of(w["taken"], m.seat)))
        index = plans[index]["parent"]
    return w


# Judging them ----------------------------------------------------------------------------------------------
@compiled
def value_left(s: SheetRecord, m: Workspace, w: SearchRecord, left: int, one: int) -> float:
    """What a table after action 1 is worth if the others follow with these dice."""
    w["giver"], w["left"], w["one"] = m.seat, left, one
    return evaluate_later(s, m, hand_over(s, m, w))


@compiled
def is_a_sum(plans: Records, index: int) -> bool:
    """Whether a plan is worth what its parts gain: it closes no area that they do not close alone."""
    plan = plans[index]
    parts = plans[plan["parent"]]["enclosed"] | plans[1 + plan["last"]]["enclosed"]
    return plan["parent"] > 0 and plan["enclosed"] == parts


@compiled
def value_plans(s: SheetRecord, m: Workspace, plans: Records) -> None:
    """By dice the best set of segments that needs just these, if nothing is left for the others."""
    m.best[:], m.plan[:], m.last[:] = NEVER, -1, -1
    for index in range(list_plans(s, m.states[NOW], m.seat, ANY_DICE, plans)):
        w = apply_plan(s, m, plans, index)
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
def value_gifts(s: SheetRecord, m: Workspace, gift: Reals) -> None:
    """B4: by colour and number of dice left, what the others' best cells cost the seat."""
    m.states[PLANNED] = m.states[NOW]
    w = m.states[PLANNED]
    before = value_left(s, m, w, 0, 0)
    for colour in range(FACES):
        for count in range(1, DICE + 1):
            if (m.top[:, colour, count - 1] >= 0).any():
                after = value_left(s, m, w, count << NIBBLE * colour, 0)
                gift[colour, count] = max(gift[colour, count - 1], before - after)
            else:
                gift[colour, count] = gift[colour, count - 1]


@compiled
def rank_ends(s: SheetRecord, m: Workspace, ends: Numbers) -> bool:
    """By dice left the others' best rank; in the second half one of all is free. False: no end is near."""
    if m.last.max() < 0:
        return False
    w = m.states[NOW]
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
def table_after_use(s: SheetRecord, m: Workspace, plans: Records, row: int, index: int) -> Any:
    """The table if a choice of dice of a throw is used best and the rest is left; B5: if there is no rest."""
    some, left = KEPT_SET[row, index], GONE_SET[row, index]
    w = apply_plan(s, m, plans, m.plan[some])
    w["giver"], w["left"], w["one"] = m.seat, SET_DICE[left if left else some], 0 if left else 1
    return w


@compiled
def value_use(s: SheetRecord, m: Workspace, plans: Records, row: int, index: int) -> float:
    return evaluate_later(s, m, hand_over(s, m, table_after_use(s, m, plans, row, index)))


@compiled
def best_use(s: SheetRecord, m: Workspace, plans: Records, row: int, uses: Reals, careful: int) -> int:
    """The best use of a final throw: a `careful` search judges the most promising with the dice left."""
    if not careful:
        return wide(np.argmax(uses))
    rough = uses.copy()
    uses[:] = 2 * NEVER
    for _ in range(careful):
        index = wide(np.argmax(rough))
        if rough[index] > NEVER:
            uses[index] = value_use(s, m, plans, row, index)
            rough[index] = 2 * NEVER
    return wide(np.argmax(uses))


@compiled
def list_uses(m: Workspace, row: int, gift: Reals, gifts: Reals, uses: Reals) -> None:
    """What each way to use some dice of a throw is worth, the others' gains taken off."""
    uses[:] = 2 * NEVER
    for index in range(MANY_CHOICES[row]):
        some, left = KEPT_SET[row, index], GONE_SET[row, index]
        if m.plan[some] >= 0:
            uses[index] = m.best[some] - (gifts[left] if left else gift_value(gift, SET_DICE[some], True))


@compiled
def best_ending(m: Workspace, row: int, ends: Numbers) -> float:
    best = NEVER
    for index in range(MANY_CHOICES[row]):
        some, left = KEPT_SET[row, index], GONE_SET[row, index]
        if m.last[some] >= 0:
            best = max(best, end_value(m.last[some], ends[left if left else SETS + some]))
    return best


@compiled
def value_throws(s: SheetRecord, m: Workspace, plans: Records, values: Reals, careful: int) -> None:
    """What each final throw is worth: the best use of some of its dice, which is noted."""
    uses = np.zeros(KEPT_SET.shape[1])
    gift = np.zeros((FACES, DICE + 1))
    gifts = np.zeros(SETS)
    ends = np.zeros(2 * SETS, np.int64)
    value_gifts(s, m, gift)
    value_plans(s, m, plans)
    near = rank_ends(s, m, ends)
    for left in range(SETS):
        gifts[left] = gift_value(gift, SET_DICE[left], False)
    for row in range(len(MANY_CHOICES)):
        list_uses(m, row, gift, gifts, uses)
        m.use[row] = best_use(s, m, plans, row, uses, careful)
        values[FULL + row] = uses[m.use[row]]
        end = best_ending(m, row, ends) if near else NEVER
        if end > values[FULL + row]:
            m.use[row], values[FULL + row] = -1, end


@compiled
def look_back(values: Reals, throws: int) -> Any:
    """Values of dice: all five as they are, fewer with `throws` throws to come."""
    average(values)
    for _ in range(throws - 1):
        final = values[FULL:]
        values = one_throw_before(values)
        values[FULL:] = final
    return values


@compiled
def value_kept(s: SheetRecord, m: Workspace, throws: int, careful: int) -> Any:
    plans, values = np.zeros(MOST_PLANS, PLAN), np.zeros(SETS)
    weigh_others(s, m, ANY_DICE)
    value_throws(s, m, plans, values, careful)
    return look_back(values, throws)


# Turns to come: likely throws -----------------------------------------------------------------------------
LIKELY_THROWS = 48
"""Number of likeliest final throws that are judged with exactly the dice left then."""


@compiled
def best_choice(values: Reals, row: int) -> int:
    best = 0
    for index in range(MANY_CHOICES[row]):
        if values[KEPT_SET[row, index]] > values[KEPT_SET[row, best]]:
            best = index
    return best


@compiled
def throw_chances(kept: Reals) -> Any:
    """How likely each throw of all dice is, by how likely dice are kept."""
    for dice in range(FULL):
        for colour in range(FACES):
            kept[ONE_MORE[dice, colour]] += kept[dice] / FACES
    return kept[FULL:]


@compiled
def final_chances(values: Reals, kept: Reals, throws: int) -> Any:
    """How likely the final throws are, by how likely dice are kept now and what final throws are worth."""
    likely = throw_chances(kept)
    for later in range(throws - 1, 0, -1):
        by_dice, kept = look_back(values.copy(), later), np.zeros(SETS)
        for row in range(len(likely)):
            kept[KEPT_SET[row, best_choice(by_dice, row)]] += likely[row]
        likely = throw_chances(kept)
    return likely


@compiled
def adjust_values(m: Workspace, values: Reals, better: Reals, likely: Reals) -> None:
    """Values of throws that were judged better; the others change as much as these do in the mean."""
    more, total = 0.0, 0.0
    for row in range(len(likely)):
        if better[row] > NEVER:
            more += likely[row] * (better[row] - values[FULL + row])
            total += likely[row]
    for row in range(len(likely)):
        if better[row] > NEVER:
            values[FULL + row] = better[row]
        elif m.use[row] >= 0 and total > 0.0:
            values[FULL + row] += more / total


@compiled
def next_likely(m: Workspace, likely: Reals, better: Reals) -> int:
    """The likeliest throw that is not judged better yet, and does not end the game; -1: there is none."""
    found = -1
    for row in range(len(likely)):
        is_next = likely[row] > (likely[found] if found >= 0 else 0.0)
        if is_next and better[row] <= NEVER and m.use[row] >= 0:
            found = row
    return found


# A turn to come --------------------------------------------------------------------------------------------
@compiled
def throws_to_come(s: SheetRecord, m: Workspace, later: SearchRecord, plans: Records, values: Reals) -> Any:
    """What final throws are worth to a seat that is active next, after action 2, and how likely each is."""
    m.states[NOW] = later
    now, kept = m.states[NOW], np.zeros(SETS)
    for other in range(now["seats"]):
        now["gone"] |= now["enclosed"][other]
    now["next"], now["giver"], now["left"], now["one"] = (m.seat + 1) % now["seats"], m.seat, 0, 0
    weigh_others(s, m, ANY_DICE)
    value_throws(s, m, plans, values, 0)
    kept[0] = 1.0
    return final_chances(values, kept, THROWS)


@compiled
def turn_value(s: SheetRecord, m: Workspace, later: SearchRecord) -> float:
    """What a table after action 2 is worth to a seat that is active next: the mean over its throws."""
    plans = np.zeros(MOST_PLANS, PLAN)
    values = np.zeros(SETS)
    better = np.full(SETS - FULL, NEVER)
    likely = throws_to_come(s, m, later, plans, values)
    for _ in range(LIKELY_THROWS):
        row = next_likely(m, likely, better)
        if row >= 0:
            better[row] = value_use(s, m, plans, row, m.use[row])
    adjust_values(m, values, better, likely)
    return look_back(values, THROWS)[0]


@compiled
def others_value(value: float, seats: int) -> float:
    """What an end is worth to the others that is worth so much to the seat that ends the game."""
    return WIN - value if value >= WIN else (WIN - value) / (seats - 1)


@compiled
def value_after(s: SheetRecord, m: Workspace, o: Workspace, later: SearchRecord) -> float:
    """What a table after action 2 is worth to a seat if another is active next: the mean over its throws."""
    plans = np.zeros(MOST_PLANS, PLAN)
    values = np.zeros(SETS)
    better = np.full(SETS - FULL, NEVER)
    likely = throws_to_come(s, o, later, plans, values)
    value = 0.0
    total = 0.0
    for _ in range(LIKELY_THROWS):
        row = next_likely(o, likely, better)
        if row >= 0:
            w = table_after_use(s, o, plans, row, o.use[row])
            better[row] = evaluate_later(s, m, hand_over(s, o, w))
    for row in range(len(likely)):
        if o.use[row] < 0:
            better[row] = others_value(values[FULL + row], later["seats"])
        if better[row] > NEVER:
            value += likely[row] * better[row]
            total += likely[row]
    return value / total
