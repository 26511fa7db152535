"""Many games at a time: thousands of tables with both pages there, and moves at a steady rate among them.

    python -m bench.server hold --games 10000 [--rate 300] [--seconds 30] [--only dizzle/1]

The file is filled first, through room and store, with games that have begun. Clients in processes of their
own bring both pages of each, from several addresses of this machine, as one has not ports enough for any
number; they stay to the end. Then moves are begun at random tables, whatever comes back (open loop).
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import time
import urllib.request
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from bench import machine, server_processes
from bench.server_holding import Held
from bench.server_processes import TABLES, Missing, Running
from bench.server_runs import Where
from bench.server_storm import PROCESSES, at, client, end, filled
from bench.server_storming import Page
from bench.server_timing import cpu_seconds, machine_seconds, memory
from tests.server.families import children

GAMES, RATE, SECONDS = 1000, 300, 30.0
MOVES_BEFORE = 10
ADDRESSES = 4
"""Addresses that each process comes from."""
WITHIN = 100.0
"""Milliseconds in which 99 of 100 moves shall be answered."""
CLIENTS = "server_holding.py"


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

    def told(self) -> str:
        """For people."""
        begun, waits = sum(part.begun for part in self.parts), self.waits or [0.0]
        p50, p99 = (at(waits, part) * 1e3 for part in (0.5, 0.99))
        problems = sum((Counter(part.problems) for part in self.parts), Counter[str]())
        return "\n".join(
            (
                f"{self.sheet}: {self.games} games of two, {self.held} sockets held"
                f" (all in after {self.entered:.0f} s), {self.dropped} dropped",
                f"memory: {self.memory / self.games / 1024:.0f} KB a game with both its sockets",
                f"moves: {begun} begun at {self.rate} a second, {len(self.waits)} answered,"
                f" p50 {p50:.1f} ms, p99 {p99:.1f} ms (goal: {WITHIN:g} ms,"
                f" {'met' if p99 <= WITHIN and begun == len(self.waits) else 'MISSED'})",
                f"problems: {dict(problems) or 'none'}",
                f"CPU of the server: {self.cpu / max(1, len(self.waits)) * 1e6:.0f} us a move, all processes",
                f"cores: clients {self.clients:.2f}, others {self.others:.2f}; load {self.load:.0f}",
            )
        )

    def as_json(self) -> dict[str, Any]:
        """Everything but the single moves."""
        waits = self.waits or [0.0]
        figures = {"answered": len(self.waits), "dropped": self.dropped, "p50": at(waits, 0.5)}
        return {**self._asdict(), "parts": len(self.parts), **figures, "p99": at(waits, 0.99)}


def addresses(nth: int) -> list[str]:
    """Where the clients of this process come from; never the address that the server does not count."""
    return [f"127.0.0.{2 + nth * ADDRESSES + number}" for number in range(ADDRESSES)]


def shares(pages: Sequence[Page], processes: int = PROCESSES) -> list[list[Page]]:
    """Pages for each process: both of a table for the same one."""
    tables = list(dict.fromkeys(page.table for page in pages))
    whose = {table: nth % processes for nth, table in enumerate(tables)}
    return [[page for page in pages if whose[page.table] == nth] for nth in range(processes)]


def hold(where: Where, sheet: str, games: int, rate: int, seconds: float) -> Hold:
    """Fill a file, start a server, let everybody in, and play. Raises Missing where not all come in."""
    with where.folder() as folder:
        pages = asyncio.run(filled(folder / TABLES, sheet, games, MOVES_BEFORE))
        clients = [
            client(CLIENTS, folder / f"pages-{nth}.json", share) for nth, share in enumerate(shares(pages))
        ]
        try:
            with server_processes.kritzel(folder, source=where.source) as server:
                return _held(server, clients, Hold(sheet, games, rate, 0, 0, 0, (), 0, 0, 0, 0), seconds)
        finally:
            for each in clients:
                end(each)


def _held(server: Running, clients: Sequence[subprocess.Popen[str]], found: Hold, seconds: float) -> Hold:
    urllib.request.urlopen(f"{server.url}/healthz").close()  # every worker answers: all of them are there
    family = [server.pid, *children(server.pid)]
    before, begun = sum(map(memory, family)), time.monotonic()
    for nth, each in enumerate(clients):
        _say(each, [server.url, addresses(nth)])
    held, entered = sum(map(_heard, clients)), time.monotonic() - begun
    if held < 2 * found.games:
        raise Missing(f"only {held} of {2 * found.games} pages came in")
    grown = sum(map(memory, family)) - before
    pids = [each.pid for each in clients]
    spent, theirs, everything, begun = _spent(family), _spent(pids), machine_seconds(), time.monotonic()
    for each in clients:
        _say(each, [found.rate / len(clients), seconds])
    parts = [Held(*_heard(each)) for each in clients]
    cpu, busy, took = _spent(family) - spent, _spent(pids) - theirs, time.monotonic() - begun
    others = max(0.0, machine_seconds() - everything - cpu - busy) / took
    return Hold(*found[:3], held, entered, grown, parts, cpu, busy / took, others, machine.load())


def _spent(pids: Sequence[int]) -> float:
    return sum(map(cpu_seconds, pids))


def _say(client: subprocess.Popen[str], what: object) -> None:
    assert client.stdin is not None
    client.stdin.write(json.dumps(what) + "\n")
    client.stdin.flush()


def _heard(client: subprocess.Popen[str]) -> Any:
    assert client.stdout is not None
    line = client.stdout.readline()
    if not line:
        raise Missing("the clients have ended")
    return json.loads(line)
