"""Runs a job: cuts it into chunks, has them played, and writes down the results. Knows no statistics.

Chunks are played in this process, in several (spawned) ones, or on a Dask cluster (`cluster`); this process
alone writes results.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.metadata import version
from itertools import starmap
from time import process_time
from typing import Any, NamedTuple, TypeAlias

from kritzel.arena import on_reference, on_twin
from kritzel.arena.job import Finished, Job, LineUp, deal_seed, refuse
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
"""Games in a chunk: a few seconds of work. True: all games are compiled and no bot is slow."""


def throughput(worked: Iterable[Worked]) -> list[dict[str, object]]:
    """For each engine its games, and games per second of one core."""
    games, seconds = Counter[str](), defaultdict[str, float](float)
    for each in worked:
        games[each.engine] += each.games
        seconds[each.engine] += each.seconds
    return [
        {"engine": engine, "games": count, "per_second": count / max(seconds[engine], 1e-9)}
        for engine, count in sorted(games.items())
    ]


def run(job: Job, folder: Folder, deals: int, engine: str, play: Play, tell: Tell) -> list[Worked]:
    """Play what is missing of the first `deals` deals; `tell` hears how many deals have just finished."""
    todo = [deal for deal in range(deals) if deal not in folder.lines]
    worked = list[Worked]()
    try:
        for chunk in play(job, cut(job, todo, engine), engine):
            folder.add(chunk.lines)
            worked += chunk.worked
            tell(len(chunk.lines))
    finally:
        folder.close()
    return worked


def cut(job: Job, deals: Sequence[int], engine: str) -> list[Sequence[int]]:
    compiled = all(engine_of(job, line_up, engine) == COMPILED for line_up in job.games(0))
    quick = compiled and not any(entrant.bot == MASTER_BOT.name for entrant in job.entries)
    size = max(1, CHUNK_GAMES[quick] // job.per_deal)
    return [deals[at : at + size] for at in range(0, len(deals), size)]


def on_this_machine(jobs: int) -> Play:
    """Play in `jobs` processes; small jobs take fewer."""

    def play(job: Job, chunks: Sequence[Sequence[int]], engine: str) -> Chunks:
        workers = min(jobs, len(chunks))
        tasks = [(job, deals, engine) for deals in chunks]
        return spread(play_chunk, tasks, workers) if workers > 1 else starmap(play_chunk, tasks)

    return play


def engine_of(job: Job, line_up: LineUp, engine: str) -> str:
    """The engine of a game: the twin if all its bots are compiled, unless the reference is asked for."""
    playing = [job.bot(entrant) for entrant in line_up.bots]
    compiled = all(bot.code is not None for bot in playing)
    if MASTER_BOT in playing and job.trained() is None:  # its rollouts are no part of the twin's loop
        compiled = False
    return COMPILED if engine == COMPILED and compiled else REFERENCE


def play_chunk(job: Job, deals: Sequence[int], engine: str) -> Chunk:
    """Play these deals; `engine` is the fastest that may be used."""
    _expect_version(job)
    games = [(deal, line_up) for deal in deals for line_up in job.games(deal)]
    finished: dict[tuple[int, LineUp], Finished] = {}
    worked = []
    play_on: dict[str, Callable[[Job, Sequence[tuple[int, LineUp]]], list[Finished]]] = {
        COMPILED: on_twin.play,
        REFERENCE: _on_reference,
    }
    with running():
        for each, play in play_on.items():
            mine = [game for game in games if engine_of(job, game[1], engine) == each]
            if mine:
                if each == COMPILED:
                    on_twin.play(job, mine[:1])  # so that loading compiled code is not counted
                begun = process_time()
                finished |= dict(zip(mine, play(job, mine), strict=True))
                worked.append(Worked(each, len(mine), process_time() - begun))
    return Chunk({deal: line(job, deal, finished) for deal in deals}, worked)


def _on_reference(job: Job, games: Sequence[tuple[int, LineUp]]) -> list[Finished]:
    return [on_reference.play(job, deal, line_up) for deal, line_up in games]


def _expect_version(job: Job) -> None:
    """Another machine may have another Kritzel, whose games are not the same."""
    if job.kritzel != version("kritzel"):
        raise refuse(
            f"Der Auftrag ist für Kritzel {job.kritzel}, hier ist {version('kritzel')}.",
            f"The job is for Kritzel {job.kritzel}, this is {version('kritzel')}.",
        )


def line(job: Job, deal: int, finished: dict[tuple[int, LineUp], Finished]) -> str:
    games = [_game_json(job, line_up, finished[deal, line_up]) for line_up in job.games(deal)]
    content = {"deal": deal, "seed": deal_seed(job, deal), "games": games}
    return json.dumps(content, separators=(",", ":"))


def _game_json(job: Job, line_up: LineUp, game: Finished) -> dict[str, Any]:
    names = [job.entries[entrant].name for entrant in line_up.bots]
    result = {key: value for key, value in game._asdict().items() if key != "faults" or value}
    return {"bots": names, "boards": list(line_up.boards), **result}
