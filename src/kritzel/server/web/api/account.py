"""Guests: names, devices, deletion; and the way in from the own network."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from kritzel.game import Text
from kritzel.server import erasure
from kritzel.server.table.refusals import Refused
from kritzel.server.web.http import body, context_of, endpoint, reply, table_of
from kritzel.server.wire import answers, bodies, calls

ANONYMOUS = Text("Jemand", "Somebody")
"""The name of a deleted guest at the tables of others."""


# Guests ----------------------------------------------------------------------------------------
@endpoint(calls.WHOAMI)
async def whoami(request: Request) -> bodies.GuestName:
    player = await context_of(request).require_player(request)
    return bodies.GuestName(player.name)


@endpoint(calls.ENTER)
async def enter(request: Request) -> bodies.GuestName | Response:
    context, asked = context_of(request), await body(request, calls.ENTER)
    player = await context.player(request)
    if player is not None:
        renamed = await context.sessions.rename(player, asked.name)
        return bodies.GuestName(renamed.name)
    context.limits.charge("arrive", context.caller(request))
    player, secret = await context.sessions.enter(asked.name)
    return reply(calls.ENTER, bodies.GuestName(player.name), 201, context.sessions.cookie_header(secret))


@endpoint(calls.DEVICE)
async def device_link(request: Request) -> bodies.LinkToken:
    context = context_of(request)
    token = await context.sessions.device_link(await context.require_player(request))
    return bodies.LinkToken(token)


@endpoint(calls.LINK)
async def follow_link(request: Request) -> Response:
    context, asked = context_of(request), await body(request, calls.LINK)
    secret = await context.sessions.follow_link(asked.token)
    return reply(calls.LINK, answers.Nothing(), cookie=context.sessions.cookie_header(secret))


# Being forgotten -------------------------------------------------------------------------------
@endpoint(calls.KEEPING)
async def keeping(request: Request) -> answers.RetentionDays:
    return answers.RetentionDays(*context_of(request).settings.keep)


@endpoint(calls.LEAVE)
async def leave(request: Request) -> Response:
    context = context_of(request)
    player = await context.require_player(request)
    await erasure.forget(context.tables, player.id, _anonymous(request))
    context.responses.clear()
    return reply(calls.LEAVE, answers.Nothing(), cookie=context.sessions.cookie_header())


@endpoint(calls.LEAVE_TABLE)
async def leave_table(request: Request) -> answers.Nothing:
    context = context_of(request)
    player = await context.require_player(request)
    await erasure.leave(context.tables, table_of(request), player.id, _anonymous(request))
    context.responses.clear()
    return answers.Nothing()


def _anonymous(request: Request) -> str:
    return ANONYMOUS.say("de" if request.query_params.get("lang") == "de" else "en")


@endpoint(calls.LEAVE_DEVICE)
async def leave_device(request: Request) -> Response:
    context = context_of(request)
    player = await context.require_player(request)
    await context.sessions.forget_device(request.cookies)
    context.tables.hang_up(player.id)
    return reply(calls.LEAVE_DEVICE, answers.Nothing(), cookie=context.sessions.cookie_header())


@endpoint(calls.LEAVE_OTHERS)
async def leave_others(request: Request) -> answers.Nothing:
    context = context_of(request)
    player = await context.require_player(request)
    await context.sessions.forget_other_devices(player, request.cookies)
    context.tables.hang_up(player.id)
    return answers.Nothing()


# The own network ---------------------------------------------------------------------------------
@endpoint(calls.NETWORK)
async def network(request: Request) -> answers.NetworkStatus:
    return context_of(request).network.way(request)


@endpoint(calls.SWITCH)
async def switch(request: Request) -> answers.NetworkStatus:
    here, asked = context_of(request).network, await body(request, calls.SWITCH)
    if not here.near(request):
        raise Refused("origin")
    await (here.open() if asked.open else here.close())
    return here.way(request)


ROUTES = [
    whoami,
    enter,
    leave,
    device_link,
    leave_device,
    leave_others,
    leave_table,
    keeping,
    follow_link,
    network,
    switch,
]
