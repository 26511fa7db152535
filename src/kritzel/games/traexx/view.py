"""What a seat may see: everything but what the others draw in the running round."""

from __future__ import annotations

from kritzel.game import Seat
from kritzel.games.traexx.state import Pad, State


def view(state: State, seat: Seat | None) -> State:
    """T2: all draw at the same time, so nobody sees the others' new cells before the last one is done."""
    if not [at for at, mine in enumerate(state.pads) if mine.new and at != seat]:
        return state
    pads = tuple([mine if at == seat else _covered_up(mine) for at, mine in enumerate(state.pads)])
    return State(state.sheet, state.seen, state.card, pads)


def secret(state: State) -> bool:
    """T2: whether a card lies there to draw by."""
    return state.card is not None


def _covered_up(mine: Pad) -> Pad:
    return mine.running(done=mine.done)
