"""A lean client socket: as little work as possible, so that it is not the clients that are measured.

Frames are masked with zeros, which the standard allows for and servers do not notice.
"""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Callable
from typing import cast
from urllib.parse import urlsplit

Hear = Callable[[bytes], None]
KEY = "AAAAAAAAAAAAAAAAAAAAAA=="
TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA


class Wire(asyncio.Protocol):
    """One socket. `opened` is done when the server has agreed; messages wait until somebody listens."""

    def __init__(self, request: bytes) -> None:
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.hung_up = False
        self.bytes_heard = 0
        self._request = request
        self._hear: Hear | None = None
        self._buffer = bytearray()
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a socket."""
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(self._request)

    def connection_lost(self, exc: Exception | None) -> None:
        """The end."""
        self.hung_up = True
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("refused"))

    def data_received(self, data: bytes) -> None:
        """Whatever came: the server's agreement first, then frames."""
        self._buffer += data
        if not self.opened.done():
            head, found, rest = bytes(self._buffer).partition(b"\r\n\r\n")
            if not found:
                return
            if b" 101 " not in head.split(b"\r\n")[0]:
                self.opened.set_exception(ConnectionError(head.split(b"\r\n")[0].decode()))
                return
            self._buffer = bytearray(rest)
            self.opened.set_result(None)
        self._frames()

    def listen(self, hear: Hear) -> None:
        """Who gets every text message, from the first one on."""
        self._hear = hear
        self._frames()

    def _frames(self) -> None:
        at, buffer = 0, self._buffer
        while self._hear is not None and (frame := _frame(buffer, at)) is not None:
            kind, start, at = frame
            self._take(kind, bytes(buffer[start:at]))
        del buffer[:at]

    def _take(self, kind: int, payload: bytes) -> None:
        if kind == TEXT and self._hear is not None:
            self.bytes_heard += len(payload)
            self._hear(payload)
        elif kind == PING:
            self._write(PONG, payload)

    def send(self, text: bytes) -> None:
        """Say something."""
        self._write(TEXT, text)

    def close(self) -> None:
        """Hang up."""
        if self._transport is not None:
            self._transport.close()

    def _write(self, kind: int, payload: bytes) -> None:
        size = len(payload)
        head = struct.pack("!BB", 0x80 | kind, 0x80 | size)
        if size > 125:
            head = struct.pack("!BBH", 0x80 | kind, 0x80 | 126, size)
        assert self._transport is not None
        self._transport.write(head + b"\0\0\0\0" + payload)


def _frame(buffer: bytearray, at: int) -> tuple[int, int, int] | None:
    """Kind, start and end of the frame that begins here; None where it is not whole yet."""
    if len(buffer) < at + 2:
        return None
    size, start = buffer[at + 1] & 0x7F, at + 2
    if size > 125:
        wide = 2 if size == 126 else 8
        if len(buffer) < start + wide:
            return None
        size, start = int.from_bytes(buffer[start : start + wide], "big"), start + wide
    return (buffer[at] & 0xF, start, start + size) if len(buffer) >= start + size else None


def request(url: str, path: str, headers: dict[str, str]) -> bytes:
    """What a page asks for when it wants a socket."""
    asked = {
        "Host": urlsplit(url).netloc,
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": KEY,
    }
    lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in (asked | headers).items())]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


async def connected(url: str, path: str, headers: dict[str, str]) -> Wire:
    """A socket that the server has agreed to."""
    place, asked = urlsplit(url), request(url, path, headers)
    host, port = place.hostname or "", place.port or 80
    _, wire = await asyncio.get_running_loop().create_connection(lambda: Wire(asked), host, port)
    await wire.opened
    return wire
