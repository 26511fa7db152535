"""What a move costs with a file and with a database.

    python -m bench.scale [--rounds 3] [--seconds 15] [--rate 100]

Every kind is measured in turns, in the same run: the same moves per second on the same games, CPU time of
all processes of the server and of PostgreSQL (tests/server/postgres.py starts one). Linux only.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from bench import server_kritzel, server_processes
from bench.server_load import Job
from bench.server_processes import Running
from bench.server_runs import loaded, trusted
from bench.server_timing import Window
from tests.server.families import children
from tests.server.postgres import Postgres

GAMES = ("traexx/1", "dizzle/1")
SOCKETS = 100


KINDS = {"a file": False, "PostgreSQL": True}
"""The stores, and whether each of them is a database."""


class House(NamedTuple):
    """A running server, and its database."""

    running: Running
    database: Postgres | None

    @property
    def database_processes(self) -> list[int]:
        """All processes of PostgreSQL."""
        return [self.database.process, *children(self.database.process)] if self.database else []


@contextmanager
def running(with_database: bool) -> Iterator[House]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        more: list[str] = []
        database = None
        if with_database:
            database = Postgres().start()
            stack.callback(database.close)
            more = ["--database", database.new()]
        yield House(stack.enter_context(server_processes.kritzel(folder, more=more)), database)


def measured(with_database: bool, seconds: float, rate: int) -> Window:
    with running(with_database) as house:
        server_kritzel.Guest(house.running.url, server_kritzel.connection_to(house.running.url), "first")
        job = Job("kritzel", house.running.url, house.running.pid, GAMES, SOCKETS, 3, seconds, rate)
        return trusted(loaded(job._replace(family=house.database_processes)))


# Telling ----------------------------------------------------------------------------------------------------
def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=15)
    parser.add_argument("--rate", type=int, default=100)
    asked = parser.parse_args()
    found: dict[str, list[Window]] = {kind: [] for kind in KINDS}
    for _ in range(asked.rounds):
        for kind in KINDS:
            found[kind].append(measured(KINDS[kind], asked.seconds, asked.rate))
    print(f"{asked.rate} moves a second, {SOCKETS} pages, {asked.rounds} times {asked.seconds:g} s each")
    print("| | CPU per move, µs | p50, ms | p99, ms | other programs, cores |\n|---|---|---|---|---|")
    for kind, windows in found.items():
        print(f"| {kind} | {_row(windows)} |")


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
