"""kill -9 to the first acknowledged move with many tables: `python -m bench.restart [TABLES] [TIMES]`.

A page plays, the server is killed and started again at once, the page comes back as pages do and moves. Told
are the seconds on the clock, and the CPU seconds of the new server until then, which is what a busy machine
can tell about a quiet one. The server runs as people have it: installed, which is compiled to bytecode once.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from random import Random
from statistics import median

import httpx
from websockets.exceptions import WebSocketException

from kritzel.server.store import StoredTable
from kritzel.server.store.sqlite import SqliteStore
from tests.server.clients import Guest
from tests.server.rooms import ANA, SEED, running
from tests.server.serving import Server

AT_ONCE = 500
HURRY = 0.02
"""Seconds after which the page tries again; real ones wait for 0.25."""


class Installed(Server):
    """`kritzel serve` without anything of the tests, and with its bytecode kept from start to start."""

    module = "kritzel"

    def __init__(self, folder: Path) -> None:
        kept = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(folder / "bytecode")}
        super().__init__(folder, "serve", **kept)


async def filled(folder: Path, tables: int) -> None:
    """A file with so many tables, each in the middle of a game."""
    store, driver, luck = SqliteStore(folder / "tables.db"), running("traexx/1", 2), Random(1)
    for _ in range(40):
        driver.step(luck)
    kept = StoredTable(SEED, tuple(driver.rows))
    for first in range(0, tables, AT_ONCE):
        names = [f"filled{number:010}" for number in range(first, min(first + AT_ONCE, tables))]
        await asyncio.gather(*(store.create(name, kept, [ANA], driver.room.summary) for name in names))
    await store.close()


def cpu(process: int) -> float:
    """CPU seconds of a process so far."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def killed(server: Server, guest: Guest, table: str, luck: Random) -> tuple[float, float]:
    """Kill, start, come back, move: seconds on the clock, CPU seconds of the new server."""
    server.kill()
    begun = time.monotonic()
    server.start()
    while not _moved(guest, table, luck):
        time.sleep(HURRY)
    took = time.monotonic() - begun
    assert server.process is not None
    return took, cpu(server.process.pid)


def _moved(guest: Guest, table: str, luck: Random) -> bool:
    with suppress(WebSocketException, OSError, EOFError, httpx.HTTPError):
        page = guest.sit(table)
        page.play_any(luck)
        page.close()
        guest.pages.clear()
        return True
    return False


def main(tables: int, times: int) -> None:
    luck = Random(1)
    with tempfile.TemporaryDirectory() as name:
        asyncio.run(filled(Path(name), tables))
        with Installed(Path(name)) as server:
            guest = server.guest("Ana")
            table = guest.lay("traexx/1", "me", "here")["table"]
            guest.sit(table).ready()
            found = [killed(server, guest, table, luck) for _ in range(times)]
        size = (Path(name) / "tables.db").stat().st_size / 1e6
    clock, used = zip(*found, strict=True)
    print(f"{tables} tables on file ({size:.0f} MB), {times} times kill -9 to the first acknowledged move:")
    for what, seconds in (("clock", clock), ("CPU", used)):
        print(f"{what} {median(seconds):.2f} s (worst {max(seconds):.2f})")


if __name__ == "__main__":
    asked = [int(each) for each in sys.argv[1:]]
    main(*(asked + [4000, 10][len(asked) :]))
