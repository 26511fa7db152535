"""Many games at a time, moves at a steady rate: `python -m bench.server hold --games 10000 [--rate 300]`.

The file is filled first with games that have begun. Clients in processes of their own bring both pages of
each game, from several addresses of this machine because one has too few ports, and keep them. Then moves
are begun at random tables, whatever comes back (open loop).
"""

from __future__ import annotations

import asyncio
import gc
import json
import sys
import time
import urllib.request
from collections import Counter
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import uvloop

from bench import lib
from bench.lib import (
    TABLES,
    ClientProcess,
    Missing,
    Place,
    Running,
    cpu_seconds,
    machine_seconds,
    memory,
    percentile,
    verdict,
)
from bench.storm import PROCESSES, Crowd, Line, Page, fill
from kritzel.server.web.limits import raise_limit
from tests.server.families import children

GAMES, RATE, SECONDS = 1000, 300, 30.0
MOVES_BEFORE = 10
ADDRESSES = 4
"""Addresses that each process comes from."""
P99_GOAL_MS = 100.0


class Hold(NamedTuple):
    """How it went: seconds, and bytes of memory."""

    sheet: str
    games: int
    rate: int
    held: int
    entered: float
    """Seconds until everybody was in."""
    memory: int
    """Of the whole server, since before the first page."""
    parts: Sequence[Held]
    cpu: float
    """CPU seconds of the server while moves were made."""
    clients: float
    others: float
    """Cores that the clients needed meanwhile, and programs that have nothing to do with it."""
    load: float

    @property
    def waits(self) -> list[float]:
        """How long moves took, sorted."""
        return sorted(wait for part in self.parts for wait in part.waits)

    @property
    def dropped(self) -> int:
        """Sockets that the server hung up on."""
        return sum(part.dropped for part in self.parts)

    def text(self) -> str:
        """For people."""
        begun, waits = sum(part.begun for part in self.parts), self.waits or [0.0]
        p50, p99 = (percentile(waits, part) * 1e3 for part in (0.5, 0.99))
        problems = sum((Counter(part.problems) for part in self.parts), Counter[str]())
        return "\n".join(
            (
                f"{self.sheet}: {self.games} games of two, {self.held} sockets held"
                f" (all in after {self.entered:.0f} s), {self.dropped} dropped",
                f"memory: {self.memory / self.games / 1024:.0f} KB a game with both its sockets",
                f"moves: {begun} begun at {self.rate} a second, {len(self.waits)} answered,"
                f" p50 {p50:.1f} ms, p99 {p99:.1f} ms (goal: {P99_GOAL_MS:g} ms,"
                f" {verdict(p99 <= P99_GOAL_MS and begun == len(self.waits))})",
                f"problems: {dict(problems) or 'none'}",
                f"CPU of the server: {self.cpu / max(1, len(self.waits)) * 1e6:.0f} us a move, all processes",
                f"cores: clients {self.clients:.2f}, others {self.others:.2f}; load {self.load:.0f}",
            )
        )

    def as_json(self) -> dict[str, Any]:
        """Everything but the single moves."""
        waits = self.waits or [0.0]
        figures = {"answered": len(self.waits), "dropped": self.dropped, "p50": percentile(waits, 0.5)}
        return {**self._asdict(), "parts": len(self.parts), **figures, "p99": percentile(waits, 0.99)}


def addresses(nth: int) -> list[str]:
    """Where the clients of this process come from; never the address that the server does not count."""
    return [f"127.0.0.{2 + nth * ADDRESSES + number}" for number in range(ADDRESSES)]


def shares(pages: Sequence[Page], processes: int = PROCESSES) -> list[list[Page]]:
    """Pages for each process: both of a table for the same one."""
    tables = list(dict.fromkeys(page.table for page in pages))
    whose = {table: nth % processes for nth, table in enumerate(tables)}
    return [[page for page in pages if whose[page.table] == nth] for nth in range(processes)]


def hold(where: Place, sheet: str, games: int, rate: int, seconds: float) -> Hold:
    """Fill a file, start a server, let everybody in, and play. Raises Missing where not all come in."""
    with where.folder() as folder:
        pages = asyncio.run(fill(folder / TABLES, sheet, games, MOVES_BEFORE))
        clients = [
            ClientProcess("bench.hold", folder / f"pages-{nth}.json", share)
            for nth, share in enumerate(shares(pages))
        ]
        try:
            with lib.kritzel(folder, source=where.source) as server:
                return _measure(server, clients, Hold(sheet, games, rate, 0, 0, 0, (), 0, 0, 0, 0), seconds)
        finally:
            for each in clients:
                each.end()


def _measure(server: Running, clients: Sequence[ClientProcess], found: Hold, seconds: float) -> Hold:
    urllib.request.urlopen(f"{server.url}/healthz").close()
    family = [server.pid, *children(server.pid)]
    before, begun = sum(map(memory, family)), time.monotonic()
    for nth, each in enumerate(clients):
        each.send([server.url, addresses(nth)])
    held, entered = sum(each.receive() for each in clients), time.monotonic() - begun
    if held < 2 * found.games:
        raise Missing(f"only {held} of {2 * found.games} pages came in")
    grown = sum(map(memory, family)) - before
    pids = [each.pid for each in clients]
    spent, theirs = _cpu_seconds(family), _cpu_seconds(pids)
    everything, begun = machine_seconds(), time.monotonic()
    for each in clients:
        each.send([found.rate / len(clients), seconds])
    parts = [Held(*each.receive()) for each in clients]
    cpu, busy, took = _cpu_seconds(family) - spent, _cpu_seconds(pids) - theirs, time.monotonic() - begun
    others = max(0.0, machine_seconds() - everything - cpu - busy) / took
    return Hold(*found[:3], held, entered, grown, parts, cpu, busy / took, others, lib.load())


def _cpu_seconds(pids: Sequence[int]) -> float:
    return sum(map(cpu_seconds, pids))


# The pages, in a process of their own -------------------------------------------------------------
ENTERING = 50
"""Pages of a process that come in at the same time."""
ANSWER_TIMEOUT_S = 30.0
"""Seconds a move is waited for when the time is over."""
TRIES = 1000
"""Tables that are looked at to find a player to move."""


class Held(NamedTuple):
    """What one process saw: sockets that hung up on it, how long moves took, and what went wrong."""

    dropped: int
    begun: int
    waits: Sequence[float]
    problems: dict[str, int]


class Tables:
    """Tables with the lines to them; at most one move is under way at each."""

    def __init__(self, tables: Sequence[Sequence[Line]], luck: Random) -> None:
        self._tables, self._luck = tables, luck
        self._busy: set[int] = set()

    def next(self) -> tuple[int, Line] | None:
        """A random table and a guest there who is to move; None if none is found."""
        for _ in range(TRIES):
            number = self._luck.randrange(len(self._tables))
            able = [line for line in self._tables[number] if line.known.can_move and not line.hung_up]
            if number not in self._busy and able:
                self._busy.add(number)
                return number, self._luck.choice(able)
        return None

    def done(self, number: int) -> None:
        """Mark the table as free for another move."""
        self._busy.discard(number)


async def let_in(crowds: Sequence[Crowd], pages: Sequence[Page]) -> int:
    """All pages, a few at a time, those of a table from one address; how many are in."""
    free, whose = asyncio.Semaphore(ENTERING), cycle(crowds)
    tables: dict[str, Crowd] = {}

    async def one(page: Page, crowd: Crowd) -> None:
        async with free:
            await crowd.come(page._replace(moves=False))

    await asyncio.gather(*(one(page, tables.setdefault(page.table, next(whose))) for page in pages))
    return sum(len(lines) for crowd in crowds for lines in crowd.kept.values())


async def play(crowd: Crowd, tables: Tables, rate: float, seconds: float) -> tuple[int, list[float]]:
    """Begin moves at this rate whatever comes back: how many, and seconds from when each was due."""
    begun, moving = time.monotonic(), set[asyncio.Task[float]]()

    async def one(number: int, line: Line, due: float) -> float:
        waited = await crowd.move(line, due)
        tables.done(number)
        return waited

    for nth in range(int(rate * seconds)):
        due = begun + nth / rate
        if (early := due - time.monotonic()) > 0:
            await asyncio.sleep(early)
        if (found := tables.next()) is not None:
            moving.add(asyncio.ensure_future(one(*found, due)))
    if not moving:
        return 0, []
    done, late = await asyncio.wait(moving, timeout=ANSWER_TIMEOUT_S)
    for each in late:
        each.cancel()
    return len(moving), [waited for each in done if (waited := each.result())]


async def stay(pages: Sequence[Page], url: str, addresses: Sequence[str]) -> Held:
    """Come, stay, move."""
    crowds = [Crowd(url, time.monotonic(), address) for address in addresses]
    print(await let_in(crowds, pages), flush=True)
    rate, seconds = json.loads(await asyncio.to_thread(sys.stdin.readline))
    gc.freeze()
    lines = [lines for crowd in crowds for lines in crowd.kept.values()]
    begun, waits = await play(crowds[0], Tables(lines, Random(rate)), rate, seconds)
    everybody = [line for both in lines for line in both]
    problems = Counter(line.known.problem for line in everybody if line.known.problem)
    return Held(sum(line.hung_up for line in everybody), begun, waits, problems)


def main(file: str) -> None:
    raise_limit()
    pages = [Page(*page) for page in json.loads(Path(file).read_text())]
    print(json.dumps("ready"), flush=True)
    url, addresses = json.loads(sys.stdin.readline())
    uvloop.install()
    print(json.dumps(asyncio.run(stay(pages, url, addresses))), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
