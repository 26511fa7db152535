"""A socket without manners: any bytes at any time. Counts what the server answers."""

from __future__ import annotations

import asyncio
import base64
import json
from collections import Counter
from contextlib import suppress
from random import Random
from typing import Any

from kritzel.server.wire.protocol import PROTOCOL

TEXT, BINARY, CLOSE = 0x81, 0x82, 0x88
PING, PONG = 0x89, 0x8A
ANSWERS = {"trouble", "refused", "ack", "because", "bye", "pong"}
"""What the server says to one page about one message of it."""
HELLO = json.dumps({"t": "hello", "protocol": PROTOCOL}).encode()
MARK = json.dumps({"t": "ping"}).encode()


class Gone(Exception):
    """The server has hung up."""


def frame(content: bytes, head: int = TEXT, mask: bytes = b"\0\0\0\0") -> bytes:
    """A frame as pages send them: masked."""
    size = len(content)
    if size < 126:
        length = bytes((0x80 | size,))
    elif size < 1 << 16:
        length = bytes((0x80 | 126,)) + size.to_bytes(2, "big")
    else:
        length = bytes((0x80 | 127,)) + size.to_bytes(8, "big")
    if any(mask):
        content = bytes(byte ^ mask[at % 4] for at, byte in enumerate(content))
    return bytes((head,)) + length + mask + content


class Wire:
    """One socket at one table."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self.answers: Counter[str] = Counter()
        self.codes: Counter[str] = Counter()
        self.version = self.marks = 0

    @staticmethod
    async def opened(port: int, table: str, cookie: str, luck: Random) -> Wire:
        """Shake hands. Raises Gone, OSError."""
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        key = base64.b64encode(luck.randbytes(16)).decode()
        asked = (
            f"GET /api/tables/{table}/live HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\nconnection: upgrade\r\n"
            f"upgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: {key}\r\n"
            f"origin: http://127.0.0.1:{port}\r\ncookie: {cookie}\r\n\r\n"
        )
        writer.write(asked.encode("latin-1"))
        wire = Wire(reader, writer)
        head = await wire._read(reader.readuntil(b"\r\n\r\n"))
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise Gone
        return wire

    async def _read(self, reading: Any) -> bytes:
        try:
            return bytes(await reading)
        except (asyncio.IncompleteReadError, ConnectionError):
            raise Gone from None

    async def send(self, data: bytes) -> None:
        """Any bytes. Raises Gone."""
        try:
            self._writer.write(data)
            await self._writer.drain()
        except ConnectionError:
            raise Gone from None

    async def hear(self) -> str:
        """The next thing the server says, counted. Raises Gone."""
        head = await self._read(self._reader.readexactly(2))
        size = head[1] & 0x7F
        if size >= 126:
            size = int.from_bytes(await self._read(self._reader.readexactly(2 if size == 126 else 8)), "big")
        content = await self._read(self._reader.readexactly(size))
        if head[0] == CLOSE:  # it would wait for ours
            self._count("close")
            raise Gone
        if head[0] != TEXT:
            return self._count("frame_pong" if head[0] == PONG else "frame")
        return self._take(json.loads(content))

    def _take(self, message: dict[str, Any]) -> str:
        kind = str(message["t"])
        news = message.get("view") or message.get("changes") or {}
        self.version = max(self.version, news.get("version", 0))
        self.codes[message.get("code", "")] += 1
        if message.get("ack"):
            self._count("ack")
        return self._count(kind)

    def _count(self, kind: str) -> str:
        if kind in ANSWERS or kind in ("close", "frame_pong"):
            self.answers[kind] += 1
        return kind

    async def until(self, kind: str) -> None:
        """Hear until something of this kind was said. Raises Gone."""
        while await self.hear() != kind:
            continue

    async def rest(self) -> None:
        """Whatever else is said until the server hangs up."""
        with suppress(Gone):
            while True:
                await self.hear()

    def close(self) -> None:
        """Without a word."""
        self._writer.transport.abort()
