"""A few deals played in one go, wherever that is: in this process, in another, or on a cluster."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib.metadata import version
from time import process_time
from typing import Any, NamedTuple

from kritzel.arena import on_reference, on_twin
from kritzel.arena.design import Seating
from kritzel.arena.errors import refuse
from kritzel.arena.finished import Finished
from kritzel.arena.job import Job, deal_seed
from kritzel.bots import running

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
