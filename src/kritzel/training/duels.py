"""Duels on the sheet of a hall, move by move: any two players, with the same luck and from both seats.

The compiled loops know one net at a table; here everybody may have one of their own.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from kritzel.fast.net import Net, scratch_for
from kritzel.fast.records import Records
from kritzel.training.games import Hall
from kritzel.training.selfplay import MOST_DECISIONS, MOST_FACES, MOST_SEATS

Player: TypeAlias = Callable[[Any, int, Any], int]
"""Who decides: a table, a seat and a seed, and the number of the move."""

SURE = 1.96
SEED = 1 << 43
"""Duels are always played on the same deals."""


class Figure(NamedTuple):
    """Something measured, and half of its 95 % interval."""

    value: float
    error: float

    @property
    def surely_more(self) -> bool:
        """Whether it is above 0 beyond the interval."""
        return self.value - self.error > 0

    @property
    def surely_less(self) -> bool:
        """Whether it is below 0 beyond the interval."""
        return self.value + self.error < 0


# Players ---------------------------------------------------------------------------------------------
def bot(hall: Hall, name: str) -> Player:
    """A bot of the mind by name: `greedy` or `planner`."""
    decide = getattr(hall.strategy, name)
    return lambda state, seat, seed: int(decide(hall.packed, state, seat, seed))


def anybody(hall: Hall) -> Player:
    """Any legal move."""
    moves = np.zeros(hall.twin.MOST_MOVES, np.int32)
    return lambda state, seat, seed: int(moves[int(seed) % hall.twin.legal(hall.packed, state, seat, moves)])


def thinker(hall: Hall, net: Net, noise: float = 0.0) -> Player:
    """The learned bot with this net, and noise of so many points."""
    scratch = scratch_for(net)
    return lambda state, seat, seed: int(
        hall.strategy.learned(hall.packed, state, seat, seed, net, noise, scratch)
    )


# Games -----------------------------------------------------------------------------------------------
def play(hall: Hall, state: Records, players: Sequence[Player], luck: int) -> None:
    """One game to its end, in place; one that would never end counts as it stands."""
    twin, sheet, seed = hall.twin, hall.packed, np.uint64(luck)
    rng, faces = np.random.default_rng(luck), np.zeros(MOST_FACES, np.int32)
    decisions = 0
    while decisions < MOST_DECISIONS and (waits := twin.pending(sheet, state)):
        if waits > 1:
            twin.reveal(sheet, state, faces, twin.outcome(sheet, state, seed, faces))
            continue
        asked = twin.deciding(sheet, state)
        seat = next(seat for seat in range(MOST_SEATS) if asked >> seat & 1)
        own = np.uint64(rng.integers(0, 1 << 63))
        twin.apply(sheet, state, seat, players[seat](state, seat, own))
        decisions += 1


def wins(hall: Hall, one: Player, two: Player, deals: int) -> Figure:
    """The share of the wins of the first with two seats, each deal from both; a shared win is half a one."""
    won = [(_won(hall, begin, (one, two), luck) + 1 - _won(hall, begin, (two, one), luck)) / 2
           for begin, luck in _deals(hall, deals, 2)]  # fmt: skip
    return _mean(won)


def gain(hall: Hall, one: Player, two: Player, deals: int) -> Figure:
    """How many more points the first has alone, on the same deals."""
    return _mean(
        [_points(hall, begin, one, luck) - _points(hall, begin, two, luck)
         for begin, luck in _deals(hall, deals, 1)]
    )  # fmt: skip


def _deals(hall: Hall, deals: int, seats: int) -> list[tuple[Any, int]]:
    """Tables before the first move, each with its luck."""
    rng = np.random.default_rng([SEED, seats])
    return [(hall.tables(1, rng, seats), int(rng.integers(0, 1 << 63))) for _ in range(deals)]


def _won(hall: Hall, begin: Any, players: Sequence[Player], luck: int) -> float:
    """What the first seat has of the win."""
    state, places = begin.copy(), np.zeros(MOST_SEATS, np.int32)
    play(hall, state, players, luck)
    hall.twin.places(hall.packed, state, places)
    return float(np.sign(places[1] - places[0]) + 1) / 2


def _points(hall: Hall, begin: Any, player: Player, luck: int) -> int:
    state, scores = begin.copy(), np.zeros(MOST_SEATS, np.int32)
    play(hall, state, [player], luck)
    hall.twin.scores(hall.packed, state, scores)
    return int(scores[0])


def _mean(values: Sequence[float]) -> Figure:
    """The mean over deals; a single one says nothing about its error."""
    count = len(values)
    spread = float(np.std(values, ddof=1)) if count > 1 else math.inf
    return Figure(float(np.mean(values)), SURE * spread / math.sqrt(count))
