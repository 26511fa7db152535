"""The turn to come of The Border, compiled: what it is worth before the first throw.

First every final throw gets a rough value (`throws`). How likely each is follows from keeping the
dice that seem best. If the turn is the seat's own, the likely ones are judged again, with more care, and the
others change with them. If it is another's, the seat judges the tables this one makes of the likely ones.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kritzel.fast.jit import compiled
from kritzel.fast.net import WIN
from kritzel.fast.records import Reals, Records
from kritzel.games.border.bot.company import NOW, Strategy, hand_over, judged_later, weigh_others
from kritzel.games.border.bot.outlook import FULL, SETS
from kritzel.games.border.bot.planner import ANY_DICE, GONE, KEPT, NEVER, ONE_MORE
from kritzel.games.border.bot.search_state import ThoughtRecord
from kritzel.games.border.bot.throws import MOST_PLANS, PLAN, look_back, use, value_throws, value_use
from kritzel.games.border.fast.sheet import FACES, SheetRecord
from kritzel.games.border.fast.state import MANY_CHOICES
from kritzel.games.border.sheet import THROWS

OFTEN = 48
"""So many final throws, the likeliest, are judged with just the dice that are left then."""


# Throws that are likely ------------------------------------------------------------------------------------
@compiled
def best_choice(values: Reals, row: int) -> int:
    """Which choice of dice of a throw is worth most."""
    best = 0
    for index in range(MANY_CHOICES[row]):
        if values[KEPT[row, index]] > values[KEPT[row, best]]:
            best = index
    return best


@compiled
def throw(kept: Reals) -> Any:
    """How likely each throw of all dice is, by how likely dice are kept."""
    for dice in range(FULL):
        for colour in range(FACES):
            kept[ONE_MORE[dice, colour]] += kept[dice] / FACES
    return kept[FULL:]


@compiled
def foresee(values: Reals, kept: Reals, throws: int) -> Any:
    """How likely the final throws are, by how likely dice are kept now and what final throws are worth."""
    likely = throw(kept)
    for later in range(throws - 1, 0, -1):
        worth, kept = look_back(values.copy(), later), np.zeros(SETS)
        for row in range(len(likely)):
            kept[KEPT[row, best_choice(worth, row)]] += likely[row]
        likely = throw(kept)
    return likely


@compiled
def settle(m: Strategy, values: Reals, better: Reals, likely: Reals) -> None:
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
def next_likely(m: Strategy, likely: Reals, better: Reals) -> int:
    """The likeliest throw that is not judged better yet, and does not end the game; -1: there is none."""
    found = -1
    for row in range(len(likely)):
        is_next = likely[row] > (likely[found] if found >= 0 else 0.0)
        if is_next and better[row] <= NEVER and m.use[row] >= 0:
            found = row
    return found


# A turn to come --------------------------------------------------------------------------------------------
@compiled
def throws_to_come(s: SheetRecord, m: Strategy, later: ThoughtRecord, plans: Records, values: Reals) -> Any:
    """What final throws are worth to a seat that is active next, after action 2, and how likely each is."""
    m.thoughts[NOW] = later
    now, kept = m.thoughts[NOW], np.zeros(SETS)
    for other in range(now["seats"]):
        now["gone"] |= now["enclosed"][other]
    now["next"], now["giver"], now["left"], now["one"] = (m.seat + 1) % now["seats"], m.seat, 0, 0
    weigh_others(s, m, ANY_DICE)
    value_throws(s, m, plans, values, 0)
    kept[0] = 1.0
    return foresee(values, kept, THROWS)


@compiled
def turn_worth(s: SheetRecord, m: Strategy, later: ThoughtRecord) -> float:
    """What a table after action 2 is worth to a seat that is active next: the mean over its throws."""
    plans = np.zeros(MOST_PLANS, PLAN)
    values = np.zeros(SETS)
    better = np.full(SETS - FULL, NEVER)
    likely = throws_to_come(s, m, later, plans, values)
    for _ in range(OFTEN):
        row = next_likely(m, likely, better)
        if row >= 0:
            better[row] = value_use(s, m, plans, KEPT[row, m.use[row]], GONE[row, m.use[row]])
    settle(m, values, better, likely)
    return look_back(values, THROWS)[0]  # type: ignore[no-any-return]


@compiled
def left_over(value: float, seats: int) -> float:
    """What an end is worth to the others that is worth so much to the seat that ends the game."""
    return WIN - value if value >= WIN else (WIN - value) / (seats - 1)


@compiled
def worth_after(s: SheetRecord, m: Strategy, o: Strategy, later: ThoughtRecord) -> float:
    """What a table after action 2 is worth to a seat if another is active next: the mean over its throws."""
    plans = np.zeros(MOST_PLANS, PLAN)
    values = np.zeros(SETS)
    better = np.full(SETS - FULL, NEVER)
    likely = throws_to_come(s, o, later, plans, values)
    worth = 0.0
    total = 0.0
    for _ in range(OFTEN):
        row = next_likely(o, likely, better)
        if row >= 0:
            w = use(s, o, plans, KEPT[row, o.use[row]], GONE[row, o.use[row]])
            better[row] = judged_later(s, m, hand_over(s, o, w))
    for row in range(len(likely)):
        if o.use[row] < 0:
            better[row] = left_over(values[FULL + row], later["seats"])
        if better[row] > NEVER:
            worth += likely[row] * better[row]
            total += likely[row]
    return worth / total
