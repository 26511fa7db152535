"""How a socket begins: uvicorn shakes hands, then a small wire of our own (`frames`) takes over.

Of the request nothing is kept: an idle page would hold its headers and every floor of the application.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from uvicorn._types import ASGISendEvent
from uvicorn.config import Config
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.datastructures import Headers
from websockets.http11 import Request

from kritzel.server.web.frames import LOG, Frames

WIRE = "kritzel.wire"
"""Where an application finds the wire, among the extensions of its scope, once it has accepted."""


class Handshake(WebSocketsSansIOProtocol):
    """The protocol of a socket until it is accepted or refused."""

    def __init__(self, config: Config, server_state: ServerState, app_state: dict[str, Any]) -> None:
        super().__init__(config, server_state, app_state)
        self.logger = self.conn.logger = LOG
        self._state = server_state
        self._early = b""
        self._wire: Frames | None = None
        self._found: dict[object, object] = {}
        self.places: tuple[Callable[[], None], ...] = ()
        """Called when the connection is gone: places that are free then."""

    def knock(self, path: str, lines: Iterable[tuple[bytes, bytes]]) -> None:
        """The request, as it was read before."""
        headers = Headers()
        for name, value in lines:
            headers[name.decode("latin-1")] = value.decode("latin-1")
        self.handle_connect(Request(path, headers))

    def data_received(self, data: bytes) -> None:
        """The request; what a page says before it is answered is kept for the wire."""
        if self.handshake_initiated:
            self._early += data
            if len(self._early) > self.config.ws_max_size:
                self.transport.abort()
        else:
            super().data_received(data)

    def handle_connect(self, event: Request) -> None:
        """A page knocks; whoever accepts it finds the wire in the scope."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"][WIRE] = self._found

    async def send(self, message: ASGISendEvent) -> None:
        """What the application answers; when it accepts, the wire takes over."""
        await super().send(message)
        if message["type"] == "websocket.accept":
            if self.transport.is_closing():
                raise ClientDisconnected
            self._hand_over(Frames(self.transport, self._state))

    def _hand_over(self, wire: Frames) -> None:
        self._wire = self._found["wire"] = wire
        wire.places = self.places
        self.connections.discard(self)
        self.transport.set_protocol(wire)
        if self._early:
            wire.data_received(self._early)

    def connection_lost(self, exc: Exception | None) -> None:
        """Whoever knocked is gone before the wire took over."""
        super().connection_lost(exc)
        for leave in self.places:
            leave()

    def start_keepalive(self) -> None:
        """The wire asks by itself whether anybody is there."""

    async def run_asgi(self) -> None:
        """Ask the application; it gives the wire a life of its own, or the connection ends here."""
        try:
            await self.app(self.scope, self.receive, self.send)
        except ClientDisconnected:
            LOG.debug("hung_up")
        except Exception:  # a mistake of ours, which must be seen
            LOG.exception("handshake_failed")
            self.send_500_response()
        self.conn.parser.close()  # it goes round in a circle with what it belongs to
        if self._wire is None:
            self.transport.close()
        elif self._wire.task is None:
            self._wire.close()
