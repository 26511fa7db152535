"""What a seat may see: everything but what others are choosing right now (D23)."""

from __future__ import annotations

from kritzel.game import Seat
from kritzel.games.dizzle.state import CHOOSING, Pad, State


def view(state: State, seat: Seat | None) -> State:
    """The table without the choices of other seats that are not settled yet. None: a spectator."""
    if not secret(state):
        return state
    seats = tuple([mine if nth == seat else covered(mine) for nth, mine in enumerate(state.pads)])
    return State(state.sheet, state.pass_no, state.phase, state.turn, state.pool, state.shown, seats)


def secret(state: State) -> bool:
    """D23: whether something is chosen at the same time."""
    return state.phase in CHOOSING


def covered(mine: Pad) -> Pad:
    """A seat's sheet with its running choice covered."""
    return mine.running(mine.dice, mine.out, mine.rockets)
