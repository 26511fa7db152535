"""Tables: to lay, join and delete them, hints, and what can be read of them without a socket."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from msgspec import structs
from starlette.requests import Request
from starlette.responses import Response

from kritzel import bots
from kritzel.game import Seat, Sheet, State
from kritzel.games import catalogue
from kritzel.games.catalogue import AnyGame, UnknownName
from kritzel.review.history import describe_moves
from kritzel.server import sessions
from kritzel.server.bots.hints import Advice, hint_question
from kritzel.server.bots.questions import playable
from kritzel.server.live import LOG_PAGE
from kritzel.server.store import Player
from kritzel.server.table import commands, log
from kritzel.server.table.commands import Asker, TakeHint
from kritzel.server.table.dice import LOTS
from kritzel.server.table.document import Words, option
from kritzel.server.table.log import SeatKind
from kritzel.server.table.refusals import Refused
from kritzel.server.table.room import Summary, decode_summaries
from kritzel.server.table.seating import BOT, HERE, OPEN, PERSON
from kritzel.server.web.http import body, context_of, endpoint, query_number, reply, table_of
from kritzel.server.wire import answers, bodies, calls
from kritzel.server.wire.answers import Hint
from kritzel.server.wire.protocol import Welcome

KINDS: dict[str, SeatKind] = {"me": PERSON, "here": HERE, "friend": OPEN, "bot": BOT}


# Tables ----------------------------------------------------------------------------------------
@endpoint(calls.TABLES)
async def tables(request: Request) -> list[Summary]:
    context = context_of(request)
    player = await context.require_player(request)
    stored = await context.tables.store.tables_of(player.id)
    return [each.for_player(player.id) for each in decode_summaries(stored)]


@endpoint(calls.LAY)
async def lay(request: Request) -> answers.TableCreated:
    context, asked = context_of(request), await body(request, calls.LAY)
    player = await context.require_player(request)
    if len(await context.tables.store.tables_of(player.id)) >= context.settings.tables:
        raise Refused("too_many_tables")
    created = _creation(asked, player)
    table = await context.tables.lay(created, digital=not asked.real_dice)
    free = [seat for seat, chair in enumerate(created.chairs) if chair.kind == OPEN]
    invites = [answers.SeatLink(seat, await _invite(request, table, player, seat)) for seat in free]
    return answers.TableCreated(table, tuple(invites))


def _creation(asked: bodies.NewTable, player: Player) -> log.Created:
    """The first event of a new table. Raises Refused."""
    try:
        game, sheet = catalogue.find(asked.sheet)
    except UnknownName:
        raise Refused("bad_table") from None
    named = _with_bots(asked.seats, game, sheet)
    chairs = tuple(_chair(seat, player, asked.lang, game, sheet) for seat in named)
    people = [chair for chair in chairs if chair.player]
    if len(chairs) not in game.seat_counts or not people or sum(c.kind == PERSON for c in people) > 1:
        raise Refused("bad_table")
    name = f"{game.slug}/{sheet.id}"
    if asked.begins != LOTS and int(asked.begins) >= len(chairs):
        raise Refused("bad_table")
    return log.Created(
        name,
        sheet.version,
        game.rules.version,
        chairs,
        player.id,
        begins=asked.begins,
        hints=_seats_with_hints(asked),
    )


def _with_bots(seats: Sequence[bodies.NewSeat], game: AnyGame, sheet: Sheet) -> list[bodies.NewSeat]:
    """The seats; those for any bot get one of Kritzel's own that sits nowhere else there."""
    steps = [name for name in bots.ladder(game, sheet) if name in bots.BOTS and playable(name)]
    there, named = {seat.bot for seat in seats}, []
    for seat in seats:
        any_bot = seat.kind == "bot" and not seat.bot
        named.append(structs.replace(seat, bot=bots.another(steps, there)) if any_bot else seat)
        there.add(named[-1].bot)
    return named


def _seats_with_hints(asked: bodies.NewTable) -> tuple[int, ...]:
    """The seats that allow hints. By default those of this device, where no friend is invited."""
    allowed = all(seat.kind != "friend" for seat in asked.seats) if asked.hints is None else asked.hints
    return tuple(at for at, seat in enumerate(asked.seats) if allowed and seat.kind in ("me", "here"))


def _chair(seat: bodies.NewSeat, player: Player, lang: str, game: AnyGame, sheet: Sheet) -> log.Chair:
    if seat.kind == "bot":
        bot = commands.find_bot(seat.bot, game, sheet)
        return log.Chair(BOT, bot.title.say(lang), "", bot.name)
    if seat.kind == "friend":
        return log.Chair(OPEN)
    name = sessions.clean_name(seat.name) if seat.name else player.name
    return log.Chair(KINDS[seat.kind], name, player.id)


async def _invite(request: Request, table: str, player: Player, seat: int) -> str:
    token = sessions.new_token()
    await context_of(request).tables.say(table, player.id, commands.Invite(seat, sessions.hash_secret(token)))
    return token


@endpoint(calls.INVITE)
async def invite(request: Request) -> bodies.LinkToken:
    player, asked = await context_of(request).require_player(request), await body(request, calls.INVITE)
    token = await _invite(request, table_of(request), player, asked.seat)
    return bodies.LinkToken(token)


@endpoint(calls.JOIN)
async def join(request: Request) -> answers.TableRef | Response:
    context, asked = context_of(request), await body(request, calls.JOIN)
    player = await context.player(request)
    if player is None:
        if asked.name is None:
            raise Refused("no_session")
        return await _join_as_new(request, asked, sessions.clean_name(asked.name))
    name = sessions.clean_name(asked.name) if asked.name else player.name
    table = table_of(request)
    await context.tables.say(table, player.id, _sit_command(asked, name))
    return answers.TableRef(table)


def _sit_command(asked: bodies.Join, name: str) -> commands.Sit:
    return commands.Sit(sessions.hash_secret(asked.token), name, asked.hints)


async def _join_as_new(request: Request, asked: bodies.Join, name: str) -> Response:
    """A new guest sits down; if that is refused, no guest is stored. Raises Refused."""
    context, table, sit = context_of(request), table_of(request), _sit_command(asked, name)
    (await context.tables.find(table)).room.decide("somebody new", sit)
    context.limits.charge("arrive", context.caller(request))
    player, secret = await context.sessions.enter(name)
    try:
        await context.tables.say(table, player.id, sit)
    except Refused:  # another guest was faster
        await context.sessions.take_back(player)
        raise
    return reply(calls.JOIN, answers.TableRef(table), cookie=context.sessions.cookie_header(secret))


@endpoint(calls.DELETE)
async def delete(request: Request) -> answers.Nothing:
    context = context_of(request)
    player = await context.require_player(request)
    await context.tables.delete(table_of(request), player.id)
    return answers.Nothing()


@endpoint(calls.REMATCH)
async def rematch(request: Request) -> answers.TableRef:
    context = context_of(request)
    player = await context.require_player(request)
    return answers.TableRef(await context.tables.rematch(table_of(request), player.id))


# Looking ---------------------------------------------------------------------------------------
@endpoint(calls.LOOK)
async def look(request: Request) -> Welcome:
    context = context_of(request)
    player = await context.player(request)
    live = await context.tables.find(table_of(request))
    who = player.id if player else ""
    viewer = live.viewer(who, program=True)
    view = live.view(viewer)
    return live.welcome(viewer, view, view.version)


@endpoint(calls.STORY)
async def story(request: Request) -> answers.LogPage:
    context = context_of(request)
    player = await context.player(request)
    live = await context.tables.find(table_of(request))
    entries = live.room.feed(player.id if player else "").entries
    before = min(query_number(request, "before", len(entries)), len(entries))
    since = max(0, before - LOG_PAGE)
    return answers.LogPage(since, tuple(entries[since:before]))


@endpoint(calls.HINT)
async def hint(request: Request) -> Hint:
    context, asked = context_of(request), await body(request, calls.HINT)
    player = await context.require_player(request)
    live = await context.tables.find(table_of(request))
    table_state, seat = live.room.state, asked.seat
    Asker(live.room, player.id).expect_hints(seat)
    seen = table_state.now.view(seat)
    advice = await context.tables.bots.advise(hint_question(table_state.table, seat))
    if advice is None:
        raise Refused("no_advice")
    if advice.moves:
        await context.tables.say(live.room.id, player.id, TakeHint(seat, seen))
    taken = sum(each.seat == seat for each in live.room.state.hints)
    return hint_for(table_state.table.game, seen, seat, advice, taken)


ROUTES = [tables, lay, look, delete, story, invite, join, rematch, hint]


# A hint as it travels -------------------------------------------------------------------------
HINT_CELLS = 4
"""Cells a hint points at: not the very one, and not half of the sheet."""
GONE = ("used", "removed")


def hint_for(game: AnyGame, state: State, seat: Seat, advice: Advice, taken: int) -> Hint:
    """The advice on a table seen like this."""
    if not advice.moves:
        return Hint(seat, "even" if advice.even else "only", taken)
    sheet = state.sheet
    moves = [game.notation.parse_move(sheet, text) for text in advice.moves]
    said = [game.words.say_move(sheet, move) for move in moves]
    cells = tuple(dict.fromkeys(each.cell for each in said if each.cell))
    return Hint(
        seat,
        "move",
        taken,
        _around(game, state, seat, cells),
        cells,
        _faces(game, state, seat, moves),
        option(game, sheet, moves[0]),
        tuple(each for move in moves[1:] if (each := option(game, sheet, move)).cell),
        Words.of(describe_moves(game, sheet, moves).words),
        Words.of(advice.why) if advice.why else None,
    )


def _around(game: AnyGame, state: State, seat: Seat, cells: Sequence[str]) -> tuple[str, ...]:
    """The first cell of the step and those nearest to it, in the order of the sheet."""
    if not cells:
        return ()
    spots = game.drawing.layouts(state.sheet)[game.drawing.board(state, seat) - 1].cells
    first = next(spot for spot in spots if spot.id == cells[0])
    near = sorted(spots, key=lambda spot: (spot.x - first.x) ** 2 + (spot.y - first.y) ** 2)[:HINT_CELLS]
    return tuple(spot.id for spot in spots if spot in near)


def _faces(game: AnyGame, state: State, seat: Seat, moves: Sequence[Any]) -> str:
    """The faces in the tray that the moves on cells, or the first move, use up."""
    used: Counter[str] = Counter()
    for nth, move in enumerate(moves):
        if nth and not game.words.say_move(state.sheet, move).cell:
            break
        before, state = state, game.rules.play(state, seat, move)
        used += _tray(game, before, seat) - _tray(game, state, seat)
    return "".join(sorted(used.elements()))


def _tray(game: AnyGame, state: State, seat: Seat) -> Counter[str]:
    tokens = game.drawing.picture(state, seat, game.rules.moves(state, seat)).tray
    return Counter(token.face for token in tokens if token.state not in GONE and token.kind != "card")
