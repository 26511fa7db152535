"""Who calls: by their address, or by what a proxy says that the owner has named. Knows no guest.

Anybody can write `X-Forwarded-For`. So it is read from its end, where the nearest proxy wrote, and only as
far as those who wrote it are named proxies; the first who is none is the caller.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address, ip_network

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

LOG = logging.getLogger("kritzel.callers")
HOME_BITS = 64
"""A household has so many bits of IPv6 for itself, and may change what comes after them as it likes."""
LONGEST = 64
"""Characters of the longest address with its port."""
SCHEMES = {"http": "ws", "https": "wss"}
UNNAMED = (
    "Anfragen kommen durch einen Proxy, der nicht genannt ist: alle, die er bringt, teilen sich eine Grenze. "
    "KRITZEL_PROXIES oder --proxy nennt ihn. / Requests come through a proxy that is not named: all whom it "
    "brings share one limit. Name it with KRITZEL_PROXIES or --proxy."
)


@lru_cache(4096)
def household(address: str) -> str:
    """What counts as one caller: an address, of IPv6 the network that one household gets."""
    found = _address(address)
    if isinstance(found, IPv6Address):
        return str(IPv6Network((found, HOME_BITS), strict=False))
    return str(found) if found else ""


def _address(text: str) -> IPv4Address | IPv6Address | None:
    """An address, with or without brackets and port; None where it is none."""
    host = text.strip()
    if host.startswith("["):
        host = host[1:].partition("]")[0]
    elif host.count(":") == 1:
        host = host.partition(":")[0]
    try:
        found = ip_address(host.partition("%")[0])
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


class Proxies:
    """Those proxies whose word counts: addresses and networks, `10.0.0.0/8`. Raises ValueError."""

    def __init__(self, named: Sequence[str] = ()) -> None:
        self._networks = tuple(ip_network(each, strict=False) for each in named)

    def __contains__(self, address: str) -> bool:
        found = _address(address) if self._networks else None
        return found is not None and any(found in network for network in self._networks)

    def caller(self, peer: str, forwarded: Sequence[str]) -> str:
        """Whose request this is: `peer` brought it, `forwarded` are the headers that say for whom."""
        nearest = peer
        for told in _from_the_end(forwarded):
            if nearest not in self:
                break
            if (found := _address(told)) is None:  # nobody we know could have written this
                break
            nearest = str(found)
        return nearest


def _from_the_end(forwarded: Sequence[str]) -> Iterator[str]:
    for header in reversed(forwarded):
        for told in reversed(header.split(",")):
            yield told.strip()[:LONGEST]


class Forwarded:
    """The caller instead of the proxy in every request, where the proxy is a named one."""

    def __init__(self, app: ASGIApp, *, proxies: Proxies) -> None:
        self._app, self._proxies = app, proxies
        self._warned = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request or socket."""
        if scope["type"] != "lifespan" and scope.get("client"):
            headers = Headers(scope=scope)
            if "x-forwarded-for" in headers or "x-forwarded-proto" in headers:
                self._read(scope, headers)
        await self._app(scope, receive, send)

    def _read(self, scope: Scope, headers: Headers) -> None:
        peer = scope["client"][0]
        if peer not in self._proxies:
            return self._warn()
        scope["client"] = (self._proxies.caller(peer, headers.getlist("x-forwarded-for")), 0)
        scheme = headers.get("x-forwarded-proto", "")
        if scheme in SCHEMES:
            scope["scheme"] = SCHEMES[scheme] if scope["type"] == "websocket" else scheme
        return None

    def _warn(self) -> None:
        """Once: whoever runs the server may have forgotten it; or somebody tries something."""
        if not self._warned:
            self._warned = True
            LOG.warning(UNNAMED)
