"""Memory of a server under mixed load, as a curve: does it level off?

    python -m bench.memory_curve [--minutes 60] [--players 6] [--write curve.svg]

Players lay tables, play them to their end with random legal moves, look at replay, timeline and record,
and begin again. The memory (RSS) of the server is read every few seconds. The last line says how much the
second half grew by a straight line through it.
"""

from __future__ import annotations

import argparse
import itertools
import tempfile
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import NamedTuple

import httpx
from websockets.exceptions import ConnectionClosed

from bench.lib import cpu_seconds, memory
from kritzel.games import catalogue
from tests.server.clients import Guest
from tests.server.serving import Server

SAMPLES = 240
WIDTH, HEIGHT, MARGIN = 720, 260, 48


class Sample(NamedTuple):
    """Seconds since the start, memory in MB, games finished so far."""

    at_s: float
    rss_mb: float
    games: int


class Players:
    """Threads that play until they are told to stop."""

    def __init__(self, server: Server, number: int) -> None:
        self._server, self._stop = server, threading.Event()
        self._numbers = itertools.count()
        self.finished = 0
        self._threads = [threading.Thread(target=self._play, args=(n,), daemon=True) for n in range(number)]
        for thread in self._threads:
            thread.start()

    def _play(self, number: int) -> None:
        luck = Random(number)
        sheets = [f"{slug}/{catalogue.all_sheets(slug)[0].id}" for slug in catalogue.GAMES]
        while not self._stop.is_set():
            guest = Guest(self._server.url, f"Guest {next(self._numbers)}")
            with suppress(httpx.HTTPError, ConnectionClosed, TimeoutError):
                self._game(guest, luck.choice(sheets), luck)
            guest.http.close()

    def _game(self, guest: Guest, sheet: str, luck: Random) -> None:
        page = guest.sit(guest.lay(sheet, "me", "here")["table"])
        page.ready()
        page.hear(lambda: page.view["phase"] == "running")
        while not self._stop.is_set() and page.play_any(luck):
            continue
        table = page.view["table"]
        page.close()
        for what in ("replay", "timeline?lang=de", "record"):
            guest.http.get(f"/api/tables/{table}/{what}")
        self.finished += 1

    def stop(self) -> None:
        """End all of them."""
        self._stop.set()
        for thread in self._threads:
            thread.join(10)


def measure(minutes: float, players: int) -> list[Sample]:
    """Let them play, and look at the server."""
    samples: list[Sample] = []
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder)) as server:
        assert server.process is not None
        pid, begun = server.process.pid, time.monotonic()
        crowd, pause = Players(server, players), max(1.0, minutes * 60 / SAMPLES)
        while (at_s := time.monotonic() - begun) < minutes * 60:
            samples.append(Sample(at_s, memory(pid) / 1e6, crowd.finished))
            time.sleep(pause)
        print(f"CPU of the server: {cpu_seconds(pid):.0f} s")
        crowd.stop()
    return samples


def growth_per_hour(samples: Sequence[Sample]) -> float:
    """MB an hour by a straight line through the second half."""
    late = samples[len(samples) // 2 :]
    at = sum(each.at_s for each in late) / len(late)
    mean = sum(each.rss_mb for each in late) / len(late)
    spread = sum((each.at_s - at) ** 2 for each in late)
    return 3600 * sum((each.at_s - at) * (each.rss_mb - mean) for each in late) / max(1e-9, spread)


def draw_curve(samples: Sequence[Sample]) -> str:
    """The samples as SVG: minutes to the right, MB upwards."""
    last, most = max(1e-9, samples[-1].at_s), max(each.rss_mb for each in samples)
    points = " ".join(
        f"{MARGIN + (WIDTH - MARGIN) * each.at_s / last:.1f},{HEIGHT - HEIGHT * each.rss_mb / most:.1f}"
        for each in samples
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH + 8} {HEIGHT + 24}" font-size="12">'
        f'<path d="M{MARGIN} 0V{HEIGHT}H{WIDTH}" fill="none" stroke="gray"/>'
        f'<polyline points="{points}" fill="none" stroke="black"/>'
        f'<text x="0" y="12">{most:.0f} MB</text><text x="0" y="{HEIGHT}">0</text>'
        f'<text x="{WIDTH - 60}" y="{HEIGHT + 16}">{last / 60:.0f} minutes</text></svg>\n'
    )


def main() -> None:
    """Measure, tell, draw."""
    parser = argparse.ArgumentParser(prog="python -m bench.memory_curve", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--players", type=int, default=6)
    parser.add_argument("--write", type=Path, metavar="FILE", help="draw the curve as SVG")
    options = parser.parse_args()
    samples = measure(options.minutes, options.players)
    for sample in samples[:: max(1, len(samples) // 20)]:
        bar = "#" * round(sample.rss_mb / 4)
        print(f"{sample.at_s / 60:6.1f} min {sample.games:6} games {sample.rss_mb:6.1f} MB {bar}")
    print(f"second half: {growth_per_hour(samples):+.1f} MB an hour")
    if options.write:
        options.write.write_text(draw_curve(samples))


if __name__ == "__main__":
    main()
