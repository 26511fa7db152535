"""How much one caller may ask for: token buckets by guest, address and IPv6 network; connections by address.

An address is often a whole family or school, so it may do several times what one guest may. A /48 may do
twice what one /64 may: else one customer of a provider has 65,536 times the limit.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Literal, NamedTuple, TypeAlias, get_args

from cachetools import LRUCache

from kritzel.server.table.refusals import Refused

Action: TypeAlias = Literal["look", "change", "enter", "arrive", "play", "watch", "react", "review"]
MAX_CALLERS = 50_000
"""Guests, addresses and networks that are remembered; the least recent are forgotten."""
NETWORK_SHARE = 2
"""What a /48 may do, in addresses."""
ROUNDING = 1e-6


class Quota(NamedTuple):
    """Tokens per second and at once, in multiples of `KRITZEL_RATE`, or (`fixed`) whatever that rate is."""

    per_s: float
    burst: float
    fixed: bool = False


SHARES: dict[Action, tuple[Quota | None, Quota | None]] = {
    "look": (None, Quota(20, 200)),
    "change": (Quota(1, 4), Quota(8, 32)),
    "enter": (Quota(1, 4), Quota(4, 40)),
    "arrive": (None, Quota(0.2, 20)),
    "play": (Quota(1, 4), Quota(40, 160)),
    "watch": (Quota(0.4, 1.6), Quota(20, 80)),
    "react": (Quota(0.5, 3, fixed=True), None),
    "review": (Quota(0.01, 2), Quota(0.02, 4)),
}
"""For a guest and for an address (None: not limited): any request, changing something, opening a socket,
becoming a new guest, messages of players and watchers, reactions, beginning a review."""
PLACES: dict[Action, int] = {action: place for place, action in enumerate(get_args(Action))}


class RateLimits:
    """All token buckets of a server. Uses the monotonic clock: setting the wall clock changes nothing."""

    def __init__(self, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate, self._clock = rate, clock
        self._full_at: LRUCache[str, list[float]] = LRUCache(MAX_CALLERS)
        """By caller, when the bucket of each action will be full again."""

    def take(self, action: Action, caller: Caller) -> bool:
        """Take one token from each bucket, guest first. False at the first one that is empty."""
        return not any(self._take(name, action, share) for name, share in _shares(action, caller))

    def charge(self, action: Action, caller: Caller) -> None:
        """The same. Raises Refused, with the seconds until there is a token again."""
        for name, share in _shares(action, caller):
            if wait_s := self._take(name, action, share):
                raise Refused("slow_down", after=math.ceil(wait_s))

    def _take(self, name: str, action: Action, share: Quota) -> float:
        """Seconds until there is a token; 0: it was taken."""
        rate = 1.0 if share.fixed else self._rate
        per_s, burst = share.per_s * rate, max(1.0, share.burst * rate)
        row = self._full_at.get(name)
        if row is None:
            row = self._full_at[name] = [0.0] * len(PLACES)
        place, now = PLACES[action], self._clock()
        full_at = max(now, row[place])
        lacking = (full_at - now) * per_s - (burst - 1)
        if lacking > ROUNDING:
            return lacking / per_s
        row[place] = full_at + 1 / per_s
        return 0.0


def _shares(action: Action, caller: Caller) -> list[tuple[str, Quota]]:
    guest, address = SHARES[action]
    found = [(caller.guest, guest)] if guest and caller.guest else []
    if address and caller.address:
        found.append((caller.address, address))
        if caller.network:
            network = Quota(address.per_s * NETWORK_SHARE, address.burst * NETWORK_SHARE)
            found.append((caller.network, network))
    return found


# Callers --------------------------------------------------------------------------------------
HOUSEHOLD_BITS, NETWORK_BITS = 64, 48
"""IPv6: a household has a /64 for itself; a provider's customer may have a /48, which is 65,536 of them."""


class Caller(NamedTuple):
    """Whose limits a request counts for. Empty parts are not counted.

    `guest` is a player or one socket of a stranger, `address` an IPv4 address or a /64, `network` a /48.
    """

    guest: str = ""
    address: str = ""
    network: str = ""


@lru_cache(4096)
def locate(host: str) -> Caller:
    """The address and network of a caller. Text that is no address counts as one address, `?`."""
    found = parse_address(host)
    if isinstance(found, IPv6Address):
        household, network = (
            str(IPv6Network((found, bits), strict=False)) for bits in (HOUSEHOLD_BITS, NETWORK_BITS)
        )
        return Caller(address=household, network=network)
    return Caller(address=str(found or "?"))


def parse_address(host: str) -> IPv4Address | IPv6Address | None:
    """An address without its zone; IPv4 written as IPv6 is IPv4. None: not an address."""
    try:
        found = ip_address(host.partition("%")[0])
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


class Networks:
    """Addresses and networks such as `127.0.0.1` or `10.0.0.0/8`. Raises ValueError."""

    def __init__(self, named: Iterable[str] = ()) -> None:
        self._networks = tuple(ip_network(each, strict=False) for each in named)

    def __bool__(self) -> bool:
        return bool(self._networks)

    def __contains__(self, host: str) -> bool:
        found = parse_address(host) if self._networks else None
        return found is not None and any(found in network for network in self._networks)

    def trusted_hosts(self) -> list[str]:
        """For uvicorn: every network, IPv4 also as a dual-stack socket writes it (`::ffff:127.0.0.1`)."""
        ipv4 = [each for each in self._networks if isinstance(each, IPv4Network)]
        mapped = [f"::ffff:{each.network_address}/{96 + each.prefixlen}" for each in ipv4]
        return [*map(str, self._networks), *mapped]


# Connections ------------------------------------------------------------------------------------
LOOPBACK = ("127.0.0.1", "::1")
"""Addresses of this machine. Connections from them are not counted."""


class ConnectionCounter:
    """Open connections by address, bounded for each address and in all."""

    def __init__(self, each: int, altogether: int) -> None:
        self._each, self._altogether = min(each, max(1, altogether // 4)), altogether
        self._open: Counter[str] = Counter()
        self._all = 0

    def enter(self, address: str) -> bool:
        """Count one more, if there is room. An empty address counts in the total only."""
        if self._all >= self._altogether or (address and self._open[address] >= self._each):
            return False
        self._all += 1
        if address:
            self._open[address] += 1
        return True

    def leave(self, address: str) -> None:
        self._all -= 1
        if address:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]


def counted_address(host: str, proxies: Networks) -> str:
    """The address by which a connection is counted; empty for this machine and for named proxies."""
    return "" if host in LOOPBACK or host in proxies else locate(host).address


# Open files -----------------------------------------------------------------------------------
WANTED_FILES = 1 << 20
RESERVED_FILES = 128
"""Files for everything but connections: tables, pages, bots."""
FEW_FILES = 4096


def raise_limit() -> int:
    """Raise the limit of open files to what the system allows, and return it; WANTED_FILES on Windows."""
    try:
        import resource
    except ImportError:  # Windows counts differently
        return WANTED_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = WANTED_FILES if hard == resource.RLIM_INFINITY else hard
    if soft == resource.RLIM_INFINITY or soft >= most:
        return most
    with suppress(OSError, ValueError):  # macOS allows less than it says
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


def max_connections() -> int:
    """How many connections the limit of open files leaves room for."""
    return max(RESERVED_FILES, raise_limit() - RESERVED_FILES)
