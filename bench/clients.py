"""Clients that play: guests with cookies, tables for two, pages that take any legal move, matches.

A page knows no rule. A page whose game is over goes on to its next table; open_socket down is part of
what is measured.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import time
from collections import Counter, deque
from collections.abc import Callable, Sequence
from contextlib import closing
from random import Random
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from bench import wire
from bench.lib import cpu_seconds, machine_seconds, percentile
from bench.wire import Wire


# Moves and what they cost -------------------------------------------------------------------------
class Window(NamedTuple):
    """What happened within a span of time."""

    moves: int
    seconds: float
    cpu: float
    """CPU seconds of the server."""
    p50: float
    p99: float
    """Milliseconds until a move was answered."""
    sent: float
    """Bytes the clients got for each move, all of them together."""
    busy: float
    """How much of one core the clients needed."""
    problem: str = ""
    others: float = 0.0
    """Cores that programs needed which have nothing to do with it: 0 on a quiet machine."""


class Moves:
    """All moves that were answered; `count` runs, and latencies are kept while a window is open."""

    def __init__(self) -> None:
        self.count = 0
        self.waits: list[float] = []

    def add(self, wait: float) -> None:
        """One more."""
        self.count += 1
        self.waits.append(wait)


class Player:
    """A client. Without a `queue` it moves as soon as it can (closed loop), else it waits to be called."""

    def __init__(self, moves: Moves) -> None:
        self.waiting_for = ""
        self.problem = ""
        self.queue: dict[Player, None] | None = None
        self._moves = moves
        self._begun = 0.0

    @property
    def can_move(self) -> bool:
        """Whether it is to move."""
        raise NotImplementedError

    @property
    def bytes_heard(self) -> int:
        """Everything it was sent."""
        raise NotImplementedError

    async def sit_down(self) -> None:
        """Join the first game."""
        raise NotImplementedError

    def move(self) -> None:
        """Make any legal move and set `waiting_for`."""
        raise NotImplementedError

    def look(self) -> None:
        """Something has changed."""
        if not self.can_move:
            return
        if self.queue is None:
            self.begin(time.perf_counter())
        else:
            self.queue[self] = None

    def begin(self, since: float) -> None:
        """Move; the time counts from `since`."""
        self._begun = since
        self.move()

    def note_answer(self) -> None:
        """Count the move and its time."""
        self.waiting_for = ""
        self._moves.add(time.perf_counter() - self._begun)


class Measure:
    """A window that is open: begin it, play, then ask for the result."""

    def __init__(self, pids: Sequence[int], moves: Moves, heard: Callable[[], int]) -> None:
        self._pids, self._moves, self._heard = pids, moves, heard
        moves.waits.clear()
        spent = sum(map(cpu_seconds, pids))
        self._from = (moves.count, heard(), time.perf_counter(), time.process_time(), spent)
        self._all = machine_seconds()

    def result(self, problem: str = "") -> Window:
        """What happened since."""
        count, heard, clock, own, cpu = self._from
        moves, seconds = self._moves.count - count, time.perf_counter() - clock
        spent, mine = sum(map(cpu_seconds, self._pids)) - cpu, time.process_time() - own
        waits = sorted(self._moves.waits) or [0.0]
        p50, p99 = (percentile(waits, share) * 1e3 for share in (0.5, 0.99))
        sent = (self._heard() - heard) / max(moves, 1)
        others = max(0.0, machine_seconds() - self._all - spent - mine) / seconds
        return Window(moves, seconds, spent, p50, p99, sent, mine / seconds, problem, others)


# Guests and pages ---------------------------------------------------------------------------------
SEED = 20260
NO_TABLE = "no table left"
Scales = Counter[str]
"""Bytes by kind of message and field."""


class Guest:
    """A guest with a cookie, on a connection that all guests share."""

    def __init__(self, url: str, connection: http.client.HTTPConnection, name: str) -> None:
        self.url, self._connection = url, connection
        self.headers = {"Origin": url, "Content-Type": "application/json"}
        self.headers["Cookie"] = self._request("/api/session", {"name": name})[1].split(";")[0]

    async def connect(self, table: str) -> Wire:
        """A socket of this guest's."""
        headers = {name: self.headers[name] for name in ("Origin", "Cookie")}
        return await open_socket(self.url, table, headers)

    def post(self, path: str, content: dict[str, Any]) -> Any:
        """A request and its answer."""
        return self._request(path, content)[0]

    def _request(self, path: str, content: dict[str, Any]) -> tuple[Any, str]:
        self._connection.request("POST", path, json.dumps(content), self.headers)
        answer = self._connection.getresponse()
        text = answer.read()
        if answer.status >= 400:
            raise RuntimeError(f"{path}: {answer.status} {text.decode()}")
        return json.loads(text), answer.headers.get("Set-Cookie", "")


Couple = tuple[Guest, Guest]


def open_connection(url: str) -> http.client.HTTPConnection:
    place = urlsplit(url)
    return http.client.HTTPConnection(place.hostname or "", place.port)


def wait_for_answer(url: str) -> None:
    """Until the server answers: it listens before it has loaded everything."""
    with closing(open_connection(url)) as connection:
        connection.request("GET", "/healthz")
        connection.getresponse().read()


def couples(url: str, number: int, connection: http.client.HTTPConnection) -> list[Couple]:
    """People who play together."""
    return [(Guest(url, connection, f"Ana {n}"), Guest(url, connection, f"Ben {n}")) for n in range(number)]


def create_table(couple: Couple, sheet: str) -> str:
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
        self._known = wire.ClientView()
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
        await self.reconnect()

    async def reconnect(self) -> Wire:
        """To the same table, on a new socket."""
        self.hang_up()
        self._known = wire.ClientView(self.table)
        self._wire = await self._guest.connect(self.table)
        self._wire.listen(self._hear)
        self._wire.send(wire.hello())
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
            self._scales.update(wire.field_sizes(text))
        heard = self._known.hear(text)
        if said := self._known.dice_message():
            self._say(said)
        self.problem = heard.problem or self.problem
        if heard.answers and heard.answers == self.waiting_for:
            self.note_answer()
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


async def open_socket(url: str, table: str, headers: dict[str, str]) -> Wire:
    """A socket at a table."""
    return await wire.connect(url, wire.path(table), headers)


async def spectators(url: str, tables: Sequence[str], number: int) -> list[Wire]:
    """Strangers who watch, spread over these tables; all of them see something."""
    found = []
    for nth in range(number):
        table = tables[nth % len(tables)]
        socket = await open_socket(url, table, {})
        socket.listen(lambda text: None)
        socket.send(wire.hello())
        found.append(socket)
    while not all(each.bytes_heard for each in found):
        await asyncio.sleep(0.05)
    return found


# Matches that move only when told to --------------------------------------------------------------
TIMEOUT_S = 60.0
"""Seconds after which nothing more is expected to happen."""


async def until(true: Callable[[], object], every: float = 0.001) -> None:
    """Wait for what has to happen. RuntimeError where it does not: then the protocol may have changed."""
    end = time.monotonic() + TIMEOUT_S
    while not true():
        if time.monotonic() > end:
            raise RuntimeError(f"waited {TIMEOUT_S:g} s in vain: does bench/wire.py still fit?")
        await asyncio.sleep(every)


async def quiet(heard: Callable[[], int], pause: float = 0.03) -> None:
    """Until nothing more comes."""
    before = -1
    while (now := heard()) != before:
        before = now
        await asyncio.sleep(pause)


class Match:
    """Two guests who play together, and move only when asked to."""

    def __init__(self, couple: Couple, tables: Sequence[str], scales: Scales | None = None) -> None:
        self.moves, luck = Moves(), Random(SEED)
        self.pages = [Page(guest, tables, self.moves, luck, scales) for guest in couple]
        self.queue: dict[Player, None] = {}
        for page in self.pages:
            page.queue = self.queue

    async def begin(self) -> None:
        """Sit down at the first table."""
        for page in self.pages:
            await page.sit_down()

    async def next(self) -> Page | None:
        """The guest to move; None when they have played all their tables."""
        while True:
            await until(lambda: self.queue or self._over)
            if self._over:
                return None
            page = self.queue.popitem()[0]
            if isinstance(page, Page) and page.can_move:
                return page

    @property
    def _over(self) -> bool:
        problems = {page.problem for page in self.pages if page.problem}
        if problems - {NO_TABLE}:
            raise RuntimeError(", ".join(sorted(problems)))
        return all(page.problem for page in self.pages)

    async def play(self, number: int = 1_000_000) -> None:
        """Make this number of moves, one after the other; else play to the end of the last table."""
        for _ in range(number):
            page = await self.next()
            if page is None:
                return
            page.begin(time.perf_counter())
            await until(lambda page=page: page.settled or page.problem or page.can_move)  # type: ignore[misc]


class Clients:
    """Everybody who comes to a server; they leave together."""

    def __init__(self, url: str) -> None:
        self.matches: list[Match] = []
        self.strangers: list[Wire] = []
        self._url = url
        self._connection = open_connection(url)

    async def __aenter__(self) -> Clients:
        return self

    async def __aexit__(self, *problem: object) -> None:
        self._connection.close()
        for page in self.pages:
            page.hang_up()
        for each in self.strangers:
            each.close()

    @property
    def pages(self) -> list[Page]:
        """All who play."""
        return [page for match in self.matches for page in match.pages]

    def heard(self) -> int:
        """Bytes that were sent to all of them."""
        return sum(page.bytes_heard for page in self.pages) + sum(each.bytes_heard for each in self.strangers)

    async def sit_down(
        self, sheet: str, number: int, tables: int = 1, scales: Scales | None = None
    ) -> list[Match]:
        """This number of couples, each at the first of that many tables."""
        found = []
        for couple in couples(self._url, number, self._connection):
            found.append(Match(couple, [create_table(couple, sheet) for _ in range(tables)], scales))
        self.matches += found
        for match in found:
            await match.begin()
        return found

    async def begin(self, sheet: str, number: int, moves: int) -> list[Match]:
        """This number of games, each after that many moves."""
        found = await self.sit_down(sheet, number)
        await asyncio.gather(*(match.play(moves) for match in found))
        return found

    async def watch(self, table: str, number: int) -> None:
        """Strangers who watch one table."""
        self.strangers += await spectators(self._url, [table], number)
