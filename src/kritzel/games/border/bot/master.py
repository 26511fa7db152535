"""The master of The Border, compiled: the learned bot, looking further.

The best tables after an action are judged by the turn to come (`throws`), and in action 2 more sets of
cells are carried on. With two seats, tables after action 1 are judged by the other's answer: it follows as it
likes best, and its turn comes. Which dice to keep follows from final throws, the most promising uses of every
one judged with just the dice left then.

A net errs, and looking further alone does not cure that: its errors only come from further away. So in a duel
tables are seen from both seats (what one has the other lacks), and what they are worth is the mean of a look
at them and of what comes next: errors that differ are halved. Only where the end is near the rest is worked
out: then what comes next counts alone, and which dice to keep follows from the answers to likely throws.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kritzel.fast import bits
from kritzel.fast.jit import compiled, hold
from kritzel.fast.net import WIN, Net, Scratch
from kritzel.fast.records import Key, Reals, Records, Seed
from kritzel.games.border.bot.analysis import ANY_DICE, FULL, KEPT_SET, NEVER, SETS, begun_cells
from kritzel.games.border.bot.evaluation import NOW, Workspace, hand_over, new_workspace, weigh_others
from kritzel.games.border.bot.learned import (
    Search,
    begin,
    begin_with,
    best_throw,
    decide,
    key_of,
    new_search,
    seek,
    seek_cells,
)
from kritzel.games.border.bot.search_state import SearchRecord, is_last
from kritzel.games.border.bot.throws import (
    MOST_PLANS,
    PLAN,
    adjust_values,
    best_choice,
    final_chances,
    look_back,
    next_likely,
    table_after_use,
    turn_value,
    value_after,
    value_throws,
)
from kritzel.games.border.fast.sheet import SheetRecord
from kritzel.games.border.fast.state import FOLLOWING, KEEPING, MARKING, STATE, TableRecord, choices_of
from kritzel.games.border.sheet import THROWS

WIDE = 12
"""Width of the beam: sets of cells that are extended in action 2."""

CAREFUL = 3
"""Uses of each final throw that are judged with exactly the dice left then."""

SOON_TENTHS = 90
"""Answers are worked out once a seat of a duel has no more effort left to the end than this."""

TURNS = 6
"""Number of best tables that are judged by the turn to come, or by the answer."""

ANSWERS = 3
"""Number of best answers to a final throw that are judged by the turn to come."""

LIKELY, HOPEFUL = 64, 4
"""Number of likeliest final throws judged by the answer, and of choices of dice they come from."""


# The turn to come ------------------------------------------------------------------------------------------
@compiled
def mean_value(m: Workspace, near: float, far: float) -> float:
    """What a table is worth by a look at it and by what comes next: seen from both seats the mean of both."""
    return far if m.rival[0] < 0 else (near + far) / 2


@compiled
def judge_turns(s: SheetRecord, m: Workspace, o: Workspace, q: Search) -> None:
    """Judges the tables found by the turn to come, where there is one: the seat's own, or the other's."""
    to_come = np.zeros(len(q.values), np.bool_)
    for index in range(len(q.values)):
        if q.values[index] > NEVER and not is_last(s, q.states[index]):
            q.states[index] = hand_over(s, m, q.states[index])
            to_come[index] = True
    for index in range(len(q.values)):
        if to_come[index] and q.states[index]["next"] == m.seat:
            q.values[index] = mean_value(m, q.values[index], turn_value(s, m, q.states[index]))
        elif to_come[index]:
            q.values[index] = value_after(s, m, o, q.states[index])


@compiled
def look_ahead(s: SheetRecord, g: TableRecord, m: Workspace, o: Workspace, q: Search) -> int:
    """B3, B4: a cell to cross, or done."""
    seek(s, g, m, q)
    judge_turns(s, m, o, q)
    return begin_with(s, g, m, q.begins[np.argmax(q.values)])


# The other's answer ----------------------------------------------------------------------------------------
@compiled
def answer_value(
    s: SheetRecord, g: TableRecord, m: Workspace, o: Workspace, w: SearchRecord, event: Key, count: int
) -> float:
    """What a table after action 1 is worth with two seats: the other follows and is active next."""
    state, q = np.zeros(1, STATE), new_search(event, 0.0, TURNS, 0, count)
    state[0] = g
    then = state[0]
    then["phase"], then["dice"], then["one"] = FOLLOWING, w["left"], w["one"]
    o.states[NOW] = w
    o.states[NOW]["gone"] |= w["enclosed"][m.seat]
    seek_cells(s, then, o, q)
    hold(state)
    judge_turns(s, o, m, q)
    return WIN - q.values.max()


@compiled
def mark(s: SheetRecord, g: TableRecord, m: Workspace, o: Workspace, q: Search) -> int:
    """B3 with two seats: a cell of the segment to fill, or done."""
    seek(s, g, m, q)
    for index in range(len(q.values)):
        if q.values[index] > NEVER and not is_last(s, q.states[index]):
            far = answer_value(s, g, m, o, q.states[index], q.event, TURNS)
            q.values[index] = mean_value(m, q.values[index], far)
    return begin_with(s, g, m, q.begins[np.argmax(q.values)])


# Keeping dice ----------------------------------------------------------------------------------------------
@compiled
def choose_some(g: TableRecord, values: Reals) -> Any:
    """The choices of dice that seem best, as likely as each other."""
    row, kept = choices_of(g["dice"]), np.zeros(SETS)
    rough = look_back(values.copy(), THROWS - g["throw"])
    for _ in range(HOPEFUL):
        best = KEPT_SET[row, best_choice(rough, row)]
        kept[best], rough[best] = 1.0, NEVER
    return kept


@compiled
def keep(s: SheetRecord, g: TableRecord, m: Workspace, o: Workspace, event: Key) -> int:
    """B2 with two seats: stop, or the dice to throw again."""
    plans = np.zeros(MOST_PLANS, PLAN)
    values = np.zeros(SETS)
    better = np.full(SETS - FULL, NEVER)
    weigh_others(s, m, ANY_DICE)
    value_throws(s, m, plans, values, CAREFUL)
    likely = final_chances(values, choose_some(g, values), THROWS - g["throw"])
    for _ in range(LIKELY):
        row = next_likely(m, likely, better)
        if row >= 0:
            w = table_after_use(s, m, plans, row, m.use[row])
            better[row] = answer_value(s, g, m, o, w, event, ANSWERS)
    adjust_values(m, values, better, likely)
    return best_throw(g, look_back(values, THROWS - g["throw"]), event, 0.0)


# Deciding --------------------------------------------------------------------------------------------------
@compiled
def ends_soon(w: SearchRecord) -> bool:
    return min(w["way"][0], w["way"][1]) <= SOON_TENTHS


@compiled
def decide_duel(s: SheetRecord, g: TableRecord, m: Workspace, o: Workspace, q: Search) -> int:
    soon = ends_soon(m.states[NOW])
    if not soon:
        m.rival[0], o.rival[0] = o.seat, m.seat
    if g["phase"] == KEEPING:
        return keep(s, g, m, o, q.event) if soon else decide(s, g, m, q)
    return mark(s, g, m, o, q) if g["phase"] == MARKING else look_ahead(s, g, m, o, q)


@compiled
def master(sheet: Records, state: Records, seat: int, seed: Seed, net: Net, scratch: Scratch) -> int:
    s, g = sheet[0], state[0]
    m, q = new_workspace(seat, net, scratch), new_search(key_of(g, seat, seed), 0.0, WIDE, CAREFUL, TURNS)
    scratch.stats[:] = 0
    begin(s, g, m, True)
    if is_last(s, m.states[NOW]) or not bits.is_empty(begun_cells(s, g, seat)):
        return decide(s, g, m, q)
    if g["seats"] == 2:
        return decide_duel(s, g, m, new_workspace(1 - seat, net, scratch), q)
    if g["phase"] == KEEPING:
        return decide(s, g, m, q)
    return look_ahead(s, g, m, new_workspace(m.states[NOW]["next"], net, scratch), q)
