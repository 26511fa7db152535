"""One worker, as the front sees it: its process, the line over which it gets connections and the one over
which it asks. A worker that dies is started again at once; what waits for it waits on."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import socket
import time
from collections import deque
from typing import Any

from kritzel.server.shards.bodies import Hired, Spares
from kritzel.server.store import Unavailable, calling

LOG = logging.getLogger("kritzel.front")
SOON = 5.0
"""Seconds in which a worker answers, or is not there."""
MOST = 4096
"""Connections that may wait for a worker; who comes then is hung up on."""
SHORT, LONGEST_PAUSE = 2.0, 5.0
"""One that lives for less than so many seconds is started again after a pause, which doubles up to this."""


class Hand:
    """A worker and whatever waits for it."""

    def __init__(self, job: Hired, spares: Spares, answer: calling.Answering) -> None:
        self._job = job
        self._spares, self._answer = spares, answer
        self._waiting: deque[socket.socket] = deque()
        self._line: socket.socket | None = None
        self._process: asyncio.subprocess.Process | None = None
        self._back: calling.Caller | None = None
        self._ready = asyncio.Event()
        self._over = False

    # Its life ----------------------------------------------------------------------------------
    async def work(self) -> None:
        """Until it is told to end; started again as often as needed."""
        pause = 0.02
        while not self._over:
            began = time.monotonic()
            await self._live()
            if not self._over:
                pause = 0.02 if time.monotonic() - began > SHORT else min(2 * pause, LONGEST_PAUSE)
                LOG.error("worker_died", extra={"worker": self._job.number})
                await asyncio.sleep(pause)
        while self._waiting:
            self._waiting.popleft().close()

    async def _live(self) -> None:
        body = await self._spares.take()
        self._process, self._back = body.process, calling.Caller(body.back)
        await body.begin(self._job)
        if self._over:
            self.end()
        answering = asyncio.ensure_future(calling.answer(body.front, self._called(body.connections)))
        await body.process.wait()
        self._forget(body.connections)
        await asyncio.gather(answering, self._back.close())

    def _called(self, line: socket.socket) -> calling.Answering:
        async def called(name: str, values: list[Any]) -> Any:
            if name == "ready":
                self._line = line
                self._ready.set()
                return self._send()
            return await self._answer(name, values)

        return called

    def _forget(self, line: socket.socket) -> None:
        self._line, self._process = None, None
        self._ready.clear()
        with contextlib.suppress(ValueError, OSError):
            asyncio.get_running_loop().remove_writer(line.fileno())
        line.close()

    def end(self) -> None:
        """Finish what is being written, hang up on the pages, end."""
        self._over = True
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                self._process.send_signal(signal.SIGTERM)

    # What it is asked --------------------------------------------------------------------------
    @property
    def number(self) -> int:
        """Which worker this is."""
        return self._job.number

    async def ask(self, name: str, *values: Any, within: float | None = SOON) -> Any:
        """What this worker answers; one that is just starting is waited for. Raises Unavailable."""
        try:
            async with asyncio.timeout(within):
                await self._ready.wait()
                assert self._back is not None
                return await self._back.call(name, *values)
        except TimeoutError:
            raise Unavailable(f"worker {self.number}") from None

    # Connections -------------------------------------------------------------------------------
    def take(self, connection: socket.socket) -> None:
        """A connection for this worker."""
        if len(self._waiting) >= MOST or self._over:
            connection.close()
            return
        self._waiting.append(connection)
        self._send()

    def _send(self) -> None:
        """Hand over what waits, as far as the worker takes it."""
        if (line := self._line) is None:
            return
        loop = asyncio.get_running_loop()
        loop.remove_writer(line.fileno())
        while self._waiting:
            try:
                socket.send_fds(line, [b"c"], [self._waiting[0].fileno()])
            except BlockingIOError:
                loop.add_writer(line.fileno(), self._send)
                return
            except OSError:  # it has died; the next one gets them
                self._line = None
                return
            self._waiting.popleft().close()
