"""The own network: a second way in, opened and closed on this machine while the server runs.

The server itself listens on its own machine only. While the way is open, a second listener serves the same
app at the machine's address in its network; closing it closes all connections that came that way.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import uvicorn
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp

from kritzel.game import Text
from kritzel.server import settings
from kritzel.server.settings import Settings
from kritzel.server.table.refusals import Refused
from kritzel.server.web.limits import LOOPBACK
from kritzel.server.wire.answers import NetworkStatus

FORWARDED = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip")
"""Headers that proxies add: a caller behind a proxy is on another machine."""
NOT_CONNECTED = Text(
    "Dieser Computer ist gerade in keinem Netz. Verbinde ihn mit eurem WLAN.",
    "This computer is in no network right now. Connect it to your Wi-Fi.",
)
PORT_TAKEN = Text(
    "Im Netz ist dieser Zugang schon belegt. Beende das andere Programm oder starte Kritzel mit --port.",
    "In the network this way is taken. Stop the other program, or start Kritzel with --port.",
)


def is_forwarded(connection: HTTPConnection) -> bool:
    """Whether a request came through a proxy."""
    return any(name in connection.headers for name in FORWARDED)


class Listener(uvicorn.Server):
    """A second server; the first one handles the signals for both."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
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
        """Origins of pages that were opened in the network."""
        return (self.address,) if self.address else ()

    def way(self, asking: HTTPConnection) -> NetworkStatus:
        """Its state, for callers who may switch it; others get an empty one."""
        return NetworkStatus(True, bool(self.address), self.address) if self.near(asking) else NetworkStatus()

    def near(self, asking: HTTPConnection) -> bool:
        """Whether the caller is on this machine: by its own address, through no proxy, from its own page."""
        if self._settings.secure or self._settings.host not in (*LOOPBACK, "localhost"):
            return False
        peers = [asking.scope.get("client"), asking.scope.get("server")]
        local = all(peer and peer[0] in LOOPBACK for peer in peers)
        return local and not is_forwarded(asking) and self._own_page(asking)

    def _own_page(self, asking: HTTPConnection) -> bool:
        """A page of another site may send requests here, but not in the name of this machine."""
        port, called = self._settings.port, asking.headers.get("host", "")
        own = [f"{name}:{port}" for name in ("127.0.0.1", "localhost", "[::1]")]
        origin = asking.headers.get("origin", f"http://{called}")
        return called in own and origin in [f"http://{name}" for name in own]

    async def open(self) -> None:
        """Open the way in. Raises Refused."""
        async with self._changing:
            if self.address:
                return
            try:
                host = self._settings.network or own_address()
                listener = listening(host, self._settings.port)
            except NoNetwork:
                raise Refused("network", NOT_CONNECTED) from None
            except OSError:
                raise Refused("network", PORT_TAKEN) from None
            self._listener = Listener(uvicorn.Config(self._app, **self._options))
            self._serving = asyncio.ensure_future(self._listener.serve(sockets=[listener]))
            self.address = f"http://{host}:{self._settings.port}"

    async def close(self) -> None:
        """Close the way in from the network, and the connections that came through it."""
        async with self._changing:
            self.address = ""
            if self._listener is not None and self._serving is not None:
                self._listener.should_exit = True
                await self._serving
            self._listener = self._serving = None


# Addresses ------------------------------------------------------------------------------------
ALL_ADDRESSES = "0.0.0.0"
LOCAL = {ALL_ADDRESSES: "127.0.0.1", "::": "::1"}
"""The address by which this machine reaches a server that listens on all addresses."""
PRIVATE_ADDRESS = ("10.255.255.255", 1)
"""An address in a private network; looking up the route to it sends nothing."""
NEXT_PORTS = 20
"""How many ports are tried where the default is taken and no other was chosen."""


class NoNetwork(Exception):
    """This machine is in no network."""


def reached(chosen: Settings, *, lan: bool) -> tuple[Settings, str]:
    """The settings, and the address people open; with `lan` that of this machine in its network. Pages from
    there are welcome, unless people come over https."""
    address = opened_at(chosen.network or own_address() if lan else chosen.host, chosen.port)
    if lan:
        chosen = replace(chosen, host=ALL_ADDRESSES)
    if lan or not chosen.secure:
        chosen = replace(chosen, origins=(*chosen.origins, address))
    return chosen, address


def opened_at(host: str, port: int) -> str:
    """The address that a browser on this machine opens."""
    host = LOCAL.get(host, host)
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def own_address() -> str:
    """This machine's address in its network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(PRIVATE_ADDRESS)
        except OSError:
            raise NoNetwork from None
        return str(probe.getsockname()[0])


def listening(host: str, port: int) -> socket.socket:
    """A listening socket there; connections queue until it is served. Raises OSError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.create_server((host, port), family=family, backlog=2048)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux: close on peers that do not read; accepted sockets too
        unread_ms = int(settings.SEND_WITHIN_S * 1000)
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, unread_ms)
    return listener
