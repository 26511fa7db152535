"""A worker: the whole server for its own tables, on connections that the front hands over.

Each request is answered on a connection of its own (`connection: close`), because the next one may be about
another worker's table. Without its front a worker ends.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import os
import pickle
import socket
import sys
from collections.abc import Coroutine
from dataclasses import replace
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kritzel import bots
from kritzel.server.settings import Settings
from kritzel.server.shards.bodies import Hired
from kritzel.server.store import Store, Unavailable, calling
from kritzel.server.store.calling import Caller
from kritzel.server.store.placing import shard
from kritzel.server.store.sharded import ShardStore
from kritzel.server.web import app, files, logs, metrics
from kritzel.server.web.asking import House
from kritzel.server.web.ledger import Ledger
from kritzel.server.web.whole import Whole

SOME = 16
"""File numbers that are read at a time."""


class Closing:
    """Says on every answer that the connection ends with it."""

    def __init__(self, inner: ASGIApp) -> None:
        self._inner = inner

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), (b"connection", b"close")]
            await send(message)

        await self._inner(scope, receive, sending if scope["type"] == "http" else send)


class Worker(uvicorn.Server):
    """A server that listens nowhere."""

    def __init__(self, config: uvicorn.Config, line: socket.socket, front: Caller, answers: Replies) -> None:
        super().__init__(config)
        self._line, self._front = line, front
        self._answers = answers
        self._coming: set[asyncio.Task[Any]] = set()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin; from then on connections come."""
        self._front.lost = _end_at_once
        await super().startup(sockets=[])
        self._line.setblocking(False)
        asyncio.get_running_loop().add_reader(self._line.fileno(), self._take)
        self._keep(self._answers.run())
        await self._front.call("ready")

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Nobody comes any more."""
        self._front.lost = lambda: None
        asyncio.get_running_loop().remove_reader(self._line.fileno())
        await super().shutdown(sockets=[])

    def _take(self) -> None:
        with contextlib.suppress(BlockingIOError):
            data, handed, _, _ = socket.recv_fds(self._line, 1, SOME)
            if not data:
                _end_at_once()
            for number in handed:
                self._begin(socket.socket(fileno=number))

    def _begin(self, connection: socket.socket) -> None:
        connection.setblocking(False)
        self._keep(self._serve_one(connection))

    def _keep(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.ensure_future(work)
        self._coming.add(task)
        task.add_done_callback(self._coming.discard)

    async def _serve_one(self, connection: socket.socket) -> None:
        with contextlib.suppress(OSError):
            await asyncio.get_running_loop().connect_accepted_socket(self._protocol, connection)

    def _protocol(self) -> asyncio.Protocol:
        made: asyncio.Protocol = self.config.http_protocol_class(  # type: ignore[call-arg]
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )
        return made


class Replies:
    """What the front asks of this worker, over the line `back`."""

    def __init__(self, back: socket.socket, served: Starlette) -> None:
        self._back, self._served = back, served

    async def run(self) -> None:
        """Until nobody asks any more."""
        await calling.answer(self._back, self._answer)

    async def _answer(self, name: str, values: list[Any]) -> Any:
        house: House = self._served.state.house
        store = house.hall.store
        match name:
            case "well":
                return await store.ping()
            case "counted":
                return "".join(metrics.told(house.hall))
            case "copied" if isinstance(store, ShardStore):
                return await store.copy(Path(values[0]))
        raise Unavailable(name)


def _end_at_once() -> None:
    """Without its front a worker is of no use, and its file is wanted; what is acknowledged is written."""
    os._exit(1)


def _store(chosen: Settings, number: int, front: Caller) -> Store:
    if chosen.database:
        from kritzel.server.store.postgres import PostgresStore

        return PostgresStore(chosen.database, f"{chosen.name}/{number}", number, chosen.workers)
    return ShardStore(shard(chosen.data, number), number, chosen.workers, front)


def share(chosen: Settings, number: int) -> Settings:
    """The part of this worker: of the connections of an address, and the first one compiles for all."""
    connections = math.ceil(chosen.connections / chosen.workers)
    return replace(chosen, connections=connections, warm_bots=chosen.warm_bots and number == 0)


def main() -> None:
    """Begin as the front says."""
    try:
        job: Hired = pickle.load(sys.stdin.buffer)  # from our own front
    except EOFError:  # nobody needs it any more
        return
    connections, asking, asked = (socket.socket(fileno=int(number)) for number in sys.argv[1:4])
    logs.set_up(job.level)
    files.raise_limit()
    chosen = share(job.settings, job.number)
    for text in chosen.bots:
        bots.enrol(text)
    front = Caller(asking)
    whole = Whole(front, job.key, chosen, Ledger(int(sys.argv[4])))
    served = app.make_app(chosen, _store(chosen, job.number, front), whole)
    config = uvicorn.Config(Closing(served), **app.uvicorn_options(chosen))
    with contextlib.suppress(KeyboardInterrupt):
        Worker(config, connections, front, Replies(asked, served)).run(sockets=[])


if __name__ == "__main__":
    main()
