"""A review as one viewer sees it. Sums are open to everybody; moments belong to the person who played them.

Knows a review and a table that has ended, and nothing that is not in the record.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from kritzel.game import Seat
from kritzel.record import Table
from kritzel.review import LuckStep, MoveStep, Review, SeatReview, Sum
from kritzel.review.told import Told
from kritzel.server.wire import reviewed
from kritzel.server.wire.parts import Words


def shown(review: Review, table: Table, mine: Sequence[Seat], open_to: Collection[Seat]) -> reviewed.Reviewed:
    """A review for whoever sits on `mine`; the moments of seats in `open_to` may be seen."""
    return reviewed.Reviewed(
        "win" if review.unit == "win" else "points",
        "deep" if review.depth == "deep" else "quick",
        review.sums,
        tuple(Words.of(note) for note in review.notes),
        Words.of(review.reference.title),
        review.rollouts,
        review.spread,
        tuple(mine),
        tuple(map(_seat, review.seats)),
        tuple(reviewed.ReviewedPoint(point.event, point.values) for point in review.curve),
        tuple(_luck(step, table) for step in review.steps if isinstance(step, LuckStep)),
        tuple(_Moments(review, table).of(open_to)),
    )


def _seat(seat: SeatReview) -> reviewed.ReviewedSeat:
    return reviewed.ReviewedSeat(
        seat.seat, _parts(seat.sum), _parts(seat.points), seat.moves, seat.same, seat.sure, seat.explained
    )


def _parts(parts: Sum) -> reviewed.ReviewedSum:
    return reviewed.ReviewedSum(
        parts.result, parts.start, parts.luck, parts.own, parts.others, parts.adjusted, parts.error
    )


def _luck(step: LuckStep, table: Table) -> reviewed.ReviewedLuck:
    odds = step.as_good if step.mark > 0 else step.as_bad
    return reviewed.ReviewedLuck(
        step.event, step.seat, _clock(table, step.event), Words.of(step.words), step.luck, odds, step.mark
    )


def _clock(table: Table, event: int) -> Words:
    return Words.of(table.game.clock(table.states[event]).words)


class _Moments:
    """The moments of a review, put into words and onto cells."""

    def __init__(self, review: Review, table: Table) -> None:
        self._review, self._table = review, table
        self._values = {point.event: point.values for point in review.curve}

    def of(self, seats: Collection[Seat]) -> Iterator[reviewed.ReviewedMoment]:
        """Those of these seats."""
        for seat in self._review.seats:
            if seat.seat in seats:
                yield from self._of(seat)

    def _of(self, seat: SeatReview) -> Iterator[reviewed.ReviewedMoment]:
        finds = () if seat.find is None else (seat.find,)
        for number in (*finds, *(at for at in seat.moments if at not in finds)):
            step = self._review.steps[number]
            if isinstance(step, MoveStep):
                yield self._moment(step, find=number in finds)

    def _moment(self, step: MoveStep, *, find: bool) -> reviewed.ReviewedMoment:
        until = step.events[-1] + 1
        value = self._after(until, step.seat)
        better = step.best if step.best is not None and not find else None
        return reviewed.ReviewedMoment(
            step.events[0],
            until,
            step.seat,
            _clock(self._table, step.events[0]),
            self._choice(step.played, value),
            self._choice(better, value + step.loss) if better else None,
            self._also(step),
            step.loss,
            step.se,
            _certainty(step),
            Words.of(step.reason.words) if step.reason else None,
            find,
        )

    def _after(self, event: int, seat: Seat) -> float:
        """What the game was worth to this seat after so many events, as far as that was told."""
        told = max((at for at in self._values if at <= event), default=0)
        return self._values[told][seat] if self._values else 0.0

    def _choice(self, told: Told, value: float) -> reviewed.ReviewedChoice:
        game, sheet = self._table.game, self._table.sheet
        cells = (game.say_move(sheet, game.parse_move(sheet, text)).cell for text in told.moves)
        return reviewed.ReviewedChoice(Words.of(told.words), tuple(dict.fromkeys(filter(None, cells))), value)

    def _also(self, step: MoveStep) -> tuple[Words, ...]:
        """Moves that are as good as the best, as far as can be measured."""
        if step.best is None or not step.sure:
            return ()
        near = (each for each in step.alternatives if each.move.moves != step.best.moves)
        return tuple(Words.of(each.move.words) for each in near if step.loss - each.gain < each.se)[:3]


def _certainty(step: MoveStep) -> reviewed.Certainty:
    if step.sure or step.certainty == "sure":
        return "sure"
    return "likely" if step.certainty == "likely" else "close"
