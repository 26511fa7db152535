"""The wire of one page: whole messages in, whole frames out.

uvicorn shakes hands and knows every kind of frame. What pages say all day, a short text in one frame, is
read here without a detour, and what they are sent goes straight to the transport. Text is handed on as the
bytes it came in: reading a message says whether it is UTF-8 anyway, and then the page is told kindly.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from kritzel.server import settings
from kritzel.server.wire.packing import TEXT

WIRE = "kritzel.wire"
"""Where an application finds the wire, among the extensions of its scope."""
LOG = logging.getLogger("kritzel.frames")
LOG.setLevel(logging.WARNING)
"""uvicorn and websockets would write down everybody who comes, with their address."""
MASKED = 0x80
CONTROLS = (0x88, 0x89, 0x8A)
UNHEARD = 16
"""Messages that may wait to be heard; then the page has to wait."""


class HungUp(Exception):
    """One side has hung up."""


class Frames(WebSocketsSansIOProtocol):
    """The protocol of one socket."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.logger = self.conn.logger = LOG
        self.takes_more = True
        """Whether the page has read nearly all it was sent."""
        self.drained: Callable[[], None] = _nothing
        """Called when the page has read enough to be sent more."""
        self._unheard: deque[bytes] = deque()
        self._listening: asyncio.Future[None] | None = None
        self._rest: bytes | None = b""
        self._reading_late: asyncio.TimerHandle | None = None

    # Hearing -----------------------------------------------------------------------------------
    async def heard(self) -> bytes:
        """The next message. Raises HungUp."""
        while not self._unheard and not self._over:
            self._listening = self.loop.create_future()
            await self._listening
        self.expect_open()
        message = self._unheard.popleft()
        if self.read_paused and not self._unheard:
            self.read_paused = False
            self.transport.resume_reading()
        return message

    def expect_open(self) -> None:
        """Raises HungUp."""
        if self._over:
            raise HungUp

    @property
    def _over(self) -> bool:
        return self.close_sent or self.transport.is_closing()

    def _wake(self) -> None:
        if self._listening is not None and not self._listening.done():
            self._listening.set_result(None)

    def _hear(self, message: bytes) -> None:
        if self.close_sent:
            return
        self._unheard.append(message)
        if len(self._unheard) >= UNHEARD and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()
        self._wake()

    # Reading -----------------------------------------------------------------------------------
    def data_received(self, data: bytes) -> None:
        """Texts in one frame are read here; uvicorn gets all else: pings one by one, odd things for good."""
        if not self.handshake_complete:
            self._rest = None if self.handshake_initiated else self._rest
        if not self.handshake_complete or self._rest is None:
            super().data_received(data)
        else:
            self._read(self._rest + data)
        if self._over:
            self._wake()

    def _read(self, data: bytes) -> None:
        at = 0
        while len(data) - at >= 2:
            kind = data[at]
            start, end = _bounds(data, at)
            if end - start > settings.FRAME or not data[at + 1] & MASKED or kind not in (TEXT, *CONTROLS):
                self._rest = None
                return super().data_received(data[at:])
            if end > len(data):
                break
            if kind == TEXT:
                self._hear(_unmasked(data[start:end], data[start - 4 : start]))
            else:
                super().data_received(data[at:end])
            at = end
        self._rest = data[at:]
        return None

    def send_receive_event_to_app(self) -> None:
        """A message that uvicorn has read: binary, or in parts."""
        message, self.frames = b"".join(self.frames), []
        self._hear(message)

    # Writing -----------------------------------------------------------------------------------
    def write(self, frames: bytes) -> None:
        """Send frames; to nobody once somebody has hung up."""
        if not self._over:
            self.transport.write(frames)

    def hang_up(self, code: int, reason: str) -> None:
        """Say why in a closing frame; the connection ends when the page has answered it, or soon after."""
        if self._over:
            return
        self.conn.send_close(code, reason)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.transport.resume_reading()
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.abort)
        self._wake()

    def cut(self) -> None:
        """Hang up on somebody who does not read anyway."""
        self.transport.abort()
        self._wake()

    def pause_writing(self) -> None:
        """The page reads more slowly than it is written to; whoever does so for too long is cut off."""
        super().pause_writing()
        self.takes_more = False
        self._reading_late = self.loop.call_later(settings.SEND_WITHIN, self.cut)

    def resume_writing(self) -> None:
        """The page has read on."""
        super().resume_writing()
        self.takes_more = True
        self._in_time()
        self.drained()

    def _in_time(self) -> None:
        if self._reading_late is not None:
            self._reading_late.cancel()
            self._reading_late = None

    # Beginning and end -------------------------------------------------------------------------
    def handle_connect(self, event: Request) -> None:
        """A page knocks; whoever answers it gets this wire with the request."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"][WIRE] = {"wire": self}

    def shutdown(self) -> None:
        """The server ends."""
        super().shutdown()
        self._wake()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        super().connection_lost(exc)
        self.drained = _nothing
        self._in_time()
        self._wake()


def _bounds(data: bytes, at: int) -> tuple[int, int]:
    """Where the content of a masked frame begins and ends; beyond all data where that is not known yet."""
    size, start = data[at + 1] & 0x7F, at + 6
    if size < 126:
        return start, start + size
    wide = 2 if size == 126 else 8
    head = data[at + 2 : at + 2 + wide]
    start += wide
    return start, start + int.from_bytes(head, "big") if len(head) == wide else len(data) + 1


def _unmasked(content: bytes, mask: bytes) -> bytes:
    size = len(content)
    key = (mask * (size // 4 + 1))[:size]
    return (int.from_bytes(content, "big") ^ int.from_bytes(key, "big")).to_bytes(size, "big")


def _nothing() -> None: ...
