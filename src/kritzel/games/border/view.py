"""What a seat may see: in action 2 the others' new crosses stay hidden until all are done (B4)."""

from __future__ import annotations

from kritzel.game import Seat
from kritzel.games.border.state import Pad, Phase, State


def view(state: State, seat: Seat | None) -> State:
    """The table as a seat (None: a spectator) sees it. Action 1 is public."""
    if state.phase is not Phase.FOLLOW:
        return state
    pads = tuple(mine if number == seat else veiled(mine) for number, mine in enumerate(state.pads))
    return State(state.sheet, state.round, state.phase, state.throw, state.dice, state.one, pads)


def veiled(theirs: Pad) -> Pad:
    """Somebody else's board without the crosses of the running action."""
    return theirs.running(done=theirs.done)
