"""What a move costs in one process, in workers and with a database; how soon a dead worker is back.

    python -m bench.scale [--rounds 3] [--seconds 15] [--rate 100]

Every kind is measured in turns, in the same run: the same moves per second on the same games, CPU time of
all processes of the server and of PostgreSQL (tests/server/postgres.py starts one). Linux only.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import signal
import statistics
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

from bench import server_kritzel, server_processes
from bench.server_load import Job
from bench.server_processes import Running
from bench.server_runs import loaded, trusted
from bench.server_timing import Moves, Window
from tests.server.families import children
from tests.server.postgres import Postgres

GAMES = ("traexx/1", "dizzle/1")
SOCKETS = 100


class Kind(NamedTuple):
    """A way to run it."""

    title: str
    workers: int = 1
    database: bool = False


KINDS = (
    Kind("one process, a file"),
    Kind("2 workers, files", workers=2),
    Kind("one process, PostgreSQL", database=True),
    Kind("2 workers, PostgreSQL", workers=2, database=True),
)


class House(NamedTuple):
    """A server that runs, and all that belongs to it."""

    running: Running
    database: Postgres | None

    @property
    def workers(self) -> list[int]:
        """The processes that the server has started, oldest first; the last one waits for whoever dies."""
        return sorted(children(self.running.pid), key=_age, reverse=True)

    @property
    def database_processes(self) -> list[int]:
        """All of PostgreSQL."""
        return [self.database.process, *children(self.database.process)] if self.database else []


def _age(pid: int) -> int:
    return -int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19])


@contextmanager
def running(kind: Kind) -> Iterator[House]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        more, database = ["--workers", str(kind.workers)], None
        if kind.database:
            database = Postgres().start()
            stack.callback(database.close)
            more += ["--database", database.new()]
        yield House(stack.enter_context(server_processes.kritzel(folder, more=more)), database)


def measured(kind: Kind, seconds: float, rate: int) -> Window:
    with running(kind) as house:
        server_kritzel.Guest(house.running.url, server_kritzel.connection_to(house.running.url), "first")
        family = [*house.workers, *house.database_processes]
        job = Job("kritzel", house.running.url, house.running.pid, GAMES, SOCKETS, 3, seconds, rate)
        return trusted(loaded(job._replace(family=family)))


# Coming back ------------------------------------------------------------------------------------------------
def back(times: int) -> list[float]:
    """Seconds from kill -9 of a worker until a page at one of its tables has its table again."""
    with running(KINDS[1]) as house:
        return asyncio.run(_kills(house, times))


async def _kills(house: House, times: int) -> list[float]:
    url = house.running.url
    couple = server_kritzel.couples(url, 1, server_kritzel.connection_to(url))[0]
    tables = [server_kritzel.laid(couple, "traexx/1") for _ in range(8)]
    pages = [server_kritzel.Page(couple[0], [table], Moves(), Random(1)) for table in tables]
    found = []
    for _ in range(times):
        for page in pages:
            await _sits(page)
        found.append(await _killed(house, pages))
        await asyncio.sleep(6)
    return found


async def _killed(house: House, pages: list[server_kritzel.Page]) -> float:
    """A worker dies; the last of its pages is back after so many seconds."""
    begun = time.perf_counter()
    os.kill(house.workers[0], signal.SIGKILL)
    while not any(page.hung_up for page in pages):
        await asyncio.sleep(0.001)
    await asyncio.sleep(0.05)
    for page in pages:
        if page.hung_up:
            await _sits(page)
    return time.perf_counter() - begun


async def _sits(page: server_kritzel.Page) -> None:
    """Until its table is told; as pages do, it tries again."""
    page.table = page.table or page.tables[0]
    while True:
        with contextlib.suppress(OSError):
            wire = await page.come_back()
            while not wire.hung_up:
                if page.settled:
                    return
                await asyncio.sleep(0.002)
        await asyncio.sleep(0.05)


# Telling ----------------------------------------------------------------------------------------------------
def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--rate", type=int, default=100)
    parser.add_argument("--kills", type=int, default=10)
    asked = parser.parse_args()
    found: dict[Kind, list[Window]] = {kind: [] for kind in KINDS}
    for _ in range(asked.rounds):
        for kind in KINDS:
            found[kind].append(measured(kind, asked.seconds, asked.rate))
    print(f"{asked.rate} moves a second, {SOCKETS} pages, {asked.rounds} times {asked.seconds:g} s each")
    print("| | CPU per move, µs | p50, ms | p99, ms | other programs, cores |\n|---|---|---|---|---|")
    for kind, windows in found.items() if asked.rounds else ():
        print(f"| {kind.title} | {_row(windows)} |")
    if asked.kills:
        times = sorted(back(asked.kills))
        told = f"median {statistics.median(times):.2f} s, worst {times[-1]:.2f} s"
        print(f"worker killed, the last of its pages back: {told}")


def _row(windows: list[Window]) -> str:
    columns = [
        [window.cpu / window.moves * 1e6 for window in windows],
        [window.p50 for window in windows],
        [window.p99 for window in windows],
    ]
    told = [f"{statistics.median(column):.0f} ({min(column):.0f}-{max(column):.0f})" for column in columns]
    return " | ".join([*told, f"{statistics.median(window.others for window in windows):.1f}"])


if __name__ == "__main__":
    main()
