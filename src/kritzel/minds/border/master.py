"""The master of The Border, compiled: the learned bot, looking further.

The best tables after an action are judged by the turn to come (`turn`), and in action 2 more sets of
cells are carried on. With two seats, tables after action 1 are judged by the other's answer: it follows as it
likes best, and its turn comes. Which dice to keep follows from final throws, the most promising uses of every
one judged with just the dice left then.

A net errs, and looking further alone does not cure that: its errors only come from further away. So in a duel
every table is seen from both seats (what one has the other lacks), and what it is worth is the mean of a look
at it and of what comes next: errors that differ are halved.
"""

from __future__ import annotations

import numpy as np

from kritzel.fast import bits
from kritzel.fast.border.sheet import SheetRecord
from kritzel.fast.border.state import FOLLOWING, KEEPING, MARKING, STATE, TableRecord
from kritzel.fast.jit import compiled, hold
from kritzel.fast.records import Key, Records, Seed
from kritzel.minds.border.company import NOW, Mind, hand_over, new_mind
from kritzel.minds.border.greedy import begun_cells
from kritzel.minds.border.learned import (
    Search,
    begin,
    begin_with,
    decide,
    key_of,
    new_search,
    seek,
    seek_cells,
)
from kritzel.minds.border.planner import NEVER
from kritzel.minds.border.search_state import ThoughtRecord, is_last
from kritzel.minds.border.turn import turn_worth, worth_after
from kritzel.minds.net import WIN, Net, Scratch

WIDE = 12
"""So many sets of cells are carried on in action 2."""

CAREFUL = 3
"""So many uses of each final throw are judged with just the dice that are left then."""

TURNS = 6
"""So many of the best tables are judged by the turn to come, or by the answer, and so many answers."""


# The turn to come ------------------------------------------------------------------------------------------
@compiled
def mixed(m: Mind, near: float, far: float) -> float:
    """What a table is worth by a look at it and by what comes next: in a duel the mean of both."""
    return far if m.rival[0] < 0 else (near + far) / 2


@compiled
def judge_turns(s: SheetRecord, m: Mind, o: Mind, q: Search) -> None:
    """Judges the tables found by the turn to come, where there is one: the seat's own, or the other's."""
    to_come = np.zeros(len(q.values), np.bool_)
    for index in range(len(q.values)):
        if q.values[index] > NEVER and not is_last(s, q.thoughts[index]):
            q.thoughts[index] = hand_over(s, m, q.thoughts[index])
            to_come[index] = True
    for index in range(len(q.values)):
        if to_come[index] and q.thoughts[index]["next"] == m.seat:
            q.values[index] = mixed(m, q.values[index], turn_worth(s, m, q.thoughts[index]))
        elif to_come[index]:
            q.values[index] = worth_after(s, m, o, q.thoughts[index])


@compiled
def look_ahead(s: SheetRecord, g: TableRecord, m: Mind, o: Mind, q: Search) -> int:
    """B3, B4: a cell to cross, or done."""
    seek(s, g, m, q)
    judge_turns(s, m, o, q)
    return begin_with(s, g, m, q.begins[np.argmax(q.values)])


# The other's answer ----------------------------------------------------------------------------------------
@compiled
def answered(s: SheetRecord, g: TableRecord, m: Mind, o: Mind, w: ThoughtRecord, event: Key) -> float:
    """What a table after action 1 is worth with two seats: the other follows and is active next."""
    state, q = np.zeros(1, STATE), new_search(event, 0.0, TURNS, 0, TURNS)
    state[0] = g
    then = state[0]
    then["phase"], then["dice"], then["one"] = FOLLOWING, w["left"], w["one"]
    o.thoughts[NOW] = w
    o.thoughts[NOW]["gone"] |= w["enclosed"][m.seat]
    seek_cells(s, then, o, q)
    hold(state)
    judge_turns(s, o, m, q)
    return WIN - q.values.max()  # type: ignore[no-any-return]


@compiled
def mark(s: SheetRecord, g: TableRecord, m: Mind, o: Mind, q: Search) -> int:
    """B3 with two seats: a cell of the segment to fill, or done."""
    seek(s, g, m, q)
    for index in range(len(q.values)):
        if q.values[index] > NEVER and not is_last(s, q.thoughts[index]):
            far = answered(s, g, m, o, q.thoughts[index], q.event)
            q.values[index] = mixed(m, q.values[index], far)
    return begin_with(s, g, m, q.begins[np.argmax(q.values)])


# Deciding --------------------------------------------------------------------------------------------------
@compiled
def mind_of(g: TableRecord, seat: int, net: Net, scratch: Scratch) -> Mind:
    """Nothing thought yet; in a duel tables are seen from both seats."""
    m = new_mind(seat, net, scratch)
    if g["seats"] == 2:
        m.rival[0] = 1 - seat
    return m


@compiled
def master(sheet: Records, state: Records, seat: int, seed: Seed, net: Net, scratch: Scratch) -> int:
    """The move of the master for a seat that may act."""
    s, g = sheet[0], state[0]
    m, q = mind_of(g, seat, net, scratch), new_search(key_of(g, seat, seed), 0.0, WIDE, CAREFUL, TURNS)
    scratch.stats[:] = 0
    begin(s, g, m, True)
    o = mind_of(g, m.thoughts[NOW]["next"], net, scratch)
    if g["phase"] == KEEPING or is_last(s, m.thoughts[NOW]) or not bits.is_empty(begun_cells(s, g, seat)):
        return decide(s, g, m, q)
    if g["phase"] == MARKING and g["seats"] == 2:
        return mark(s, g, m, o, q)
    return look_ahead(s, g, m, o, q)
