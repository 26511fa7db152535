"""What hints and reviews ask the learned bot of The Border, compiled: values of moves, throws and tables.

A cross is worth as much as the best plan that begins with it. A game is long, so rollouts end with the next
turn of a seat, before its first throw: there the net gives the expected lead. Within a turn dice kept are
worth what they may become, so throws are valued as the bot does that keeps them.
"""

from __future__ import annotations

from kritzel.fast import bits
from kritzel.fast.jit import compiled
from kritzel.fast.net import Net, Scratch
from kritzel.fast.records import Numbers, Reals, Records
from kritzel.games.border.bot.analysis import FULL, KEPT_SET, NEVER, begun_cells
from kritzel.games.border.bot.evaluation import (
    NOW,
    Workspace,
    evaluate_later,
    hand_over,
    new_workspace,
    weigh_others,
)
from kritzel.games.border.bot.learned import WIDTH, begin, begin_with, best_end, key_of, new_search, seek
from kritzel.games.border.bot.search_state import is_last, survey
from kritzel.games.border.bot.throws import value_kept
from kritzel.games.border.fast.rules import active
from kritzel.games.border.fast.sheet import SheetRecord
from kritzel.games.border.fast.state import (
    CHOICES,
    CROSS,
    FOLLOWING,
    KEEPING,
    MANY_CHOICES,
    NIBBLE,
    THROWING,
    TableRecord,
    choices_of,
)
from kritzel.games.border.sheet import THROWS


# Values of tables and throws -------------------------------------------------------------------------------
@compiled
def anticipate(sheet: Records, state: Records, seat: int, net: Net, scratch: Scratch) -> int:
    """The chances of all leads for a seat are in `scratch.chances` then; what they count from."""
    s = sheet[0]
    g = state[0]
    m = new_workspace(seat, net, scratch)
    survey(s, g, m.states[NOW], seat, True)
    if m.states[NOW]["left"]:
        weigh_others(s, m, m.states[NOW]["left"])
        evaluate_later(s, m, hand_over(s, m, m.states[NOW]))
    else:
        evaluate_later(s, m, m.states[NOW])
    return m.lead[0]


@compiled
def rests(sheet: Records, state: Records, seat: int) -> bool:
    """Whether a rollout for a seat may end here: its own turn begins."""
    g = state[0]
    return g["phase"] == THROWING and g["throw"] == 1 and active(g) == seat


@compiled
def weigh_throws(
    sheet: Records, state: Records, net: Net, scratch: Scratch, throws: Numbers, dice: int, values: Reals
) -> int:
    """Fills in what throws are worth to the active seat, by the dice it would keep; returns the seat."""
    s, g = sheet[0], state[0]
    m, left = new_workspace(active(g), net, scratch), THROWS - g["throw"]
    begin(s, g, m, True)
    by_dice = value_kept(s, m, left, 0)
    for nth in range(len(values)):
        word = g["dice"]
        for die in range(dice):
            word += 1 << NIBBLE * throws[nth, die]
        row = choices_of(word)
        values[nth] = by_dice[FULL + row]
        if left > 0:
            for index in range(MANY_CHOICES[row]):
                values[nth] = max(values[nth], by_dice[KEPT_SET[row, index]])
    return m.seat


# Values of moves -------------------------------------------------------------------------------------------
PLANS_COMPARED = 24
"""Number of best plans that are compared."""


@compiled
def weigh_moves(
    sheet: Records, state: Records, seat: int, net: Net, scratch: Scratch, moves: Numbers, values: Reals
) -> int:
    """Fills in the moves worth a look and what the table is worth after the plan of each; how many."""
    s, g = sheet[0], state[0]
    m = new_workspace(seat, net, scratch)
    begun = begun_cells(s, g, seat)
    values[0] = 0.0
    if not bits.is_empty(begun):
        moves[0] = CROSS + bits.first(begun)
        return 1
    begin(s, g, m, True)
    if g["phase"] == KEEPING:
        return weigh_throwing(s, g, m, moves, values)
    if g["phase"] == FOLLOWING and is_last(s, m.states[NOW]):
        moves[0] = best_end(s, g, m)
        return 1
    return weigh_plans(s, g, m, moves, values)


@compiled
def weigh_throwing(s: SheetRecord, g: TableRecord, m: Workspace, moves: Numbers, values: Reals) -> int:
    """B2: what it is worth to stop, or to throw some of the dice again."""
    by_dice, row = value_kept(s, m, THROWS - g["throw"], 0), choices_of(g["dice"])
    for index in range(MANY_CHOICES[row]):
        moves[index], values[index] = CHOICES[row, index], by_dice[KEPT_SET[row, index]]
    return MANY_CHOICES[row]


@compiled
def weigh_plans(s: SheetRecord, g: TableRecord, m: Workspace, moves: Numbers, values: Reals) -> int:
    """B3, B4: what the best plans are worth, by the move with which they begin."""
    q = new_search(key_of(g, m.seat, 0), 0.0, WIDTH, 0, PLANS_COMPARED)
    seek(s, g, m, q)
    found = 0
    for index in range(PLANS_COMPARED):
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
