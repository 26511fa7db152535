"""What a live table costs, one measure at a time. Each starts a server of its own and gives named figures.

Only the outside is used: requests, sockets, the process's CPU time and memory, the size of its file. So a
measure holds whatever becomes of the server within; names of figures are those of bench/server_aims.py.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from bench import server_kritzel, server_messages, server_processes
from bench.server_kritzel import Page, Scales
from bench.server_load import Job
from bench.server_processes import TABLES, Running
from bench.server_runs import Where, loaded, trusted
from bench.server_timing import cpu_seconds, kernel_share, memory, user_and_system
from bench.server_walk import Clients, Match, quiet, until

GAMES = ("dizzle/1", "border/1", "traexx/1")
Figures = dict[str, float]
SOCKETS, WARM, SECONDS = 300, 1.0, 3.0
WHOLE_GAMES, KEPT_GAMES = 6, 40
WATCHING = (100, 500)
WATCHED_MOVES = 40
PAGES, MOVES_BEFORE = 200, 30
LIVE_GAMES, MORE_GAMES = 150, 300
TAKEN_BACK = 200
RATES = (500, 1500)


# CPU and time -----------------------------------------------------------------------------------------------
def cpu(where: Where, sheet: str) -> Figures:
    """Everybody moves as soon as they can, at many tables of two."""
    with where.kritzel() as server:
        window = trusted(loaded(Job("kritzel", *server, (sheet,), SOCKETS, WARM, SECONDS)))
    return {"cpu": window.cpu / window.moves * 1e6}


def latency(where: Where, sheet: str) -> Figures:
    """All games at once, so many moves begun every second whatever comes back."""
    found: Figures = {}
    for rate in RATES:
        with where.kritzel() as server:
            job = Job("kritzel", *server, GAMES, SOCKETS, 2 * WARM, 2 * SECONDS, rate)
            window = trusted(loaded(job))
        found |= {f"latency.{rate}": window.p99, f"rate.{rate}": window.moves / window.seconds}
    return found


def watched(where: Where, sheet: str) -> Figures:
    """One table, with others who watch: one move after the other, each seen by everybody."""
    found: Figures = {}
    for number in WATCHING:
        with where.kritzel() as server:
            spent, kernel = asyncio.run(_watched(server, sheet, number))
        found |= {f"watched.{number}": spent, f"watched.{number}.kernel": spent * kernel}
    return found


async def _watched(server: Running, sheet: str, number: int) -> tuple[float, float]:
    """CPU milliseconds of a move, and which share of them the kernel took."""
    async with Clients(server.url) as clients:
        (match,) = await clients.begin(sheet, 1, 2)
        await clients.watch(match.pages[0].table, number)
        await quiet(clients.heard)
        before, ticks, moves = cpu_seconds(server.pid), user_and_system(server.pid), match.moves.count
        for _ in range(WATCHED_MOVES):
            await match.play(1)
            await quiet(clients.heard)
        spent = (cpu_seconds(server.pid) - before) / (match.moves.count - moves) * 1e3
        return spent, kernel_share(server.pid, ticks)


# Bytes ------------------------------------------------------------------------------------------------------
def sent(where: Where, sheet: str) -> Figures:
    """What two pages are sent for a move, pictures of whole tables left out."""
    scales, moves = weigh(where, sheet)
    whole = server_messages.WHOLE
    updates = sum(size for field, size in scales.items() if field.partition(".")[0] != whole)
    return {"bytes": updates / moves}


def weigh(where: Where, sheet: str) -> tuple[Scales, int]:
    """Whole games: everything that was sent by field, and how many moves that were."""
    scales = Scales()
    with where.kritzel() as server:
        return scales, asyncio.run(_played_out(server.url, sheet, WHOLE_GAMES, 1, scales))


async def _played_out(url: str, sheet: str, pairs: int, tables: int, scales: Scales | None = None) -> int:
    """Play all tables to the end; the number of moves."""
    async with Clients(url) as clients:
        found = await clients.sit_down(sheet, pairs, tables, scales)
        await asyncio.gather(*(match.play() for match in found))
        return sum(match.moves.count for match in found)


def story(where: Where, sheet: str) -> Figures:
    """What hello brings to a page after many moves that were taken back again."""
    with where.kritzel() as server:
        return asyncio.run(_story(server.url, sheet))


async def _story(url: str, sheet: str) -> Figures:
    async with Clients(url) as clients:
        (match,) = await clients.begin(sheet, 1, 2)
        await _take_back(match, TAKEN_BACK)
        some = await _hello(match.pages[0])
        await _take_back(match, TAKEN_BACK)
        more = await _hello(match.pages[0])
    return {"story.hello": more / 1024, "story.growth": (more - some) / TAKEN_BACK}


async def _take_back(match: Match, times: int) -> None:
    while times:
        page = await match.next()
        assert page is not None, "the game is over"
        page.begin(time.perf_counter())
        await until(lambda page=page: page.settled)  # type: ignore[misc]
        if page.can_undo:
            page.undo()
            await until(lambda page=page: page.settled)  # type: ignore[misc]
            times -= 1


async def _hello(page: Page) -> int:
    """Bytes of the first picture."""
    before = page.bytes_heard
    await page.come_back()
    await until(lambda: page.settled)
    await quiet(lambda: page.bytes_heard)
    return page.bytes_heard - before


# Coming back ------------------------------------------------------------------------------------------------
def returning(where: Where, sheet: str) -> Figures:
    """All pages of running games come back at once: after a restart, and when their tables are in memory.

    What the start itself costs is not theirs: they come when the server answers.
    """
    with where.folder() as folder:
        port = server_processes.free_port()
        with server_processes.kritzel(folder, source=where.source, port=port) as server:
            clients = asyncio.run(_half_played(server.url, sheet))
        with server_processes.kritzel(folder, source=where.source, port=port) as server:
            return asyncio.run(_come_back(server, clients))


async def _half_played(url: str, sheet: str) -> Clients:
    async with Clients(url) as clients:
        await clients.begin(sheet, PAGES // 2, MOVES_BEFORE)
        return clients


async def _come_back(server: Running, clients: Clients) -> Figures:
    server_kritzel.expect_answer(server.url)
    async with clients:
        restarted, first = await _storm(server, clients)
        before = clients.heard()
        in_memory, _ = await _storm(server, clients)
        hello = (clients.heard() - before) / PAGES / 1024
    return {
        "return.restart": restarted,
        "return.memory": in_memory,
        "return.first": first,
        "hello": hello,
    }


async def _storm(server: Running, clients: Clients) -> tuple[float, float]:
    """Everybody at once: CPU milliseconds for each page, and how long the first move took to be answered."""
    for match in clients.matches:
        match.queue.clear()
    before, clock = cpu_seconds(server.pid), time.perf_counter()
    first = asyncio.ensure_future(_first_move(clients.matches, clock))
    await asyncio.gather(*(page.come_back() for page in clients.pages))
    await until(lambda: all(page.settled for page in clients.pages), every=0.02)
    answered = await first
    await quiet(clients.heard)
    return (cpu_seconds(server.pid) - before) / len(clients.pages) * 1e3, answered


async def _first_move(matches: Sequence[Match], since: float) -> float:
    """Whoever can moves at once: milliseconds until that is answered."""
    await until(lambda: any(match.queue for match in matches))
    match = next(match for match in matches if match.queue)
    page = match.queue.popitem()[0]
    page.begin(time.perf_counter())
    await until(lambda: not page.waiting_for)
    return (time.perf_counter() - since) * 1e3


# Memory and disk --------------------------------------------------------------------------------------------
def held(where: Where, sheet: str) -> Figures:
    """Memory for each running game with two pages at it. With the first ones caches grow, too."""
    with where.kritzel() as server:
        few, more = asyncio.run(_held(server, sheet))
    return {"memory": few / 1024, "memory.more": more / 1024}


async def _held(server: Running, sheet: str) -> tuple[float, float]:
    async with Clients(server.url) as clients:
        await clients.begin(sheet, 10, 10)
        each = []
        for games in (LIVE_GAMES, MORE_GAMES):
            before = memory(server.pid)
            await clients.begin(sheet, games, 10)
            await quiet(clients.heard)
            each.append((memory(server.pid) - before) / games)
        return each[0], each[1]


def disk(where: Where, sheet: str) -> Figures:
    """What the file keeps more for each game that is over, the server stopped; not what it has free."""
    with where.folder() as folder:
        with server_processes.kritzel(folder, source=where.source):
            pass
        empty = _size(folder)
        with server_processes.kritzel(folder, source=where.source) as server:
            asyncio.run(_played_out(server.url, sheet, KEPT_GAMES // 2, 2))
        return {"disk": (_size(folder) - empty) / KEPT_GAMES / 1024}


def _size(folder: Path) -> int:
    """Bytes of the file that are in use: what games leave free the next ones take."""
    with closing(sqlite3.connect(folder / TABLES)) as file:
        pages, free, size = (
            file.execute(f"PRAGMA {each}").fetchone()[0]
            for each in ("page_count", "freelist_count", "page_size")
        )
    return int((pages - free) * size)
