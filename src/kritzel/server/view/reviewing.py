"""A review as one viewer sees it. Sums are open to everybody; moments belong to the person who played them.

Knows a review and a table that has ended, and nothing that is not in the record.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import takewhile

from kritzel.game import Seat, Text
from kritzel.games import catalogue
from kritzel.record import Table
from kritzel.review import LuckStep, MoveStep, Review, SeatReview, Sum
from kritzel.review.helping import BOT, HINT
from kritzel.review.told import POINTS, Told
from kritzel.server.wire import reviewed
from kritzel.server.wire.parts import Words

AGAIN_AND_AGAIN = 3
"""So often the same better move makes a pattern."""
DEAD_END = "dead_end"
"""The reason whose cells are the end of something."""
PATTERN = Text(
    "{n}-mal wäre dies der bessere Zug gewesen: {move}.", "{n} times this was the better move: {move}."
)
AHEAD = Text("Mehr als alles andere, was sich fand: {other}.", "More than all else that was found: {other}.")
OLDER = Text(
    "Gespielt nach älteren Regeln, Fassung {rules}; heute gilt Fassung {now}.",
    "Played by older rules, version {rules}; today's is version {now}.",
)


def shown(review: Review, table: Table, mine: Sequence[Seat], open_to: Collection[Seat]) -> reviewed.Reviewed:
    """A review for whoever sits on `mine`; the moments of seats in `open_to` may be seen."""
    return reviewed.Reviewed(
        "win" if review.unit == "win" else "points",
        "deep" if review.depth == "deep" else "quick",
        review.sums,
        tuple(Words.of(note) for note in _notes(review, table)),
        Words.of(review.reference.title),
        review.rollouts,
        review.spread,
        tuple(mine),
        tuple(_seat(review, table, seat, seat.seat in open_to) for seat in review.seats),
        tuple(reviewed.ReviewedPoint(point.event, point.values) for point in review.curve),
        tuple(_luck(step, table) for step in review.steps if isinstance(step, LuckStep)),
        tuple(_Moments(review, table).of(open_to)),
    )


def _notes(review: Review, table: Table) -> Iterator[Text]:
    """What whoever reads the figures should know."""
    if review.reference.instead is not None:
        yield review.reference.instead
    now = catalogue.game(table.game.slug).rules_version
    if table.game.rules_version != now:
        yield OLDER.filled(rules=table.game.rules_version, now=now)
    if review.unit == POINTS:  # with company the page says itself why there is no sum
        yield from review.notes


def _seat(review: Review, table: Table, seat: SeatReview, seen: bool) -> reviewed.ReviewedSeat:
    pattern = _pattern(review, seat.seat) if seen else None
    return reviewed.ReviewedSeat(
        seat.seat,
        _parts(seat.sum),
        _parts(seat.points),
        seat.moves,
        seat.same,
        seat.sure,
        seat.explained,
        Words.of(pattern) if pattern else None,
        seat.same_luck.points if seat.same_luck else None,
        bool(seat.same_luck and seat.same_luck.exact),
        seat.hinted,
        seat.stood_in,
        _bot_since(review, table, seat.seat),
    )


def _bot_since(review: Review, table: Table, seat: Seat) -> Words | None:
    """When a bot took over for somebody and stayed; None where nobody left, or came back."""
    moves = [step for step in review.steps if isinstance(step, MoveStep) and step.seat == seat]
    last = list(takewhile(lambda step: step.help == BOT, reversed(moves)))
    return _clock(table, last[-1].events[0]) if last else None


def _pattern(review: Review, seat: Seat) -> Text | None:
    """The better move that surely was there most often, if that was often."""
    moves = (step for step in review.steps if isinstance(step, MoveStep) and step.seat == seat and step.sure)
    better = Counter(step.best.words for step in moves if step.best is not None and not step.help)
    move, n = next(iter(better.most_common(1)), (None, 0))
    return PATTERN.filled(n=n, move=move) if n >= AGAIN_AND_AGAIN else None


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
            _why(step),
            step.reason.cells if step.reason else (),
            step.reason.clause if step.reason else "",
            find,
            step.help == HINT,
            step.reason is not None and step.reason.key == DEAD_END,
        )

    def _after(self, event: int, seat: Seat) -> float:
        """What the game was worth to this seat after so many events, as far as that was told; in the end its
        lead, as in the sum."""
        if event == len(self._table.events):
            return self._review.seats[seat].sum.result
        told = max((at for at in self._values if at <= event), default=0)
        return self._values[told][seat] if self._values else 0.0

    def _choice(self, told: Told, value: float) -> reviewed.ReviewedChoice:
        game, sheet = self._table.game, self._table.sheet
        said = [game.say_move(sheet, game.parse_move(sheet, text)) for text in told.moves]
        cells = tuple(dict.fromkeys(each.cell for each in said if each.cell))
        lines = tuple((each.start, each.cell) for each in said if each.start)
        first = said[0]
        return reviewed.ReviewedChoice(
            Words.of(told.words), cells, value, first.kind, first.die, first.faces, lines
        )

    def _also(self, step: MoveStep) -> tuple[Words, ...]:
        """Moves that are as good as the best, as far as can be measured."""
        if step.best is None or not step.sure:
            return ()
        near = (each for each in step.alternatives if each.move.moves != step.best.moves)
        return tuple(Words.of(each.move.words) for each in near if step.loss - each.gain < each.se)[:3]


def _why(step: MoveStep) -> Words | None:
    if step.reason is not None:
        return Words.of(step.reason.words)
    return Words.of(AHEAD.filled(other=step.ahead.move.words)) if step.ahead else None


def _certainty(step: MoveStep) -> reviewed.Certainty:
    if step.sure or step.certainty == "sure":
        return "sure"
    return "likely" if step.certainty == "likely" else "close"
