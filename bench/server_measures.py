"""What a live table costs, with goals: each measure starts a server of its own and returns named figures.

Measures use only requests, sockets, CPU time, memory and the size of the file, so they hold whatever
changes inside the server. A figure is the median of runs that take turns, with the range and how busy
the machine was.
"""

from __future__ import annotations

import asyncio
import resource
import sqlite3
import statistics
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from bench import lib, load, wire
from bench.clients import Clients, Match, Page, Scales, quiet, until, wait_for_answer
from bench.lib import (
    TABLES,
    Missing,
    Place,
    Running,
    cpu_seconds,
    kernel_share,
    machine_seconds,
    memory,
    user_and_system,
)
from bench.load import Job

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


# CPU and time -------------------------------------------------------------------------------------
def cpu(where: Place, sheet: str) -> Figures:
    """Everybody moves as soon as they can, at many tables of two."""
    with where.kritzel() as server:
        window = load.require_window(load.run(Job("kritzel", *server, (sheet,), SOCKETS, WARM, SECONDS)))
    return {"cpu": window.cpu / window.moves * 1e6}


def latency(where: Place, sheet: str) -> Figures:
    """All games at once; this many moves are begun every second whatever comes back."""
    found: Figures = {}
    for rate in RATES:
        with where.kritzel() as server:
            job = Job("kritzel", *server, GAMES, SOCKETS, 2 * WARM, 2 * SECONDS, rate)
            window = load.require_window(load.run(job))
        found |= {f"latency.{rate}": window.p99, f"rate.{rate}": window.moves / window.seconds}
    return found


def watch(where: Place, sheet: str) -> Figures:
    """One table, with others who watch: one move after the other, each seen by everybody."""
    found: Figures = {}
    for number in WATCHING:
        with where.kritzel() as server:
            spent, kernel = asyncio.run(_watch(server, sheet, number))
        found |= {f"watched.{number}": spent, f"watched.{number}.kernel": spent * kernel}
    return found


async def _watch(server: Running, sheet: str, number: int) -> tuple[float, float]:
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


# Bytes --------------------------------------------------------------------------------------------
def bytes_per_move(where: Place, sheet: str) -> Figures:
    """What two pages are sent for a move, pictures of whole tables left out."""
    scales, moves = weigh(where, sheet)
    whole = wire.WHOLE
    updates = sum(size for field, size in scales.items() if field.partition(".")[0] != whole)
    return {"bytes": updates / moves}


def weigh(where: Place, sheet: str) -> tuple[Scales, int]:
    """Whole games: everything that was sent by field, and how many moves that were."""
    scales = Scales()
    with where.kritzel() as server:
        return scales, asyncio.run(_play_out(server.url, sheet, WHOLE_GAMES, 1, scales))


async def _play_out(url: str, sheet: str, pairs: int, tables: int, scales: Scales | None = None) -> int:
    """Play all tables to the end; the number of moves."""
    async with Clients(url) as clients:
        found = await clients.sit_down(sheet, pairs, tables, scales)
        await asyncio.gather(*(match.play() for match in found))
        return sum(match.moves.count for match in found)


def story(where: Place, sheet: str) -> Figures:
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
    await page.reconnect()
    await until(lambda: page.settled)
    await quiet(lambda: page.bytes_heard)
    return page.bytes_heard - before


# Coming back --------------------------------------------------------------------------------------
def come_back(where: Place, sheet: str) -> Figures:
    """All pages of running games come back at once: after a restart, and when their tables are in memory.

    What the start itself costs is not theirs: they come when the server answers.
    """
    with where.folder() as folder:
        port = lib.free_port()
        with lib.kritzel(folder, source=where.source, port=port) as server:
            clients = asyncio.run(_play_half(server.url, sheet))
        with lib.kritzel(folder, source=where.source, port=port) as server:
            return asyncio.run(_reconnect_all(server, clients))


async def _play_half(url: str, sheet: str) -> Clients:
    async with Clients(url) as clients:
        await clients.begin(sheet, PAGES // 2, MOVES_BEFORE)
        return clients


async def _reconnect_all(server: Running, clients: Clients) -> Figures:
    wait_for_answer(server.url)
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
    """All at once: CPU milliseconds for each page, and milliseconds until the first move was answered."""
    for match in clients.matches:
        match.queue.clear()
    before, clock = cpu_seconds(server.pid), time.perf_counter()
    first = asyncio.ensure_future(_first_move(clients.matches, clock))
    await asyncio.gather(*(page.reconnect() for page in clients.pages))
    await until(lambda: all(page.settled for page in clients.pages), every=0.02)
    answered = await first
    await quiet(clients.heard)
    return (cpu_seconds(server.pid) - before) / len(clients.pages) * 1e3, answered


async def _first_move(matches: Sequence[Match], since: float) -> float:
    """The first page that can moves at once: milliseconds until that is answered."""
    await until(lambda: any(match.queue for match in matches))
    match = next(match for match in matches if match.queue)
    page = match.queue.popitem()[0]
    page.begin(time.perf_counter())
    await until(lambda: not page.waiting_for)
    return (time.perf_counter() - since) * 1e3


# Memory and disk ----------------------------------------------------------------------------------
def memory_per_game(where: Place, sheet: str) -> Figures:
    """Memory for each running game with two pages at it. With the first ones caches grow, too."""
    with where.kritzel() as server:
        few, more = asyncio.run(_memory_per_game(server, sheet))
    return {"memory": few / 1024, "memory.more": more / 1024}


async def _memory_per_game(server: Running, sheet: str) -> tuple[float, float]:
    async with Clients(server.url) as clients:
        await clients.begin(sheet, 10, 10)
        each = []
        for games in (LIVE_GAMES, MORE_GAMES):
            before = memory(server.pid)
            await clients.begin(sheet, games, 10)
            await quiet(clients.heard)
            each.append((memory(server.pid) - before) / games)
        return each[0], each[1]


def disk(where: Place, sheet: str) -> Figures:
    """What the file keeps more for each game that is over, the server stopped; not what it has free."""
    with where.folder() as folder:
        with lib.kritzel(folder, source=where.source):
            pass
        empty = _size(folder)
        with lib.kritzel(folder, source=where.source) as server:
            asyncio.run(_play_out(server.url, sheet, KEPT_GAMES // 2, 2))
        return {"disk": (_size(folder) - empty) / KEPT_GAMES / 1024}


def _size(folder: Path) -> int:
    """Bytes of the file that are in use: what games leave free the next ones take."""
    with closing(sqlite3.connect(folder / TABLES)) as file:
        pages, free, size = (
            file.execute(f"PRAGMA {each}").fetchone()[0]
            for each in ("page_count", "freelist_count", "page_size")
        )
    return int((pages - free) * size)


ALL = "all games"
ONE = ("dizzle/1",)
BUSY_CORES = 0.3
"""Cores that others may need before times by the clock are doubtful."""


class Measure(NamedTuple):
    """How figures are found: the function, the games it is asked for, how often."""

    function: Callable[[Place, str], Figures]
    games: Sequence[str]
    repeats: int = 3


MEASURES = {
    "cpu": Measure(cpu, GAMES, 2),
    "bytes": Measure(bytes_per_move, GAMES, 1),
    "watched": Measure(watch, ONE),
    "return": Measure(come_back, ONE),
    "memory": Measure(memory_per_game, ONE),
    "disk": Measure(disk, GAMES, 1),
    "latency": Measure(latency, (ALL,)),
    "story": Measure(story, ONE, 1),
}


class Aim(NamedTuple):
    """What a figure is called, and what it shall be: at most `goal`, or at least; None: only reported."""

    text: str
    unit: str
    goal: float | None = None
    at_least: bool = False
    clock: bool = False
    """Whether it is read off the clock: then it says little on a machine that is busy."""

    def met(self, figure: float) -> bool:
        """Whether this figure will do."""
        return self.goal is None or (figure >= self.goal if self.at_least else figure <= self.goal)


AIMS = {
    "cpu": Aim("CPU per durable move, two clients", "µs", 500),
    "bytes": Aim("bytes per move, both clients", "B", 1000),
    "watched.100": Aim("CPU per move of a table watched by 100", "ms"),
    "watched.100.kernel": Aim("of that in the kernel, which sends", "ms"),
    "watched.500": Aim("CPU per move of a table watched by 500", "ms", 1.2),
    "watched.500.kernel": Aim("of that in the kernel, which sends", "ms"),
    "return.restart": Aim(f"{PAGES} pages come back after a restart: CPU for each", "ms", 0.6),
    "return.memory": Aim("the same, their tables still in memory: CPU for each", "ms", 0.6),
    "return.first": Aim("the same after a restart: first move answered after", "ms", 2000, clock=True),
    "hello": Aim("bytes for a page that comes back", "KB"),
    "memory": Aim(f"memory per running game of two, of {LIVE_GAMES}", "KB", 60),
    "memory.more": Aim(f"the same for each of {MORE_GAMES} more", "KB", 60),
    "disk": Aim("disk per finished game", "KB", 9),
    "latency.500": Aim("p99 at 500 moves per second", "ms", 15, clock=True),
    "rate.500": Aim("500 moves per second begun: answered", "/s", 485, at_least=True, clock=True),
    "latency.1500": Aim("p99 at 1,500 moves per second", "ms", 50, clock=True),
    "rate.1500": Aim("1,500 moves per second begun: answered", "/s", 1455, at_least=True, clock=True),
    "story.hello": Aim(f"hello after {2 * TAKEN_BACK} moves taken back", "KB"),
    "story.growth": Aim("hello grows for each move taken back", "B", 1),
}
"""The rows, in this order."""


class Row(NamedTuple):
    """One aim for one game: every figure that was found; or why there is none."""

    key: str
    game: str
    figures: Sequence[float] = ()
    others: Sequence[float] = ()
    """Cores that other programs needed during each run."""
    problem: str = ""

    @property
    def median(self) -> float:
        """The figure."""
        return statistics.median(self.figures)

    @property
    def met(self) -> bool:
        """Whether the goal is met; without a figure it is not."""
        return bool(self.figures) and AIMS[self.key].met(self.median)

    def text(self) -> str:
        """The figure with its range."""
        if not self.figures:
            return self.problem or "not measured"
        low, high = min(self.figures), max(self.figures)
        spread = f" ({number(low)}–{number(high)})" if len(self.figures) > 1 else ""
        busy = ", busy machine" if AIMS[self.key].clock and self.other_cores > BUSY_CORES else ""
        return f"{number(self.median)}{spread} {AIMS[self.key].unit}{busy}"

    @property
    def other_cores(self) -> float:
        """Cores that other programs needed."""
        return statistics.mean(self.others) if self.others else 0.0

    def as_json(self) -> dict[str, Any]:
        """For programs, and to be the figures of before one day."""
        found = self._asdict() | {"figures": [round(figure, 3) for figure in self.figures]}
        return found | {"others": [round(each, 2) for each in self.others]}


def number(figure: float) -> str:
    """As many digits as are worth reading."""
    return f"{figure:,.0f}" if abs(figure) >= 100 else f"{figure:.3g}"


# Measuring ----------------------------------------------------------------------------------------
class Run(NamedTuple):
    """One run of one measure."""

    name: str
    game: str
    figures: Figures
    others: float
    problem: str = ""


def run_all(
    wanted: Mapping[str, Sequence[str]], places: Sequence[Place], repeats: int | None = None
) -> Iterator[tuple[Place, Run]]:
    """All wanted measures for these games; they take turns, so that a busy minute does not hit one alone."""
    longest = max((repeats or MEASURES[name].repeats for name in wanted), default=0)
    for nth in range(longest):
        for name, games in wanted.items():
            for game in games if nth < (repeats or MEASURES[name].repeats) else ():
                yield from ((where, run_measure(name, game, where)) for where in places)


def run_measure(name: str, game: str, where: Place) -> Run:
    """Run a measure, and see what else the machine did meanwhile."""
    clock, everybody, own = time.perf_counter(), machine_seconds(), _own_seconds()
    try:
        figures, problem = MEASURES[name].function(where, game), ""
    except (Missing, OSError, RuntimeError, subprocess.SubprocessError) as error:
        figures, problem = {}, f"{type(error).__name__}: {str(error).strip()[-200:]}"
    others = machine_seconds() - everybody - (_own_seconds() - own)
    return Run(name, game, figures, max(0.0, others) / (time.perf_counter() - clock), problem)


def _own_seconds() -> float:
    """CPU seconds of this process and of all it has started and seen end."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def rows(found: Sequence[Run]) -> list[Row]:
    """What was found, a row for each aim and game, in the order of the aims."""
    return [row for key in AIMS for row in _rows_of(key, found)] + _missing(found)


def _rows_of(key: str, found: Sequence[Run]) -> Iterator[Row]:
    having = [run for run in found if key in run.figures]
    for game in dict.fromkeys(run.game for run in having):
        mine = [run for run in having if run.game == game]
        yield Row(key, game, [run.figures[key] for run in mine], [run.others for run in mine])


def _missing(found: Sequence[Run]) -> list[Row]:
    """Measures that gave nothing at all, under the first of their aims."""
    good = {(run.name, run.game) for run in found if run.figures}
    bad = {(run.name, run.game): run.problem for run in found if (run.name, run.game) not in good}
    return [Row(_first(name), game, problem=problem) for (name, game), problem in bad.items()]


def _first(name: str) -> str:
    return next(key for key in AIMS if key.startswith(name))


# Telling ------------------------------------------------------------------------------------------
HEAD = ("aim", "plays", "before", "now", "goal", "", "others")


def cells(row: Row, old: Mapping[tuple[str, str], Row]) -> tuple[str, ...]:
    """One row: before, now, goal."""
    aim, was = AIMS[row.key], old.get((row.key, row.game))
    busy = f"{row.other_cores:.1f}" if row.others else ""
    verdict = "" if aim.goal is None else "met" if row.met else "MISSED"
    return (aim.text, _plays(row.game), was.text() if was else "–", row.text(), _goal(aim), verdict, busy)


def _plays(game: str) -> str:
    return game.partition("/")[0]


def _goal(aim: Aim) -> str:
    if aim.goal is None:
        return "–"
    return f"{'≥' if aim.at_least else '≤'} {number(aim.goal)} {aim.unit}"


def as_text(found: Sequence[Row], old: Mapping[tuple[str, str], Row]) -> str:
    """For the terminal."""
    table = [HEAD, *(cells(row, old) for row in found)]
    widths = [max(len(line[nth]) for line in table) + 2 for nth in range(len(HEAD))]
    return "\n".join(
        "".join(f"{cell:<{wide}}" for cell, wide in zip(line, widths, strict=True)) for line in table
    )
