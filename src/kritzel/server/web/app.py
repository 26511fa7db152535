"""The server put together: routes, headers, pages, start and stop."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any, TypeVar

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from kritzel.games import catalogue
from kritzel.server import erasure, settings
from kritzel.server.door import Gate
from kritzel.server.sessions import Sessions
from kritzel.server.settings import Settings
from kritzel.server.store import Store
from kritzel.server.store.sqlite import SqliteStore
from kritzel.server.table.refusals import words
from kritzel.server.tables import Tables
from kritzel.server.web import sockets
from kritzel.server.web.api import (
    about,
    account,
    admin,
    admin_page,
    games,
    lessons,
    puzzles,
    records,
    reviews,
    tables,
)
from kritzel.server.web.connections import Connection
from kritzel.server.web.http import (
    HEADERS,
    AppContext,
    LimitMiddleware,
    ShutdownMiddleware,
    StrictHeaders,
    catch_refusals,
    context_of,
    problem_response,
    reply,
    route,
)
from kritzel.server.web.limits import ConnectionCounter, Networks, max_connections
from kritzel.server.web.network import Network
from kritzel.server.web.static import Pages
from kritzel.server.wire import calls
from kritzel.server.wire.answers import Health

T = TypeVar("T")
LOG = logging.getLogger("kritzel.app")


@catch_refusals
async def healthz(request: Request) -> Response:
    """Whether tables can be written."""
    context = context_of(request)
    await context.tables.store.ping()
    return reply(calls.HEALTH, Health())


@catch_refusals
async def who(request: Request) -> Response:
    """Which Kritzel this is."""
    return reply(calls.ABOUT, about.visible_to(request, request.app.state.about))


async def broken(request: Request, error: Exception) -> Response:
    """A bug: the log has the traceback, the caller gets words. No other headers are put on it."""
    answer = problem_response("broken", words("broken"))
    answer.headers.update(HEADERS)
    return answer


def make_app(chosen: Settings, store: Store | None = None) -> Starlette:
    """The server with these settings; without a store: the SQLite file they name."""
    proxies = Networks(chosen.proxies)

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        _read_sheets()
        tables = Tables(store or _opened(chosen), chosen)
        loop = asyncio.get_running_loop()
        tables.store.on_wanted(lambda wanted: _in(loop, tables.let_go, wanted))
        if chosen.warm_bots:
            tables.bots.warm()
        app.state.about = about.describe(chosen)
        key = admin.new_key(chosen)
        app.state.control = admin.Control(key, tables.store)
        key_file = admin.KeyFile(chosen.data if chosen.database else app.state.control.path, key)
        key_file.leave()
        network = Network(app, chosen, uvicorn_options(chosen))
        sessions, bans = Sessions(tables.store, secure=chosen.secure), chosen.data.with_name("bans.json")
        app.state.context = AppContext(tables, sessions, network, proxies, bans)
        app.state.context.checker = checker = records.Checker(records.verify_record)
        tidying = asyncio.ensure_future(erasure.tidy(tables, chosen.keep))
        yield
        tidying.cancel()
        key_file.take_away()
        checker.end()
        await app.state.context.reviews.close()
        await network.close()
        await tables.close()

    around = [
        Middleware(StrictHeaders, secure=chosen.secure),
        Middleware(ShutdownMiddleware),
        Middleware(ProxyHeadersMiddleware, trusted_hosts=proxies.trusted_hosts()),
        Middleware(LimitMiddleware, proxies=proxies),
    ]
    return Starlette(
        routes=_routes(chosen), lifespan=life, middleware=around, exception_handlers={Exception: broken}
    )


def _routes(chosen: Settings) -> list[Any]:
    """What can be asked for, and at last the pages."""
    routes: list[Any] = [
        *account.ROUTES,
        *tables.ROUTES,
        *games.ROUTES,
        *lessons.ROUTES,
        *records.ROUTES,
        *reviews.ROUTES,
        *puzzles.ROUTES,
        *admin.ROUTES,
        *admin_page.ROUTES,
        *about.ROUTES,
        route(calls.HEALTH, healthz),
        route(calls.ABOUT, who),
        *sockets.ROUTES,
    ]
    if chosen.pages is not None:
        routes.append(Mount("/", Pages(directory=chosen.pages, html=True)))
    return routes


def _in(loop: asyncio.AbstractEventLoop, call: Callable[[T], object], what: T) -> None:
    """Something that another thread has to say; nothing where the loop has ended."""
    with suppress(RuntimeError):
        loop.call_soon_threadsafe(call, what)


def _read_sheets() -> None:
    """Load all sheets once: else the first request would wait for it, and all others with it."""
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
    counter, proxies = ConnectionCounter(chosen.connections, max_connections()), Networks(chosen.proxies)
    return {
        "http": partial(Connection, counter=counter, proxies=proxies, gate=Gate()),
        "proxy_headers": False,
        "host": chosen.host,
        "port": chosen.port,
        "ws": "websockets-sansio",
        "ws_max_size": settings.MAX_FRAME_BYTES,
        "ws_per_message_deflate": False,
        "access_log": False,
        "log_config": None,
        "server_header": False,
        "timeout_graceful_shutdown": 5,
    }
