"""What each move of Dizzle is worth to a seat by its net, compiled: what a hint asks a mind."""

from __future__ import annotations

import numpy as np

from kritzel.fast.jit import compiled
from kritzel.fast.net import Net, Scratch
from kritzel.fast.records import Numbers, Reals, Records
from kritzel.games.dizzle.bot.learned import after, cover, options
from kritzel.games.dizzle.fast.state import STATE


@compiled
def weigh_moves(
    sheet: Records, state: Records, seat: int, net: Net, scratch: Scratch, moves: Numbers, values: Reals
) -> int:
    """Fills in the moves that the learned bot looks at and what the table is worth after each; how many."""
    count = options(sheet[0], state[0], seat, moves)
    tables = np.empty(2, STATE)
    tables[0] = state[0]
    cover(sheet[0], tables[0], seat)
    for index in range(count):
        values[index], _ = after(sheet, tables, seat, moves[index], net, scratch)
    return count
