"""What each move of Träxx is worth to a seat by its net, compiled: what a hint asks a mind.

A move is worth as much as the best way to draw the card that begins with it.
"""

from __future__ import annotations

import numpy as np

from kritzel.fast.jit import compiled, hold
from kritzel.fast.net import Net, Scratch
from kritzel.fast.records import Numbers, Reals, Records
from kritzel.games.traexx.bot.features import context_of
from kritzel.games.traexx.bot.learned import value_ways
from kritzel.games.traexx.bot.ways import MOST_WAYS, WAY, begin, list_ways
from kritzel.games.traexx.fast.rules import wide


@compiled
def weigh_moves(
    sheet: Records, state: Records, seat: int, net: Net, scratch: Scratch, moves: Numbers, values: Reals
) -> int:
    """Fills in the moves with which ways begin and what the best of them is worth; how many."""
    s, g = sheet[0], state[0]
    ways = np.empty(MOST_WAYS, WAY)
    came = np.empty(MOST_WAYS, np.int64)
    worth = np.empty(MOST_WAYS)
    context = context_of(s, g, seat, False)
    begin(s, g, seat, context.reached, ways[0])
    fresh = g["tracks"][seat]["grown"] == 0
    count = list_ways(s, g, ways, came, fresh, context.reached, MOST_WAYS)
    value_ways(s, g, seat, context, ways, count, net, scratch, worth)
    found = 0
    for index in range(count):
        found = note_best(moves, values, found, wide(ways[index]["move"]), worth[index])
    hold(ways)
    return found


@compiled
def note_best(moves: Numbers, values: Reals, count: int, move: int, value: float) -> int:
    """One more way: its first move is worth as much as its best way. How many moves there are now."""
    for index in range(count):
        if moves[index] == move:
            values[index] = max(values[index], value)
            return count
    moves[count], values[count] = move, value
    return count + 1
