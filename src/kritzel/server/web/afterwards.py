"""What pages ask for after the end: the replay, its timeline, the record. Knows no rule."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from kritzel.game import LANGUAGES, Said, Score
from kritzel.record import Played, Table
from kritzel.record.events import Event
from kritzel.review.helping import notes
from kritzel.server.table import proving
from kritzel.server.table.hints import Taken, helped, hinted
from kritzel.server.table.refusals import No
from kritzel.server.table.room import Room
from kritzel.server.table.standing import Standing
from kritzel.server.view import changes
from kritzel.server.view.showing import Showing, Viewer
from kritzel.server.web.asking import at, encoded, house, number, refusing, table_of
from kritzel.server.wire import calls
from kritzel.server.wire.answers import Replayed
from kritzel.server.wire.endings import Gain, Moment, Stretch, Timeline


# Requests --------------------------------------------------------------------------------------
async def ended(request: Request) -> Room:
    """The room of the path, if its game has ended. Raises No."""
    room = (await house(request).hall.find(table_of(request))).room
    if room.standing.phase not in ("over", "stopped"):
        raise No("not_over")
    return room


def kept(
    request: Request,
    room: Room,
    what: tuple[str | int, ...],
    make: Callable[[], bytes],
    media: str = "application/json",
) -> Response:
    """What is told of a game that has ended: worked out once, as long as its log stays the same."""
    names = tuple(room.standing.table.names)  # somebody may have asked to be forgotten
    told = house(request).keepsakes.of((room.id, room.version, names, *what), make)
    return Response(told, media_type=media)


def language(request: Request) -> str:
    """The language that is asked for."""
    lang = request.query_params.get("lang", "en")
    return lang if lang in LANGUAGES else "en"


@refusing
async def replay(request: Request) -> Response:
    """The table after so many outcomes and moves, as somebody who watched would have seen it."""
    room = await ended(request)
    of = len(room.standing.table.events)
    so_far = min(number(request, "at", of), of)
    return kept(request, room, ("replay", so_far), lambda: encoded(calls.REPLAY, _past(room, so_far)))


def _past(room: Room, so_far: int) -> Replayed:
    seen = Showing(room.standing.until(so_far)).seen(Viewer(notation=True), 0)
    told = tuple(event.text for event in room.standing.table.events)
    return Replayed(so_far, len(told), told, changes.whole(seen, (), 0))


@refusing
async def timeline(request: Request) -> Response:
    """What the replay is about, at a glance."""
    room, lang = await ended(request), language(request)
    return kept(
        request,
        room,
        ("timeline", lang),
        lambda: encoded(calls.TIMELINE, glance(room.standing.table, lang, room.standing.hints)),
    )


@refusing
async def record(request: Request) -> Response:
    """The record of a game that has ended, with the proof of its dice; else what is left of it."""
    try:
        room = await ended(request)
    except No as no:
        if no.code == "unreadable" and (left := await _left(request)):
            return left
        raise
    standing = room.standing
    answer = kept(request, room, ("record",), lambda: _written(standing).encode(), "text/plain")
    name = f"{standing.table.game.slug}-{standing.table.sheet.id}-{standing.id[:6]}.txt"
    answer.headers["content-disposition"] = f'attachment; filename="{name}"'
    return answer


async def _left(request: Request) -> Response | None:
    """What is written down of a table that cannot be read."""
    home, table = house(request), table_of(request)
    player = await home.player(request)
    text = await home.hall.remains(table, player.id if player else "")
    named = {"content-disposition": f'attachment; filename="kritzel-{table[:6]}.txt"'}
    return Response(text, media_type="text/plain", headers=named) if text else None


def noted(standing: Standing) -> str:
    """The record of a game, with a note on who was helped."""
    return standing.table.record() + notes(helped(standing))


def _written(standing: Standing) -> str:
    proof = proving.notes(standing.proof) if standing.proof else ""
    return noted(standing) + proof


# The timeline ----------------------------------------------------------------------------------
def glance(table: Table, lang: str, hints: tuple[Taken, ...] = ()) -> Timeline:
    """A whole game at a glance."""
    game = table.game
    pads = [[_won(pad) for pad in game.score(game.view(state, None))] for state in table.states]
    if table.over:
        pads[-1] = list(game.score(table.state))
    gains = [_gains(before, after) for before, after in pairwise(pads)]
    events = enumerate(zip(table.events, hinted(table, hints), strict=True))
    moments = tuple(_moment(event, table.said(nth), gains[nth], lang, tip) for nth, (event, tip) in events)
    return Timeline(moments, _clocks(table, lang), tuple(pad.total for pad in pads[0]))


def _won(pad: Score) -> Score:
    """A pad as people see it while they play: what is counted at the end is counted then."""
    return Score(tuple([line._replace(points=0) if line.at_end else line for line in pad.lines]))


def _moment(event: Event, said: Said, gains: tuple[Gain, ...], lang: str, hinted: bool) -> Moment:
    if isinstance(event, Played):
        return Moment("played", event.text, said.words.say(lang), event.seat, said.cell, gains, hinted)
    return Moment(said.kind, event.text, said.beside.say(lang), gains=gains)


def _gains(before: Sequence[Score], after: Sequence[Score]) -> tuple[Gain, ...]:
    """What an event changed on the score pads. Most change nothing."""
    return tuple(
        Gain(seat, new.key, new.points - old.points)
        for seat, (was, now) in enumerate(zip(before, after, strict=True))
        if was != now
        for old, new in zip(was.lines, now.lines, strict=True)
        if old.points != new.points
    )


def _clocks(table: Table, lang: str) -> tuple[Stretch, ...]:
    found: list[Stretch] = []
    for nth, state in enumerate(table.states[: len(table.events)]):
        now = table.game.clock(state).words.say(lang)
        if not found or found[-1].words != now:
            found.append(Stretch(nth, now))
    return tuple(found)


ROUTES: list[Any] = [
    at(calls.REPLAY, replay),
    at(calls.TIMELINE, timeline),
    at(calls.RECORD, record),
]
