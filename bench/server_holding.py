"""Pages that stay (bench/server_hold.py), in a process of their own: they come, are held, and some move.

Says `ready`, waits for a line with the address of the server, comes, tells how many were let in, waits for a
line with the rate and the seconds, moves, and in the end prints what became of it.
"""

from __future__ import annotations

import asyncio
import gc
import json
import sys
import time
from collections import Counter
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path
from random import Random
from typing import NamedTuple

if not __package__:
    sys.path[0] = str(Path(__file__).resolve().parents[1])

import uvloop

from bench.server_storming import Crowd, Line, Page
from kritzel.server.web.connections import raise_limit

ENTERING = 50
"""Pages of a process that come in at the same time."""
ANSWER_WITHIN = 30.0
"""Seconds a move is waited for when the time is over."""
TRIES = 1000
"""Tables that are looked at for somebody who is to move."""


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
        """A random table and somebody there who is to move; None where nobody is found."""
        for _ in range(TRIES):
            number = self._luck.randrange(len(self._tables))
            able = [line for line in self._tables[number] if line.known.can_move and not line.hung_up]
            if number not in self._busy and able:
                self._busy.add(number)
                return number, self._luck.choice(able)
        return None

    def done(self, number: int) -> None:
        """Somebody may move there again."""
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


async def played(crowd: Crowd, tables: Tables, rate: float, seconds: float) -> tuple[int, list[float]]:
    """Begin moves at this rate whatever comes back; how many, and how long each took from when it was due."""
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
    done, late = await asyncio.wait(moving, timeout=ANSWER_WITHIN)
    for each in late:
        each.cancel()
    return len(moving), [waited for each in done if (waited := each.result())]


async def hold(pages: Sequence[Page], url: str, addresses: Sequence[str]) -> Held:
    """Come, stay, move."""
    crowds = [Crowd(url, time.monotonic(), address) for address in addresses]
    print(await let_in(crowds, pages), flush=True)
    rate, seconds = json.loads(await asyncio.to_thread(sys.stdin.readline))
    gc.freeze()
    lines = [lines for crowd in crowds for lines in crowd.kept.values()]
    begun, waits = await played(crowds[0], Tables(lines, Random(rate)), rate, seconds)
    everybody = [line for both in lines for line in both]
    problems = Counter(line.known.problem for line in everybody if line.known.problem)
    return Held(sum(line.hung_up for line in everybody), begun, waits, problems)


def main(file: str) -> None:
    raise_limit()
    pages = [Page(*page) for page in json.loads(Path(file).read_text())]
    print("ready", flush=True)
    url, addresses = json.loads(sys.stdin.readline())
    uvloop.install()
    print(json.dumps(asyncio.run(hold(pages, url, addresses))), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
