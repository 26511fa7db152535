"""What a table promises a seat of the master at the end of a line, compiled.

Alone that is its points. With company it is the chance to win that everybody's prospects by this very table
give, and half of the points it may be ahead of the others: so taking away what they need counts as well.
"""

from __future__ import annotations

from kritzel.fast.jit import compiled
from kritzel.fast.net import BINS, WIN, Net, Scratch, begin_win, count_rival, look, total_at
from kritzel.games.dizzle.bot.features import list_features
from kritzel.games.dizzle.bot.learned import final_value
from kritzel.games.dizzle.bot.marks import standing
from kritzel.games.dizzle.fast.scoring import total
from kritzel.games.dizzle.fast.sheet import SheetRecord
from kritzel.games.dizzle.fast.state import OVER, TableRecord

HALF = 0.5
"""What a point more than the others is worth by itself."""


@compiled
def prospect(s: SheetRecord, g: TableRecord, seat: int, net: Net, scratch: Scratch) -> float:
    """What the table is worth to the seat."""
    if g["phase"] == OVER:
        return final_prospect(s, g, seat)
    ahead, points = 0.0, 0
    begin_win(scratch)
    for index in range(1, g["players"] + 1):  # the seat itself comes last: its chances are to stay
        who = (seat + index) % g["players"]
        look(net, scratch, list_features(s, g, who, scratch.seen))
        points = standing(s, g, who)
        if who != seat:
            count_rival(net, scratch, points)
            ahead -= average(net, scratch, points) / (g["players"] - 1)
    ahead += average(net, scratch, points)
    if g["players"] == 1:
        return ahead
    return WIN * winning(net, scratch, points) + HALF * ahead


@compiled
def final_prospect(s: SheetRecord, g: TableRecord, seat: int) -> float:
    """The same at the end of the game."""
    value, mine = final_value(s, g, seat), total(s, g["seats"][seat], g["players"] == 1)
    ahead = 0.0
    for other in range(g["players"]):
        if other != seat:
            ahead += (mine - total(s, g["seats"][other], False)) / (g["players"] - 1)
    return value if g["players"] == 1 else value - mine + HALF * ahead


@compiled
def average(net: Net, scratch: Scratch, points: int) -> float:
    """The points that a seat may end with on average."""
    total = 0.0
    for index in range(BINS):
        total += scratch.chances[index] * (points + net.scale[0] + index * net.scale[1])
    return total


@compiled
def winning(net: Net, scratch: Scratch, points: int) -> float:
    """The chance to win with `scratch.chances` of outcomes, by the rivals counted."""
    total = 0.0
    for index in range(BINS):
        total += (
            scratch.chances[index] * scratch.winning[total_at(points + net.scale[0] + index * net.scale[1])]
        )
    return total
