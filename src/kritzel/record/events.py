"""What can happen at a table: chance spoke, or a seat moved."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

from kritzel.game import Outcome, Seat


class Revealed(NamedTuple):
    """Chance spoke: what for, what came, and how it is written."""

    purpose: str
    outcome: Outcome
    text: str


class Played(NamedTuple):
    """A seat made one small move, and how it is written."""

    seat: Seat
    move: Any
    text: str


Event: TypeAlias = Revealed | Played
