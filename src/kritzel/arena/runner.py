"""Runs a job: cuts it into chunks, has them played, and keeps what comes back. Knows no statistics.

Chunks are played in this process, in several (spawned) ones, or on a Dask cluster (`cluster`); results are
written down by this process alone, as they come.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import starmap
from typing import TypeAlias

from kritzel.arena.chunks import COMPILED, Chunk, Worked, engine_of, play_chunk
from kritzel.arena.job import Job
from kritzel.arena.processes import spread
from kritzel.arena.results import Folder
from kritzel.bots.learned import MASTER_BOT

Chunks: TypeAlias = Iterator[Chunk]
Play: TypeAlias = Callable[[Job, Sequence[Sequence[int]], str], Chunks]
"""Plays chunks of deals somewhere and yields them as they are finished, in any order."""

Tell: TypeAlias = Callable[[int], None]

CHUNK_GAMES = {True: 1000, False: 40}
"""Games in a chunk if all are compiled and nobody thinks long, and otherwise: a few seconds of work."""


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


def on_this_machine(jobs: int) -> Play:
    """Play on so many cores; small jobs take fewer."""

    def play(job: Job, chunks: Sequence[Sequence[int]], engine: str) -> Chunks:
        workers = min(jobs, len(chunks))
        tasks = [(job, deals, engine) for deals in chunks]
        return spread(play_chunk, tasks, workers) if workers > 1 else starmap(play_chunk, tasks)

    return play
