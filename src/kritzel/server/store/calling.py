"""Calls from a worker to the front over a socket between them: a name and values, an answer or why not.

Each message is its length and MessagePack. Answers come in any order; where the other side is gone, nobody
knows what was done, and every call that waits says so.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from collections.abc import Awaitable, Callable
from itertools import count
from typing import Any

import msgspec

from kritzel.server.store import Conflict, Unavailable

LOG = logging.getLogger("kritzel.calls")
LENGTH = 4
LARGEST = 1 << 26
ERRORS: dict[str, type[Exception]] = {"Conflict": Conflict, "Unavailable": Unavailable}

Answering = Callable[[str, list[Any]], Awaitable[Any]]


def _packed(message: Any) -> bytes:
    body = msgspec.msgpack.encode(message)
    return len(body).to_bytes(LENGTH) + body


async def _heard(reader: asyncio.StreamReader) -> Any:
    """The next message. Raises EOFError, OSError."""
    size = int.from_bytes(await reader.readexactly(LENGTH))
    if size > LARGEST:
        raise EOFError
    return msgspec.msgpack.decode(await reader.readexactly(size))


class Caller:
    """The side that asks. It belongs to the loop of its first call; `lost` hears that nobody is there."""

    def __init__(self, line: socket.socket) -> None:
        self._line = line
        self._numbers = count(1)
        self._waiting: dict[int, asyncio.Future[Any]] = {}
        self._writer: asyncio.StreamWriter | None = None
        self._connecting: asyncio.Task[None] | None = None
        self._listening: asyncio.Task[None] | None = None
        self.lost: Callable[[], None] = lambda: None

    async def _connect(self) -> None:
        reader, self._writer = await asyncio.open_connection(sock=self._line)
        self._listening = asyncio.ensure_future(self._listen(reader))

    async def call(self, name: str, *values: Any) -> Any:
        """What the other side answers. Raises Unavailable, Conflict."""
        if self._writer is None:
            self._connecting = self._connecting or asyncio.ensure_future(self._connect())
            await self._connecting
        if self._writer is None or self._writer.is_closing():
            raise Unavailable("front")
        number, answer = next(self._numbers), asyncio.get_running_loop().create_future()
        self._waiting[number] = answer
        self._writer.write(_packed([number, name, values]))
        return await answer

    async def _listen(self, reader: asyncio.StreamReader) -> None:
        try:
            while True:
                number, why, value = await _heard(reader)
                answer = self._waiting.pop(number)
                if answer.done():
                    continue
                answer.set_exception(ERRORS[why](value)) if why else answer.set_result(value)
        except (EOFError, OSError):
            self._hang_up()
            self.lost()

    async def close(self) -> None:
        """Hang up; whoever waits is told."""
        self.lost = lambda: None
        self._hang_up()
        if self._writer is not None and self._listening is not None:
            with contextlib.suppress(OSError):
                await self._writer.wait_closed()
            await self._listening

    def _hang_up(self) -> None:
        (self._writer or self._line).close()
        while self._waiting:
            _, answer = self._waiting.popitem()
            if not answer.done():
                answer.set_exception(Unavailable("front"))


async def answer(line: socket.socket, answering: Answering) -> None:
    """The side that answers, until the other one is gone. Calls are carried out side by side."""
    reader, writer = await asyncio.open_connection(sock=line)
    tasks: set[asyncio.Task[None]] = set()

    async def one(number: int, name: str, values: list[Any]) -> None:
        try:
            said = [number, "", await answering(name, values)]
        except (Conflict, Unavailable) as error:
            kind = "Conflict" if isinstance(error, Conflict) else "Unavailable"
            said = [number, kind, str(error)]
        except Exception as fault:  # a mistake of ours; whoever asked does not wait for ever
            LOG.exception("call_failed", extra={"call": name})
            said = [number, "Unavailable", type(fault).__name__]
        if not writer.is_closing():
            writer.write(_packed(said))

    with contextlib.suppress(EOFError, OSError):
        while True:
            task = asyncio.ensure_future(one(*await _heard(reader)))
            tasks.add(task)
            task.add_done_callback(tasks.discard)
    writer.close()
    await asyncio.gather(*tasks, return_exceptions=True)
    with contextlib.suppress(OSError):
        await writer.wait_closed()
