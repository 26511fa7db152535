"""Puzzles, and other ways through finished games. Nothing is stored: a page sends all moves made so far.

Only games that have ended, and of these only the moves that the caller may look at again (`reviews`). What
a move is worth is worked out by the process of reviews; before a whole move was tried, nothing of it is sent.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Literal, NamedTuple

from starlette.requests import Request

from kritzel.game import AnyGame, Description, IllegalMove, NotationError, Over, Seat, State, Text
from kritzel.record import Played, Table
from kritzel.review.explore import CHANCE, Exploration
from kritzel.review.figures import figure
from kritzel.review.history import describe_moves
from kritzel.review.labels import reason_for
from kritzel.review.models import POINTS, Reason
from kritzel.review.move_values import MoveValue, MoveValues, end_of, parse_moves, walk_moves
from kritzel.review.puzzles import FIRST, puzzle_of_day
from kritzel.server.reviews import ExploreRequest, ReviewProgress
from kritzel.server.table.document import Words, option, sheet_document
from kritzel.server.table.refusals import Refused
from kritzel.server.table.room import Room
from kritzel.server.table.story import LogEntry, move_entry, outcome_entry
from kritzel.server.table.view import sheet_of
from kritzel.server.web.api import reviews
from kritzel.server.web.api.records import ended_room
from kritzel.server.web.api.reviews import STOPPED, open_to
from kritzel.server.web.http import body, context_of, endpoint, table_of
from kritzel.server.wire import calls
from kritzel.server.wire import reviews as wire
from kritzel.server.wire.bodies import Try, TryAt
from kritzel.server.wire.reviews import ExplorationView, PuzzleState

TODAY = "today"
ANYWHERE = timedelta(hours=14)
"""The largest time zone: a day that has begun there may be asked for."""
NOWHERE = Text("Hier gibt es nichts zu versuchen.", "There is nothing to try here.")
NOT_YOURS = Text("Das ist eine Stelle von jemand anderem.", "This moment belongs to somebody else.")


class Begun(NamedTuple):
    """A position at which a seat tries moves."""

    game: AnyGame
    state: State
    seat: Seat
    names: tuple[str, ...]


# Puzzles of the day ----------------------------------------------------------------------------
def now() -> datetime:
    return datetime.now(UTC)


@endpoint(calls.PUZZLE)
async def of_day(request: Request) -> PuzzleState:
    asked, day = await body(request, calls.PUZZLE), _day(request.path_params["day"])
    found = puzzle_of_day(day)
    if found is None:
        raise Refused("no_puzzle")
    begun = Begun(found.game, found.state, found.seat, found.names)
    return await asyncio.to_thread(_tried, begun, asked, day.isoformat(), found.values)


def _day(text: str) -> date:
    """A day that has begun in some time zone. Raises Refused."""
    if text == TODAY:
        return now().date()
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise Refused("no_puzzle") from None
    if not FIRST <= day <= (now() + ANYWHERE).date():
        raise Refused("no_puzzle")
    return day


def _tried(begun: Begun, asked: Try | TryAt, day: str, values: MoveValues | None) -> PuzzleState:
    """The table after the moves made so far, and the verdict once they are a whole one. Raises Refused."""
    game, state, seat, names = begun
    try:
        walk = walk_moves(game, state, seat, parse_moves(game, state, asked.moves))
    except (IllegalMove, NotationError) as error:
        raise Refused("bad_message", error.sentence) from None
    verdict = verdict_of(game, state, walk.state, values, names) if walk.ended and values else None
    shown = state if walk.ended else walk.state
    return PuzzleState(
        day,
        spot(game, shown, seat, names),
        verdict,
        waits=walk.ended and verdict is None,
    )


# Own moments -----------------------------------------------------------------------------------
@endpoint(calls.TRY)
async def try_moment(request: Request) -> PuzzleState:
    asked, (room, mine) = await body(request, calls.TRY), await _finished(request)
    table = room.state.table
    if asked.at >= len(table.events) or not isinstance(played := table.events[asked.at], Played):
        raise Refused("bad_message", NOWHERE)
    if played.seat not in open_to(room, mine):
        raise Refused("not_seated", NOT_YOURS)
    wanted = ExploreRequest(table.record(), asked.at, played.seat, (), values=True)
    progress = await _ask(request, wanted)
    values = progress.explored.values if progress.explored else None
    begun = Begun(table.game, table.moments[asked.at].state, played.seat, tuple(table.names))
    return await asyncio.to_thread(_tried, begun, asked, "", values)


async def _finished(request: Request) -> tuple[Room, tuple[Seat, ...]]:
    """A game that was played to its end, and the caller's seats. Raises Refused."""
    room = await ended_room(request)
    if room.state.phase != "over":
        raise Refused("not_over", STOPPED)
    player = await context_of(request).player(request)
    return room, tuple(sorted(room.seats_of(player.id))) if player else ()


async def _ask(request: Request, asked: ExploreRequest) -> ReviewProgress:
    word = hashlib.sha256(repr(asked[1:]).encode()).hexdigest()[:24]
    return await reviews.ask_review(request, f"{table_of(request)}/{word}", asked)


# Exploring -------------------------------------------------------------------------------------
@endpoint(calls.EXPLORE)
async def explore(request: Request) -> ExplorationView:
    asked, (room, mine) = await body(request, calls.EXPLORE), await _finished(request)
    table = room.state.table
    if asked.at >= len(table.events) or asked.seat >= len(table.names):
        raise Refused("bad_message", NOWHERE)
    if asked.seat not in open_to(room, mine):
        raise Refused("not_seated", NOT_YOURS)
    wanted = ExploreRequest(table.record(), asked.at, asked.seat, asked.moves, asked.values)
    progress = await _ask(request, wanted)
    if progress.explored is None:
        return ExplorationView(waits=True)
    return await asyncio.to_thread(_explored, table, asked.seat, progress.explored)


def _explored(table: Table, seat: Seat, found: Exploration) -> ExplorationView:
    game = table.game
    state = game.notation.parse_position(table.sheet, found.position)
    return ExplorationView(
        waits=False,
        spot=spot(game, state, seat, table.names),
        told=tuple(_entry(*each) for each in found.happened),
        over=isinstance(game.rules.pending(state), Over),
        weighed=weighed(game, state, found.values) if found.values else None,
    )


def _entry(who: int, said: Description) -> LogEntry:
    return outcome_entry(said, "") if who == CHANCE else move_entry(who, said, "")


ROUTES = [of_day, try_moment, explore]


# A puzzle as it travels -----------------------------------------------------------------------
def spot(game: AnyGame, state: State, seat: Seat, names: Sequence[str]) -> wire.TrySpot:
    """A table as the seat may see it."""
    seen = game.rules.view(state, seat)
    document = sheet_document(game, state.sheet, len(names))
    clock, step = game.words.clock(state).words, game.words.step(state)
    return wire.TrySpot(
        game=game.slug,
        sheet=f"{game.slug}/{state.sheet.id}",
        title=Words.of(state.sheet.title),
        position=game.notation.position_text(seen),
        seat=seat,
        names=tuple(names),
        document=document.address,
        sheets={str(each): sheet_of(game, seen, each, document.sentence) for each in range(len(names))},
        options=tuple(option(game, state.sheet, move) for move in game.rules.moves(seen, seat)),
        clock=Words.of(clock.then(step.words) if step else clock),
    )


def weighed(game: AnyGame, state: State, values: MoveValues) -> wire.WeighedWays:
    """All moves in words, and where they are on the sheet."""
    shown = tuple(
        _weighed_way(game, state, value, right=values.is_right(nth)) for nth, value in enumerate(values.moves)
    )
    return wire.WeighedWays("points" if values.unit == POINTS else "win", shown, values.whole)


def _weighed_way(game: AnyGame, state: State, value: MoveValue, *, right: bool) -> wire.WeighedWay:
    moves = parse_moves(game, state, value.moves)
    said = [game.words.say_move(state.sheet, move) for move in moves]
    words = describe_moves(game, state.sheet, moves).words
    told = figure(value.gap, value.se)
    return wire.WeighedWay(
        words=Words.of(words),
        cells=tuple(each.cell for each in said if each.cell),
        faces=said[0].faces,
        die=said[0].die,
        gap=float(told.about) if told and told.about > 0 else max(value.gap, 0.0),
        se=value.se,
        right=right,
    )


def verdict_of(
    game: AnyGame, before: State, after: State, values: MoveValues, names: Sequence[str]
) -> wire.TryVerdict:
    """What a try is worth that led from one table to the other."""
    yours = values.at(game, before, after)
    right = yours is not None and values.is_right(yours)
    result: Literal["best", "equal", "worse"] = "worse" if not right else "equal" if yours else "best"
    again = yours is not None and yours == values.played
    reason = None if result == "equal" else _why(game, before, after, values, yours, names)
    why = Words.of(reason.words) if reason else None
    return wire.TryVerdict(
        result, again, yours, weighed(game, before, values), why, reason.clause if reason else ""
    )


def _why(
    game: AnyGame, before: State, after: State, values: MoveValues, yours: int | None, names: Sequence[str]
) -> Reason | None:
    """Why the best move is better than the try; where the try was the best, than the move of the game or the
    second."""
    if len(values.moves) < 2:
        return None
    second = values.played or 1
    best, other = (end_of(game, before, values.seat, values.moves[nth].moves) for nth in (0, second))
    gap = values.moves[yours or second].gap if values.unit == POINTS else None
    return reason_for(game, before, values.seat, best, other if yours == 0 else after, gap, names)
