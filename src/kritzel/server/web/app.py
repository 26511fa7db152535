"""The server put together: routes, headers, pages, start and stop."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, TypeVar

from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, WebSocketRoute
from starlette.staticfiles import PathLike, StaticFiles
from starlette.types import Scope
from starlette.websockets import WebSocket

from kritzel.games import catalogue
from kritzel.server import leaving, settings
from kritzel.server.door import Gate
from kritzel.server.hall import Hall
from kritzel.server.sessions import Sessions
from kritzel.server.settings import Settings
from kritzel.server.store import Store, Unavailable
from kritzel.server.store.sqlite import SqliteStore
from kritzel.server.table.refusals import No, words
from kritzel.server.web import (
    about,
    api,
    contact,
    control,
    documents,
    metrics,
    pads,
    proofs,
    puzzles,
    school,
    shelf,
)
from kritzel.server.web.asking import (
    House,
    Limited,
    Unfinished,
    at,
    house,
    problem,
    refusing,
    reply,
    table_of,
)
from kritzel.server.web.callers import Forwarded, Proxies
from kritzel.server.web.checking import Checker
from kritzel.server.web.connections import Connection, Crowd
from kritzel.server.web.delivering import ASK, FOR_EVER, Parcel, delivered, parcel
from kritzel.server.web.files import connections
from kritzel.server.web.foresight import foresee
from kritzel.server.web.frames import Frames
from kritzel.server.web.handshake import WIRE
from kritzel.server.web.headers import HEADERS, StrictHeaders
from kritzel.server.web.network import Network
from kritzel.server.web.sockets import Page, part
from kritzel.server.web.whole import Whole
from kritzel.server.wire import calls
from kritzel.server.wire.answers import Healthy

T = TypeVar("T")
LOG = logging.getLogger("kritzel.app")
KINDS = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
}
"""What a file is by its name: said here, because machines disagree about it."""


@refusing
async def healthz(request: Request) -> Response:
    """Whether tables can be written, by every worker where there are several."""
    home = house(request)
    await (home.whole or home.hall.store).ping()
    return reply(calls.HEALTH, Healthy())


@refusing
async def who(request: Request) -> Response:
    """Which Kritzel this is."""
    return reply(calls.ABOUT, about.told(request, request.app.state.about))


async def live(socket: WebSocket) -> None:
    """A page's socket at its table, which lives on after this. Without an Origin no cookie counts."""
    home = house(socket)
    if not home.allows(socket):
        return await socket.close(1008)
    await socket.accept()
    wire: Frames = socket.scope["extensions"][WIRE]["wire"]
    try:
        wire.begin((await _let_in(socket, home, wire)).live())
    except No as no:
        part(wire, no.code, no.after)
    except Unavailable:
        part(wire, "retry")


async def _let_in(socket: WebSocket, home: House, wire: Frames) -> Page:
    """The page, whoever it is. Raises No, Unavailable."""
    name = home.counted(socket)
    if not home.sockets.come(name):
        raise No("busy")
    wire.places += (partial(home.sockets.go, name),)
    home.hall.door.expect_soon()
    table = table_of(socket)
    player = await home.player(socket) if "origin" in socket.headers else None
    allowance = home.allowance(player, socket)
    if not allowance.entering.take():
        raise No("busy")
    return Page(wire, home.hall, table, player.id if player else "", allowance)


async def outdated(socket: WebSocket) -> None:
    """Where pages came before the path named their table: they load themselves again."""
    if not house(socket).allows(socket):
        return await socket.close(1008)
    await socket.accept()
    return part(socket.scope["extensions"][WIRE]["wire"], "reload")


async def broken(request: Request, error: Exception) -> Response:
    """A mistake of ours: the log has it all, whoever asked gets words. No other headers are put on it."""
    answer = problem("broken", words("broken"))
    answer.headers.update(HEADERS)
    return answer


class Pages(StaticFiles):
    """The built pages; an address without a file is the app's own, which reads it itself."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """A file, or the app."""
        try:
            return await super().get_response(path, scope)
        except HTTPException as missing:
            if missing.status_code != 404 or path.startswith("api") or "." in path:
                raise
            return await super().get_response("index.html", scope)

    def file_response(
        self, full_path: PathLike, stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """A file, packed; what is in `assets/` changes its name with its content; a page tells its needs."""
        try:
            what = _file(str(full_path), stat_result.st_mtime_ns, stat_result.st_size)
        except OSError:  # another version is being installed, or nobody may read it
            raise HTTPException(404) from None
        named = Path(full_path).parent.name == "assets"
        answer = delivered(what, Headers(scope=scope), FOR_EVER if named else ASK)
        if Path(full_path).name == "index.html":
            foresee(answer, Path(full_path).parent, Request(scope))
        return answer


@lru_cache(256)
def _file(path: str, changed: int, size: int) -> Parcel:
    """A file as it is; read again when it has changed."""
    return parcel(Path(path).read_bytes(), KINDS.get(Path(path).suffix) or "application/octet-stream")


def make_app(chosen: Settings, store: Store | None = None, whole: Whole | None = None) -> Starlette:
    """The server with these settings; without a store: the SQLite file they name. A worker has a `whole`."""
    proxies = Proxies(chosen.proxies)

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        _read_sheets()
        hall = Hall(store or _opened(chosen), chosen)
        loop = asyncio.get_running_loop()
        hall.store.attend(lambda tables: _in(loop, hall.let_go, tables))
        if chosen.warm_bots:
            hall.warm_bots()
        app.state.about = about.of(chosen)
        one_file = control.OneFile(hall.store)
        key = whole.key if whole else control.new_key(chosen)
        app.state.control = control.Control(key, whole or one_file)
        key_file = control.KeyFile(None if whole else one_file.path, key)
        key_file.leave()
        network = Network(app, chosen, uvicorn_options(chosen))
        app.state.house = House(hall, Sessions(hall.store, secure=chosen.secure), network, proxies, whole)
        app.state.house.checker = checker = Checker(proofs.verified)
        tidying = asyncio.ensure_future(leaving.tidy(hall, chosen.keep))
        yield
        tidying.cancel()
        key_file.take_away()
        checker.end()
        await app.state.house.reviewers.close()
        await network.close()
        await hall.close()

    around = [
        Middleware(StrictHeaders, secure=chosen.secure),
        Middleware(Unfinished),
        Middleware(Forwarded, proxies=proxies),
        Middleware(Limited),
    ]
    return Starlette(
        routes=_routes(chosen), lifespan=life, middleware=around, exception_handlers={Exception: broken}
    )


def _routes(chosen: Settings) -> list[Any]:
    """What can be asked for, and at last the pages."""
    routes: list[Any] = [
        *api.ROUTES,
        *shelf.ROUTES,
        *documents.ROUTES,
        *pads.ROUTES,
        *school.ROUTES,
        *puzzles.ROUTES,
        *control.ROUTES,
        *metrics.ROUTES,
        *contact.ROUTES,
        at(calls.HEALTH, healthz),
        at(calls.ABOUT, who),
        WebSocketRoute("/api/tables/{table}/live", live),
        WebSocketRoute("/api/live", outdated),
    ]
    if chosen.pages is not None:
        routes.append(Mount("/", Pages(directory=chosen.pages, html=True)))
    return routes


def _in(loop: asyncio.AbstractEventLoop, call: Callable[[T], object], what: T) -> None:
    """Something that another thread has to say; nothing where the loop has ended."""
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(call, what)


def _read_sheets() -> None:
    """All sheets, once: whoever comes first would wait for it, and everybody else with them."""
    for slug in catalogue.GAMES:
        try:
            catalogue.all_sheets(slug)
        except Exception:  # of a game that another package brings: its own tables will say so
            LOG.exception("sheets_unreadable", extra={"game": slug})


def _opened(chosen: Settings) -> SqliteStore:
    chosen.data.parent.mkdir(parents=True, exist_ok=True)
    return SqliteStore(chosen.data)


def uvicorn_options(chosen: Settings) -> dict[str, Any]:
    """How the server is run: small frames, no compression, a short goodbye; proxies are our own business."""
    crowd, proxies = Crowd(chosen.connections, connections()), Proxies(chosen.proxies)
    return {
        "http": partial(Connection, crowd=crowd, proxies=proxies, gate=Gate()),
        "proxy_headers": False,
        "host": chosen.host,
        "port": chosen.port,
        "ws": "kritzel.server.web.handshake:Handshake",
        "ws_max_size": settings.FRAME,
        "ws_per_message_deflate": False,
        "access_log": False,
        "log_config": None,
        "server_header": False,
        "timeout_graceful_shutdown": 5,
    }
