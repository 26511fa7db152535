"""Puzzles tried and finished games explored. Nothing is kept: a page says all that was done so far.

Only games that have ended, and of these only the moves that whoever asks may look at again (`reviews`). What
a move is worth is worked out by the reviewers' process; before a whole move was tried, nothing of it is sent.
"""

from __future__ import annotations

import asyncio
import hashlib
from datetime import UTC, date, datetime, timedelta
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from kritzel.game import AnyGame, IllegalMove, NotationError, Over, Said, Seat, State, Text
from kritzel.record import Played, Table
from kritzel.review import puzzles as shipped
from kritzel.review.exploring import CHANCE
from kritzel.review.exploring import Explored as Found
from kritzel.review.ways import Ways, parsed, walked
from kritzel.server.reviewers import Explore, Told
from kritzel.server.table.refusals import No
from kritzel.server.table.room import Room
from kritzel.server.table.story import moved, rolled
from kritzel.server.view import puzzling
from kritzel.server.web.afterwards import ended
from kritzel.server.web.asking import at, body, changing, house, reply, table_of
from kritzel.server.web.reviews import STOPPED, open_to
from kritzel.server.wire import calls
from kritzel.server.wire.bodies import Try, TryAt
from kritzel.server.wire.parts import Spoken
from kritzel.server.wire.puzzles import Explored, Puzzled

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


@changing
async def of_day(request: Request) -> Response:
    """The puzzle of a day after the moves made so far."""
    asked, day = await body(request, calls.PUZZLE), _day(request.path_params["day"])
    found = shipped.of_day(day)
    if found is None:
        raise No("no_puzzle")
    begun = Begun(found.game, found.state, found.seat, found.names)
    return reply(calls.PUZZLE, await asyncio.to_thread(_tried, begun, asked, day.isoformat(), found.ways))


def _day(text: str) -> date:
    """A day that has begun somewhere. Raises No."""
    if text == TODAY:
        return now().date()
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise No("no_puzzle") from None
    if not shipped.FIRST <= day <= (now() + ANYWHERE).date():
        raise No("no_puzzle")
    return day


def _tried(begun: Begun, asked: Try | TryAt, day: str, ways: Ways | None) -> Puzzled:
    """The table after the moves made so far, and the verdict once they are a whole one. Raises No."""
    game, state, seat, names = begun
    try:
        walk = walked(game, state, seat, parsed(game, state, asked.moves))
    except (IllegalMove, NotationError) as error:
        raise No("bad_message", error.sentence) from None
    verdict = puzzling.verdict(game, state, walk.state, ways, names) if walk.ended and ways else None
    shown = state if walk.ended else walk.state
    return Puzzled(
        day,
        puzzling.spot(game, shown, seat, names, asked.lang),
        verdict,
        waits=walk.ended and verdict is None,
    )


# Own moments -----------------------------------------------------------------------------------
@changing
async def try_moment(request: Request) -> Response:
    """A moment of a finished game, tried again."""
    asked, (room, mine) = await body(request, calls.TRY), await _finished(request)
    table = room.standing.table
    if asked.at >= len(table.events) or not isinstance(played := table.events[asked.at], Played):
        raise No("bad_message", NOWHERE)
    if played.seat not in open_to(room, mine):
        raise No("not_seated", NOT_YOURS)
    told = await _look(request, Explore(table.record(), asked.at, played.seat, (), values=True))
    ways = told.explored.ways if told.explored else None
    begun = Begun(table.game, table.moments[asked.at].state, played.seat, tuple(table.names))
    return reply(calls.TRY, await asyncio.to_thread(_tried, begun, asked, "", ways))


async def _finished(request: Request) -> tuple[Room, tuple[Seat, ...]]:
    """A game that was played to its end, and whoever asks at it. Raises No."""
    room = await ended(request)
    if room.standing.phase != "over":
        raise No("not_over", STOPPED)
    player = await house(request).player(request)
    return room, tuple(sorted(room.seats_of(player.id))) if player else ()


async def _look(request: Request, asked: Explore) -> Told:
    """What the reviewers' process says of it so far. Raises No."""
    home = house(request)
    player = await home.player(request)
    whose = player.id if player else f"at {request.client.host if request.client else ''}"
    word = hashlib.sha256(repr(asked[1:]).encode()).hexdigest()[:24]
    told = await home.reviewers.look(f"{table_of(request)}/{word}", asked, whose)
    if told.problem is not None:
        raise No("no_review", told.problem)
    return told


# Exploring -------------------------------------------------------------------------------------
@changing
async def explore(request: Request) -> Response:
    """A finished game played on in another way."""
    asked, (room, mine) = await body(request, calls.EXPLORE), await _finished(request)
    table = room.standing.table
    if asked.at >= len(table.events) or asked.seat >= len(table.names):
        raise No("bad_message", NOWHERE)
    if asked.seat not in open_to(room, mine):
        raise No("not_seated", NOT_YOURS)
    wanted = Explore(table.record(), asked.at, asked.seat, asked.moves, asked.values)
    told = await _look(request, wanted)
    if told.explored is None:
        return reply(calls.EXPLORE, Explored(waits=True))
    shown = await asyncio.to_thread(_explored, table, asked.seat, asked.lang, told.explored)
    return reply(calls.EXPLORE, shown)


def _explored(table: Table, seat: Seat, lang: str, found: Found) -> Explored:
    game = table.game
    state = game.parse_position(table.sheet, found.position)
    return Explored(
        waits=False,
        spot=puzzling.spot(game, state, seat, table.names, lang),
        told=tuple(_spoken(*each) for each in found.told),
        over=isinstance(game.pending(state), Over),
        weighed=puzzling.weighed(game, state, found.ways) if found.ways else None,
    )


def _spoken(who: int, said: Said) -> Spoken:
    return rolled(said, "") if who == CHANCE else moved(who, said, "")


ROUTES: list[Any] = [at(calls.PUZZLE, of_day), at(calls.TRY, try_moment), at(calls.EXPLORE, explore)]
