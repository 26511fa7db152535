"""Processes of workers. One more than there are workers waits with everything loaded, for whichever dies."""

from __future__ import annotations

import asyncio
import contextlib
import pickle
import socket
import sys
from typing import NamedTuple

from kritzel.server.settings import Settings
from kritzel.server.web.control import Key

PAUSE = 2.0
"""Seconds after which another process begins to load: whoever was taken loads its tables first."""


class Hired(NamedTuple):
    """What a worker is told when it begins: its number, how much it writes down, the key of the house."""

    settings: Settings
    number: int
    level: str
    key: Key


class Body(NamedTuple):
    """A process: the line over which it gets connections, the one over which it asks, and is asked."""

    process: asyncio.subprocess.Process
    connections: socket.socket
    front: socket.socket
    back: socket.socket

    async def begin(self, job: Hired) -> None:
        """Tell it what it is."""
        assert self.process.stdin is not None
        with contextlib.suppress(ConnectionError):
            self.process.stdin.write(pickle.dumps(job))
            await self.process.stdin.drain()
            self.process.stdin.close()

    async def dismiss(self) -> None:
        """Nobody needs it: it hears so and ends."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        await self.process.wait()
        for line in (self.connections, self.front, self.back):
            line.close()


async def _made(counts: int) -> Body:
    pairs = [socket.socketpair() for _ in range(3)]
    numbers = [*(theirs.fileno() for _, theirs in pairs), counts]
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "kritzel.server.shards.worker", *map(str, numbers)),
        stdin=asyncio.subprocess.PIPE,
        pass_fds=numbers,
        start_new_session=True,
    )
    for _, theirs in pairs:
        theirs.close()
    connections, front, back = (ours for ours, _ in pairs)
    connections.setblocking(False)
    return Body(process, connections, front, back)


class Spares:
    """Where a worker comes from. All of them get the file in which they count together what people do."""

    def __init__(self, counts: int) -> None:
        self._counts = counts
        self._next: asyncio.Task[Body] | None = None
        self._wanted = asyncio.Event()
        self._over = False

    async def take(self) -> Body:
        """A process that is nobody yet; another one soon waits for whoever is next."""
        self._wanted.set()
        waiting, self._next = self._next, None  # nobody else gets the same one
        body = await (waiting or _made(self._counts))
        if self._next is None and not self._over:
            self._wanted = asyncio.Event()
            self._next = asyncio.ensure_future(self._later())
        return body if body.process.returncode is None else await _made(self._counts)

    async def _later(self) -> Body:
        """One more, when whoever was taken has begun; at once where it is wanted before."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._wanted.wait(), PAUSE)
        return await _made(self._counts)

    async def close(self) -> None:
        """Nobody needs one any more: it hears so and ends."""
        self._over = True
        if self._next is not None:
            self._wanted.set()
            await (await self._next).dismiss()
