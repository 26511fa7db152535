"""Duels on a sheet, move by move: any two players, with the same luck and from both seats.

The compiled loops know one net at a table; here each player may have its own. A new net is used only if it is
better in duels than the player of the sheet before (`duel`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from kritzel.bots.weights import Trained
from kritzel.fast.net import Net, scratch_for
from kritzel.fast.records import Records
from kritzel.training.games import Simulator
from kritzel.training.selfplay import MOST_DECISIONS, MOST_FACES, MOST_SEATS

Player: TypeAlias = Callable[[Any, int, Any], int]
"""From a table, a seat and a seed to the number of the move."""

SURE = 1.96
SEED = 1 << 43
"""Duels are always played on the same deals."""


class Figure(NamedTuple):
    """Something measured, and half of its 95 % interval."""

    value: float
    error: float

    @property
    def surely_more(self) -> bool:
        return self.value - self.error > 0

    @property
    def surely_less(self) -> bool:
        return self.value + self.error < 0


# Players ---------------------------------------------------------------------------------------------
def bot_player(sim: Simulator, name: str) -> Player:
    decide = getattr(sim.strategy, name)
    return lambda state, seat, seed: int(decide(sim.packed, state, seat, seed))


def random_player(sim: Simulator) -> Player:
    moves = np.zeros(sim.twin.MOST_MOVES, np.int32)
    return lambda state, seat, seed: int(moves[int(seed) % sim.twin.legal(sim.packed, state, seat, moves)])


def net_player(sim: Simulator, net: Net, noise: float = 0.0) -> Player:
    """The learned bot with this net, and noise in points."""
    scratch = scratch_for(net)
    return lambda state, seat, seed: int(
        sim.strategy.learned(sim.packed, state, seat, seed, net, noise, scratch)
    )


# Games -----------------------------------------------------------------------------------------------
def play(sim: Simulator, state: Records, players: Sequence[Player], luck: int) -> None:
    """One game to its end, in place; one that would never end counts as it stands."""
    twin, sheet, seed = sim.twin, sim.packed, np.uint64(luck)
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


def wins(sim: Simulator, one: Player, two: Player, deals: int) -> Figure:
    """The share of the wins of the first with two seats, each deal from both; a shared win is half a one."""
    shares = []
    for begin, luck in _deals(sim, deals, 2):
        first, second = (_first_seat_win(sim, begin, pair, luck) for pair in ((one, two), (two, one)))
        shares.append((first + 1 - second) / 2)
    return _mean(shares)


def gain(sim: Simulator, one: Player, two: Player, deals: int) -> Figure:
    """How many more points the first has alone, on the same deals."""
    leads = []
    for begin, luck in _deals(sim, deals, 1):
        leads.append(_points(sim, begin, one, luck) - _points(sim, begin, two, luck))
    return _mean(leads)


def _deals(sim: Simulator, deals: int, seats: int) -> list[tuple[Any, int]]:
    rng = np.random.default_rng([SEED, seats])
    return [(sim.tables(1, rng, seats), int(rng.integers(0, 1 << 63))) for _ in range(deals)]


def _first_seat_win(sim: Simulator, begin: Any, players: Sequence[Player], luck: int) -> float:
    state, places = begin.copy(), np.zeros(MOST_SEATS, np.int32)
    play(sim, state, players, luck)
    sim.twin.places(sim.packed, state, places)
    return float(np.sign(places[1] - places[0]) + 1) / 2


def _points(sim: Simulator, begin: Any, player: Player, luck: int) -> int:
    state, scores = begin.copy(), np.zeros(MOST_SEATS, np.int32)
    play(sim, state, [player], luck)
    sim.twin.scores(sim.packed, state, scores)
    return int(scores[0])


def _mean(values: Sequence[float]) -> Figure:
    """The mean over deals; a single one says nothing about its error."""
    count = len(values)
    spread = float(np.std(values, ddof=1)) if count > 1 else math.inf
    return Figure(float(np.mean(values)), SURE * spread / math.sqrt(count))


# Whether a new net shall play ------------------------------------------------------------------------
DEALS = 500
"""Deals of the duel, alone and from both of two seats."""


class Duel(NamedTuple):
    """The new net against the player before; None where the game has no such table."""

    alone: Figure | None
    """Its lead in points."""
    two: Figure | None
    """Its share of the wins, minus a half."""

    @property
    def better(self) -> bool:
        """Surely ahead at one table, and surely behind at none."""
        figures = [figure for figure in self if figure]
        return any(each.surely_more for each in figures) and not any(each.surely_less for each in figures)

    def as_json(self) -> dict[str, Any]:
        return {
            name: {"ahead": round(figure.value, 4), "error": round(figure.error, 4), "deals": DEALS}
            for name, figure in (("1", self.alone), ("2", self.two))
            if figure
        }


def duel(sim: Simulator, net: Net, present: Trained | None) -> Duel:
    """Let a net play against the present one, or against the planner where there is none."""
    new = net_player(sim, net)
    old = net_player(sim, present.net) if present else bot_player(sim, "planner")
    won = wins(sim, new, old, DEALS) if 2 in sim.seat_counts else None
    return Duel(
        alone=gain(sim, new, old, DEALS) if 1 in sim.seat_counts else None,
        two=won and won._replace(value=won.value - 0.5),
    )
