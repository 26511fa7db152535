"""Points line by line, and what they are worth alone."""

from __future__ import annotations

from kritzel.game import Line, Ranks, Score
from kritzel.skeleton.room.sheet import Sheet
from kritzel.skeleton.room.state import State

RANKS = Ranks("Q6", (28, 20))


def score(state: State) -> tuple[Score, ...]:
    """Q4: every cross counts the number of its cell."""
    numbers = state.sheet.numbers
    pads = [[numbers[cell] for cell in pad] for pad in state.pads]
    return tuple([Score((Line("crosses", "Q4", sum(pad), len(pad), len(numbers)),)) for pad in pads])


def solo_rank(state: State) -> int:
    """Q6: the rank of a solo player, 1 being the best; 0 with several seats."""
    if len(state.pads) > 1:
        return 0
    return 1 + sum(score(state)[0].total < least for least in RANKS.least)


def ranks(sheet: Sheet) -> Ranks:
    """Q6: the same on every sheet."""
    return RANKS
