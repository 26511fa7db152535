"""What a Träxx table promises a seat, compiled: what a review asks a mind beside its moves."""

from __future__ import annotations

import numpy as np

from kritzel.fast.jit import compiled, hold
from kritzel.fast.net import Net, Scratch, look
from kritzel.fast.records import Numbers, Reals, Records
from kritzel.games.traexx.bot.features import add_features, context_of
from kritzel.games.traexx.bot.ways import WAY, begin
from kritzel.games.traexx.fast.rules import reached_before


@compiled
def anticipate(sheet: Records, state: Records, seat: int, net: Net, scratch: Scratch) -> int:
    """The chances of all outcomes for a seat are in `scratch.chances` then; what they count from."""
    s = sheet[0]
    g = state[0]
    line = np.empty(1, WAY)
    begin(s, g, seat, reached_before(g), line[0])
    count, points = add_features(s, context_of(s, g, seat, False), line[0], scratch.seen)
    look(net, scratch, count)
    hold(line)
    return points


@compiled
def rests(sheet: Records, state: Records, seat: int) -> bool:
    """Whether a rollout for a seat may end here: in Träxx it goes on to the end."""
    return False


@compiled
def weigh_throws(
    sheet: Records, state: Records, net: Net, scratch: Scratch, throws: Numbers, dice: int, values: Reals
) -> int:
    """Whose values of the cards are filled in: nobody's (-1), the tables after them are looked at."""
    return -1
