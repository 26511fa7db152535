"""A finished game looked at again: how far its review is, and what of it the one who asks may see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import takewhile

from starlette.requests import Request
from starlette.responses import Response

from kritzel.game import Seat, Text
from kritzel.record import Table
from kritzel.review import LuckStep, MoveStep, Review, SeatReview, Sum
from kritzel.review.models import BOT, HINT, POINTS, MoveText
from kritzel.server.reviews import Busy, ExploreRequest, ReviewProgress, ReviewRequest
from kritzel.server.table import seating
from kritzel.server.table.document import Words
from kritzel.server.table.refusals import Refused
from kritzel.server.table.room import Room
from kritzel.server.web.api.records import ended_room, record_with_help
from kritzel.server.web.http import catch_refusals, context_of, reply, route, table_of
from kritzel.server.wire import calls, reviews
from kritzel.server.wire.reviews import Reviewing

STOPPED = Text(
    "Diese Partie wurde vor ihrem Ende beendet. Nachgeschaut wird nur, was zu Ende gespielt ist.",
    "This game was stopped before its end. Only finished games are reviewed.",
)


@catch_refusals
async def review(request: Request) -> Response:
    """The review as far as it is worked out; asking again keeps it going."""
    context, room = context_of(request), await ended_room(request)
    if room.state.phase != "over":
        raise Refused("not_over", STOPPED)
    depth = "deep" if request.query_params.get("depth") == "deep" else "quick"
    table = room.state.table
    told = await ask_review(request, table_of(request), ReviewRequest(record_with_help(room.state), depth))
    player = await context.require_player(request)
    mine = tuple(sorted(room.seats_of(player.id)))
    found = review_for(told.review, table, mine, open_to(room, mine)) if told.review else None
    return reply(calls.REVIEW, Reviewing(told.done, told.of, found, told.warming))


async def ask_review(request: Request, key: str, asked: ReviewRequest | ExploreRequest) -> ReviewProgress:
    """How far a review is, charged to the guest and the address that begin it. Raises Refused.

    Strangers begin none: one of them could keep the process busy for everybody.
    """
    context = context_of(request)
    caller = context.caller(request, (await context.require_player(request)).id)
    if isinstance(asked, ReviewRequest) and (key, asked.depth) not in context.reviews_began:
        try:
            context.limits.charge("review", caller)
        except Refused as no:
            raise _busy(no.after) from None
    told = await context.reviews.ask(key, asked, caller.guest)
    if isinstance(told, Busy):
        raise _busy(told.retry_s)
    context.reviews_began[key, asked.depth] = True
    if told.problem is not None:
        raise Refused("no_review", told.problem)
    return told


def _busy(after_s: int) -> Refused:
    words = Text(
        f"Gerade werden viele Partien nachgeschaut. In {after_s} Sekunden geht es von selbst weiter.",
        f"Many games are being reviewed right now. This goes on by itself in {after_s} seconds.",
    )
    return Refused("busy", words, after=after_s)


def open_to(room: Room, mine: Collection[Seat]) -> set[Seat]:
    """Whose moments may be seen: one's own, those of bots, and of a solo player who shared the link."""
    places = room.state.seating.places
    alone = len(places) == 1
    return {seat for seat, place in enumerate(places) if alone or seat in mine or place.kind == seating.BOT}


ROUTES = [route(calls.REVIEW, review)]


# A review as it travels -----------------------------------------------------------------------
AGAIN_AND_AGAIN = 3
"""So often the same better move makes a pattern."""
DEAD_END = "dead_end"
"""The reason whose cells are the end of something."""
PATTERN = Text(
    "{n}-mal wäre dies der bessere Zug gewesen: {move}.", "{n} times this was the better move: {move}."
)
AHEAD = Text("Mehr als alles andere, was sich fand: {other}.", "More than all else that was found: {other}.")


def review_for(
    review: Review, table: Table, mine: Sequence[Seat], open_to: Collection[Seat]
) -> reviews.Reviewed:
    """A review for the player on the seats `mine`; the moments of seats in `open_to` may be seen."""
    return reviews.Reviewed(
        "win" if review.unit == "win" else "points",
        "deep" if review.depth == "deep" else "quick",
        review.sums,
        tuple(Words.of(note) for note in _notes(review)),
        Words.of(review.reference.title),
        review.rollouts,
        review.spread,
        tuple(mine),
        tuple(_seat(review, table, seat, seat.seat in open_to) for seat in review.seats),
        tuple(reviews.ReviewedPoint(point.event, point.values) for point in review.curve),
        tuple(_luck(step, table) for step in review.steps if isinstance(step, LuckStep)),
        tuple(_Moments(review, table).of(open_to)),
    )


def _notes(review: Review) -> Iterator[Text]:
    """What a reader of the figures should know."""
    if review.reference.instead is not None:
        yield review.reference.instead
    if review.unit == POINTS:  # with company the page says itself why there is no sum
        yield from review.notes


def _seat(review: Review, table: Table, seat: SeatReview, seen: bool) -> reviews.ReviewedSeat:
    pattern = _pattern(review, seat.seat) if seen else None
    return reviews.ReviewedSeat(
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


def _parts(parts: Sum) -> reviews.ReviewedSum:
    return reviews.ReviewedSum(
        parts.result, parts.start, parts.luck, parts.own, parts.others, parts.adjusted, parts.error
    )


def _luck(step: LuckStep, table: Table) -> reviews.ReviewedLuck:
    odds = step.as_good if step.mark > 0 else step.as_bad
    return reviews.ReviewedLuck(
        step.events[0],
        step.seat,
        _clock(table, step.events[0]),
        Words.of(step.words),
        step.luck,
        odds,
        step.mark,
    )


def _clock(table: Table, event: int) -> Words:
    return Words.of(table.game.words.clock(table.states[event]).words)


class _Moments:
    """The moments of a review, put into words and onto cells."""

    def __init__(self, review: Review, table: Table) -> None:
        self._review, self._table = review, table
        self._values = {point.event: point.values for point in review.curve}

    def of(self, seats: Collection[Seat]) -> Iterator[reviews.ReviewedMoment]:
        """Those of these seats."""
        for seat in self._review.seats:
            if seat.seat in seats:
                yield from self._of(seat)

    def _of(self, seat: SeatReview) -> Iterator[reviews.ReviewedMoment]:
        finds = () if seat.find is None else (seat.find,)
        for number in (*finds, *(moment for moment in seat.moments if moment not in finds)):
            step = self._review.steps[number]
            if isinstance(step, MoveStep):
                yield self._moment(step, find=number in finds)

    def _moment(self, step: MoveStep, *, find: bool) -> reviews.ReviewedMoment:
        until = step.events[-1] + 1
        value = self._after(until, step.seat)
        better = step.best if step.best is not None and not find else None
        return reviews.ReviewedMoment(
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
        """What the game was worth to this seat after event number `event`; in the end its lead."""
        if event == len(self._table.events):
            return self._review.seats[seat].sum.result
        told = max((at for at in self._values if at <= event), default=0)
        return self._values[told][seat] if self._values else 0.0

    def _choice(self, text: MoveText, value: float) -> reviews.ReviewedChoice:
        game, sheet = self._table.game, self._table.sheet
        said = [game.words.say_move(sheet, game.notation.parse_move(sheet, small)) for small in text.moves]
        cells = tuple(dict.fromkeys(each.cell for each in said if each.cell))
        lines = tuple((each.start, each.cell) for each in said if each.start)
        first = said[0]
        return reviews.ReviewedChoice(
            Words.of(text.words), cells, value, first.kind, first.die, first.faces, lines
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


def _certainty(step: MoveStep) -> reviews.Certainty:
    if step.sure or step.certainty == "sure":
        return "sure"
    return "likely" if step.certainty == "likely" else "close"
