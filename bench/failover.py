"""Seconds until tables move again when one of two servers fails behind a proxy: `python -m bench.failover`.

Two servers on one PostgreSQL behind the shipped file for two, Caddy and nginx in turns; one server is killed
(kill -9), restarted (SIGTERM) or stopped (SIGSTOP). Told are the seconds until every table has moved again,
new guests that were turned away meanwhile, and what was lost or doubled. A client gives up a silent socket
after `--patience` seconds; pages of Kritzel do so after 12.
"""

from __future__ import annotations

import argparse
import tempfile
import threading
import time
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from random import Random
from statistics import median

import httpx

from tests.deploy.failover import FAULTS, PROXIES, Pair
from tests.server.history import faults
from tests.server.playing import Crowd

HANG_S = 90.0
"""Seconds after which a table counts as dead."""
PACE_S = 0.05
"""Seconds before a move: tables are played for a while, and seldom made anew when a server fails."""
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
        """Nobody else comes."""
        self._over.set()
        self._thread.join()


def moved(crowd: Crowd) -> float:
    """Seconds until each player has been acknowledged something more."""
    before, begun = [len(history.ok) for history in crowd.histories], time.monotonic()
    while any(len(h.ok) <= n for h, n in zip(crowd.histories, before, strict=True)):
        if time.monotonic() - begun > HANG_S:
            return HANG_S
        time.sleep(0.005)
    return time.monotonic() - begun


def measure(proxy: str, rounds: int, tables: int, patience: float) -> list[str]:
    """Every fault `rounds` times behind one proxy, as lines of a table."""
    lines = []
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        pair = Pair(Path(folder), proxy, stack)
        crowd = Crowd([pair.url], tables, Random(1), patience)
        for player in crowd.players:
            player.says = partial(time.sleep, PACE_S)
        crowd.begin()
        moved(crowd)
        for name, strike in FAULTS.items():
            took, newcomers = [], Newcomers(pair.url)
            for number in range(rounds):
                time.sleep(CALM_S)
                end = strike(pair.servers[number % 2])
                took.append(moved(crowd))
                end()
            newcomers.end()
            came = f"{newcomers.failed} of {newcomers.came + newcomers.failed}"
            lines.append(f"| {proxy}, {name} | {median(took):.1f} s | {max(took):.1f} s | {came} |")
        crowd.end()
        wrong = faults(crowd.histories, *pair.place.written())
        lines.append(f"| {proxy}, lost or doubled | {len(wrong)} of {crowd.done} moves | | |")
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--tables", type=int, default=8)
    parser.add_argument("--patience", type=float, default=12.0)
    asked = parser.parse_args()
    print("| | median | worst | new guests turned away |\n|---|---|---|---|")
    for proxy in PROXIES:
        print("\n".join(measure(proxy, asked.rounds, asked.tables, asked.patience)), flush=True)


if __name__ == "__main__":
    main()
