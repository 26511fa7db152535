"""The course of a training: play a batch, learn from it, and so on; noise and learning rate go down.

Equal courses give equal nets (on a graphics card nearly). The state is saved every few rounds, so that a
course can be stopped and continued.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from kritzel.bots.weights import Trained
from kritzel.fast.net import Net, Shape, net_of, untrained, weights_of
from kritzel.sheetfile import digest
from kritzel.training.cuda import CardLearner, has_card
from kritzel.training.descent import Learner, Memory
from kritzel.training.games import Simulator
from kritzel.training.selfplay import ALL_NETS, MOST_SEATS, NET, PLANNER, PlaySettings

FAST_RATE, SLOW_RATE = 1e-3, 2e-5
ONWARD_RATE, ONWARD_NOISE, GUESTS = 3e-4, 0.2, 0.5
"""For a course that begins with a trained net: the rate, the share of the noise, and the share of the batches
in which planners have about half of the seats."""
CALM = 0.5
"""The share of a course after which values have no noise."""
PREFIXED = 40
BATCH = 1024
"""Games between two lessons."""
EXAM, EXAM_SEED = 256, 1 << 40
"""Games of an exam: always the same deals."""


@dataclass(frozen=True)
class Course:
    """What a training is; equal ones give equal nets."""

    game: str
    sheet_hash: str
    features: int
    games: int
    seed: int
    batch: int
    wide: int = 128
    narrow: int = 32
    known: str = ""
    """The checksum of the net that it begins with; none for a course from nothing."""
    before: int = 0
    """Games that this net had learned from."""

    @property
    def rounds(self) -> int:
        return -(-self.games // self.batch)


class Point(NamedTuple):
    """One exam on the learning curve."""

    games: int
    score: float
    """Mean points without noise, of a fixed set of deals."""
    loss: float


@dataclass
class Training:
    """A course under way."""

    course: Course
    sim: Simulator
    memory: Memory
    round: int = 0
    curve: list[Point] = field(default_factory=list)

    @property
    def shape(self) -> Shape:
        return Shape(self.sim.strategy.inputs(self.sim.packed), self.course.wide, self.course.narrow)

    @property
    def net(self) -> Net:
        return net_of(self.memory.acting, self.shape, (self.sim.strategy.LOW, self.sim.strategy.STEP))

    @property
    def learned_from(self) -> int:
        """Games that the net has learned from, those before the course too."""
        return self.course.before + self.round * self.course.batch

    def run(self, pool: ThreadPoolExecutor) -> Iterator[Point]:
        """Go on to the end of the course; yields after every round what its exam said, or the last one."""
        learner: Any = Learner(self.memory, self.shape, pool)
        if has_card():
            learner = CardLearner(self.memory, self.shape)
        while self.round < self.course.rounds:
            loss = self._one_round(learner)
            self.memory, self.round = learner.memory(), self.round + 1
            if self.round % max(1, self.course.rounds // 40) == 0 or self.round == self.course.rounds:
                self.curve.append(Point(self.round * self.course.batch, self.exam(), loss))
            yield self.curve[-1] if self.curve else Point(self.round * self.course.batch, float("nan"), loss)

    def _one_round(self, learner: Any) -> float:
        done, seed = self.round / self.course.rounds, self.course.seed * 1_000_003 + self.round
        fastest, share = (ONWARD_RATE, ONWARD_NOISE) if self.course.known else (FAST_RATE, 1.0)
        noise = share * self.sim.strategy.COURSE.noise * max(0.0, 1.0 - done / CALM)
        players = self._players(np.random.default_rng([seed, MOST_SEATS]))
        prefixed = PREFIXED if players is ALL_NETS else 0
        settings = PlaySettings(
            noise,
            self.sim.strategy.COURSE.trace,
            prefixed,
            self.sim.usual_decisions,
            players,
        )
        batch = self.sim.play(self.net, settings, self.course.batch, seed)
        rate = fastest + (SLOW_RATE - fastest) * done
        return float(learner.learn(batch.lesson, batch.samples, rate, np.random.default_rng(seed)))

    def _players(self, rng: np.random.Generator) -> Any:
        """The players of a batch by seat: the net, and in an onward course sometimes planners."""
        if not self.course.known or rng.random() >= GUESTS:
            return ALL_NETS
        players = np.where(rng.random(MOST_SEATS) < 0.5, PLANNER, NET)
        players[rng.integers(min(self.sim.seat_counts))] = NET
        return players

    def exam(self) -> float:
        """Mean points of all seats with the fewest seats, without noise."""
        seats = min(self.sim.seat_counts)
        calm = PlaySettings(0.0, self.sim.strategy.COURSE.trace, 0, 0, ALL_NETS)
        return float(self.sim.play(self.net, calm, EXAM, EXAM_SEED, seats).totals[:, :seats].mean())


def begin(course: Course, sim: Simulator, known: Net | None = None) -> Training:
    """A training of a new net, or of this one."""
    if known is not None:
        return Training(course, sim, Memory.fresh(weights_of(known)))
    net = untrained(
        sim.strategy.inputs(sim.packed),
        sim.strategy.LOW,
        sim.strategy.STEP,
        course.seed,
        course.wide,
        course.narrow,
        sim.strategy.COURSE.pessimism,
    )
    return Training(course, sim, Memory.fresh(weights_of(net)))


# Stopping and going on -------------------------------------------------------------------------------
def save(training: Training, path: Path) -> None:
    """Atomic: the file is replaced as a whole."""
    about = {"course": asdict(training.course), "round": training.round, "steps": training.memory.steps}
    arrays = dict(zip(Memory._fields[:-1], training.memory[:-1], strict=True))
    new = path.with_suffix(".new")
    with new.open("wb") as file:
        np.savez(file, about=np.array(json.dumps(about)), curve=np.array(training.curve, float), **arrays)
    new.replace(path)


class OtherCourse(ValueError):
    """The saved state belongs to another course."""


def resume(course: Course, sim: Simulator, path: Path) -> Training:
    """A saved training. OtherCourse where it is not this course, or cannot be read."""
    try:
        with path.open("rb") as file, np.load(file) as saved:
            about = json.loads(str(saved["about"]))
            memory = Memory._make([*[saved[name] for name in Memory._fields[:-1]], about["steps"]])
            curve = [Point(int(games), float(score), float(loss)) for games, score, loss in saved["curve"]]
    except (OSError, ValueError, KeyError, zipfile.BadZipFile) as error:
        raise OtherCourse(str(error)) from None
    if about["course"] != asdict(course):
        raise OtherCourse(str(about["course"]))
    return Training(course, sim, memory, about["round"], curve)


def course_for(
    sim: Simulator, games: int, seed: int, batch: int | None = None, known: Trained | None = None
) -> Course:
    """The default course on the sheet, or one that goes on with this net."""
    sheet_hash = digest(sim.sheet.source)
    course = Course(sim.game.slug, sheet_hash, sim.strategy.FEATURES, games, seed, min(batch or BATCH, games))
    if known is None:
        return course
    wide, narrow = known.about["layers"]
    of = {"wide": wide, "narrow": narrow, "known": known.about["checksum"], "before": known.about["games"]}
    return replace(course, **of)
