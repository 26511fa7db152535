"""The pages of a storm (bench/server_storm.py), in a process of their own: each comes back as a page does.

Says `ready`, waits for a line with the address of the server, and in the end prints when everybody was back.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple
from urllib.parse import urlsplit

if not __package__:
    sys.path[0] = str(Path(__file__).resolve().parents[1])

import uvloop

from bench import server_messages as messages
from bench.server_wire import Wire, request
from kritzel.server.web.connections import raise_limit

FIRST_PAUSE, LONGEST_PAUSE = 0.25, 8.0
"""Seconds, as the page waits before it tries again: twice as long each time."""
CONNECT_WITHIN = 20.0


class Page(NamedTuple):
    """A page that was at a table: who it is, how much of the story it knows, whether it moves at once."""

    table: str
    cookie: str
    known: int
    moves: bool


class Back(NamedTuple):
    """When a page saw its table again, when its move was acknowledged (0: it made none), how long it took."""

    back: float
    acknowledged: float = 0.0
    waited: float = 0.0


class Told(NamedTuple):
    """What one process saw."""

    back: Sequence[Back]
    turned_away: dict[str, int]


class Line(Wire):
    """A socket that says when it is lost, and how long the server wants to be left alone."""

    def __init__(self, asked: bytes) -> None:
        super().__init__(asked)
        self.changed = asyncio.Event()
        self.known = messages.Known()
        self.answered = ""
        self.after = 0.0

    def connection_lost(self, exc: Exception | None) -> None:
        """The end."""
        super().connection_lost(exc)
        self.changed.set()

    def hear(self, text: bytes) -> None:
        """Whatever the server says."""
        self.after = messages.later(text) or self.after
        self.answered = self.known.hear(text).answers or self.answered
        self.changed.set()


class Crowd:
    """All pages of this process; `address` is where they come from, anywhere where nothing is said."""

    def __init__(self, url: str, begun: float, address: str = "") -> None:
        self._url, self._begun = url, begun
        self._from = (address, 0) if address else None
        self._luck = Random(begun)
        self.kept: dict[str, list[Line]] = {}
        self.turned_away: Counter[str] = Counter()

    async def come(self, page: Page) -> Back:
        """Come back, however often it takes."""
        pause = FIRST_PAUSE
        while (line := await self._try(page)) is None or not line.known.up_to_date:
            self.turned_away[line.known.problem if line is not None else "no connection"] += 1
            wait = line.after if line is not None and line.after else pause
            await asyncio.sleep(wait * self._luck.uniform(0.7, 1.3))
            pause = min(LONGEST_PAUSE, pause * 2)
        self.kept.setdefault(page.table, []).append(line)
        back = time.monotonic() - self._begun
        if not page.moves or not line.known.can_move:
            return Back(back)
        waited = await self.move(line, time.monotonic())
        return Back(back, time.monotonic() - self._begun, waited) if waited else Back(back)

    async def _try(self, page: Page) -> Line | None:
        place = urlsplit(self._url)
        host, port = place.hostname or "", place.port or 80
        asked = request(self._url, messages.path(page.table), {"Origin": self._url, "Cookie": page.cookie})
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(CONNECT_WITHIN):
                _, line = await loop.create_connection(lambda: Line(asked), host, port, local_addr=self._from)
                await line.opened
        except (OSError, TimeoutError):
            return None
        line.listen(line.hear)
        line.send(messages.hello(page.known))
        while not line.known.up_to_date and not line.hung_up:
            await self._news(line)
        return line

    async def move(self, line: Line, since: float) -> float:
        """Any move; seconds from `since` until it was answered, 0 where it was not."""
        name = f"{self._luck.getrandbits(128):032x}"
        line.send(line.known.move(name, self._luck))
        while line.answered != name and not line.hung_up and not line.known.problem:
            await self._news(line)
        return time.monotonic() - since if line.answered == name else 0.0

    async def _news(self, line: Line) -> None:
        line.changed.clear()
        await line.changed.wait()


async def crowd(pages: Sequence[Page], url: str, begun: float, patience: float) -> Told:
    """Everybody at once."""
    everybody = Crowd(url, begun)
    coming = [asyncio.ensure_future(everybody.come(page)) for page in pages]
    done, late = await asyncio.wait(coming, timeout=patience)
    for each in late:
        each.cancel()
    return Told([each.result() for each in done], everybody.turned_away)


def main(file: str) -> None:
    raise_limit()
    pages = [Page(*page) for page in json.loads(Path(file).read_text())]
    print("ready", flush=True)
    url, begun, patience = json.loads(sys.stdin.readline())
    uvloop.install()
    print(json.dumps(asyncio.run(crowd(pages, url, begun, patience))), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
