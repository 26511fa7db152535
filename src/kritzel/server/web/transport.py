"""One page's WebSocket: messages in and out. Writing never waits; a page that does not read is cut off."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from starlette.websockets import WebSocket, WebSocketDisconnect

from kritzel.server import settings


class HungUp(Exception):
    """One side has hung up."""


class Transport:
    """An accepted WebSocket. `drained` is called when it takes more again."""

    __slots__ = ("_close", "_closed", "_listening", "_outbox", "_refused", "_sending", "_socket", "drained")

    def __init__(self, socket: WebSocket) -> None:
        self._socket = socket
        self.drained: Callable[[], None] = _nothing
        self._outbox: list[bytes] = []
        self._sending: asyncio.Task[None] | None = None
        self._listening: asyncio.Task[None] | None = None
        self._closed = self._refused = False
        self._close: tuple[int, str] | None = None

    @property
    def takes_more(self) -> bool:
        """Whether everything written so far was sent. Who is told no is called (`drained`) once it was."""
        self._refused = self._refused or self._sending is not None
        return self._sending is None

    async def heard(self) -> str | bytes:
        """The next message. Raises HungUp."""
        self.expect_open()
        self._listening = asyncio.current_task()
        try:
            message = await self._socket.receive()
        except asyncio.CancelledError:
            if not self._closed:  # cancelled by the server, not by `_end`
                raise
            raise HungUp from None
        finally:
            self._listening = None
        if message["type"] != "websocket.receive":
            self._closed = True
            raise HungUp
        text: str | bytes | None = message.get("text")
        return message["bytes"] if text is None else text

    def expect_open(self) -> None:
        """Raises HungUp."""
        if self._closed or self._close is not None:
            raise HungUp

    def write(self, *messages: bytes) -> None:
        """Send these soon, without empty ones; nothing once one side has hung up."""
        if not self._closed and self._close is None:
            self._outbox += filter(None, messages)
            if self._outbox:
                self._send_soon()

    def hang_up(self, code: int, reason: str = "") -> None:
        """Close the socket after what was written before."""
        if not self._closed and self._close is None:
            self._close = code, reason
            self._send_soon()

    def cut(self) -> None:
        """Close without sending anything more."""
        if self._sending is not None:
            self._sending.cancel()
        self._end()

    async def finish(self) -> None:
        """Wait until everything is sent, or was not read for too long."""
        if self._sending is not None:
            await asyncio.wait([self._sending], timeout=settings.SEND_WITHIN)
            self.cut()

    def _send_soon(self) -> None:
        if self._sending is None:
            self._sending = asyncio.get_running_loop().create_task(self._send())

    async def _send(self) -> None:
        """Everything in the outbox. Where the page does not read, the kernel ends it (TCP_USER_TIMEOUT)."""
        send = self._socket.send
        try:
            while self._outbox:
                message = self._outbox.pop(0)
                await send({"type": "websocket.send", "text": message.decode()})
            if self._close is not None:
                await self._socket.close(*self._close)
        except (WebSocketDisconnect, RuntimeError):  # RuntimeError: uvicorn has sent a close frame before
            self._end()
        finally:
            self._sending = None
        if self._refused and not self._closed:
            self._refused = False
            self.drained()

    def _end(self) -> None:
        """Wake the reader, which raises HungUp."""
        self._closed = True
        self._outbox.clear()
        if self._listening is not None:
            self._listening.cancel()


def _nothing() -> None: ...
