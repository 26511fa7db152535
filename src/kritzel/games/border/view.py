"""What a seat may see: in action 2 the others' new crosses stay hidden until all are done (B4)."""

from __future__ import annotations

from kritzel.game import Seat
from kritzel.games.border.state import Pad, Phase, State


def view(state: State, seat: Seat | None) -> State:
    """The table as a seat (None: a spectator) sees it. Action 1 is public."""
    if not secret(state) or not [at for at, mine in enumerate(state.pads) if mine.new and at != seat]:
        return state
    pads = tuple([mine if at == seat else veiled(mine) for at, mine in enumerate(state.pads)])
    return State(state.sheet, state.round, state.phase, state.throw, state.dice, state.one, pads)


def secret(state: State) -> bool:
    """B4: whether this is action 2."""
    return state.phase is Phase.FOLLOW


def veiled(theirs: Pad) -> Pad:
    """Somebody else's board without the crosses of the running action."""
    return theirs.running(done=theirs.done)
