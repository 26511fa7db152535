"""Runs a job: cuts it into chunks, has them played, and keeps what comes back. Knows no statistics.

Chunks are played in this process, in several (spawned) ones, or on a Dask cluster (`cluster`); results are
written down by this process alone, as they come.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import TypeAlias

from kritzel.arena.chunks import COMPILED, Chunk, Worked, engine_of, play_chunk
from kritzel.arena.failing import refuse
from kritzel.arena.job import Job
from kritzel.arena.results import Folder
from kritzel.bots.learned import MASTER_BOT

Chunks: TypeAlias = Iterator[Chunk]
Play: TypeAlias = Callable[[Job, Sequence[Sequence[int]], str], Chunks]
"""Plays chunks of deals somewhere and yields them as they are finished, in any order."""

Tell: TypeAlias = Callable[[int], None]

CHUNK_GAMES = {True: 1000, False: 40}
"""Games in a chunk if all are compiled and nobody thinks long, and otherwise: a few seconds of work."""

AHEAD = 3
"""Chunks handed out per process, so that none waits for work."""


class Throughput:
    """Games and processor seconds by engine."""

    def __init__(self) -> None:
        self._games: Counter[str] = Counter()
        self._seconds: Counter[str] = Counter()

    def add(self, worked: Sequence[Worked]) -> None:
        """A chunk was played."""
        for engine, games, seconds in worked:
            self._games[engine] += games
            self._seconds[engine] += seconds  # type: ignore[assignment]

    def told(self) -> list[dict[str, object]]:
        """For each engine its games, and games per second of one core."""
        return [
            {"engine": engine, "games": games, "per_second": games / max(self._seconds[engine], 1e-9)}
            for engine, games in sorted(self._games.items())
        ]


def run(job: Job, folder: Folder, deals: int, engine: str, play: Play, tell: Tell) -> Throughput:
    """Play what is missing of the first `deals` deals; `tell` hears how many deals have just finished."""
    todo = [deal for deal in range(deals) if deal not in folder.lines]
    throughput = Throughput()
    try:
        for chunk in play(job, cut(job, todo, engine), engine):
            folder.add(chunk.lines)
            throughput.add(chunk.worked)
            tell(len(chunk.lines))
    finally:
        folder.close()
    return throughput


def cut(job: Job, deals: Sequence[int], engine: str) -> list[Sequence[int]]:
    """The deals in chunks."""
    compiled = all(engine_of(job, seating, engine) == COMPILED for seating in job.games(0))
    quick = compiled and not any(entry.bot == MASTER_BOT.name for entry in job.entries)
    size = max(1, CHUNK_GAMES[quick] // job.per_deal)
    return [deals[at : at + size] for at in range(0, len(deals), size)]


def cores() -> int:
    """How many processes can really run at the same time."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def on_this_machine(jobs: int) -> Play:
    """Play on so many cores; small jobs take fewer."""

    def play(job: Job, chunks: Sequence[Sequence[int]], engine: str) -> Chunks:
        workers = min(jobs, len(chunks))
        return _here(job, chunks, engine) if workers < 2 else _in_processes(job, chunks, engine, workers)

    return play


def _here(job: Job, chunks: Sequence[Sequence[int]], engine: str) -> Chunks:
    for deals in chunks:
        yield play_chunk(job, deals, engine)


def _in_processes(job: Job, chunks: Sequence[Sequence[int]], engine: str, workers: int) -> Chunks:
    spawned = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, mp_context=spawned, initializer=_leave_interrupts_to_the_parent)
    try:
        yield from _handed_out(pool, job, chunks, engine, workers * AHEAD)
    except BrokenProcessPool:
        raise refuse(
            "Ein Rechenprozess ist gestorben; zu wenig Speicher?",
            "A worker process has died; out of memory?",
        ) from None
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _handed_out(
    pool: ProcessPoolExecutor, job: Job, chunks: Sequence[Sequence[int]], engine: str, ahead: int
) -> Chunks:
    left, running = iter(chunks), set[Future[Chunk]]()
    while True:
        for deals in left:
            running.add(pool.submit(play_chunk, job, deals, engine))
            if len(running) >= ahead:
                break
        if not running:
            return
        finished, running = wait(running, return_when=FIRST_COMPLETED)
        for future in finished:
            yield future.result()


def _leave_interrupts_to_the_parent() -> None:
    """Ctrl-C reaches all processes; the parent decides, and a chunk that is nearly done is not torn."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
