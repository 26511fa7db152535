"""Bounds for connections that uvicorn lacks: how many per address, how long and how large a request is.

uvicorn reads the requests. A request that comes in drips is cut off; one address holds a bounded number of
connections. A named proxy brings many people and is not counted. What this protects is measured in
docs/decisions/0016-edge.md.
"""

from __future__ import annotations

import asyncio
import logging
from http import HTTPStatus
from typing import Any

import msgspec
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from kritzel.server import settings
from kritzel.server.door import Gate
from kritzel.server.table.refusals import words
from kritzel.server.web.http import HEADERS
from kritzel.server.web.limits import ConnectionCounter, Networks, counted_address
from kritzel.server.wire.answers import Problem

LOG = logging.getLogger("kritzel.requests")
LOG.setLevel(logging.ERROR)
"""A line for each broken request would let strangers fill the disk."""


class Connection(HttpToolsProtocol):
    """uvicorn's protocol with these bounds. A WebSocket is counted by its endpoint instead."""

    def __init__(
        self, *args: Any, counter: ConnectionCounter, proxies: Networks, gate: Gate, **named: Any
    ) -> None:
        super().__init__(*args, **named)
        self.logger = LOG
        self._counter, self._proxies = counter, proxies
        self._gate, self._waits = gate, False
        self._address: str | None = None
        self._deadline: asyncio.TimerHandle | None = None
        self._head_bytes, self._in_head = 0, True

    # Coming and going --------------------------------------------------------------------------
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        address = counted_address(self.client[0] if self.client else "", self._proxies)
        if self._counter.enter(address):
            self._address = address
            self._expect_within(settings.HEAD_WITHIN_S)
        else:
            self._refuse(503, "busy")

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._leave()

    def handle_websocket_upgrade(self) -> None:
        """Upgrade when it is its turn. The endpoint counts sockets."""
        self._leave()
        self._waits = True
        self.transport.pause_reading()
        self._gate.come(self._upgrade)

    def _upgrade(self) -> None:
        if not self.transport.is_closing():
            self.transport.resume_reading()
            super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]  # else the two refer to each other

    def _leave(self) -> None:
        self._expect_within(None)
        if self._address is not None:
            self._counter.leave(self._address)
            self._address = None

    # Time and size -----------------------------------------------------------------------------
    def _expect_within(self, seconds: float | None) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = None if seconds is None else self.loop.call_later(seconds, self._too_late)

    def _too_late(self) -> None:
        if self.cycle is None or not self.cycle.response_started or self.cycle.response_complete:
            self._refuse(408, "too_late")
        else:
            self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """The first bytes of a request set its deadline; more of them do not."""
        if self.transport.is_closing():
            return
        self._head_bytes += len(data)
        super().data_received(data)
        if not self._in_head or self._waits or self.transport.is_closing():
            return
        if self._head_bytes > settings.MAX_HEAD_BYTES:
            self._refuse(431, "too_large")
        elif self._deadline is None and (self.cycle is None or self.cycle.response_complete):
            self._expect_within(settings.HEAD_WITHIN_S)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_head = True

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        self._in_head = False
        self._expect_within(settings.BODY_WITHIN_S)

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._in_head, self._head_bytes = True, 0
        self._expect_within(None)

    # Refusing ----------------------------------------------------------------------------------
    def send_400_response(self, msg: str) -> None:
        self._refuse(400, "bad_message")

    def _refuse(self, status: int, code: str) -> None:
        if not self.transport.is_closing():
            self.transport.write(refusal(status, code))
            self.transport.close()


def refusal(status: int, code: str) -> bytes:
    """A whole response, for a connection that reaches no app."""
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
    return f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\n{lines}\r\n".encode() + body
