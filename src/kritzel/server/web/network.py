"""The own network: a second way in, opened and closed by whoever sits at the machine while the server runs.

The server itself listens on its own machine only. While the way is open, a second listener with the same app
stands at the machine's address in its network; closing it hangs up on everybody who came that way.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp

from kritzel.game import Text
from kritzel.server.settings import Settings
from kritzel.server.table.refusals import No
from kritzel.server.web.addresses import NoNetwork, listening, own_address
from kritzel.server.wire.answers import Way

HERE = ("127.0.0.1", "::1")
FORWARDED = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip")
"""What proxies add: whoever comes through one sits elsewhere."""
NOWHERE = Text(
    "Dieser Computer ist gerade in keinem Netz. Verbinde ihn mit eurem WLAN.",
    "This computer is in no network right now. Connect it to your Wi-Fi.",
)
TAKEN = Text(
    "Im Netz ist dieser Zugang schon belegt. Beende das andere Programm oder starte Kritzel mit --port.",
    "In the network this way is taken. Stop the other program, or start Kritzel with --port.",
)


class Listener(uvicorn.Server):
    """A second server beside the first, which hears the signals for both."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """None."""
        yield


class Network:
    """The way in from the own network."""

    def __init__(self, app: ASGIApp, chosen: Settings, options: dict[str, Any]) -> None:
        self._app, self._settings = app, chosen
        self._options = options | {"lifespan": "off"}
        self._changing = asyncio.Lock()
        self._listener: Listener | None = None
        self._serving: asyncio.Task[None] | None = None
        self.address = ""
        """What people in the network open, while it is open."""

    @property
    def origins(self) -> tuple[str, ...]:
        """Where pages come from that were opened in the network."""
        return (self.address,) if self.address else ()

    def way(self, asking: HTTPConnection) -> Way:
        """How it stands, told to whoever may switch it."""
        return Way(True, bool(self.address), self.address) if self.near(asking) else Way()

    def near(self, asking: HTTPConnection) -> bool:
        """Whether somebody sits at this machine: by its own address, through no proxy, from its own page."""
        if self._settings.secure or self._settings.host not in (*HERE, "localhost"):
            return False
        if self._settings.workers > 1:  # only one of them would listen there
            return False
        peers = [asking.scope.get("client"), asking.scope.get("server")]
        by_itself = all(peer and peer[0] in HERE for peer in peers)
        return by_itself and not any(name in asking.headers for name in FORWARDED) and self._own_page(asking)

    def _own_page(self, asking: HTTPConnection) -> bool:
        """A page of another site may send requests here, but not in the name of this machine."""
        port, called = self._settings.port, asking.headers.get("host", "")
        own = [f"{name}:{port}" for name in ("127.0.0.1", "localhost", "[::1]")]
        origin = asking.headers.get("origin", f"http://{called}")
        return called in own and origin in [f"http://{name}" for name in own]

    async def open(self) -> None:
        """Let people of the network in. Raises No."""
        async with self._changing:
            if self.address:
                return
            name = self._name()
            try:
                listener = listening(name, self._settings.port)
            except OSError:
                raise No("network", TAKEN) from None
            self._begin(listener)
            self.address = f"http://{name}:{self._settings.port}"

    def _name(self) -> str:
        try:
            return self._settings.network or own_address()
        except NoNetwork:
            raise No("network", NOWHERE) from None

    def _begin(self, listener: socket.socket) -> None:
        self._listener = Listener(uvicorn.Config(self._app, **self._options))
        self._serving = asyncio.ensure_future(self._listener.serve(sockets=[listener]))

    async def close(self) -> None:
        """Nobody comes from the network any more; whoever is there has to leave."""
        async with self._changing:
            self.address = ""
            if self._listener is not None and self._serving is not None:
                self._listener.should_exit = True
                await self._serving
            self._listener = self._serving = None
