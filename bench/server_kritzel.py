"""Kritzel as it is played in the measurement: guests with cookies, tables for two, and pages that play.

A page knows no rule: it takes any of the options it is sent. Whoever has finished a table goes on to the
next one that was laid before; sitting down there is part of what is measured.
"""

from __future__ import annotations

import asyncio
import http.client
import json
from collections import Counter, deque
from collections.abc import Sequence
from contextlib import closing
from random import Random
from typing import Any
from urllib.parse import urlsplit

from bench import server_messages as messages
from bench.server_timing import Moves, Player
from bench.server_wire import Wire, connected

NO_TABLE = "no table left"
Scales = Counter[str]
"""Bytes by kind of message and field."""


class Guest:
    """Somebody with a cookie, on a connection that everybody shares."""

    def __init__(self, url: str, connection: http.client.HTTPConnection, name: str) -> None:
        self.url, self._connection = url, connection
        self.headers = {"Origin": url, "Content-Type": "application/json"}
        self.headers["Cookie"] = self._asked("/api/session", {"name": name})[1].split(";")[0]

    async def connected(self, table: str) -> Wire:
        """A socket of this guest's."""
        headers = {name: self.headers[name] for name in ("Origin", "Cookie")}
        return await sitting(self.url, table, headers)

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


Couple = tuple[Guest, Guest]


def connection_to(url: str) -> http.client.HTTPConnection:
    place = urlsplit(url)
    return http.client.HTTPConnection(place.hostname or "", place.port)


def expect_answer(url: str) -> None:
    """Until the server answers: it listens before it has loaded everything."""
    with closing(connection_to(url)) as connection:
        connection.request("GET", "/healthz")
        connection.getresponse().read()


def couples(url: str, number: int, connection: http.client.HTTPConnection) -> list[Couple]:
    """People who play together."""
    return [(Guest(url, connection, f"Ana {n}"), Guest(url, connection, f"Ben {n}")) for n in range(number)]


def laid(couple: Couple, sheet: str) -> str:
    """A table for two, both seated."""
    ana, ben = couple
    table = ana.post(
        "/api/tables", {"sheet": sheet, "seats": [{"kind": "me"}, {"kind": "friend"}], "begins": "0"}
    )
    ben.post(f"/api/tables/{table['table']}/join", {"token": table["invites"][0]["token"]})
    return str(table["table"])


class Page(Player):
    """One guest, at one table after the other. `scales`, where there are any, weigh what it is sent."""

    def __init__(
        self, guest: Guest, tables: Sequence[str], moves: Moves, luck: Random, scales: Scales | None = None
    ) -> None:
        super().__init__(moves)
        self._guest, self.tables, self._luck, self._scales = guest, deque(tables), luck, scales
        self.table = ""
        self._wire: Wire | None = None
        self._known = messages.Known()
        self._old_bytes = 0
        self._moving: asyncio.Future[None] | None = None

    @property
    def bytes_heard(self) -> int:
        """Everything this guest was sent."""
        return self._old_bytes + (self._wire.bytes_heard if self._wire else 0)

    async def sit_down(self) -> None:
        """At the next table; ready to begin."""
        if not self.tables:
            self.hang_up()
            self.problem = NO_TABLE
            return
        self.table = self.tables.popleft()
        await self.come_back()

    async def come_back(self) -> Wire:
        """To the same table, on a new socket."""
        self.hang_up()
        self._known = messages.Known(self.table)
        self._wire = await self._guest.connected(self.table)
        self._wire.listen(self._hear)
        self._wire.send(messages.hello())
        return self._wire

    @property
    def hung_up(self) -> bool:
        """Whether the server did."""
        return self._wire is None or self._wire.hung_up

    def hang_up(self) -> None:
        """Leave the table."""
        if self._wire is not None:
            self._old_bytes += self._wire.bytes_heard
            self._wire.close()
            self._wire = None

    def _hear(self, text: bytes) -> None:
        if self._scales is not None:
            self._scales.update(messages.weighed(text))
        heard = self._known.hear(text)
        if said := self._known.for_the_dice():
            self._say(said)
        self.problem = heard.problem or self.problem
        if heard.answers and heard.answers == self.waiting_for:
            self.answered()
        if self._known.over and not self.waiting_for:
            self._known.over = False
            self._moving = asyncio.ensure_future(self.sit_down())
        else:
            self.look()

    @property
    def can_move(self) -> bool:
        """Whether this page is to move."""
        return self.settled and self._known.can_move

    @property
    def settled(self) -> bool:
        """Whether it sees the table, with all that its last command has led to."""
        return not self.waiting_for and self._known.up_to_date

    @property
    def can_undo(self) -> bool:
        """Whether this page can take a move back."""
        return self.settled and self._known.can_undo

    def move(self) -> None:
        """Any of the options."""
        self._say(self._known.move(self._name(), self._luck))

    def undo(self) -> None:
        """Take the last move back."""
        self._say(self._known.undo(self._name()))

    def _name(self) -> str:
        self.waiting_for = f"{self._luck.getrandbits(64):016x}"
        return self.waiting_for

    def _say(self, text: bytes) -> None:
        assert self._wire is not None
        self._wire.send(text)


async def sitting(url: str, table: str, headers: dict[str, str]) -> Wire:
    """A socket at a table."""
    return await connected(url, messages.path(table), headers)


async def spectators(url: str, tables: Sequence[str], number: int) -> list[Wire]:
    """Strangers who watch, spread over these tables; all of them see something."""
    found = []
    for nth in range(number):
        table = tables[nth % len(tables)]
        wire = await sitting(url, table, {})
        wire.listen(lambda text: None)
        wire.send(messages.hello())
        found.append(wire)
    while not all(wire.bytes_heard for wire in found):
        await asyncio.sleep(0.05)
    return found
