"""Nets for the micro-games, by the product's own training. They are not shipped: each machine trains its own.

Träxx learns just as with `kritzel train --sheet FILE`. For Dizzle and The Border the course is the same, but
all games begin where the micro-game does: one seat with a blank sheet before the eighth pass; two seats with
boards 1 and 2.
"""

from __future__ import annotations

import json
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from kritzel.bots import weights
from kritzel.training.games import Hall
from kritzel.training.trainer import begin, course_for


class Course(NamedTuple):
    """How long a net learns, and its seed."""

    games: int
    seed: int


COURSES = {"traexx": Course(40_960, 1), "dizzle": Course(40_960, 1), "border": Course(245_760, 1)}


USUAL_DECISIONS = {"border": 10}
"""About so many moves of a seat may be somebody else's, where the whole game's number would be too many."""

FROM_THE_TABLE = ("dizzle", "border")
"""Whose nets see nothing but the micro-game."""


def folder() -> Path:
    """Where the nets and the results are kept."""
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "kritzel" / "regret"


class MicroHall(Hall):
    """A hall in which all games begin with the table of a micro-game."""

    def __init__(self, game: Any, sheet: Any, pool: ThreadPoolExecutor, table: Any) -> None:
        super().__init__(game, sheet, pool)
        self._table = self.twin.from_state(self.packed, table)
        self.usual_decisions = USUAL_DECISIONS.get(game.slug, self.usual_decisions)

    def tables(self, games: int, rng: Any, seats: int | None = None) -> Any:
        """Tables before the first move: always the same one."""
        return np.repeat(self._table, games)


def trained(game: Any, solver: Any) -> dict[str, Any]:
    """The manifest of the net for a micro-game, trained now if there is none yet."""
    os.environ["KRITZEL_NETS"] = str(folder())
    weights.forget()
    path = weights.path_of(game, solver.sheet) or train(game, solver, COURSES[game.slug])
    told = json.loads(path.read_text("utf-8"))
    assert isinstance(told, dict), "a manifest"
    return told


def train(game: Any, solver: Any, asked: Course) -> Path:
    """The whole course on all cores."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        hall = Hall(game, solver.sheet, pool)
        if game.slug in FROM_THE_TABLE:
            hall = MicroHall(game, solver.sheet, pool, solver.begin())
        training = begin(course_for(hall, asked.games, asked.seed), hall)
        for point in training.run(pool):
            games = training.round * training.course.batch
            print(f"{game.slug}: {games} games, {point.score:.2f}", flush=True)
        about = {"games": asked.games, "seed": asked.seed, "noise": {"skilled": 0.0, "casual": 0.0}}
        return weights.write(folder(), game, solver.sheet, weights.read_back(training.net), about)
