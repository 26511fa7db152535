"""What pages ask for over HTTP: guests and tables. Games and rulebooks are in `shelf`, what comes
after the end in `afterwards`, `proofs` and `reviews`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import structs
from starlette.requests import Request
from starlette.responses import Response

from kritzel import bots
from kritzel.game import Sheet, Text
from kritzel.games import catalogue
from kritzel.games.catalogue import AnyGame, UnknownName
from kritzel.server import leaving, sessions
from kritzel.server.bots.questions import playable
from kritzel.server.store import Player
from kritzel.server.table import commands, listing, log
from kritzel.server.table.refusals import No
from kritzel.server.table.seating import BOT, HERE, LOTS, OPEN, PERSON
from kritzel.server.view import changes
from kritzel.server.web import afterwards, asking, hints, proofs, reviews
from kritzel.server.web.asking import at, body, changing, house, refusing, reply, table_of
from kritzel.server.wire import answers, bodies, calls
from kritzel.server.wire.parts import SeatKind

SOMEBODY = Text("Jemand", "Somebody")
"""What somebody is called at the tables of others who wants to be forgotten."""
KINDS: dict[str, SeatKind] = {"me": PERSON, "here": HERE, "friend": OPEN, "bot": BOT}


# Guests ----------------------------------------------------------------------------------------
@refusing
async def whoami(request: Request) -> Response:
    """Who this device is."""
    player = await house(request).known(request)
    return reply(calls.WHOAMI, answers.Myself(player.name))


@changing
async def enter(request: Request) -> Response:
    """A name: that of a new guest, or a new one of this guest."""
    home, asked = house(request), await body(request, calls.ENTER)
    player = await home.player(request)
    if player is not None:
        renamed = await home.sessions.rename(player, asked.name)
        return reply(calls.ENTER, answers.Myself(renamed.name))
    home.expect_room_for_guests(request)
    player, secret = await home.sessions.enter(asked.name)
    return reply(calls.ENTER, answers.Myself(player.name), 201, home.sessions.cookie_header(secret))


@changing
async def device_link(request: Request) -> Response:
    """A secret that carries this guest to another device."""
    home = house(request)
    token = await home.sessions.device_link(await home.known(request))
    return reply(calls.DEVICE, answers.Ticket(token))


@changing
async def follow_link(request: Request) -> Response:
    """This device becomes one of the guest's."""
    home, asked = house(request), await body(request, calls.LINK)
    secret = await home.sessions.follow_link(asked.token)
    return reply(calls.LINK, answers.Nothing(), cookie=home.sessions.cookie_header(secret))


# Being forgotten -------------------------------------------------------------------------------
@refusing
async def keeping(request: Request) -> Response:
    """For how many days something is kept that nobody uses."""
    return reply(calls.KEEPING, answers.Keeping(*house(request).settings.keep))


@changing
async def leave(request: Request) -> Response:
    """Forget this guest for good. Tables of theirs alone go; to others they are somebody from then on."""
    home = house(request)
    player = await home.known(request)
    await leaving.forget(home.hall, player.id, _somebody(request))
    home.keepsakes.clear()
    return reply(calls.LEAVE, answers.Nothing(), cookie=home.sessions.no_cookie)


@changing
async def leave_table(request: Request) -> Response:
    """Leave a table for good: to the others this guest is somebody there from now on."""
    home = house(request)
    player = await home.known(request)
    await leaving.leave(home.hall, table_of(request), player.id, _somebody(request))
    home.keepsakes.clear()
    return reply(calls.LEAVE_TABLE, answers.Nothing())


def _somebody(request: Request) -> str:
    return SOMEBODY.say("de" if request.query_params.get("lang") == "de" else "en")


@changing
async def leave_device(request: Request) -> Response:
    """Forget who this device is."""
    home = house(request)
    player = await home.known(request)
    await home.sessions.forget_device(request.cookies)
    home.hall.hang_up(player.id)
    return reply(calls.LEAVE_DEVICE, answers.Nothing(), cookie=home.sessions.no_cookie)


@changing
async def leave_others(request: Request) -> Response:
    """Forget all other devices of this guest: one of them is lost."""
    home = house(request)
    player = await home.known(request)
    await home.sessions.forget_other_devices(player, request.cookies)
    home.hall.hang_up(player.id)
    return reply(calls.LEAVE_OTHERS, answers.Nothing())


# Tables ----------------------------------------------------------------------------------------
@refusing
async def tables(request: Request) -> Response:
    """The tables of this guest, newest first."""
    home = house(request)
    player = await home.known(request)
    kept = await home.hall.store.tables_of(player.id)
    return reply(calls.TABLES, [each.for_player(player.id) for each in listing.legible(kept)])


@changing
async def lay(request: Request) -> Response:
    """A new table, and a link for each seat that is for a friend."""
    home, asked = house(request), await body(request, calls.LAY)
    player = await home.known(request)
    if len(await home.hall.store.tables_of(player.id)) >= home.settings.tables:
        raise No("too_many_tables")
    created = _created(asked, player)
    table = await home.hall.lay(created, digital=not asked.real_dice)
    free = [seat for seat, chair in enumerate(created.chairs) if chair.kind == OPEN]
    invites = [answers.Invite(seat, await _invite(request, table, player, seat)) for seat in free]
    return reply(calls.LAY, answers.Laid(table, tuple(invites)))


def _created(asked: bodies.NewTable, player: Player) -> log.Created:
    """What is to be written down of a wish. Raises No."""
    try:
        game, sheet = catalogue.find(asked.sheet)
    except UnknownName:
        raise No("bad_table") from None
    named = _with_bots(asked.seats, game, sheet)
    chairs = tuple(_chair(seat, player, asked.lang, game, sheet) for seat in named)
    people = [chair for chair in chairs if chair.player]
    if len(chairs) not in game.seat_counts or not people or sum(c.kind == PERSON for c in people) > 1:
        raise No("bad_table")
    name = f"{game.slug}/{sheet.id}"
    if asked.begins != LOTS and int(asked.begins) >= len(chairs):
        raise No("bad_table")
    return log.Created(
        name,
        sheet.version,
        game.rules_version,
        chairs,
        player.id,
        begins=asked.begins,
        hints=_allowing(asked),
    )


def _with_bots(seats: Sequence[bodies.NewSeat], game: AnyGame, sheet: Sheet) -> list[bodies.NewSeat]:
    """The seats, and on those for any bot one of ours that does not sit there yet."""
    steps = [name for name in bots.ladder(game, sheet) if name in bots.BOTS and playable(name)]
    there, named = {seat.bot for seat in seats}, []
    for seat in seats:
        any_bot = seat.kind == "bot" and not seat.bot
        named.append(structs.replace(seat, bot=bots.another(steps, there)) if any_bot else seat)
        there.add(named[-1].bot)
    return named


def _allowing(asked: bodies.NewTable) -> tuple[int, ...]:
    """Hints are for those who play among themselves, unless whoever lays the table says otherwise."""
    allowed = all(seat.kind != "friend" for seat in asked.seats) if asked.hints is None else asked.hints
    return tuple(at for at, seat in enumerate(asked.seats) if allowed and seat.kind in ("me", "here"))


def _chair(seat: bodies.NewSeat, player: Player, lang: str, game: AnyGame, sheet: Sheet) -> log.Chair:
    if seat.kind == "bot":
        bot = commands.bot_called(seat.bot, game, sheet)
        return log.Chair(BOT, bot.title.say(lang), "", bot.name)
    if seat.kind == "friend":
        return log.Chair(OPEN)
    name = sessions.clean_name(seat.name) if seat.name else player.name
    return log.Chair(KINDS[seat.kind], name, player.id)


async def _invite(request: Request, table: str, player: Player, seat: int) -> str:
    token = sessions.new_token()
    await house(request).hall.say(table, player.id, commands.Invite(seat, sessions.hashed(token)))
    return token


@changing
async def invite(request: Request) -> Response:
    """A new link for an open seat; the old one is void."""
    player, asked = await house(request).known(request), await body(request, calls.INVITE)
    token = await _invite(request, table_of(request), player, asked.seat)
    return reply(calls.INVITE, answers.Ticket(token))


@changing
async def join(request: Request) -> Response:
    """Sit down by a link; somebody new says their name with it."""
    home, asked = house(request), await body(request, calls.JOIN)
    player = await home.player(request)
    if player is None:
        if asked.name is None:
            raise No("no_session")
        return await _join_as_new(request, asked, sessions.clean_name(asked.name))
    name = sessions.clean_name(asked.name) if asked.name else player.name
    table = table_of(request)
    await home.hall.say(table, player.id, _sitting(asked, name))
    return reply(calls.JOIN, answers.Led(table))


def _sitting(asked: bodies.Join, name: str) -> commands.Sit:
    return commands.Sit(sessions.hashed(asked.token), name, asked.hints)


async def _join_as_new(request: Request, asked: bodies.Join, name: str) -> Response:
    """Somebody new sits down; whoever cannot leaves no guest behind. Raises No."""
    home, table, sit = house(request), table_of(request), _sitting(asked, name)
    (await home.hall.find(table)).room.decide("somebody new", sit)
    home.expect_room_for_guests(request)
    player, secret = await home.sessions.enter(name)
    try:
        await home.hall.say(table, player.id, sit)
    except No:  # somebody else was faster
        await home.sessions.take_back(player)
        raise
    return reply(calls.JOIN, answers.Led(table), cookie=home.sessions.cookie_header(secret))


@changing
async def delete(request: Request) -> Response:
    """Forget a table; only whoever laid it may."""
    home = house(request)
    player = await home.known(request)
    await home.hall.delete(table_of(request), player.id)
    return reply(calls.DELETE, answers.Nothing())


@changing
async def rematch(request: Request) -> Response:
    """The same company again."""
    home = house(request)
    player = await home.known(request)
    return reply(calls.REMATCH, answers.Led(await home.hall.rematch(table_of(request), player.id)))


# The own network ---------------------------------------------------------------------------------
@refusing
async def network(request: Request) -> Response:
    """Whether people of the own network can come in; told only to whoever sits at the machine."""
    return reply(calls.NETWORK, house(request).network.way(request))


@changing
async def switch(request: Request) -> Response:
    """Open or close that way; only whoever sits at the machine may."""
    here, asked = house(request).network, await body(request, calls.SWITCH)
    if not here.near(request):
        raise No("origin")
    await (here.open() if asked.open else here.close())
    return reply(calls.SWITCH, here.way(request))


# Looking ---------------------------------------------------------------------------------------
@refusing
async def look(request: Request) -> Response:
    """The table as the caller may see it now."""
    home = house(request)
    player = await home.player(request)
    live = await home.hall.find(table_of(request))
    who = player.id if player else ""
    seen = live.seen(live.viewer(who, notation=True))
    return reply(calls.LOOK, changes.whole(seen, live.room.feed(who).entries, seen.version))


@refusing
async def story(request: Request) -> Response:
    """What was told before an entry of the story, as the caller may know it: so many, the newest of them."""
    home = house(request)
    player = await home.player(request)
    live = await home.hall.find(table_of(request))
    entries = live.room.feed(player.id if player else "").entries
    before = min(asking.number(request, "before", len(entries)), len(entries))
    since = max(0, before - changes.STORY)
    told = changes.told(live.showing().book, entries[since:before])
    return reply(calls.STORY, answers.Older(since, told))


ROUTES: list[Any] = [
    at(calls.WHOAMI, whoami),
    at(calls.ENTER, enter),
    at(calls.LEAVE, leave),
    at(calls.DEVICE, device_link),
    at(calls.LEAVE_DEVICE, leave_device),
    at(calls.LEAVE_OTHERS, leave_others),
    at(calls.KEEPING, keeping),
    at(calls.LINK, follow_link),
    at(calls.NETWORK, network),
    at(calls.SWITCH, switch),
    at(calls.TABLES, tables),
    at(calls.LAY, lay),
    at(calls.LOOK, look),
    at(calls.DELETE, delete),
    at(calls.LEAVE_TABLE, leave_table),
    at(calls.STORY, story),
    at(calls.INVITE, invite),
    at(calls.JOIN, join),
    at(calls.REMATCH, rematch),
    *hints.ROUTES,
    *afterwards.ROUTES,
    *proofs.ROUTES,
    *reviews.ROUTES,
]
