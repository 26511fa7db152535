"""The server put together: routes, headers, pages, start and stop, logs."""

from __future__ import annotations

import asyncio
import json
import logging
import sys
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from kritzel.games import catalogue
from kritzel.server import erasure, settings
from kritzel.server.door import Gate
from kritzel.server.settings import Settings
from kritzel.server.store.sql import Store
from kritzel.server.store.sqlite import SqliteStore
from kritzel.server.table.refusals import words
from kritzel.server.tables import Tables
from kritzel.server.web import sockets
from kritzel.server.web.api import (
    about,
    account,
    admin,
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
    problem_response,
)
from kritzel.server.web.limits import ConnectionCounter, Networks, max_connections
from kritzel.server.web.network import Network
from kritzel.server.web.static import Pages

LOG = logging.getLogger("kritzel.app")


async def broken(request: Request, error: Exception) -> Response:
    """Answer a request that met a bug: the log has the traceback. No middleware adds headers to it."""
    answer = problem_response("broken", words("broken"))
    answer.headers.update(HEADERS)
    return answer


def make_app(chosen: Settings, store: Store | None = None) -> Starlette:
    """The server with these settings; without a store: the SQLite file they name."""
    proxies = Networks(chosen.proxies)

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        _read_sheets()
        tables = Tables(store or _open_file(chosen), chosen)
        loop = asyncio.get_running_loop()

        def let_go(wanted: Sequence[str] | None) -> None:
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(tables.let_go, wanted)

        tables.store.on_wanted(let_go)
        if chosen.warm_bots:
            tables.bots.warm()
        network = Network(app, chosen, uvicorn_options(chosen))
        context = app.state.context = AppContext(tables, network, chosen.data.with_name("bans.json"))
        context.about = about.describe(chosen)
        context.checker = records.Checker(records.verify_record)
        key = admin.new_key(chosen)
        context.control = admin.Control(key, tables.store)
        beside = chosen.data if chosen.database else context.control.path
        admin.leave_key(beside, key)
        tidying = asyncio.ensure_future(erasure.tidy(tables, chosen.keep))
        yield
        tidying.cancel()
        admin.remove_key(beside)
        context.checker.end()
        await context.reviews.close()
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
    routes: list[Any] = [
        *account.ROUTES,
        *tables.ROUTES,
        *games.ROUTES,
        *lessons.ROUTES,
        *records.ROUTES,
        *reviews.ROUTES,
        *puzzles.ROUTES,
        *admin.ROUTES,
        *about.ROUTES,
        *sockets.ROUTES,
    ]
    if chosen.pages is not None:
        routes.append(Mount("/", Pages(directory=chosen.pages, html=True)))
    return routes


def _read_sheets() -> None:
    """Load all sheets once: else the first request would wait for it, and all others with it."""
    for slug in catalogue.GAMES:
        try:
            catalogue.all_sheets(slug)
        except Exception:  # of a game that another package brings: its own tables will say so
            LOG.exception("sheets_unreadable", extra={"game": slug})


def _open_file(chosen: Settings) -> SqliteStore:
    chosen.data.parent.mkdir(parents=True, exist_ok=True)
    return SqliteStore(chosen.data)


def uvicorn_options(chosen: Settings) -> dict[str, Any]:
    """How uvicorn runs the server. The middleware above reads the headers of proxies."""
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


# Logs ---------------------------------------------------------------------------------------------
VISITORS = (
    '%s - "WebSocket',
    "connection ",
    "Invalid HTTP",
    "Invalid UTF-8",
    "Unsupported upgrade",
    "No supported WebSocket",
)
"""Beginnings of uvicorn's lines about visitors."""
_STANDARD_FIELDS = frozenset(logging.makeLogRecord({}).__dict__) | {
    "message",
    "asctime",
    "taskName",
    "color_message",
}


class AsJson(logging.Formatter):
    """A log record as one line of JSON, without secrets. Tables appear by the start of their name only."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created)),
            "level": record.levelname.lower(),
            "from": record.name,
            "event": record.getMessage(),
        }
        line |= {name: str(value) for name, value in record.__dict__.items() if name not in _STANDARD_FIELDS}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def set_up_logs(level: str = "INFO") -> None:
    """Log everything to stderr."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(AsJson())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    logging.getLogger("uvicorn.access").disabled = True
    logging.getLogger("uvicorn.error").addFilter(_about_the_server)


def _about_the_server(record: logging.LogRecord) -> bool:
    """Whether uvicorn writes about itself: lines about visitors name addresses and could fill the disk."""
    return not str(record.msg).startswith(VISITORS)
