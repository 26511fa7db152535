"""A table for tests: the contract of `kritzel.game`, spoken in notation."""

from __future__ import annotations

from typing import Any

import pytest

from kritzel.game import Chance, Decision, Game, IllegalMove, Over, Pending, Score, Setup


class Table:
    """A state that moves on. Everything goes in and comes out as text."""

    def __init__(self, game: Game[Any, Any, Any], state: Any) -> None:
        self.game = game
        self.state = state

    @staticmethod
    def start(game: Game[Any, Any, Any], sheet: Any, seats: int, boards: tuple[int, ...] = ()) -> Table:
        return Table(game, game.rules.start(Setup(sheet, seats, boards)))

    @staticmethod
    def at(game: Game[Any, Any, Any], sheet: Any, position: str) -> Table:
        return Table(game, game.notation.parse_position(sheet, position))

    def play(self, seat: int, *moves: str) -> Table:
        for text in moves:
            move = self.game.notation.parse_move(self.state.sheet, text)
            self.state = self.game.rules.play(self.state, seat, move)
        return self

    def reveal(self, text: str) -> Table:
        self.state = self.game.rules.reveal(self.state, self.game.notation.parse_outcome(self.state, text))
        return self

    def moves(self, seat: int) -> set[str]:
        listed = [
            self.game.notation.move_text(self.state.sheet, move)
            for move in self.game.rules.moves(self.state, seat)
        ]
        assert len(listed) == len(set(listed)), "a move is listed twice"
        return set(listed)

    def refused(self, seat: int, move: str) -> str:
        """The clause named when this move is tried. Fails where the move is allowed."""
        with pytest.raises(IllegalMove) as caught:
            self.game.rules.play(self.state, seat, self.game.notation.parse_move(self.state.sheet, move))
        assert caught.value.sentence.de, "no German sentence"
        assert caught.value.sentence.en, "no English sentence"
        return caught.value.clause

    @property
    def pending(self) -> Pending:
        return self.game.rules.pending(self.state)

    @property
    def chance(self) -> Chance:
        pending = self.pending
        assert isinstance(pending, Chance), f"chance expected, but {pending}"
        return pending

    @property
    def deciding(self) -> tuple[int, ...]:
        pending = self.pending
        assert isinstance(pending, Decision), f"a decision expected, but {pending}"
        return pending.seats

    @property
    def over(self) -> Over:
        pending = self.pending
        assert isinstance(pending, Over), f"the end expected, but {pending}"
        return pending

    @property
    def places(self) -> tuple[int, ...]:
        """The place of each seat, in seat order."""
        return tuple(place.place for place in sorted(self.over.ranking, key=lambda p: p.seat))

    @property
    def score(self) -> tuple[Score, ...]:
        return self.game.rules.score(self.state)

    @property
    def position(self) -> str:
        return self.game.notation.position_text(self.state)

    def view(self, seat: int | None) -> Table:
        """The table as this seat sees it."""
        return Table(self.game, self.game.rules.view(self.state, seat))
