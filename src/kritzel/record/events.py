"""What can happen at a table: chance spoke, or a seat moved."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

from kritzel.game import AnyGame, Outcome, Seat, State


class Revealed(NamedTuple):
    """Chance spoke: what for, what came, and how it is written."""

    purpose: str
    outcome: Outcome
    text: str

    def follow(self, game: AnyGame, state: State) -> Any:
        """The state after it."""
        return game.reveal(state, self.outcome)


class Played(NamedTuple):
    """A seat made one small move, and how it is written."""

    seat: Seat
    move: Any
    text: str

    def follow(self, game: AnyGame, state: State) -> Any:
        """The state after it."""
        return game.play(state, self.seat, self.move)


Event: TypeAlias = Revealed | Played
