"""Puzzles tried and finished games explored. Nothing is kept: a page says all that was done so far.

Only games that have ended, and of these only the moves that the caller may look at again (`reviews`). What
a move is worth is worked out by the process of reviews; before a whole move was tried, nothing of it is sent.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from kritzel.game import AnyGame, Description, IllegalMove, NotationError, Over, Seat, State, Text
from kritzel.record import Played, Table
from kritzel.review import puzzles as shipped
from kritzel.review.exploring import CHANCE
from kritzel.review.exploring import Explored as Found
from kritzel.review.reasons import reason_for
from kritzel.review.story import told
from kritzel.review.told import POINTS, Reason
from kritzel.review.ways import Way, Ways, parsed, walked
from kritzel.server.reviews import ExploreRequest, ReviewProgress
from kritzel.server.table.document import Words, option, sheet_document
from kritzel.server.table.refusals import Refused
from kritzel.server.table.room import Room
from kritzel.server.table.story import LogEntry, move_entry, outcome_entry
from kritzel.server.table.view import sheet_of
from kritzel.server.web.api import reviews
from kritzel.server.web.api.records import ended_room
from kritzel.server.web.api.reviews import STOPPED, open_to
from kritzel.server.web.http import body, context_of, guard_change, reply, route, table_of
from kritzel.server.wire import calls
from kritzel.server.wire import reviews as wire
from kritzel.server.wire.bodies import Try, TryAt
from kritzel.server.wire.reviews import Explored, Puzzled

TODAY = "today"
ANYWHERE = timedelta(hours=14)
"""It is tomorrow somewhere already."""
NOWHERE = Text("Hier gibt es nichts zu versuchen.", "There is nothing to try here.")
NOT_YOURS = Text("Das ist eine Stelle von jemand anderem.", "This moment belongs to somebody else.")


class Begun(NamedTuple):
    """A table at which somebody tries something."""

    game: AnyGame
    state: State
    seat: Seat
    names: tuple[str, ...]


# Puzzles of the day ----------------------------------------------------------------------------
def now() -> datetime:
    """What time it is."""
    return datetime.now(UTC)


@guard_change
async def of_day(request: Request) -> Response:
    """The puzzle of a day after the moves made so far."""
    asked, day = await body(request, calls.PUZZLE), _day(request.path_params["day"])
    found = shipped.of_day(day)
    if found is None:
        raise Refused("no_puzzle")
    begun = Begun(found.game, found.state, found.seat, found.names)
    return reply(calls.PUZZLE, await asyncio.to_thread(_tried, begun, asked, day.isoformat(), found.ways))


def _day(text: str) -> date:
    """A day that has begun somewhere. Raises Refused."""
    if text == TODAY:
        return now().date()
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise Refused("no_puzzle") from None
    if not shipped.FIRST <= day <= (now() + ANYWHERE).date():
        raise Refused("no_puzzle")
    return day


def _tried(begun: Begun, asked: Try | TryAt, day: str, ways: Ways | None) -> Puzzled:
    """The table after the moves made so far, and the verdict once they are a whole one. Raises Refused."""
    game, state, seat, names = begun
    try:
        walk = walked(game, state, seat, parsed(game, state, asked.moves))
    except (IllegalMove, NotationError) as error:
        raise Refused("bad_message", error.sentence) from None
    verdict = verdict_of(game, state, walk.state, ways, names) if walk.ended and ways else None
    shown = state if walk.ended else walk.state
    return Puzzled(
        day,
        spot(game, shown, seat, names),
        verdict,
        waits=walk.ended and verdict is None,
    )


# Own moments -----------------------------------------------------------------------------------
@guard_change
async def try_moment(request: Request) -> Response:
    """A moment of a finished game, tried again."""
    asked, (room, mine) = await body(request, calls.TRY), await _finished(request)
    table = room.state.table
    if asked.at >= len(table.events) or not isinstance(played := table.events[asked.at], Played):
        raise Refused("bad_message", NOWHERE)
    if played.seat not in open_to(room, mine):
        raise Refused("not_seated", NOT_YOURS)
    told = await _look(request, ExploreRequest(table.record(), asked.at, played.seat, (), values=True))
    ways = told.explored.ways if told.explored else None
    begun = Begun(table.game, table.moments[asked.at].state, played.seat, tuple(table.names))
    return reply(calls.TRY, await asyncio.to_thread(_tried, begun, asked, "", ways))


async def _finished(request: Request) -> tuple[Room, tuple[Seat, ...]]:
    """A game that was played to its end, and the caller at it. Raises Refused."""
    room = await ended_room(request)
    if room.state.phase != "over":
        raise Refused("not_over", STOPPED)
    player = await context_of(request).player(request)
    return room, tuple(sorted(room.seats_of(player.id))) if player else ()


async def _look(request: Request, asked: ExploreRequest) -> ReviewProgress:
    """How far it is. Raises Refused."""
    word = hashlib.sha256(repr(asked[1:]).encode()).hexdigest()[:24]
    return await reviews.ask_review(request, f"{table_of(request)}/{word}", asked)


# Exploring -------------------------------------------------------------------------------------
@guard_change
async def explore(request: Request) -> Response:
    """A finished game played on in another way."""
    asked, (room, mine) = await body(request, calls.EXPLORE), await _finished(request)
    table = room.state.table
    if asked.at >= len(table.events) or asked.seat >= len(table.names):
        raise Refused("bad_message", NOWHERE)
    if asked.seat not in open_to(room, mine):
        raise Refused("not_seated", NOT_YOURS)
    wanted = ExploreRequest(table.record(), asked.at, asked.seat, asked.moves, asked.values)
    told = await _look(request, wanted)
    if told.explored is None:
        return reply(calls.EXPLORE, Explored(waits=True))
    shown = await asyncio.to_thread(_explored, table, asked.seat, asked.lang, told.explored)
    return reply(calls.EXPLORE, shown)


def _explored(table: Table, seat: Seat, lang: str, found: Found) -> Explored:
    game = table.game
    state = game.notation.parse_position(table.sheet, found.position)
    return Explored(
        waits=False,
        spot=spot(game, state, seat, table.names),
        told=tuple(_entry(*each) for each in found.told),
        over=isinstance(game.rules.pending(state), Over),
        weighed=weighed(game, state, found.ways) if found.ways else None,
    )


def _entry(who: int, said: Description) -> LogEntry:
    return outcome_entry(said, "") if who == CHANCE else move_entry(who, said, "")


ROUTES: list[Any] = [route(calls.PUZZLE, of_day), route(calls.TRY, try_moment), route(calls.EXPLORE, explore)]


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


def weighed(game: AnyGame, state: State, ways: Ways) -> wire.Weighed:
    """All ways in words, and where they are on the sheet."""
    shown = tuple(_way(game, state, way) for way in ways.ways)
    return wire.Weighed("points" if ways.unit == POINTS else "win", shown, ways.whole)


def _way(game: AnyGame, state: State, way: Way) -> wire.WeighedWay:
    moves = parsed(game, state, way.moves)
    said = [game.words.say_move(state.sheet, move) for move in moves]
    words = told(game, state.sheet, moves).words
    return wire.WeighedWay(
        words=Words.of(words),
        cells=tuple(each.cell for each in said if each.cell),
        faces=said[0].faces,
        die=said[0].die,
        gap=max(way.gap, 0.0),
        se=way.se,
        right=way.is_right,
    )


def verdict_of(
    game: AnyGame, before: State, after: State, ways: Ways, names: Sequence[str]
) -> wire.TryVerdict:
    """What a try is worth that led from one table to the other."""
    yours = ways.at(game, before, after)
    right = yours is not None and ways.ways[yours].is_right
    reason = _why(game, before, after, ways, yours, names)
    why = Words.of(reason.words) if reason else None
    clause = reason.clause if reason else ""
    return wire.TryVerdict(right, yours, weighed(game, before, ways), why, clause)


def _why(
    game: AnyGame, before: State, after: State, ways: Ways, yours: int | None, names: Sequence[str]
) -> Reason | None:
    """Why the best way is better than the try; where the try was the best, than the second."""
    if len(ways.ways) < 2:
        return None
    best = _end(game, before, ways, 0)
    other = after if yours else _end(game, before, ways, 1)
    gap = ways.ways[yours or 1].gap if ways.unit == POINTS else None
    return reason_for(game, before, ways.seat, best, other, gap, names)


def _end(game: AnyGame, before: State, ways: Ways, nth: int) -> State:
    end: State = walked(game, before, ways.seat, parsed(game, before, ways.ways[nth].moves)).state
    return end
