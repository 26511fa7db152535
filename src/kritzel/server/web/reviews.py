"""A finished game looked at again: how far its review is, and what of it the one who asks may see."""

from __future__ import annotations

from collections.abc import Collection

from starlette.requests import Request
from starlette.responses import Response

from kritzel.game import Seat, Text
from kritzel.server.reviewers import Asked
from kritzel.server.table.refusals import No
from kritzel.server.table.room import Room
from kritzel.server.table.seating import BOT
from kritzel.server.view.reviewing import shown
from kritzel.server.web.afterwards import ended, noted
from kritzel.server.web.asking import at, house, refusing, reply, table_of
from kritzel.server.wire import calls
from kritzel.server.wire.reviewed import Reviewing

STOPPED = Text(
    "Diese Partie wurde vor ihrem Ende beendet. Nachgeschaut wird nur, was zu Ende gespielt ist.",
    "This game was stopped before its end. Only finished games are reviewed.",
)


@refusing
async def review(request: Request) -> Response:
    """The review as far as it is worked out; whoever asks again keeps it going."""
    home, room = house(request), await ended(request)
    if room.standing.phase != "over":
        raise No("not_over", STOPPED)
    depth = "deep" if request.query_params.get("depth") == "deep" else "quick"
    table = room.standing.table
    told = await home.reviewers.look(table_of(request), Asked(noted(room.standing), depth))
    if told.problem is not None:
        raise No("no_review", told.problem)
    player = await home.player(request)
    mine = tuple(sorted(room.seats_of(player.id))) if player else ()
    found = shown(told.review, table, mine, open_to(room, mine)) if told.review else None
    return reply(calls.REVIEW, Reviewing(told.done, told.of, found, told.warming))


def open_to(room: Room, mine: Collection[Seat]) -> set[Seat]:
    """Whose moments may be seen: one's own, those of bots, and of whoever played alone and gave the link."""
    places = room.standing.company.places
    alone = len(places) == 1
    return {seat for seat, place in enumerate(places) if alone or seat in mine or place.kind == BOT}


ROUTES = [at(calls.REVIEW, review)]
