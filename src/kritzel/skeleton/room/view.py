"""What a seat may see: everything, because nothing is hidden here."""

from __future__ import annotations

from kritzel.game import Seat
from kritzel.skeleton.room.state import State


def view(state: State, seat: Seat | None) -> State:
    """The table as a seat (None: a spectator) sees it."""
    return state
