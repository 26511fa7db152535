"""The planner of The Border, compiled: all ways to use the dice, weighed by who will have which area when.

What areas promise the seat, less what they promise the others, is defined in `analysis`. Dice left over
are worth to the others what the best cells beside their crosses would bring them (B4, B5).

Action 1 tries all sets of segments that five dice fill, so each final throw has a value; which dice to keep
follows exactly, by averaging back over the throws left. Action 2 takes the best cell, again and again.
(Looking further ahead in action 2, and a bonus for ending the game when in the lead, gained nothing.)
Ties are broken by keyed luck.
"""

from __future__ import annotations

import numpy as np

from kritzel.fast import bits, luck
from kritzel.fast.jit import compiled, hold
from kritzel.fast.records import Key, Reals, Records, Seed
from kritzel.games.border.bot.analysis import (
    ANY_DICE,
    FULL,
    GONE_SET,
    KEPT_SET,
    NEVER,
    ONE_MORE,
    SCRATCH,
    SET_DICE,
    SETS,
    ScratchRecord,
    average,
    balance,
    begun_cells,
    best_of,
    gift_value,
    look_around,
    missing_of,
    one_throw_before,
    promise,
    saved_effort,
)
from kritzel.games.border.fast.rules import dice_for, open_cells
from kritzel.games.border.fast.sheet import FACES, SheetRecord, cells_of, colour_cells
from kritzel.games.border.fast.state import (
    CHOICES,
    CROSS,
    DONE,
    KEEPING,
    MANY_CHOICES,
    MARKING,
    NIBBLE,
    PART,
    TableRecord,
    choices_of,
)
from kritzel.games.border.sheet import DICE, THROWS

# Weights ---------------------------------------------------------------------------------------------
GIFT = 2.0
"""What dice left over count, beside their value to the others: an effort saved works on in later rounds."""

MOST_TRIED = 600
"""Most sets of segments tried, so that odd maps take less than a millisecond."""


# Action 1: what the dice can fill --------------------------------------------------------------------------
@compiled
def fill(s: SheetRecord, g: TableRecord, d: ScratchRecord, number: int) -> float:
    """Fills a segment of the scratch table and returns the gain."""
    effort, gained = d["effort"][d["seat"]], 0.0
    for area in range(s["areas"]):
        if d["part"][number, area] > 0.0:
            gained -= balance(s, g, d, area, effort[area])
            effort[area] -= d["part"][number, area]
            gained += balance(s, g, d, area, effort[area])
    d["room"][d["colour"][number]] -= d["missing"][number]
    return gained


@compiled
def take_back(s: SheetRecord, d: ScratchRecord, number: int) -> None:
    for area in range(s["areas"]):
        d["effort"][d["seat"], area] += d["part"][number, area]
    d["room"][d["colour"][number]] += d["missing"][number]


@compiled
def list_segments(s: SheetRecord, g: TableRecord, d: ScratchRecord, dice: int) -> None:
    """B3: lists the segments that the dice may fill."""
    d["best"][:] = NEVER
    d["best"][0], d["begin"][0], d["many"] = 0.0, -1, 0
    for colour in range(FACES):
        d["room"][colour] = dice >> NIBBLE * colour & PART
    for number in range(s["starts"][g["board"][d["seat"]], FACES]):
        if 0 < d["missing"][number] <= d["room"][d["colour"][number]]:
            d["listed"][d["many"]] = number
            d["many"] += 1


@compiled
def store_fill(d: ScratchRecord, before: int, number: int, begin: int, value: float) -> int:
    """Notes what the dice for one more segment fill, if nothing better is known; the set of dice."""
    dice = before
    for _ in range(d["missing"][number]):
        dice = ONE_MORE[dice, d["colour"][number]]
    if value > d["best"][dice]:
        d["best"][dice], d["begin"][dice] = value, begin
    return dice


@compiled
def try_sets(s: SheetRecord, g: TableRecord, d: ScratchRecord) -> None:
    """Tries all sets of segments that the dice fill together, one more segment at each depth."""
    index, dice = np.zeros(DICE + 1, np.int64), np.zeros(DICE + 1, np.int64)
    left, value = np.full(DICE + 1, DICE), np.zeros(DICE + 1)
    depth, tried = 0, 0
    while depth >= 0:
        if index[depth] == d["many"]:
            depth -= 1
            if depth >= 0:
                take_back(s, d, d["listed"][index[depth]])
                index[depth] += 1
            continue
        number = d["listed"][index[depth]]
        missing = d["missing"][number]
        if missing > min(left[depth], d["room"][d["colour"][number]]):
            index[depth] += 1
            continue
        tried += 1
        value[depth + 1] = value[depth] + fill(s, g, d, number)
        dice[depth + 1] = store_fill(d, dice[depth], number, d["listed"][index[0]], value[depth + 1])
        left[depth + 1] = left[depth] - missing
        index[depth + 1] = index[depth] + 1 if left[depth + 1] > 0 and tried < MOST_TRIED else d["many"]
        depth += 1


# Action 1: what the others get ---------------------------------------------------------------------------
@compiled
def value_to(s: SheetRecord, g: TableRecord, d: ScratchRecord, seat: int, cell: int) -> float:
    """B4: what crossing a cell would bring another seat."""
    number = s["segment_of"][g["board"][seat], cell]
    missing, gained = missing_of(s, g, seat, number), 0.0
    for area in range(s["areas"]):
        less = saved_effort(s, g, seat, area, missing, cell)
        if less > 0.0:
            effort, rival = d["effort"][seat, area], d["effort"][d["seat"], area]
            taken = d["taken"] >> area & 1 == 1
            gained += promise(s, d, area, effort - less, rival, taken)
            gained -= promise(s, d, area, effort, rival, taken)
    return gained


@compiled
def add_gifts(s: SheetRecord, g: TableRecord, d: ScratchRecord, seat: int, colour: int, top: Reals) -> None:
    """Adds what dice of a colour would bring another seat: its best cells."""
    top[:] = 0.0
    free = bits.minus(cells_of(g["rim"], seat), cells_of(g["crosses"], seat))
    left = bits.both(free, colour_cells(s, g["board"][seat], colour))
    while not bits.is_empty(left):
        value = GIFT * d["share"] * value_to(s, g, d, seat, bits.first(left))
        for place in range(DICE):
            if value > top[place]:
                top[place], value = value, top[place]
        left = bits.without_first(left)
    total = 0.0
    for place in range(DICE):
        total += top[place]
        d["gift"][colour, place + 1] += total


@compiled
def weigh_gifts(s: SheetRecord, g: TableRecord, d: ScratchRecord) -> None:
    """What left dice would bring all others. In action 1 no other seat has hidden crosses."""
    top = np.zeros(DICE)
    for other in range(g["seats"]):
        for colour in range(FACES):
            if other != d["seat"]:
                add_gifts(s, g, d, other, colour, top)


# Action 1: choosing ----------------------------------------------------------------------------------------
@compiled
def value_throws(d: ScratchRecord, values: Reals) -> None:
    """What each final throw is worth: the best use of some of its dice, less what the others are left."""
    gifts = np.zeros(SETS)
    for left in range(1, SETS):
        gifts[left] = gift_value(d["gift"], SET_DICE[left], False)
    for row in range(len(MANY_CHOICES)):
        dice = FULL + row
        values[dice] = d["best"][dice] - gift_value(d["gift"], SET_DICE[dice], True)
        for index in range(1, MANY_CHOICES[row]):
            value = d["best"][KEPT_SET[row, index]] - gifts[GONE_SET[row, index]]
            values[dice] = max(values[dice], value)


@compiled
def best_throw(s: SheetRecord, g: TableRecord, d: ScratchRecord, event: Key) -> int:
    """B2: stop, or the dice to throw again."""
    weigh_gifts(s, g, d)
    list_segments(s, g, d, ANY_DICE)
    try_sets(s, g, d)
    values = np.zeros(SETS)
    value_throws(d, values)
    average(values)
    row = choices_of(g["dice"])
    options = np.empty(MANY_CHOICES[row])
    options[0] = values[FULL + row]
    for _ in range(THROWS - g["throw"] - 1):
        values = one_throw_before(values)
    for index in range(1, len(options)):
        options[index] = values[KEPT_SET[row, index]]
    return CHOICES[row, best_of(options, event)]


@compiled
def best_fill(s: SheetRecord, g: TableRecord, d: ScratchRecord, event: Key) -> int:
    """B3: a cell of a begun segment, else of the best set of segments that the dice fill; or done."""
    seat, begun = d["seat"], begun_cells(s, g, d["seat"])
    if not bits.is_empty(begun):
        return CROSS + bits.first(begun)
    dice = g["dice"] - dice_for(s, g["board"][seat], cells_of(g["new"], seat))
    weigh_gifts(s, g, d)
    list_segments(s, g, d, dice)
    try_sets(s, g, d)
    values = np.full(SETS, NEVER)
    for some in range(SETS):
        if d["best"][some] > NEVER:
            left = dice - SET_DICE[some]
            values[some] = d["best"][some] - gift_value(d["gift"], left if left else g["dice"], left == 0)
    begin = d["begin"][best_of(values, event)]
    return DONE if begin < 0 else CROSS + bits.first(missing_of(s, g, seat, begin))


# Action 2 --------------------------------------------------------------------------------------------------
@compiled
def gain(s: SheetRecord, g: TableRecord, d: ScratchRecord, cell: int) -> float:
    """B4: what crossing a cell gains."""
    seat, gained = d["seat"], 0.0
    missing = missing_of(s, g, seat, s["segment_of"][g["board"][seat], cell])
    for area in range(s["areas"]):
        less = saved_effort(s, g, seat, area, missing, cell)
        if less > 0.0:
            effort = d["effort"][seat, area]
            gained += balance(s, g, d, area, effort - less) - balance(s, g, d, area, effort)
    return gained


@compiled
def best_cross(s: SheetRecord, g: TableRecord, d: ScratchRecord, event: Key) -> int:
    """B4: the cell that gains most; every cross helps, so done only where nothing can be crossed."""
    left, values = open_cells(s, g, d["seat"]), np.full(bits.MOST_CELLS, NEVER)
    if bits.is_empty(left):
        return DONE
    while not bits.is_empty(left):
        values[bits.first(left)] = gain(s, g, d, bits.first(left))
        left = bits.without_first(left)
    return CROSS + best_of(values, event)


@compiled
def planner(sheet: Records, state: Records, seat: int, seed: Seed) -> int:
    s, g, scratch = sheet[0], state[0], np.zeros(1, SCRATCH)
    index = bits.count(cells_of(g["new"], seat)) + (THROWS - g["throw"]) * DICE
    event = luck.key(np.uint64(seed), g["round"], luck.TIES + seat, index)
    look_around(s, g, scratch[0], seat)
    if g["phase"] == KEEPING:
        move = best_throw(s, g, scratch[0], event)
    elif g["phase"] == MARKING:
        move = best_fill(s, g, scratch[0], event)
    else:
        move = best_cross(s, g, scratch[0], event)
    hold(scratch)
    return move
