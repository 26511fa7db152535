"""Everybody comes back at once: the server was away, and thousands of pages want to go on where they were.

    python -m bench.server storm [--pages 8000] [--only dizzle/1]

The file is filled first, through room and store. Then `kritzel serve` starts, and clients in processes of
their own knock all at the same moment, wait as a page does where they are turned away, and say hello with
what they know. At every tenth table whoever is to move does so at once.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

from bench import server_processes
from bench.disk import Game
from bench.server_processes import TABLES, Missing
from bench.server_runs import Where
from bench.server_storming import Back, Page, Told
from bench.server_timing import cpu_seconds
from kritzel.server.store.sqlite import SqliteStore

PAGES = 8000
MOVES_BEFORE = 30
AT_ONCE = 40
PROCESSES = 2
MOVING = 10
"""At one of so many tables somebody moves."""
ALL_WITHIN, FIRST_WITHIN = 20.0, 2.0
COOKIE = "kritzel"
CLIENTS = "server_storming.py"
PATIENCE = 300.0
"""Seconds after which nobody comes any more."""


class Storm(NamedTuple):
    """How it went: seconds since the first knock, CPU seconds of the server."""

    sheet: str
    pages: int
    back: Sequence[float]
    acknowledged: Sequence[float]
    waits: Sequence[float]
    turned_away: dict[str, int]
    cpu: float

    def told(self) -> str:
        """For people."""
        waits = sorted(self.waits)
        return "\n".join(
            (
                f"{self.sheet}: {self.pages} pages came back at once, all of them: {len(self.back)}",
                _timed("the first was back after", min(self.back)),
                _timed("all were back after", max(self.back), ALL_WITHIN),
                _timed("the first move was acknowledged after", min(self.acknowledged), FIRST_WITHIN),
                f"moves meanwhile: {len(waits)}, answered after {at(waits, 0.5):.2f} s (p50),"
                f" {at(waits, 0.99):.2f} s (p99)",
                f"turned away and came again: {self.turned_away or 'nobody'}",
                f"CPU of the server: {self.cpu:.2f} s, {self.cpu / self.pages * 1e3:.2f} ms a page",
            )
        )


def _timed(text: str, seconds: float, goal: float | None = None) -> str:
    verdict = "" if goal is None else f" (goal: {goal:g} s, {'met' if seconds <= goal else 'MISSED'})"
    return f"{text} {seconds:.2f} s{verdict}"


def at(waits: Sequence[float], part: float) -> float:
    """What so large a part of the sorted waits does not exceed."""
    return waits[min(len(waits) - 1, int(len(waits) * part))]


# Before -----------------------------------------------------------------------------------------------------
async def filled(path: Path, sheet: str, tables: int, moves: int = MOVES_BEFORE) -> list[Page]:
    """Tables in the middle of their game, and the pages at them."""
    store, free = SqliteStore(path), asyncio.Semaphore(AT_ONCE)

    async def one(number: int) -> list[Page]:
        async with free:
            game = Game(store, sheet, Random(f"{sheet}/{number}"))
            room = await game.play(moves)
        both = zip(game.players, game.secrets, strict=True)
        goes_on = number % MOVING == 0
        return [Page(room.id, f"{COOKIE}={s}", len(room.feed(p).entries), goes_on) for p, s in both]

    found = await asyncio.gather(*(one(number) for number in range(tables)))
    await store.close()
    return [page for both in found for page in both]


# The storm --------------------------------------------------------------------------------------------------
def storm(where: Where, sheet: str, pages: int = PAGES) -> Storm:
    """Fill a file, start a server, let everybody come. Raises Missing where not all come back."""
    with where.folder() as folder:
        everybody = asyncio.run(filled(folder / TABLES, sheet, (pages + 1) // 2))[:pages]
        clients = [
            client(CLIENTS, folder / f"pages-{nth}.json", everybody[nth::PROCESSES])
            for nth in range(PROCESSES)
        ]
        try:
            with server_processes.kritzel(folder, source=where.source) as server:
                before, begun = cpu_seconds(server.pid), time.monotonic()
                answers = [_let_go(each, server.url, begun) for each in clients]
                told = [_answer(each) for each in answers]
                spent = cpu_seconds(server.pid) - before
        finally:
            for each in clients:
                end(each)
    return _put_together(sheet, pages, told, spent)


def client(script: str, file: Path, pages: Sequence[Page]) -> subprocess.Popen[str]:
    """A process with these pages, which waits to be told more. Raises Missing."""
    file.write_text(json.dumps(pages))
    command = [sys.executable, str(Path(__file__).with_name(script)), str(file)]
    env = os.environ | {"PYTHONUNBUFFERED": ""}  # unbuffered, Python writes the first 64 KB of a line
    found = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env)
    assert found.stdout is not None
    if found.stdout.readline() != "ready\n":
        raise Missing("the clients do not start")
    return found


def _let_go(client: subprocess.Popen[str], url: str, begun: float) -> subprocess.Popen[str]:
    assert client.stdin is not None
    client.stdin.write(json.dumps([url, begun, PATIENCE]) + "\n")
    client.stdin.flush()
    return client


def end(client: subprocess.Popen[str]) -> None:
    """Whatever it does."""
    client.kill()
    client.communicate()


def _answer(client: subprocess.Popen[str]) -> Told:
    assert client.stdout is not None
    line = client.stdout.readline()
    if not line:
        raise Missing("the clients have ended")
    back, turned_away = json.loads(line)
    return Told([Back(*each) for each in back], turned_away)


def _put_together(sheet: str, pages: int, told: Sequence[Told], spent: float) -> Storm:
    everybody = [page for each in told for page in each.back]
    if len(everybody) < pages or not any(page.acknowledged for page in everybody):
        raise Missing(f"only {len(everybody)} of {pages} pages came back in {PATIENCE:g} s")
    moved = [page for page in everybody if page.acknowledged]
    return Storm(
        sheet,
        pages,
        [page.back for page in everybody],
        [page.acknowledged for page in moved],
        [page.waited for page in moved],
        dict(sum((Counter(each.turned_away) for each in told), Counter())),
        spent,
    )
