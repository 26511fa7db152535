"""What comes to a sheet by itself with a move, and is told: nothing does here."""

from __future__ import annotations

from kritzel.game import Happening, Outcome
from kritzel.skeleton.room.state import State


def happened(before: State, after: State, outcome: Outcome = ()) -> tuple[Happening, ...]:
    """From the state before a move or an outcome to the state after it."""
    return ()
