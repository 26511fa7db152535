"""What only the operator may ask: a copy of the tables, a list of them, ending one, bans.

Beside the file of tables lies a key, which only its owner can read. A request that brings it, through no
proxy, is answered; all others get 404. `kritzel backup` and `kritzel admin` use it. A page for the owner
is opened with a token that `kritzel admin page` prints.
"""

from __future__ import annotations

import hmac
import logging
import secrets
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from contextlib import suppress
from html import escape
from pathlib import Path
from typing import TypeVar
from urllib.parse import parse_qsl

import msgspec
from cachetools import TTLCache
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from kritzel.game import Text
from kritzel.server import settings
from kritzel.server.bans import Ban
from kritzel.server.live import LiveTable
from kritzel.server.metrics import CONTENT_TYPE
from kritzel.server.settings import Settings
from kritzel.server.store import Unavailable, backup
from kritzel.server.store.sql import Store
from kritzel.server.store.sqlite import SqliteStore
from kritzel.server.table import commands
from kritzel.server.table.refusals import Refused
from kritzel.server.tables import Tables
from kritzel.server.web.api import about
from kritzel.server.web.http import AppContext, catch_refusals, context_of, read_body
from kritzel.server.web.network import is_forwarded, opened_at

COPY = "/control/copy"
TOKEN_VALID_S, SESSION_VALID_S = 600.0, 3600.0
NOT_BANNABLE = Text(
    "Das ist keine Kennung eines Gastes, keine Adresse und kein Netz.",
    "This is no guest's id, no address and no network.",
)
LOG = logging.getLogger("kritzel.admin")
T = TypeVar("T")
REPORT_EVERY_STEPS = 40
"""Steps between two reports on a copy; 40 are 10 MB."""


class AdminKey(msgspec.Struct, frozen=True):
    """The address of the server of a file, and the secret (`key`) that admits the operator."""

    address: str
    key: str


class CopyReport(msgspec.Struct, frozen=True, omit_defaults=True):
    """How far a copy is: pages `done` `of` all; in the end where it is (`copy`), or what went wrong."""

    done: int = 0
    of: int = 0
    copy: str = ""
    problem: str = ""


class SeatEntry(msgspec.Struct, frozen=True):
    """A seat of a listed table: `guest` is the id that can be banned, empty for a bot or an open seat."""

    name: str
    guest: str
    bot: str


class TableEntry(msgspec.Struct, frozen=True):
    """A listed table: how many `pages` look at it, how many `lines` its log has."""

    table: str
    sheet: str
    phase: str
    owner: str
    seats: tuple[SeatEntry, ...]
    pages: int
    lines: int


class EndTable(msgspec.Struct, frozen=True):
    """Which table to end, or to delete."""

    table: str
    delete: bool = False


class NewBan(msgspec.Struct, frozen=True):
    """A guest's id, an address or a network to ban, and why."""

    who: str
    note: str = ""


class ControlResult(msgspec.Struct, frozen=True):
    """The answer to a change. `done`: whether it changed anything."""

    done: bool = True


class PageAddress(msgspec.Struct, frozen=True):
    """Where the owner's page is, once."""

    address: str


def key_of(data: Path) -> Path:
    return data.with_name(f"{data.name}.key")


def read_key(data: Path) -> AdminKey | None:
    """The key to the server of these tables; None where there is none that we may read."""
    try:
        return msgspec.json.decode(key_of(data).read_bytes(), type=AdminKey)
    except (OSError, msgspec.MsgspecError):
        return None


def new_key(chosen: Settings) -> AdminKey:
    return AdminKey(opened_at(chosen.host, chosen.port), secrets.token_urlsafe(32))


def leave_key(data: Path | None, key: AdminKey) -> None:
    """Write the key beside the tables, and delete what an earlier server left unfinished."""
    if data is None:
        return
    with suppress(OSError):
        data.parent.mkdir(parents=True, exist_ok=True)
        for unfinished in data.parent.glob(f"{data.name}.copy-*"):
            unfinished.unlink()
        about.write_private(key_of(data), key)


def remove_key(data: Path | None) -> None:
    """Delete the key of a server that ends."""
    if data is not None:
        with suppress(OSError):
            key_of(data).unlink(missing_ok=True)


class Control:
    """What the operator may: copies, one at a time, and sessions of the owner's page."""

    def __init__(self, key: AdminKey, store: Store) -> None:
        self._key = key
        self._store = store if isinstance(store, SqliteStore) else None
        self._busy = False
        self._tokens: TTLCache[str, bool] = TTLCache(16, TOKEN_VALID_S)
        self._sessions: TTLCache[str, bool] = TTLCache(16, SESSION_VALID_S)

    def new_token(self) -> str:
        """A token that opens the owner's page once."""
        token = secrets.token_urlsafe(24)
        self._tokens[token] = True
        return token

    def open_session(self, token: str) -> str:
        """A session of the owner's page for a token; empty where it is not valid."""
        if not self._tokens.pop(token, False):
            return ""
        session = secrets.token_urlsafe(24)
        self._sessions[session] = True
        return session

    def knows(self, session: str) -> bool:
        return session in self._sessions

    @property
    def path(self) -> Path | None:
        """Path of the SQLite file, or None with PostgreSQL."""
        return self._store.path if self._store else None

    def admits(self, request: Request) -> bool:
        """Whether this comes with the key, and through no proxy."""
        return not is_forwarded(request) and _brings(request, self._key.key)

    async def copies(self) -> AsyncGenerator[bytes, None]:
        """Make a copy; yields how far it is, one JSON object in a line."""
        if self._store is None or self._busy:
            yield _encode_line(CopyReport(problem="busy" if self._busy else "no_file"))
            return
        self._busy = True
        path = self._store.path
        target = path.with_name(f"{path.name}.copy-{secrets.token_hex(4)}")
        handed = False
        try:
            steps = 0
            async for copied in backup.copy_live(self._store, target):
                steps += 1
                if steps % REPORT_EVERY_STEPS == 1:
                    yield _encode_line(CopyReport(*copied))
            handed = True
            yield _encode_line(CopyReport(copy=str(target.resolve())))
        except (Unavailable, OSError) as error:
            handed = False
            yield _encode_line(CopyReport(problem=f"{type(error).__name__}: {error}"))
        finally:
            self._busy = False
            if not handed:
                for each in target.parent.glob(f"{target.name}*"):
                    each.unlink(missing_ok=True)


def _encode_line(progress: CopyReport) -> bytes:
    return msgspec.json.encode(progress) + b"\n"


def _brings(request: Request, secret: str) -> bool:
    given = request.headers.get("authorization", "").removeprefix("Bearer ")
    return hmac.compare_digest(given.encode(), secret.encode())


# Requests with the key -------------------------------------------------------------------------
def with_key(path: str, method: str = "POST") -> Callable[[Callable[[Request], Awaitable[object]]], Route]:
    """Make a route that answers callers with the key; 404 for all others."""

    def decorate(work: Callable[[Request], Awaitable[object]]) -> Route:
        @catch_refusals
        async def answered(request: Request) -> Response:
            if not context_of(request).control.admits(request):
                raise HTTPException(404)
            content = await work(request)
            if isinstance(content, Response):
                return content
            return Response(msgspec.json.encode(content), media_type="application/json")

        return Route(path, answered, methods=[method])

    return decorate


@with_key(COPY)
async def copy(request: Request) -> Response:
    return StreamingResponse(context_of(request).control.copies(), media_type="application/jsonl")


@with_key("/control/tables", "GET")
async def tables(request: Request) -> list[TableEntry]:
    return list_tables(context_of(request))


@with_key("/control/end")
async def end(request: Request) -> ControlResult:
    await end_table(context_of(request), await _body(request, EndTable))
    return ControlResult()


@with_key("/control/bans", "GET")
async def bans(request: Request) -> tuple[Ban, ...]:
    return context_of(request).bans.entries


@with_key("/control/ban")
async def ban(request: Request) -> Ban:
    return add_ban(context_of(request), await _body(request, NewBan))


@with_key("/control/unban")
async def unban(request: Request) -> ControlResult:
    return ControlResult(remove_ban(context_of(request), (await _body(request, NewBan)).who))


@with_key("/control/page")
async def page(request: Request) -> PageAddress:
    context = context_of(request)
    chosen = context.settings
    secure = [origin for origin in chosen.origins if origin.startswith("https://")]
    home = secure[0] if secure else opened_at(chosen.host, chosen.port)
    return PageAddress(f"{home}/admin?token={context.control.new_token()}")


async def _body(request: Request, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except msgspec.MsgspecError:
        raise Refused("bad_message") from None


# What an operator does -------------------------------------------------------------------------
def list_tables(context: AppContext) -> list[TableEntry]:
    """Tables in memory: with a visitor now or in the last minutes."""
    return [_entry(live) for live in context.tables.tables()]


def _entry(live: LiveTable) -> TableEntry:
    room, state = live.room, live.room.state
    seats = tuple(SeatEntry(place.name, place.player, place.bot) for place in state.seating.places)
    sheet, owner = state.created.sheet, state.seating.owner
    return TableEntry(room.id, sheet, state.phase, owner, seats, len(live.visitors), room.version)


async def end_table(context: AppContext, asked: EndTable) -> None:
    """End a game as its owner would, or delete the table. Raises Refused."""
    tables = context.tables
    live = await tables.find(asked.table)
    LOG.warning("table_ended_by_operator", extra={"table": asked.table[:6], "deleted": asked.delete})
    if not asked.delete:
        stop = commands.Stop(secrets.token_urlsafe(16))
        await tables.say(asked.table, live.room.state.seating.owner, stop)
        return
    async with live.lock:
        await tables.drop(live)
    context.responses.clear()


def add_ban(context: AppContext, asked: NewBan) -> Ban:
    """Ban a caller, and close the sockets of their pages. Raises Refused."""
    try:
        found = context.bans.add(asked.who, asked.note)
    except ValueError:
        raise Refused("bad_message", NOT_BANNABLE) from None
    for page, (host, guest) in tuple(context.pages.items()):
        if context.bans.blocks(host, guest):
            page.leave("banned")
    return found


def remove_ban(context: AppContext, who: str) -> bool:
    """Lift a ban. False: there was none. Raises Refused."""
    try:
        return context.bans.remove(who)
    except ValueError:
        raise Refused("bad_message", NOT_BANNABLE) from None


# The owner's page at /admin ----------------------------------------------------------------------
COOKIE = "kritzel_admin"
ADMIN_PATH = "/admin"
TABLES = Text("Tische im Speicher", "Tables in memory")
COLUMNS = (
    Text("Tisch", "Table"),
    Text("Blatt", "Sheet"),
    Text("Stand", "State"),
    Text("Wer", "Who"),
    Text("Seiten", "Pages"),
)
BANS = Text("Gesperrt", "Banned")
END, DELETE = Text("Beenden", "End"), Text("Löschen", "Delete")
BAN, UNBAN = Text("Sperren", "Ban"), Text("Freigeben", "Unban")
WHO = Text("Gast, Adresse oder Netz", "Guest, address or network")


@catch_refusals
async def show(request: Request) -> Response:
    """The page; a valid token in the address opens it."""
    if token := request.query_params.get("token"):
        if not (session := context_of(request).control.open_session(token)):
            raise HTTPException(404)
        answer = RedirectResponse(ADMIN_PATH, 303)
        secure, age = context_of(request).settings.secure, int(SESSION_VALID_S)
        answer.set_cookie(
            COOKIE, session, age, path=ADMIN_PATH, secure=secure, httponly=True, samesite="strict"
        )
        return answer
    _expect_owner(request)
    lang = "de" if request.headers.get("accept-language", "").startswith("de") else "en"
    return HTMLResponse("".join(_page(request, lang)), headers={"cache-control": "no-store"})


@catch_refusals
async def act(request: Request) -> Response:
    """Do what a button says, then show the page again."""
    _expect_owner(request)
    context = context_of(request)
    if "origin" not in request.headers or not context.allows(request):
        raise Refused("origin")
    form = dict(parse_qsl((await read_body(request, settings.MAX_BODY_BYTES)).decode("utf-8", "replace")))
    match request.path_params["what"]:
        case "end":
            await end_table(context, EndTable(form.get("table", ""), form.get("delete") == "1"))
        case "ban":
            add_ban(context, NewBan(form.get("who", "")))
        case "unban":
            remove_ban(context, form.get("who", ""))
        case _:
            raise HTTPException(404)
    return RedirectResponse(ADMIN_PATH, 303)


def _expect_owner(request: Request) -> None:
    if not context_of(request).control.knows(request.cookies.get(COOKIE, "")):
        raise HTTPException(404)


def _page(request: Request, lang: str) -> Iterator[str]:
    context = context_of(request)
    yield f'<!doctype html><html lang="{lang}"><meta charset="utf-8"><title>Kritzel</title>'
    yield '<meta name="viewport" content="width=device-width">'
    yield f"<h1>{TABLES.say(lang)}</h1><table><tr>"
    yield "".join(f"<th>{column.say(lang)}" for column in COLUMNS)
    for entry in list_tables(context):
        yield _row(entry, lang)
    yield f"</table><h1>{BANS.say(lang)}</h1>"
    yield f'<form method="post" action="{ADMIN_PATH}/ban"><label>{WHO.say(lang)} '
    yield f'<input name="who" required></label> <button>{BAN.say(lang)}</button></form><ul>'
    for ban in context.bans.entries:
        words = escape(" ".join(filter(None, (ban.who, ban.since, ban.note))))
        yield f"<li>{words} {_button('unban', UNBAN.say(lang), who=ban.who)}"
    yield "</ul></html>"


def _row(entry: TableEntry, lang: str) -> str:
    seats = []
    for seat in entry.seats:
        ban = _button("ban", BAN.say(lang), who=seat.guest) if seat.guest else ""
        seats.append(f"{escape(seat.name or seat.bot)} {ban}")
    cells = "".join(f"<td>{escape(cell)}" for cell in (entry.table, entry.sheet, entry.phase))
    ends = _button("end", END.say(lang), table=entry.table) if entry.phase == "running" else ""
    deletes = _button("end", DELETE.say(lang), table=entry.table, delete="1")
    return f"<tr>{cells}<td>{'<br>'.join(seats)}<td>{entry.pages}<td>{ends}<td>{deletes}"


def _button(what: str, label: str, **hidden: str) -> str:
    fields = "".join(
        f'<input type="hidden" name="{name}" value="{escape(value)}">' for name, value in hidden.items()
    )
    return f'<form method="post" action="{ADMIN_PATH}/{what}">{fields}<button>{label}</button></form>'


# Metrics --------------------------------------------------------------------------------------
OFF = "off"


@catch_refusals
async def metrics(request: Request) -> Response:
    context = context_of(request)
    if not admits(request, context.settings):
        raise HTTPException(404)
    return Response(measure(context.tables), media_type=CONTENT_TYPE)


def admits(request: Request, chosen: Settings) -> bool:
    """Whether the caller brings the secret, or, without one, is this machine and came through no proxy."""
    if chosen.metrics == OFF:
        return False
    if chosen.metrics:
        return _brings(request, chosen.metrics)
    return about.is_near(request) and not is_forwarded(request)


def measure(tables: Tables) -> bytes:
    """Set the gauges, then return all metrics as text."""
    tables.measure()
    tables.metrics.build.info({"version": about.version()})
    return tables.metrics.text()


ROUTES = [
    *(copy, tables, end, bans, ban, unban, page),
    Route(ADMIN_PATH, show),
    Route(f"{ADMIN_PATH}/{{what}}", act, methods=["POST"]),
    Route("/metrics", metrics),
]
