"""Hints over HTTP: a seat asks, the best judge there is thinks, and what counts is written down first."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from kritzel.server.bots.hinting import hint_question
from kritzel.server.table.hints import TakeHint, expect_hints
from kritzel.server.table.refusals import No
from kritzel.server.view.hinting import shown
from kritzel.server.web.asking import at, body, changing, house, reply, table_of
from kritzel.server.wire import calls


@changing
async def hint(request: Request) -> Response:
    """A hint for a seat of whoever asks. It counts once it is written down, and only then it is told."""
    home, asked = house(request), await body(request, calls.HINT)
    player = await home.known(request)
    live = await home.hall.find(table_of(request))
    standing, seat = live.room.standing, asked.seat
    expect_hints(standing, player.id, seat)
    seen = standing.now.seen(seat)
    advice = await home.hall.turns.thinkers.advise(hint_question(standing.table, seat))
    if advice is None:
        raise No("no_advice")
    if advice.moves:
        await home.hall.say(live.room.id, player.id, TakeHint(seat, seen))
    taken = sum(each.seat == seat for each in live.room.standing.hints)
    return reply(calls.HINT, shown(standing.table.game, seen, seat, advice, taken))


ROUTES = [at(calls.HINT, hint)]
