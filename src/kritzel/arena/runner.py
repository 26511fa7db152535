"""Runs a job: cuts it into chunks, has them played, and keeps what comes back. Knows no statistics.

Chunks are played in this process, in several (spawned) ones, or on a Dask cluster (`cluster`); results are
written down by this process alone, as they come.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import version
from itertools import starmap
from time import process_time
from typing import Any, NamedTuple, TypeAlias

from kritzel.arena import on_reference, on_twin
from kritzel.arena.job import Finished, Job, Seating, deal_seed, refuse
from kritzel.arena.processes import spread
from kritzel.arena.results import Folder
from kritzel.bots import running
from kritzel.bots.learned import MASTER_BOT

COMPILED, REFERENCE = "compiled", "reference"


class Worked(NamedTuple):
    """How many games an engine played, and the processor time they took, in seconds."""

    engine: str
    games: int
    seconds: float


class Chunk(NamedTuple):
    """Finished deals as lines of the result file, and what they cost."""

    lines: dict[int, str]
    worked: list[Worked]


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
        self._seconds: defaultdict[str, float] = defaultdict(float)

    def add(self, worked: Sequence[Worked]) -> None:
        """A chunk was played."""
        for engine, games, seconds in worked:
            self._games[engine] += games
            self._seconds[engine] += seconds

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


def engine_of(job: Job, seating: Seating, engine: str) -> str:
    """Where a game is played: on the twin if all its bots are compiled, unless the reference is asked for."""
    compiled = all(job.bot(entry).code is not None for entry in seating.bots)
    return COMPILED if engine == COMPILED and compiled else REFERENCE


def play_chunk(job: Job, deals: Sequence[int], engine: str) -> Chunk:
    """Play these deals; `engine` is the fastest that may be used."""
    _expect_version(job)
    with running():
        return _played(job, deals, engine)


def _played(job: Job, deals: Sequence[int], engine: str) -> Chunk:
    games = [(deal, seating) for deal in deals for seating in job.games(deal)]
    finished: dict[tuple[int, Seating], Finished] = {}
    worked = []
    for each, play in ((COMPILED, _on_twin), (REFERENCE, _on_reference)):
        mine = [game for game in games if engine_of(job, game[1], engine) == each]
        if mine:
            if each == COMPILED:
                on_twin.play(job, mine[:1])  # so that loading compiled code is not counted
            begun = process_time()
            finished |= dict(zip(mine, play(job, mine), strict=True))
            worked.append(Worked(each, len(mine), process_time() - begun))
    return Chunk({deal: line(job, deal, finished) for deal in deals}, worked)


def _on_twin(job: Job, games: Sequence[tuple[int, Seating]]) -> list[Finished]:
    return on_twin.play(job, games)


def _on_reference(job: Job, games: Sequence[tuple[int, Seating]]) -> list[Finished]:
    return [on_reference.play(job, deal, seating) for deal, seating in games]


def _expect_version(job: Job) -> None:
    """Another machine may have another Kritzel, whose games are not the same."""
    if job.kritzel != version("kritzel"):
        raise refuse(
            f"Der Auftrag ist für Kritzel {job.kritzel}, hier ist {version('kritzel')}.",
            f"The job is for Kritzel {job.kritzel}, this is {version('kritzel')}.",
        )


def line(job: Job, deal: int, finished: dict[tuple[int, Seating], Finished]) -> str:
    """A deal with all its games, as a line of JSON."""
    games = [_game(job, seating, finished[deal, seating]) for seating in job.games(deal)]
    content = {"deal": deal, "seed": deal_seed(job, deal), "games": games}
    return json.dumps(content, separators=(",", ":"))


def _game(job: Job, seating: Seating, game: Finished) -> dict[str, Any]:
    names = [job.entries[entry].name for entry in seating.bots]
    told = {key: value for key, value in game._asdict().items() if key != "faults" or value}
    return {"bots": names, "boards": list(seating.boards), **told}
