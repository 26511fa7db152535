"""Reviews of finished games: how far one is, and what of it the caller may see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import takewhile

from starlette.requests import Request

from kritzel.game import Seat, Text
from kritzel.record import Table
from kritzel.review import LuckStep, MoveStep, Review, SeatReview, Sum
from kritzel.review.figures import figure, mostly
from kritzel.review.models import BOT, HINT, POINTS, MoveText
from kritzel.server.reviews import BUSY_RETRY_S, ExploreRequest, ReviewProgress, ReviewRequest
from kritzel.server.table import seating
from kritzel.server.table.document import Words
from kritzel.server.table.refusals import Refused
from kritzel.server.table.room import Room
from kritzel.server.web.api.records import ended_room, record_with_help
from kritzel.server.web.http import context_of, endpoint, table_of
from kritzel.server.wire import calls, reviews
from kritzel.server.wire.reviews import ReviewStatus

STOPPED = Text(
    "Diese Partie wurde vor ihrem Ende beendet. Nachgeschaut wird nur, was zu Ende gespielt ist.",
    "This game was stopped before its end. Only finished games are reviewed.",
)


@endpoint(calls.REVIEW)
async def review(request: Request) -> ReviewStatus:
    context, room = context_of(request), await ended_room(request)
    if room.state.phase != "over":
        raise Refused("not_over", STOPPED)
    depth = "deep" if request.query_params.get("depth") == "deep" else "quick"
    table = room.state.table
    asked = ReviewRequest(record_with_help(room.state), depth)
    progress = await ask_review(request, table_of(request), asked)
    player = await context.require_player(request)
    mine = tuple(sorted(room.seats_of(player.id)))
    deeper = context.reviews.deepening(table_of(request))
    found = None
    if progress.review and progress.review.depth != request.query_params.get("known"):
        found = review_for(progress.review, table, mine, open_to(room, mine))
    return ReviewStatus(progress.done, progress.of, found, progress.warming, deeper)


async def ask_review(request: Request, key: str, asked: ReviewRequest | ExploreRequest) -> ReviewProgress:
    """How far a review is, charged to the guest and the address that begin it. Raises Refused.

    Strangers begin none: one of them could keep the process busy for all.
    """
    context = context_of(request)
    caller = context.caller(request, (await context.require_player(request)).id)
    if isinstance(asked, ReviewRequest) and (key, asked.depth) not in context.reviews_began:
        try:
            context.limits.charge("review", caller)
        except Refused as no:
            raise _busy(no.after) from None
    progress = await context.reviews.ask(key, asked, caller.guest)
    if progress is None:
        raise _busy(BUSY_RETRY_S)
    context.reviews_began[key, asked.depth] = True
    if progress.problem is not None:
        raise Refused("no_review", progress.problem)
    return progress


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


ROUTES = [review]


# A review as it travels -----------------------------------------------------------------------
PATTERN_COUNT = 3
"""The same better move this often is a pattern."""
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
        tuple(_moments(review, table, open_to)),
    )


def _notes(review: Review) -> Iterator[Text]:
    """Notes on the figures."""
    if review.reference.instead is not None:
        yield review.reference.instead
    if review.unit == POINTS:  # with company the page says itself why there is no sum
        yield from review.notes


def _seat(review: Review, table: Table, seat: SeatReview, seen: bool) -> reviews.ReviewedSeat:
    pattern = _pattern(review, seat.seat) if seen else None
    return reviews.ReviewedSeat(
        seat.seat,
        _parts(seat.sum, seat.sum.error),
        _parts(seat.points, seat.sum.error if review.unit == POINTS else None),
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
    """When a bot took over for a player and stayed; None where none left, or the player came back."""
    moves = [step for step in review.steps if isinstance(step, MoveStep) and step.seat == seat]
    last = list(takewhile(lambda step: step.help == BOT, reversed(moves)))
    return _clock(table, last[-1].events[0]) if last else None


def _pattern(review: Review, seat: Seat) -> Text | None:
    """The surely better move that was missed most often, if often enough."""
    moves = (step for step in review.steps if isinstance(step, MoveStep) and step.seat == seat and step.sure)
    better = Counter(step.best.words for step in moves if step.best is not None and not step.help)
    move, n = next(iter(better.most_common(1)), (None, 0))
    return PATTERN.filled(n=n, move=move) if n >= PATTERN_COUNT else None


def _parts(parts: Sum, error: float | None) -> reviews.ReviewedSum:
    luck, own, even = (_tell(each, error) for each in (parts.luck, parts.own, parts.adjusted))
    known = parts.luck is not None and parts.own is not None
    return reviews.ReviewedSum(
        parts.result, parts.start, parts.luck, parts.own, parts.others, parts.adjusted, error,
        luck, own, even, mostly(parts, error) if known else "",
    )  # fmt: skip


def _tell(value: float | None, error: float | None) -> reviews.ReviewedFigure | None:
    found = figure(value, error)
    return reviews.ReviewedFigure(*found) if found else None


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


def _moments(review: Review, table: Table, seats: Collection[Seat]) -> Iterator[reviews.ReviewedMoment]:
    """The moments of these seats, in words and on cells."""
    for seat in review.seats:
        if seat.seat not in seats:
            continue
        finds = () if seat.find is None else (seat.find,)
        for number in dict.fromkeys((*finds, *seat.moments)):
            step = review.steps[number]
            if isinstance(step, MoveStep):
                yield _moment(review, table, step, find=number in finds)


def _moment(review: Review, table: Table, step: MoveStep, *, find: bool) -> reviews.ReviewedMoment:
    until = step.events[-1] + 1
    value = _value_after(review, table, until, step.seat)
    better = step.best if step.best is not None and not find else None
    return reviews.ReviewedMoment(
        step.events[0],
        until,
        step.seat,
        _clock(table, step.events[0]),
        _choice(table, step.played, value),
        _choice(table, better, None if value is None else value + step.loss) if better else None,
        _also(step),
        step.loss,
        step.se,
        _certainty(step),
        _why(step),
        step.reason.cells if step.reason else (),
        step.reason.clause if step.reason else "",
        find,
        step.help == HINT,
        step.reason is not None and step.reason.key == DEAD_END,
        _tell(step.loss, step.se),
    )


def _value_after(review: Review, table: Table, event: int, seat: Seat) -> float | None:
    """What the game was worth to this seat after event number `event`; in the end its lead. None where
    nothing is known before the end: without a net a quick review has no curve."""
    if event == len(table.events):
        return review.seats[seat].sum.result
    known = [point for point in review.curve if point.event <= event]
    return known[-1].values[seat] if known else None


def _choice(table: Table, move: MoveText, value: float | None) -> reviews.ReviewedChoice:
    game, sheet = table.game, table.sheet
    said = [game.words.say_move(sheet, game.notation.parse_move(sheet, text)) for text in move.moves]
    cells = tuple(dict.fromkeys(each.cell for each in said if each.cell))
    lines = tuple((each.start, each.cell) for each in said if each.start)
    first = said[0]
    return reviews.ReviewedChoice(
        Words.of(move.words), cells, value, first.kind, first.die, first.faces, lines
    )


def _also(step: MoveStep) -> tuple[Words, ...]:
    """Moves within the error of measurement of the best one."""
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
