"""One connection until it is a socket or gone: how long its requests may take and how large they may be.

uvicorn reads them. Whoever sends a request in drips, or does not read the answer, is cut off; an address
holds a bounded number of connections. A proxy that was named brings many people: it is not counted.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from functools import partial
from typing import Any

import msgspec
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from kritzel.server import settings
from kritzel.server.door import Gate
from kritzel.server.table.refusals import words
from kritzel.server.web.callers import Proxies, household
from kritzel.server.web.headers import HEADERS
from kritzel.server.wire.answers import Problem

LOG = logging.getLogger("kritzel.requests")
LOG.setLevel(logging.ERROR)
"""A line for each broken request would let anybody fill the disk."""
ITSELF = ("127.0.0.1", "::1")
"""The machine itself is not counted: whoever sits there needs no server to use it up."""


class Crowd:
    """How many of each are there; what is not there any more is not remembered."""

    def __init__(self, each: int, altogether: int) -> None:
        self._each, self._altogether = min(each, max(1, altogether // 4)), altogether
        self._there: Counter[str] = Counter()
        self._all = 0

    def come(self, name: str) -> bool:
        """One more of this name, or of nobody's; whether there is room."""
        if self._all >= self._altogether or (name and self._there[name] >= self._each):
            return False
        self._all += 1
        if name:
            self._there[name] += 1
        return True

    def go(self, name: str) -> None:
        """One less."""
        self._all -= 1
        if name:
            self._there[name] -= 1
            if not self._there[name]:
                del self._there[name]


def counted(address: str, proxies: Proxies) -> str:
    """By which name this address is counted; empty where it is not."""
    return "" if address in ITSELF or address in proxies else household(address)


class Connection(HttpToolsProtocol):
    """The protocol of one connection."""

    def __init__(self, *arguments: Any, crowd: Crowd, proxies: Proxies, gate: Gate, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._gate, self._waits = gate, False
        self.logger = LOG
        self._crowd, self._proxies = crowd, proxies
        self._name: str | None = None
        self._due: asyncio.TimerHandle | None = None
        self._late: asyncio.TimerHandle | None = None
        self._head = 0
        self._in_head = True

    # Coming and going --------------------------------------------------------------------------
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody connects."""
        super().connection_made(transport)
        peer = self.client[0] if self.client else ""
        name = counted(peer, self._proxies)
        if self._crowd.come(name):
            self._name = name
            self._within(settings.HEAD_WITHIN)
        else:
            self._refuse(503, "busy")

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody is there any more."""
        super().connection_lost(exc)
        self._within(None)
        self._read_on()
        if self._name is not None:
            self._crowd.go(self._name)

    def handle_websocket_upgrade(self) -> None:
        """A page wants a socket: when it is its turn."""
        self._within(None)
        self._waits = True
        self.transport.pause_reading()
        self._gate.come(self._upgrade)

    def _upgrade(self) -> None:
        """A page's socket; it holds the place from now on."""
        if self.transport.is_closing():
            return
        self.transport.resume_reading()
        socket = self._socket()
        if self._name is not None:
            socket.places = (partial(self._crowd.go, self._name),)
            self._name = None
        del self.parser  # it knows this connection, which would stay until garbage is looked for

    def _socket(self) -> Any:
        """Who goes on with this connection. The request is read: it need not be written and read again."""
        if self.scope["method"] != "GET" or not self.url.isascii():
            super().handle_websocket_upgrade()
            return self.transport.get_protocol()
        self.connections.discard(self)
        socket: Any = self.ws_protocol_class(  # type: ignore[misc, call-arg]
            config=self.config, server_state=self.server_state, app_state=self.app_state
        )
        socket.connection_made(self.transport)
        socket.knock(self.url.decode(), self.scope["headers"])
        self.transport.set_protocol(socket)
        return socket

    # Time --------------------------------------------------------------------------------------
    def _within(self, seconds: float | None) -> None:
        if self._due is not None:
            self._due.cancel()
        self._due = None if seconds is None else self.loop.call_later(seconds, self._too_late)

    def _too_late(self) -> None:
        self._due = None
        if self.cycle is None or not self.cycle.response_started or self.cycle.response_complete:
            self._refuse(408, "too_late")
        else:
            self.transport.abort()

    def pause_writing(self) -> None:
        """The answer is read more slowly than it is written."""
        super().pause_writing()
        self._expect_reading()

    def resume_writing(self) -> None:
        """It was read."""
        super().resume_writing()
        self._read_on()

    def on_response_complete(self) -> None:
        """All of it is written; that is not to say that it is read."""
        super().on_response_complete()
        if self.transport.get_write_buffer_size():
            self._expect_reading()

    def _expect_reading(self) -> None:
        """Whoever does not read on is cut off; a slow way is no reason."""
        self._read_on()
        left = self.transport.get_write_buffer_size()
        self._late = self.loop.call_later(settings.SEND_WITHIN, self._look_at_reading, left)

    def _look_at_reading(self, before: int) -> None:
        left = self.transport.get_write_buffer_size()
        if left and left > before - settings.SEND_AT_LEAST:
            self.transport.abort()
        elif left:
            self._expect_reading()

    def _read_on(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def timeout_keep_alive_handler(self) -> None:
        """Nobody asks for anything more; what is not read by then never will be."""
        if self.transport.get_write_buffer_size():
            self._expect_reading()
        super().timeout_keep_alive_handler()

    # Reading -----------------------------------------------------------------------------------
    def data_received(self, data: bytes) -> None:
        """Some bytes. The first of a request set its time; more of them do not."""
        if self.transport.is_closing():
            return
        self._head += len(data)
        super().data_received(data)
        if not self._in_head or self._waits:
            return
        if self._head > settings.HEAD:
            self._refuse(431, "too_large")
        elif self._due is None and (self.cycle is None or self.cycle.response_complete):
            self._within(settings.HEAD_WITHIN)

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._in_head = True

    def on_url(self, url: bytes) -> None:
        """Its address. ValueError, which the parser makes its own."""
        super().on_url(url)
        if len(self.url) > settings.ADDRESS:
            raise ValueError("too long")

    def on_header(self, name: bytes, value: bytes) -> None:
        """One of its headers. ValueError, which the parser makes its own."""
        super().on_header(name, value)
        if len(self.headers) > settings.HEADER_LINES or len(value) > settings.ADDRESS:
            raise ValueError("too many")

    def on_headers_complete(self) -> None:
        """What is asked for is known; what it carries has to come soon."""
        super().on_headers_complete()
        self._in_head = False
        self._within(settings.BODY_WITHIN)

    def on_message_complete(self) -> None:
        """The whole request is here."""
        super().on_message_complete()
        self._in_head, self._head = True, 0
        self._within(None)

    # Refusing ----------------------------------------------------------------------------------
    def send_400_response(self, msg: str) -> None:
        """What uvicorn cannot read."""
        self._refuse(400, "bad_message")

    def _refuse(self, status: int, code: str) -> None:
        """Say why, and hang up."""
        if not self.transport.is_closing():
            self.transport.write(refusal(status, code))
            self.transport.close()
            self._expect_reading()


def refusal(status: int, code: str) -> bytes:
    """A whole answer without any app."""
    body = msgspec.json.encode(Problem(code, words(code)))
    headers = HEADERS | {
        "content-type": "application/json",
        "content-length": str(len(body)),
        "cache-control": "no-store",
        "connection": "close",
    }
    if status == 503:
        headers["retry-after"] = "1"
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    return STATUS_LINE[status] + lines.encode() + b"\r\n" + body
