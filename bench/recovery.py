"""How long tables stand still after a fault.

python -m bench.recovery restart [--tables 4000] [--times 10]    one server, killed
python -m bench.recovery failover [--rounds 6] [--tables 8] [--timeout 12]    one of two

`restart`: kill -9 to the first acknowledged move. A page plays, the server is killed and started again at
once, the page reconnects and moves. Printed are seconds on the clock and CPU seconds of the
new server until then. The server runs as installed, with bytecode compiled.

`failover`: two servers on one PostgreSQL behind the shipped files, Caddy and nginx in turns. One server
is killed (kill -9), restarted (SIGTERM) or stopped (SIGSTOP). Printed are the seconds until every table
has moved again, new guests refused meanwhile, and acknowledged moves lost or doubled. A client gives up a
silent socket after `--timeout` seconds; pages of Kritzel do so after 12.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import threading
import time
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from random import Random
from statistics import median

import httpx
from websockets.exceptions import WebSocketException

from bench.lib import cpu_seconds
from kritzel.server.store import StoredTable
from kritzel.server.store.sqlite import SqliteStore
from tests.deploy.failover import FAULTS, PROXIES, Pair
from tests.server.clients import Guest
from tests.server.history import faults
from tests.server.playing import Crowd
from tests.server.rooms import ANA, SEED, running
from tests.server.serving import Server

AT_ONCE = 500
"""Tables created in one batch."""
RETRY_S = 0.02
"""Pause before the page tries again; real pages wait 0.25 s."""


# One server ---------------------------------------------------------------------------------------
class Installed(Server):
    """`kritzel serve` without anything of the tests, and with its bytecode kept from start to start."""

    module = "kritzel"

    def __init__(self, folder: Path) -> None:
        kept = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(folder / "bytecode")}
        super().__init__(folder, "serve", **kept)


async def fill(folder: Path, tables: int) -> None:
    """A file with this many tables, each in the middle of a game."""
    store, driver, luck = SqliteStore(folder / "tables.db"), running("traexx/1", 2), Random(1)
    for _ in range(40):
        driver.step(luck)
    kept = StoredTable(SEED, tuple(driver.rows))
    for first in range(0, tables, AT_ONCE):
        names = [f"filled{number:010}" for number in range(first, min(first + AT_ONCE, tables))]
        await asyncio.gather(*(store.create(name, kept, [ANA], driver.room.summary) for name in names))
    await store.close()


def kill_and_wait(server: Server, guest: Guest, table: str, luck: Random) -> tuple[float, float]:
    """Kill, start, come back, move: seconds on the clock, CPU seconds of the new server."""
    server.kill()
    begun = time.monotonic()
    server.start()
    while not _move(guest, table, luck):
        time.sleep(RETRY_S)
    took = time.monotonic() - begun
    assert server.process is not None
    return took, cpu_seconds(server.process.pid)


def _move(guest: Guest, table: str, luck: Random) -> bool:
    with suppress(WebSocketException, OSError, EOFError, httpx.HTTPError):
        page = guest.sit(table)
        page.play_any(luck)
        page.close()
        guest.pages.clear()
        return True
    return False


def measure_restarts(tables: int, times: int) -> None:
    luck = Random(1)
    with tempfile.TemporaryDirectory() as name:
        asyncio.run(fill(Path(name), tables))
        with Installed(Path(name)) as server:
            guest = server.guest("Ana")
            table = guest.lay("traexx/1", "me", "here")["table"]
            guest.sit(table).ready()
            found = [kill_and_wait(server, guest, table, luck) for _ in range(times)]
        size = (Path(name) / "tables.db").stat().st_size / 1e6
    clock, used = zip(*found, strict=True)
    print(f"{tables} tables on file ({size:.0f} MB), {times} times kill -9 to the first acknowledged move:")
    for what, seconds in (("clock", clock), ("CPU", used)):
        print(f"{what} {median(seconds):.2f} s (worst {max(seconds):.2f})")


# One of two servers behind a proxy ----------------------------------------------------------------
HANG_S = 90.0
"""After this a table counts as dead."""
PACE_S = 0.05
"""Seconds before a move: tables are played for a while, and seldom created again when a server fails."""
CALM_S = 6.0
"""Seconds between two faults, so that proxies and leases are at rest again."""


class Newcomers:
    """A new guest every quarter of a second, each with one attempt."""

    def __init__(self, url: str) -> None:
        self._url, self._over = url, threading.Event()
        self.came = self.failed = 0
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()

    def _work(self) -> None:
        while not self._over.wait(0.25):
            try:
                answer = httpx.post(
                    f"{self._url}/api/session",
                    json={"name": "Ben"},
                    headers={"origin": self._url},
                    timeout=HANG_S,
                )
                came = answer.status_code == 201
            except httpx.HTTPError:
                came = False
            self.came, self.failed = self.came + came, self.failed + (not came)

    def end(self) -> None:
        """Stop, and wait for the last one."""
        self._over.set()
        self._thread.join()


def wait_until_moved(crowd: Crowd) -> float:
    """Seconds until each player has been acknowledged something more."""
    before, begun = [len(history.ok) for history in crowd.histories], time.monotonic()
    while any(len(h.ok) <= n for h, n in zip(crowd.histories, before, strict=True)):
        if time.monotonic() - begun > HANG_S:
            return HANG_S
        time.sleep(0.005)
    return time.monotonic() - begun


def measure_failover(proxy: str, rounds: int, tables: int, timeout_s: float) -> list[str]:
    """Every fault `rounds` times behind one proxy, as lines of a table."""
    lines = []
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        pair = Pair(Path(folder), proxy, stack)
        crowd = Crowd([pair.url], tables, Random(1), timeout_s)
        for player in crowd.players:
            player.says = partial(time.sleep, PACE_S)
        crowd.begin()
        wait_until_moved(crowd)
        for name, strike in FAULTS.items():
            took, newcomers = [], Newcomers(pair.url)
            for number in range(rounds):
                time.sleep(CALM_S)
                end = strike(pair.servers[number % 2])
                took.append(wait_until_moved(crowd))
                end()
            newcomers.end()
            came = f"{newcomers.failed} of {newcomers.came + newcomers.failed}"
            lines.append(f"| {proxy}, {name} | {median(took):.1f} s | {max(took):.1f} s | {came} |")
        crowd.end()
        wrong = faults(crowd.histories, *pair.place.written())
        lines.append(f"| {proxy}, lost or doubled | {len(wrong)} of {crowd.done} moves | | |")
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parsers = parser.add_subparsers(dest="what", required=True)
    restart = parsers.add_parser("restart")
    restart.add_argument("--tables", type=int, default=4000)
    restart.add_argument("--times", type=int, default=10)
    failover = parsers.add_parser("failover")
    failover.add_argument("--rounds", type=int, default=6)
    failover.add_argument("--tables", type=int, default=8)
    failover.add_argument("--timeout", type=float, default=12.0)
    options = parser.parse_args()
    if options.what == "restart":
        measure_restarts(options.tables, options.times)
        return
    print("| | median | worst | new guests turned away |\n|---|---|---|---|")
    for proxy in PROXIES:
        lines = measure_failover(proxy, options.rounds, options.tables, options.timeout)
        print("\n".join(lines), flush=True)


if __name__ == "__main__":
    main()
