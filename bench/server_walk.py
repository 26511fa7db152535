"""Clients at a walk: nobody moves unless told to, and everybody hangs up in the end."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from random import Random

from bench import server_kritzel
from bench.server_kritzel import NO_TABLE, Couple, Page, Scales, laid
from bench.server_load import SEED
from bench.server_timing import Moves, Player
from bench.server_wire import Wire

PATIENCE = 60.0
"""Seconds after which nothing more is expected to happen."""


async def until(true: Callable[[], object], every: float = 0.001) -> None:
    """Wait for what has to happen. RuntimeError where it does not: then the protocol may have changed."""
    end = time.monotonic() + PATIENCE
    while not true():
        if time.monotonic() > end:
            raise RuntimeError(f"waited {PATIENCE:g} s in vain: does bench/server_messages.py still fit?")
        await asyncio.sleep(every)


async def quiet(heard: Callable[[], int], pause: float = 0.03) -> None:
    """Until nothing more comes."""
    before = -1
    while (now := heard()) != before:
        before = now
        await asyncio.sleep(pause)


class Match:
    """Two who play together; nobody moves unless told to."""

    def __init__(self, couple: Couple, tables: Sequence[str], scales: Scales | None = None) -> None:
        self.moves, luck = Moves(), Random(SEED)
        self.pages = [Page(guest, tables, self.moves, luck, scales) for guest in couple]
        self.queue: dict[Player, None] = {}
        for page in self.pages:
            page.queue = self.queue

    async def begin(self) -> None:
        """Sit down at the first table."""
        for page in self.pages:
            await page.sit_down()

    async def next(self) -> Page | None:
        """Whoever is to move; None when they have played all their tables."""
        while True:
            await until(lambda: self.queue or self._over)
            if self._over:
                return None
            page = self.queue.popitem()[0]
            if isinstance(page, Page) and page.can_move:
                return page

    @property
    def _over(self) -> bool:
        problems = {page.problem for page in self.pages if page.problem}
        if problems - {NO_TABLE}:
            raise RuntimeError(", ".join(sorted(problems)))
        return all(page.problem for page in self.pages)

    async def play(self, number: int = 1_000_000) -> None:
        """So many moves, one after the other; else to the end of the last table."""
        for _ in range(number):
            page = await self.next()
            if page is None:
                return
            page.begin(time.perf_counter())
            await until(lambda page=page: page.settled or page.problem or page.can_move)  # type: ignore[misc]


class Clients:
    """Everybody who comes to a server; they leave together."""

    def __init__(self, url: str) -> None:
        self.matches: list[Match] = []
        self.strangers: list[Wire] = []
        self._url = url
        self._connection = server_kritzel.connection_to(url)

    async def __aenter__(self) -> Clients:
        return self

    async def __aexit__(self, *problem: object) -> None:
        self._connection.close()
        for page in self.pages:
            page.hang_up()
        for wire in self.strangers:
            wire.close()

    @property
    def pages(self) -> list[Page]:
        """All who play."""
        return [page for match in self.matches for page in match.pages]

    def heard(self) -> int:
        """Bytes that were sent to all of them."""
        return sum(page.bytes_heard for page in self.pages) + sum(wire.bytes_heard for wire in self.strangers)

    async def sit_down(
        self, sheet: str, number: int, tables: int = 1, scales: Scales | None = None
    ) -> list[Match]:
        """So many couples, each at the first of that many tables."""
        found = []
        for couple in server_kritzel.couples(self._url, number, self._connection):
            found.append(Match(couple, [laid(couple, sheet) for _ in range(tables)], scales))
        self.matches += found
        for match in found:
            await match.begin()
        return found

    async def begin(self, sheet: str, number: int, moves: int) -> list[Match]:
        """So many games, each that many moves in."""
        found = await self.sit_down(sheet, number)
        await asyncio.gather(*(match.play(moves) for match in found))
        return found

    async def watch(self, table: str, number: int) -> None:
        """Strangers who watch one table."""
        self.strangers += await server_kritzel.spectators(self._url, [table], number)
