"""A turn to come of The Border, compiled: what it is worth before the first throw.

First every final throw gets a rough value (`border_throwing`). How likely each is follows from keeping the
dice that seem best. The likely ones are judged again, with more care, and the others change with them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kritzel.fast.border_company import NOW, Mind, weigh_others
from kritzel.fast.border_outlook import FULL, SETS
from kritzel.fast.border_planner import ANY_DICE, GONE, KEPT, NEVER, ONE_MORE
from kritzel.fast.border_sheet import FACES, MANY_CHOICES
from kritzel.fast.border_throwing import MOST_PLANS, PLAN, look_back, value_throws, value_use
from kritzel.fast.jit import compiled
from kritzel.games.border.material import THROWS

OFTEN = 48
"""So many final throws, the likeliest, are judged with just the dice that are left then."""


# Throws that are likely ------------------------------------------------------------------------------------
@compiled
def best_choice(values: Any, row: int) -> int:
    """Which choice of dice of a throw is worth most."""
    best = 0
    for index in range(MANY_CHOICES[row]):
        if values[KEPT[row, index]] > values[KEPT[row, best]]:
            best = index
    return best


@compiled
def throw(kept: Any) -> Any:
    """How likely each throw of all dice is, by how likely dice are kept."""
    for dice in range(FULL):
        for colour in range(FACES):
            kept[ONE_MORE[dice, colour]] += kept[dice] / FACES
    return kept[FULL:]


@compiled
def foresee(values: Any, kept: Any, throws: int) -> Any:
    """How likely the final throws are, by how likely dice are kept now and what final throws are worth."""
    likely = throw(kept)
    for later in range(throws - 1, 0, -1):
        worth, kept = look_back(values.copy(), later), np.zeros(SETS)
        for row in range(len(likely)):
            kept[KEPT[row, best_choice(worth, row)]] += likely[row]
        likely = throw(kept)
    return likely


@compiled
def settle(m: Mind, values: Any, better: Any, likely: Any) -> None:
    """Values of throws that were judged better; the others change as much as these do in the mean."""
    more, together = 0.0, 0.0
    for row in range(len(likely)):
        if better[row] > NEVER:
            more += likely[row] * (better[row] - values[FULL + row])
            together += likely[row]
    for row in range(len(likely)):
        if better[row] > NEVER:
            values[FULL + row] = better[row]
        elif m.use[row] >= 0 and together > 0.0:
            values[FULL + row] += more / together


@compiled
def next_likely(m: Mind, likely: Any, better: Any) -> int:
    """The likeliest throw that is not judged better yet, and does not end the game; -1: there is none."""
    found = -1
    for row in range(len(likely)):
        is_next = likely[row] > (likely[found] if found >= 0 else 0.0)
        if is_next and better[row] <= NEVER and m.use[row] >= 0:
            found = row
    return found


# A turn to come --------------------------------------------------------------------------------------------
@compiled
def turn_worth(s: Any, m: Mind, later: Any) -> float:
    """What a table after action 2 is worth to a seat that is active next: the mean over its throws."""
    m.thoughts[NOW] = later
    now, kept = m.thoughts[NOW], np.zeros(SETS)
    for other in range(now["seats"]):
        now["gone"] |= now["enclosed"][other]
    now["next"], now["giver"], now["left"], now["one"] = (m.seat + 1) % now["seats"], m.seat, 0, 0
    plans, values, better = np.zeros(MOST_PLANS, PLAN), np.zeros(SETS), np.full(SETS - FULL, NEVER)
    weigh_others(s, m, ANY_DICE)
    value_throws(s, m, plans, values, 0)
    kept[0] = 1.0
    likely = foresee(values, kept, THROWS)
    for _ in range(OFTEN):
        row = next_likely(m, likely, better)
        if row >= 0:
            better[row] = value_use(s, m, plans, KEPT[row, m.use[row]], GONE[row, m.use[row]])
    settle(m, values, better, likely)
    return look_back(values, THROWS)[0]  # type: ignore[no-any-return]
