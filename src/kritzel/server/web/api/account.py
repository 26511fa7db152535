"""Guests: names, devices, leaving; and the way in from the own network."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from kritzel.game import Text
from kritzel.server import erasure
from kritzel.server.table.refusals import Refused
from kritzel.server.web.http import body, catch_refusals, context_of, guard_change, reply, route, table_of
from kritzel.server.wire import answers, bodies, calls

SOMEBODY = Text("Jemand", "Somebody")
"""What somebody is called at the tables of others who wants to be forgotten."""


# Guests ----------------------------------------------------------------------------------------
@catch_refusals
async def whoami(request: Request) -> Response:
    """Who this device is."""
    player = await context_of(request).require_player(request)
    return reply(calls.WHOAMI, bodies.GuestName(player.name))


@guard_change
async def enter(request: Request) -> Response:
    """A name: that of a new guest, or a new one of this guest."""
    context, asked = context_of(request), await body(request, calls.ENTER)
    player = await context.player(request)
    if player is not None:
        renamed = await context.sessions.rename(player, asked.name)
        return reply(calls.ENTER, bodies.GuestName(renamed.name))
    context.limits.charge("arrive", context.caller(request))
    player, secret = await context.sessions.enter(asked.name)
    return reply(calls.ENTER, bodies.GuestName(player.name), 201, context.sessions.cookie_header(secret))


@guard_change
async def device_link(request: Request) -> Response:
    """A secret that carries this guest to another device."""
    context = context_of(request)
    token = await context.sessions.device_link(await context.require_player(request))
    return reply(calls.DEVICE, bodies.LinkToken(token))


@guard_change
async def follow_link(request: Request) -> Response:
    """This device becomes one of the guest's."""
    context, asked = context_of(request), await body(request, calls.LINK)
    secret = await context.sessions.follow_link(asked.token)
    return reply(calls.LINK, answers.Nothing(), cookie=context.sessions.cookie_header(secret))


# Being forgotten -------------------------------------------------------------------------------
@catch_refusals
async def keeping(request: Request) -> Response:
    """For how many days something is kept that nobody uses."""
    return reply(calls.KEEPING, answers.RetentionDays(*context_of(request).settings.keep))


@guard_change
async def leave(request: Request) -> Response:
    """Forget this guest for good. Tables of theirs alone go; to others they are somebody from then on."""
    context = context_of(request)
    player = await context.require_player(request)
    await erasure.forget(context.tables, player.id, _somebody(request))
    context.responses.clear()
    return reply(calls.LEAVE, answers.Nothing(), cookie=context.sessions.cookie_header())


@guard_change
async def leave_table(request: Request) -> Response:
    """Leave a table for good: to the others this guest is somebody there from now on."""
    context = context_of(request)
    player = await context.require_player(request)
    await erasure.leave(context.tables, table_of(request), player.id, _somebody(request))
    context.responses.clear()
    return reply(calls.LEAVE_TABLE, answers.Nothing())


def _somebody(request: Request) -> str:
    return SOMEBODY.say("de" if request.query_params.get("lang") == "de" else "en")


@guard_change
async def leave_device(request: Request) -> Response:
    """Forget who this device is."""
    context = context_of(request)
    player = await context.require_player(request)
    await context.sessions.forget_device(request.cookies)
    context.tables.hang_up(player.id)
    return reply(calls.LEAVE_DEVICE, answers.Nothing(), cookie=context.sessions.cookie_header())


@guard_change
async def leave_others(request: Request) -> Response:
    """Forget all other devices of this guest: one of them is lost."""
    context = context_of(request)
    player = await context.require_player(request)
    await context.sessions.forget_other_devices(player, request.cookies)
    context.tables.hang_up(player.id)
    return reply(calls.LEAVE_OTHERS, answers.Nothing())


# The own network ---------------------------------------------------------------------------------
@catch_refusals
async def network(request: Request) -> Response:
    """Whether people of the own network can come in; told only to callers on this machine."""
    return reply(calls.NETWORK, context_of(request).network.way(request))


@guard_change
async def switch(request: Request) -> Response:
    """Open or close that way; only callers on this machine may."""
    here, asked = context_of(request).network, await body(request, calls.SWITCH)
    if not here.near(request):
        raise Refused("origin")
    await (here.open() if asked.open else here.close())
    return reply(calls.SWITCH, here.way(request))


ROUTES: list[Any] = [
    route(calls.WHOAMI, whoami),
    route(calls.ENTER, enter),
    route(calls.LEAVE, leave),
    route(calls.DEVICE, device_link),
    route(calls.LEAVE_DEVICE, leave_device),
    route(calls.LEAVE_OTHERS, leave_others),
    route(calls.LEAVE_TABLE, leave_table),
    route(calls.KEEPING, keeping),
    route(calls.LINK, follow_link),
    route(calls.NETWORK, network),
    route(calls.SWITCH, switch),
]
