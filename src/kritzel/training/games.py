"""Batches of self-play games on all cores: the tables they begin with, and the lesson that comes out."""

from __future__ import annotations

from concurrent.futures import Executor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from kritzel.fast.loops import loop_of
from kritzel.fast.net import BINS, Net, scratch_for
from kritzel.fast.strategy import Strategy, strategy
from kritzel.fast.twin import Twin, twin
from kritzel.game import Sheet
from kritzel.games.catalogue import AnyGame
from kritzel.training.selfplay import MOST_SEATS, Lesson, PlaySettings

CHUNKS = 16
"""The parts of a batch, whatever the cores, so that equal seeds give equal games."""

SAMPLES_EACH = 260
"""Room for the samples of a game, on average; what does not fit is not learned from."""
INPUTS_EACH = 160
"""Room for the inputs of a sample, on average."""

SHARES = {1: 8, 2: 4, 3: 4, 4: 4}
"""The relative number of games by seats, where the game knows them."""


class Batch(NamedTuple):
    """The results of a batch of games."""

    lesson: Lesson
    samples: int
    totals: Any
    """Final points by game and seat."""


class Simulator:
    """Plays batches of games on one sheet."""

    def __init__(self, game: AnyGame, sheet: Sheet, pool: Executor) -> None:
        self.game, self.sheet, self._pool = game, sheet, pool
        self._boards = len(game.rules.boards(sheet))
        self.twin: Twin = twin(game.slug)
        self.strategy: Strategy = strategy(game.slug)
        self.usual_decisions = self.strategy.COURSE.decisions
        self.packed = self.twin.pack(sheet)
        self._loop = loop_of(Path(__file__).with_name("selfplay.py"), __package__, game.slug, strategies=True)
        self._room: dict[int, list[Lesson]] = {}

    @property
    def seat_counts(self) -> list[int]:
        most = min(MOST_SEATS, self._boards or MOST_SEATS)
        return [count for count in self.game.seat_counts if count <= most]

    def tables(self, games: int, rng: np.random.Generator, seats: int | None = None) -> Any:
        """Tables before the first move, with seats as asked or mixed, and boards in any order."""
        counts = self.seat_counts
        shares = np.array([SHARES[count] for count in counts], float)
        many = rng.choice(counts, games, p=shares / shares.sum()) if seats is None else [seats] * games
        return np.concatenate(
            [self.twin.blank(self.packed, int(each), self._order(each, rng)) for each in many]
        )

    def _order(self, seats: int, rng: np.random.Generator) -> tuple[int, ...]:
        return (
            tuple(int(board) + 1 for board in rng.permutation(self._boards)[:seats]) if self._boards else ()
        )

    def play(
        self, net: Net, settings: PlaySettings, games: int, seed: int, seats: int | None = None
    ) -> Batch:
        """Equal seeds bring equal batches."""
        rng = np.random.default_rng([seed, games])
        begins, seeds = self.tables(games, rng, seats), rng.integers(0, 1 << 63, games, np.uint64)
        totals = np.zeros((games, MOST_SEATS), np.int32)
        cuts = [range(games)[index::CHUNKS] for index in range(min(CHUNKS, games))]
        room = self._room_for(games)

        def chunk(task: tuple[range, Lesson]) -> int:
            which, lesson = np.array(task[0]), task[1]
            part = np.zeros((len(which), MOST_SEATS), np.int32)
            rest = begins[which], seeds[which], net, settings, scratch_for(net), lesson, part
            count = self._loop.play_many(self.packed, *rest)
            totals[which] = part
            return int(count)

        count = list(self._pool.map(chunk, zip(cuts, room, strict=False)))
        return Batch(join(room, count), sum(count), totals)

    def _room_for(self, games: int) -> list[Lesson]:
        if games not in self._room:
            each = -(-games // CHUNKS) * SAMPLES_EACH
            self._room = {games: [empty(each) for _ in range(CHUNKS)]}
        return self._room[games]


def empty(samples: int) -> Lesson:
    return Lesson(
        inputs=np.zeros(samples * INPUTS_EACH, np.int16),
        begin=np.zeros(samples + 1, np.int64),
        counts=np.zeros(samples, np.int32),
        target=np.zeros((samples, BINS), np.float32),
        points=np.zeros(samples, np.int32),
        best_points=np.zeros(samples, np.int32),
        hoped=np.zeros((samples, BINS), np.float32),
        seat=np.zeros(samples, np.int8),
        strayed=np.zeros(samples, np.bool_),
    )


def join(parts: list[Lesson], many: list[int]) -> Lesson:
    used = [int(part.begin[count]) for part, count in zip(parts, many, strict=False)]
    starts = np.cumsum([0, *used[:-1]])
    columns = {
        name: np.concatenate([getattr(part, name)[:count] for part, count in zip(parts, many, strict=False)])
        for name in Lesson._fields
        if name not in ("inputs", "begin")
    }
    inputs = np.concatenate([part.inputs[:count] for part, count in zip(parts, used, strict=False)])
    begin = np.concatenate(
        [part.begin[:count] + start for part, count, start in zip(parts, many, starts, strict=False)]
    )
    return Lesson(inputs=inputs, begin=begin, **columns)
