"""Processes of workers. One more than there are workers waits with everything loaded, for whichever dies."""

from __future__ import annotations

import asyncio
import contextlib
import pickle
import socket
import sys
from typing import NamedTuple

from kritzel.server.settings import Settings


class Hired(NamedTuple):
    """What a worker is told when it begins: its number, and how much it writes down."""

    settings: Settings
    number: int
    level: str


class Body(NamedTuple):
    """A process: the line over which it gets connections, and the one over which it asks."""

    process: asyncio.subprocess.Process
    connections: socket.socket
    front: socket.socket

    async def begin(self, job: Hired) -> None:
        """Tell it what it is."""
        assert self.process.stdin is not None
        with contextlib.suppress(ConnectionError):
            self.process.stdin.write(pickle.dumps(job))
            await self.process.stdin.drain()
            self.process.stdin.close()


async def _made() -> Body:
    ours, theirs = socket.socketpair()
    line, end = socket.socketpair()
    numbers = (end.fileno(), theirs.fileno())
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "kritzel.server.shards.worker", *map(str, numbers)),
        stdin=asyncio.subprocess.PIPE,
        pass_fds=numbers,
        start_new_session=True,
    )
    theirs.close()
    end.close()
    line.setblocking(False)
    return Body(process, line, ours)


class Spares:
    """Where a worker comes from."""

    def __init__(self) -> None:
        self._next: asyncio.Task[Body] | None = None
        self._over = False

    async def take(self, *, another: bool) -> Body:
        """A process that is nobody yet; `another`: one more shall wait for the next."""
        body = await self._next if self._next is not None else await _made()
        self._next = asyncio.ensure_future(_made()) if another and not self._over else None
        return body if body.process.returncode is None else await _made()

    async def close(self) -> None:
        """Nobody needs one any more: it hears so and ends."""
        self._over = True
        if self._next is not None:
            body = await self._next
            assert body.process.stdin is not None
            body.process.stdin.close()
            await body.process.wait()
