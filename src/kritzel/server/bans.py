"""Guests, addresses and networks that the operator has banned, kept in a file beside the tables."""

from __future__ import annotations

import datetime
import os
import re
from ipaddress import IPv6Network, ip_network
from pathlib import Path

import msgspec

from kritzel.server.web.limits import HOUSEHOLD_BITS, Networks

GUEST = re.compile(r"[A-Za-z0-9_-]{16}")
"""The id of a guest, as `kritzel admin tables` shows it."""


class Ban(msgspec.Struct, frozen=True):
    """Who may not come in, since which day, and why."""

    who: str
    since: str
    note: str = ""


class Bans:
    """All bans of a server. `path` is the file that keeps them; None: memory only."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._bans: dict[str, Ban] = {}
        if path is not None and path.exists():
            self._bans = {ban.who: ban for ban in msgspec.json.decode(path.read_bytes(), type=list[Ban])}
        self._networks = self._read_networks()

    @property
    def entries(self) -> tuple[Ban, ...]:
        """All bans, the oldest first."""
        return tuple(self._bans.values())

    def add(self, who: str, note: str = "") -> Ban:
        """Ban a guest's id, an address or a network. ValueError: it is none of these."""
        name = canonical(who)
        ban = self._bans[name] = Ban(name, datetime.date.today().isoformat(), note)
        self._save()
        return ban

    def remove(self, who: str) -> bool:
        """Lift a ban. False: there was none. ValueError as in `add`."""
        found = self._bans.pop(canonical(who), None)
        self._save()
        return found is not None

    def blocks(self, host: str = "", guest: str = "") -> bool:
        """Whether this address or this guest is banned."""
        return guest in self._bans or host in self._networks

    def _read_networks(self) -> Networks:
        return Networks(name for name in self._bans if not GUEST.fullmatch(name))

    def _save(self) -> None:
        self._networks = self._read_networks()
        if self._path is None:
            return
        new = self._path.with_name(f"{self._path.name}.new")
        new.unlink(missing_ok=True)
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(msgspec.json.encode(self.entries))
            file.flush()
            os.fsync(file.fileno())
        new.replace(self._path)


def canonical(who: str) -> str:
    """A guest's id as it is; an address as a network, IPv6 as its /64. ValueError: neither."""
    who = who.strip()
    if GUEST.fullmatch(who):
        return who
    network = ip_network(who, strict=False)
    if isinstance(network, IPv6Network) and network.prefixlen > HOUSEHOLD_BITS:
        network = network.supernet(new_prefix=HOUSEHOLD_BITS)
    return str(network)
