"""A finished game played on in another way: one seat asks for its moves, everything else goes on without it.

The others play like the reference player of reviews. Dice and cards follow from the record and the moves made
since: going back and doing the same brings the same. So nothing has to be kept, and nobody can throw again
until they like it.

Where the review of the game found a better move, the values of the decision say so too: `agreeing_with`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from kritzel.game import AnyGame, Chance, Decision, Description, Over, Seat, State
from kritzel.record import SeededDealer
from kritzel.review import improving
from kritzel.review.history import MAX_SMALL_MOVES
from kritzel.review.labels import LIKELY, SURE
from kritzel.review.models import MoveStep, Review
from kritzel.review.move_values import MoveValue, MoveValues, end_of, parse_moves
from kritzel.review.plan import DEEP, QUICK
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
        if not moves and (step := _better_step(record, at)):
            found = agreeing_with(found, context.history.game, path.state, step)
    position = context.history.game.notation.position_text(path.state)
    return Exploration(position, tuple(path.happened), found)


def _better_step(record: str, at: int) -> MoveStep | None:
    """The step that begins with event `at`, if the review that pages show found a better one."""
    for step in _shown_review(record).steps:
        if isinstance(step, MoveStep) and step.events[0] == at and step.certainty in (SURE, LIKELY):
            return step if step.best is not None else None
    return None


def stored_deep_review(record: str) -> Review | None:
    """The deep review, if all of it is stored."""
    deep = next(improving(record, DEEP, workers=1))
    return deep.review if deep.done == deep.total else None


def _shown_review(record: str) -> Review:
    """What pages show: the deep review where it is stored; else the quick one, worked out if need be."""
    if deep := stored_deep_review(record):
        return deep
    *_, quick = improving(record, QUICK, workers=1)
    return quick.review


def agreeing_with(values: MoveValues, game: AnyGame, before: State, step: MoveStep) -> MoveValues:
    """The values with what the review knows of two of the moves: the step played is at least its loss behind
    the better one that was found. That one is the best, unless the values surely name another."""
    assert step.best is not None, "the review found a better step"
    played, named = (end_of(game, before, values.seat, move.moves) for move in (step.played, step.best))
    ends = {end_of(game, before, values.seat, value.moves): value for value in values.moves}
    most = max(value.rollouts for value in values.moves)
    own = ends.pop(played, MoveValue(step.played.moves, 0.0, step.se, most))
    low = min((value.gap for value in ends.values()), default=0.0)
    others = {end: value._replace(gap=value.gap - low) for end, value in ends.items()}
    best = others.pop(named, MoveValue(step.best.moves, 0.0, 0.0, most))
    if replace(values, moves=(*others.values(), best)).is_right(len(others)):
        best = best._replace(gap=0.0, se=0.0)
    own = own._replace(gap=own.gap - low)
    if own.gap < (least := best.gap + step.loss):
        own = own._replace(gap=least, se=step.se)
    moves = sorted((best, *others.values(), own), key=lambda value: (value.gap, value is own))
    return replace(values, moves=tuple(moves), played=moves.index(own))


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
