"""What each move of The Border is worth to a seat by its net, compiled: what a hint asks a mind.

A cross is worth as much as the best plan that begins with it.
"""

from __future__ import annotations

from kritzel.fast import bits
from kritzel.fast.jit import compiled
from kritzel.fast.net import Net, Scratch
from kritzel.fast.records import Numbers, Reals, Records
from kritzel.games.border.bot.company import NOW, Strategy, new_mind
from kritzel.games.border.bot.greedy import begun_cells
from kritzel.games.border.bot.learned import WIDTH, begin, begin_with, best_end, key_of, new_search, seek
from kritzel.games.border.bot.planner import KEPT, NEVER
from kritzel.games.border.bot.search_state import is_last
from kritzel.games.border.bot.throws import value_kept
from kritzel.games.border.fast.sheet import SheetRecord
from kritzel.games.border.fast.state import (
    CHOICES,
    CROSS,
    FOLLOWING,
    KEEPING,
    MANY_CHOICES,
    TableRecord,
    choices_of,
)
from kritzel.games.border.sheet import THROWS

PLANS = 24
"""So many of the best plans are compared."""


@compiled
def weigh_moves(
    sheet: Records, state: Records, seat: int, net: Net, scratch: Scratch, moves: Numbers, values: Reals
) -> int:
    """Fills in the moves worth a look and what the table is worth after the plan of each; how many."""
    s, g = sheet[0], state[0]
    m = new_mind(seat, net, scratch)
    begun = begun_cells(s, g, seat)
    values[0] = 0.0
    if not bits.is_empty(begun):
        moves[0] = CROSS + bits.first(begun)
        return 1
    begin(s, g, m, True)
    if g["phase"] == KEEPING:
        return weigh_throwing(s, g, m, moves, values)
    if g["phase"] == FOLLOWING and is_last(s, m.thoughts[NOW]):
        moves[0] = best_end(s, g, m)
        return 1
    return weigh_plans(s, g, m, moves, values)


@compiled
def weigh_throwing(s: SheetRecord, g: TableRecord, m: Strategy, moves: Numbers, values: Reals) -> int:
    """B2: what it is worth to stop, or to throw some of the dice again."""
    worth, row = value_kept(s, m, THROWS - g["throw"], 0), choices_of(g["dice"])
    for index in range(MANY_CHOICES[row]):
        moves[index], values[index] = CHOICES[row, index], worth[KEPT[row, index]]
    return MANY_CHOICES[row]  # type: ignore[no-any-return]


@compiled
def weigh_plans(s: SheetRecord, g: TableRecord, m: Strategy, moves: Numbers, values: Reals) -> int:
    """B3, B4: what the best plans are worth, by the move with which they begin."""
    q = new_search(key_of(g, m.seat, 0), 0.0, WIDTH, 0, PLANS)
    seek(s, g, m, q)
    found = 0
    for index in range(PLANS):
        if q.values[index] > NEVER:
            found = note_first(moves, values, found, begin_with(s, g, m, q.begins[index]), q.values[index])
    return found


@compiled
def note_first(moves: Numbers, values: Reals, count: int, move: int, value: float) -> int:
    """One more plan, of which the better ones came before. How many moves there are now."""
    for index in range(count):
        if moves[index] == move:
            return count
    moves[count], values[count] = move, value
    return count + 1
