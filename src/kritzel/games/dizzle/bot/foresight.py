"""What a Dizzle table promises a seat, compiled: what a review asks a mind beside its moves."""

from __future__ import annotations

from kritzel.fast.jit import compiled
from kritzel.fast.net import Net, Scratch, look
from kritzel.fast.records import Numbers, Reals, Records
from kritzel.games.dizzle.bot.features import list_features
from kritzel.games.dizzle.bot.marks import standing


@compiled
def anticipate(sheet: Records, state: Records, seat: int, net: Net, scratch: Scratch) -> int:
    """The chances of all outcomes for a seat are in `scratch.chances` then; what they count from."""
    look(net, scratch, list_features(sheet[0], state[0], seat, scratch.seen))
    return standing(sheet[0], state[0], seat)


@compiled
def rests(sheet: Records, state: Records, seat: int) -> bool:
    """Whether a rollout for a seat may end here: in Dizzle it goes on to the end."""
    return False


@compiled
def weigh_throws(
    sheet: Records, state: Records, net: Net, scratch: Scratch, throws: Numbers, dice: int, values: Reals
) -> int:
    """Whose values of the throws are filled in: nobody's (-1), the tables after them are looked at."""
    return -1
