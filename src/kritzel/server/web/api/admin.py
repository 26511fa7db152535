"""What only the operator may ask: a copy of the tables, a list of them, ending one, bans.

Beside the file of tables lies a key, which only its owner can read. A request that brings it, through no
proxy, is answered; everybody else gets 404. `kritzel backup` and `kritzel admin` use it. A page for the owner
is opened with a token that `kritzel admin page` prints (`admin_page.py`).
"""

from __future__ import annotations

import hmac
import logging
import os
import secrets
from collections.abc import AsyncGenerator
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

import msgspec
from cachetools import TTLCache
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from kritzel.game import Text
from kritzel.server.bans import Ban
from kritzel.server.live import LiveTable
from kritzel.server.metrics import CONTENT_TYPE
from kritzel.server.settings import Settings
from kritzel.server.store import Store, Unavailable, backup
from kritzel.server.store.sqlite import SqliteStore
from kritzel.server.table import commands
from kritzel.server.table.refusals import Refused
from kritzel.server.tables import Tables
from kritzel.server.web.api import about
from kritzel.server.web.http import AppContext, Endpoint, catch_refusals, context_of
from kritzel.server.web.network import FORWARDED, HERE, opened_at

COPY = "/control/copy"
TOKEN_VALID_S, SESSION_VALID_S = 600.0, 3600.0
NOBODY = Text(
    "Das ist keine Kennung eines Gastes, keine Adresse und kein Netz.",
    "This is no guest's id, no address and no network.",
)
LOG = logging.getLogger("kritzel.admin")
T = TypeVar("T")
REPORT_EVERY_STEPS = 40
"""Steps between two reports on a copy; 40 are 10 MB."""


class AdminKey(msgspec.Struct, frozen=True):
    """Where the server of a file is asked, and the secret (`key`) that proves that one may."""

    address: str
    key: str


class CopyReport(msgspec.Struct, frozen=True, omit_defaults=True):
    """How far a copy is: pages `done` `of` all; at last where it lies (`copy`), or what went wrong."""

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
    """Which table to end; `delete`: for ever."""

    table: str
    delete: bool = False


class NewBan(msgspec.Struct, frozen=True):
    """Whom to ban: a guest's id, an address or a network; and why."""

    who: str
    note: str = ""


class Done(msgspec.Struct, frozen=True):
    """Whether something was changed."""

    done: bool = True


class PageAddress(msgspec.Struct, frozen=True):
    """Where the owner's page is, once."""

    address: str


def key_of(data: Path) -> Path:
    """The file beside the tables with the key."""
    return data.with_name(f"{data.name}.key")


def read_key(data: Path) -> AdminKey | None:
    """The key to the server of these tables, where there is one and we may read it."""
    try:
        return msgspec.json.decode(key_of(data).read_bytes(), type=AdminKey)
    except (OSError, msgspec.MsgspecError):
        return None


def new_key(chosen: Settings) -> AdminKey:
    """A key to a server with these settings."""
    return AdminKey(opened_at(chosen.host, chosen.port), secrets.token_urlsafe(32))


class KeyFile:
    """The key beside the tables, as long as their server runs. Without a file there is none."""

    def __init__(self, data: Path | None, key: AdminKey) -> None:
        self._data, self._key = data, key

    def leave(self) -> None:
        """Here it is; what an earlier server left unfinished is gone."""
        if self._data is None:
            return
        with suppress(OSError):
            self._data.parent.mkdir(parents=True, exist_ok=True)
            for left in self._data.parent.glob(f"{self._data.name}.copy-*"):
                left.unlink()
            path = key_of(self._data)
            path.unlink(missing_ok=True)
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(msgspec.json.encode(self._key))

    def take_away(self) -> None:
        """Nobody answers to it any more."""
        if self._data is not None:
            with suppress(OSError):
                key_of(self._data).unlink(missing_ok=True)


class Control:
    """Who has the key: copies, one at a time, and the sessions of the owner's page."""

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
        """Whether this is an open session of the owner's page."""
        return session in self._sessions

    @property
    def path(self) -> Path | None:
        """Path of the SQLite file, or None with PostgreSQL."""
        return self._store.path if self._store else None

    def admits(self, request: Request) -> bool:
        """Whether this comes with the key, and through no proxy."""
        brought = request.headers.get("authorization", "").removeprefix("Bearer ")
        straight = not any(name in request.headers for name in FORWARDED)
        return straight and hmac.compare_digest(brought.encode(), self._key.key.encode())

    async def copies(self) -> AsyncGenerator[bytes, None]:
        """Make a copy and tell how far it is, one JSON object in a line."""
        if self._store is None or self._busy:
            yield _encode_line(CopyReport(problem="busy" if self._busy else "no_file"))
            return
        self._busy = True
        path = self._store.path
        target = path.with_name(f"{path.name}.copy-{secrets.token_hex(4)}")
        handed = False
        try:
            async for told in _steps(self._store, target):
                yield told
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


async def _steps(store: SqliteStore, target: Path) -> AsyncGenerator[bytes, None]:
    steps = 0
    async for copied in backup.copy_live(store, target):
        steps += 1
        if steps % REPORT_EVERY_STEPS == 1:
            yield _encode_line(CopyReport(*copied))


def _encode_line(progress: CopyReport) -> bytes:
    return msgspec.json.encode(progress) + b"\n"


# Requests with the key -------------------------------------------------------------------------
def with_key(endpoint: Endpoint) -> Endpoint:
    """Answer callers with the key; 404 for everybody else."""

    async def checked(request: Request) -> Response:
        control: Control = request.app.state.control
        if not control.admits(request):
            raise HTTPException(404)
        return await endpoint(request)

    return catch_refusals(checked)


@with_key
async def copy(request: Request) -> Response:
    """A copy of the tables."""
    control: Control = request.app.state.control
    return StreamingResponse(control.copies(), media_type="application/jsonl")


@with_key
async def tables(request: Request) -> Response:
    """All tables in memory."""
    return _json(list_tables(context_of(request)))


@with_key
async def end(request: Request) -> Response:
    """End a game, or delete its table."""
    asked = await _body(request, EndTable)
    await end_table(context_of(request), asked)
    return _json(Done())


@with_key
async def bans(request: Request) -> Response:
    """All bans."""
    return _json(context_of(request).bans.entries)


@with_key
async def ban(request: Request) -> Response:
    """Ban a guest, an address or a network."""
    return _json(add_ban(context_of(request), await _body(request, NewBan)))


@with_key
async def unban(request: Request) -> Response:
    """Lift a ban."""
    return _json(Done(remove_ban(context_of(request), (await _body(request, NewBan)).who)))


@with_key
async def page(request: Request) -> Response:
    """The address of the owner's page, which opens once."""
    control: Control = request.app.state.control
    chosen = context_of(request).settings
    secure = [origin for origin in chosen.origins if origin.startswith("https://")]
    home = secure[0] if secure else opened_at(chosen.host, chosen.port)
    return _json(PageAddress(f"{home}/admin?token={control.new_token()}"))


def _json(content: object) -> Response:
    return Response(msgspec.json.encode(content), media_type="application/json")


async def _body(request: Request, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(await request.body(), type=kind)
    except msgspec.MsgspecError:
        raise Refused("bad_message") from None


# What an operator does -------------------------------------------------------------------------
def list_tables(context: AppContext) -> list[TableEntry]:
    """Tables in memory: somebody is there, or was in the last minutes."""
    return [_entry(live) for live in context.tables.tables()]


def _entry(live: LiveTable) -> TableEntry:
    table_state = live.room.state
    seats = tuple(SeatEntry(place.name, place.player, place.bot) for place in table_state.seating.places)
    owner = table_state.seating.owner
    return TableEntry(
        live.room.id,
        table_state.created.sheet,
        table_state.phase,
        owner,
        seats,
        len(live.visitors),
        live.room.version,
    )


async def end_table(context: AppContext, asked: EndTable) -> None:
    """End a game as its owner would, or delete the table for ever. Raises Refused."""
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
    """Ban somebody, and hang up on their pages. Raises Refused."""
    try:
        found = context.bans.add(asked.who, asked.note)
    except ValueError:
        raise Refused("bad_message", NOBODY) from None
    for page, (host, guest) in tuple(context.pages.items()):
        if context.bans.blocks(host, guest):
            page.leave("banned")
    return found


def remove_ban(context: AppContext, who: str) -> bool:
    """Lift a ban. False: there was none. Raises Refused."""
    try:
        return context.bans.remove(who)
    except ValueError:
        raise Refused("bad_message", NOBODY) from None


# Metrics --------------------------------------------------------------------------------------
OFF = "off"


@catch_refusals
async def metrics(request: Request) -> Response:
    """All metrics. Raises 404 for strangers."""
    context = context_of(request)
    if not admits(request, context.settings):
        raise HTTPException(404)
    return Response(measure(context.tables), media_type=CONTENT_TYPE)


def admits(request: Request, chosen: Settings) -> bool:
    """Whether the caller brings the secret, or, without one, is this machine and came through no proxy."""
    if chosen.metrics == OFF:
        return False
    if chosen.metrics:
        brought = request.headers.get("authorization", "").removeprefix("Bearer ")
        return hmac.compare_digest(brought.encode(), chosen.metrics.encode())
    called = request.headers.get("host", "").rpartition(":")[0]
    near = request.client is not None and request.client.host in HERE and called in about.NEAR
    return near and not chosen.secure and not any(name in request.headers for name in FORWARDED)


def measure(tables: Tables) -> bytes:
    """Set the gauges to what there is now; all metrics as text."""
    tables.measure()
    tables.metrics.build.info({"version": about.version()})
    return tables.metrics.text()


ROUTES = [
    Route(COPY, copy, methods=["POST"]),
    Route("/control/tables", tables),
    Route("/control/end", end, methods=["POST"]),
    Route("/control/bans", bans),
    Route("/control/ban", ban, methods=["POST"]),
    Route("/control/unban", unban, methods=["POST"]),
    Route("/control/page", page, methods=["POST"]),
    Route("/metrics", metrics),
]
