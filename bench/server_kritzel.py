"""Kritzel as it is played in the measurement: guests with cookies, tables for two, and pages that play.

A page knows no rule: it takes any of the options it is sent. Whoever has finished a table goes on to the
next one that was laid before; sitting down there is part of what is measured.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import secrets
from collections import deque
from collections.abc import Sequence
from random import Random
from typing import Any
from urllib.parse import urlsplit

import msgspec

from bench.server_timing import Moves, Player
from bench.server_wire import Wire, connected


# What is read of the messages ---------------------------------------------------------------------------
class Option(msgspec.Struct):
    """A legal move."""

    text: str


class Hand(msgspec.Struct):
    """What a seat may do."""

    seat: int
    options: list[Option]


class View(msgspec.Struct):
    """A whole table."""

    version: int
    phase: str
    hands: list[Hand]


class Heard(msgspec.Struct):
    """Any message: the fields a player needs, those that are there."""

    t: str
    view: View | None = None
    version: int = 0
    hands: list[Hand] | None = None
    phase: str = ""
    id: str = ""
    code: str = ""


read = msgspec.json.Decoder(Heard).decode


class Guest:
    """Somebody with a cookie, on a connection that everybody shares."""

    def __init__(self, url: str, connection: http.client.HTTPConnection, name: str) -> None:
        self.url, self._connection = url, connection
        self.headers = {"Origin": url, "Content-Type": "application/json"}
        self.headers["Cookie"] = self._asked("/api/session", {"name": name})[1].split(";")[0]

    def post(self, path: str, content: dict[str, Any]) -> Any:
        """A request and its answer."""
        return self._asked(path, content)[0]

    def _asked(self, path: str, content: dict[str, Any]) -> tuple[Any, str]:
        self._connection.request("POST", path, json.dumps(content), self.headers)
        answer = self._connection.getresponse()
        text = answer.read()
        if answer.status >= 400:
            raise RuntimeError(f"{path}: {answer.status} {text.decode()}")
        return json.loads(text), answer.headers.get("Set-Cookie", "")


def couples(url: str, number: int) -> list[tuple[Guest, Guest]]:
    """People who play together."""
    place = urlsplit(url)
    connection = http.client.HTTPConnection(place.hostname or "", place.port)
    return [(Guest(url, connection, f"Ana {n}"), Guest(url, connection, f"Ben {n}")) for n in range(number)]


def laid(couple: tuple[Guest, Guest], sheet: str) -> str:
    """A table for two, both seated."""
    ana, ben = couple
    table = ana.post(
        "/api/tables", {"sheet": sheet, "seats": [{"kind": "me"}, {"kind": "friend"}], "begins": "0"}
    )
    ben.post(f"/api/tables/{table['table']}/join", {"token": table["invites"][0]["token"]})
    return str(table["table"])


class Page(Player):
    """One guest, at one table after the other."""

    def __init__(self, guest: Guest, tables: Sequence[str], moves: Moves, luck: Random) -> None:
        super().__init__(moves)
        self._guest, self._tables, self._luck = guest, deque(tables), luck
        self._wire: Wire | None = None
        self._hands: list[Hand] = []
        self._version = self._needed = 0
        self._over = False
        self._old_bytes = 0
        self._moving: asyncio.Future[None] | None = None

    @property
    def bytes_heard(self) -> int:
        """Everything this guest was sent."""
        return self._old_bytes + (self._wire.bytes_heard if self._wire else 0)

    async def sit_down(self) -> None:
        """At the next table; ready to begin."""
        self._hands, self._version, self._needed, self._over = [], 0, 0, False
        if self._wire is not None:
            self._old_bytes += self._wire.bytes_heard
            self._wire.close()
        if not self._tables:
            self.problem = "no table left"
            return
        headers = {name: self._guest.headers[name] for name in ("Origin", "Cookie")}
        self._wire = await connected(self._guest.url, "/api/live", headers)
        self._wire.listen(self._hear)
        self._say({"t": "hello", "table": self._tables.popleft(), "lang": "en"})
        self._say({"t": "ready", "id": secrets.token_urlsafe(16), "seed": secrets.token_hex(16)})

    def _say(self, message: dict[str, Any]) -> None:
        assert self._wire is not None
        self._wire.send(msgspec.json.encode(message))

    def _hear(self, text: bytes) -> None:
        heard = read(text)
        if heard.view is not None:
            self._version, self._hands = heard.view.version, heard.view.hands
        elif heard.t == "update":
            self._version = heard.version
            self._hands = self._hands if heard.hands is None else heard.hands
        elif heard.t == "ack" and heard.id == self.waiting_for:
            self._needed = heard.version
            self.answered()
        elif heard.t in ("refused", "trouble", "bye"):
            self.problem = f"{heard.t} {heard.code}"
        self._over |= heard.phase == "over"
        if self._over and not self.waiting_for:
            self._over = False
            self._moving = asyncio.ensure_future(self.sit_down())
        else:
            self.look()

    @property
    def can_move(self) -> bool:
        """Whether this page is to move and knows what its last move has led to."""
        return not self.waiting_for and self._version >= self._needed and any(h.options for h in self._hands)

    def move(self) -> None:
        """Any of the options."""
        hand = next(hand for hand in self._hands if hand.options)
        self.waiting_for = f"{self._luck.getrandbits(128):032x}"
        text = self._luck.choice(hand.options).text
        move = {"t": "move", "id": self.waiting_for, "seat": hand.seat, "move": text}
        self._say(move | {"version": self._version})


async def spectators(url: str, tables: Sequence[str], number: int) -> list[Wire]:
    """Strangers who watch, spread over these tables; all of them see something."""
    found = []
    for nth in range(number):
        wire = await connected(url, "/api/live", {})
        wire.listen(lambda text: None)
        wire.send(msgspec.json.encode({"t": "hello", "table": tables[nth % len(tables)]}))
        found.append(wire)
    while not all(wire.bytes_heard for wire in found):
        await asyncio.sleep(0.05)
    return found
