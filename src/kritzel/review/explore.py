"""A finished game played on in another way: one seat asks for its moves, everything else goes on without it.

The others play like the reference player of reviews. Dice and cards follow from the record and the moves made
since: going back and doing the same brings the same. So nothing has to be kept, and nobody can throw again
until they like it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from kritzel.game import Chance, Decision, Description, Over, Seat, State
from kritzel.record import SeededDealer
from kritzel.review.history import MAX_SMALL_MOVES
from kritzel.review.move_values import MoveValues, parse_moves
from kritzel.sheetfile import digest

if TYPE_CHECKING:
    from kritzel.review.pipeline import ReviewContext

CHANCE = -1
"""In place of a seat: what chance brought."""


class Exploration(NamedTuple):
    """Where moves lead: the table in notation, what happened since the seat's last move (by seat, or CHANCE),
    and the values of its moves, if asked for."""

    position: str
    happened: tuple[tuple[int, Description], ...] = ()
    values: MoveValues | None = None


def explore(record: str, at: int, seat: Seat, moves: Sequence[str], values: bool) -> Exploration:
    """The table after `at` events of a record and these small moves of a seat.

    IllegalMove, NotationError.
    """
    from kritzel.review.moves import move_values
    from kritzel.review.pipeline import context_of, task_for

    context = context_of(task_for(record, "quick", 0, None))
    path = _Path(context, at, seat)
    for move in moves:
        path.play(move)
    path.go_on()
    found = None
    if values and path.decides:
        found = move_values(context.history, context.yardstick, path.state, seat, path.luck_text)
    position = context.history.game.notation.position_text(path.state)
    return Exploration(position, tuple(path.happened), found)


class _Path:
    """A way through a game that was not played."""

    def __init__(self, context: ReviewContext, at: int, seat: Seat) -> None:
        self._game, self._yardstick = context.history.game, context.yardstick
        self._seat = seat
        self.state: State = context.history.table.moments[at].state
        self.luck_text = f"explore/{digest(context.task.record)}/{at}/{seat}"
        self.happened = list[tuple[int, Description]]()

    @property
    def decides(self) -> bool:
        pending = self._game.rules.pending(self.state)
        return isinstance(pending, Decision) and self._seat in pending.seats

    def play(self, text: str) -> None:
        """A move of the seat itself."""
        self.go_on()
        (move,) = parse_moves(self._game, self.state, [text])
        self.state = self._game.rules.play(self.state, self._seat, move)
        self.luck_text += f"/{text}"
        self.happened.clear()

    def go_on(self) -> None:
        """All that happens before the seat decides again."""
        dealer, words, rules = SeededDealer(self.luck_text), self._game.words, self._game.rules
        for _ in range(MAX_SMALL_MOVES):
            pending = rules.pending(self.state)
            if self.decides or isinstance(pending, Over):
                return
            if isinstance(pending, Chance):
                outcome = dealer.deal(pending.purpose, pending.event)
                self.happened.append((CHANCE, words.say_outcome(self.state, outcome)))
                self.state = rules.reveal(self.state, outcome)
            else:
                seat = pending.seats[0]
                move = self._yardstick.choose(0, self.state, seat)
                self.happened.append((seat, words.say_move(self.state.sheet, move)))
                self.state = rules.play(self.state, seat, move)
