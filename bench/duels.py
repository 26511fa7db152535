"""Duels of The Border with luck taken off: the wins of one bot against another, each deal from both seats.

python -m bench.duels [--bots ONE TWO] [--deals N] [--seed N]

Of every throw the luck is what it was worth to the active seat, as the net that ships sees it, less the
mean over all throws: zero on average for all players. What wins and leads owe to it, by a straight line
through all deals, is taken off; what is left strays about half as much. Intervals (95 %) are by deal.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import product
from pathlib import Path
from time import process_time
from typing import Any, NamedTuple

if not __package__:
    sys.path[0] = str(Path(__file__).resolve().parents[1])

import numpy as np

from kritzel.arena.intervals import Interval, mean
from kritzel.bots.weights import Trained, net_for
from kritzel.fast.net import WIN, scratch_for
from kritzel.games import catalogue
from kritzel.games.border.fast.sheet import FACES
from kritzel.games.border.sheet import DICE
from kritzel.training.duels import Player, bot_player, net_player
from kritzel.training.games import Simulator

NAME = "border/1"
BOTS = ("greedy", "planner", "learned", "master")


class Game(NamedTuple):
    """What came of one game for the first bot: its share of the win, its lead, its luck (1: a win)."""

    won: float
    lead: float
    luck: float


class Found(NamedTuple):
    """What came of all: as it was played, and with luck taken off."""

    games: int
    played: Interval
    won: Interval
    lead: Interval
    seconds: float
    """Of the processor, for a game."""


# Luck ---------------------------------------------------------------------------------------------
@cache
def all_throws(dice: int) -> tuple[Any, Any]:
    """All throws of that many dice, and their probabilities."""
    found = Counter(tuple(sorted(faces)) for faces in product(range(FACES), repeat=dice))
    shares = np.array(list(found.values())) / FACES**dice
    return np.array(list(found), np.int32).reshape(len(found), dice), shares


class Luck:
    """Tells the luck of throws, as one net sees it."""

    def __init__(self, sim: Simulator, trained: Trained) -> None:
        self._sim, self._net = sim, trained.net
        self._scratch = scratch_for(trained.net)

    def of(self, state: Any, faces: Sequence[int]) -> tuple[int, float]:
        """Who throws, and how lucky this throw is, in shares of a win."""
        throws, shares = all_throws(len(faces))
        values = np.zeros(len(throws))
        args = self._sim.packed, state, self._net, self._scratch, throws, len(faces), values
        seat = int(self._sim.strategy.weigh_throws(*args))
        here = int(np.flatnonzero((throws == np.array(faces)).all(axis=1))[0])
        return seat, float(values[here] - values @ shares) / WIN


# Games --------------------------------------------------------------------------------------------
def play(sim: Simulator, luck: Luck, begin: Any, players: Sequence[Player], seed: int) -> tuple[Any, float]:
    """One game to its end: the table then, and the luck of the first seat."""
    twin, sheet, state, total = sim.twin, sim.packed, begin.copy(), 0.0
    rng, faces = np.random.default_rng(seed), np.zeros(DICE, np.int32)
    while waits := twin.pending(sheet, state):
        if waits > 1:
            count = twin.outcome(sheet, state, np.uint64(seed), faces)
            seat, lucky = luck.of(state, faces[:count].tolist())
            total += -lucky if seat else lucky
            twin.reveal(sheet, state, faces, count)
        else:
            seat = int(twin.deciding(sheet, state)).bit_length() - 1
            own = np.uint64(rng.integers(0, 1 << 63))
            twin.apply(sheet, state, seat, players[seat](state, seat, own))
    return state, total


def game(sim: Simulator, luck: Luck, begin: Any, players: Sequence[Player], seed: int, seat: int) -> Game:
    """One game, as the bot at this seat sees it."""
    state, lucky = play(sim, luck, begin, players, seed)
    places, points = np.zeros(4, np.int32), np.zeros(4, np.int32)
    sim.twin.places(sim.packed, state, places)
    sim.twin.scores(sim.packed, state, points)
    won, lead = (np.sign(places[1] - places[0]) + 1) / 2, points[0] - points[1]
    return Game(1 - won, -lead, -lucky) if seat else Game(won, lead, lucky)


def duel(sim: Simulator, luck: Luck, one: Player, two: Player, deals: int, seed: int) -> Found:
    """The first against the second, each deal from both seats."""
    rng, begun = np.random.default_rng(seed), process_time()
    rows = []
    for _ in range(deals):
        begin, fate = sim.tables(1, rng, 2), int(rng.integers(0, 1 << 63))
        first = game(sim, luck, begin, (one, two), fate, 0)
        second = game(sim, luck, begin, (two, one), fate, 1)
        rows.append(np.mean([first, second], axis=0))
    won, lead, lucky = np.array(rows).T
    seconds = (process_time() - begun) / (2 * deals)
    return Found(2 * deals, mean(won), mean(remove_luck(won, lucky)), mean(remove_luck(lead, lucky)), seconds)


def remove_luck(values: Any, luck: Any) -> Any:
    """Values with what they owe to luck taken off."""
    slope = (values - values.mean()) @ luck / max(luck @ luck, 1e-9)
    return values - slope * luck


# Players ------------------------------------------------------------------------------------------
def player(sim: Simulator, name: str, trained: Trained) -> Player:
    """A bot by its name, with this net where it needs one."""
    if name == "learned":
        return net_player(sim, trained.net)
    if name == "master":
        return master(sim, trained.masters(2))
    return bot_player(sim, name)


def master(sim: Simulator, net: Any) -> Player:
    """The master with this net."""
    scratch = scratch_for(net)
    return lambda state, seat, seed: int(sim.strategy.master(sim.packed, state, seat, seed, net, scratch))


def row(names: Sequence[str], found: Found) -> str:
    """A line of the table."""
    shares = [f"{each.value:.1%} ± {half_width(each):.1%}" for each in (found.played, found.won)]
    lead = f"{found.lead.value:.1f} ± {half_width(found.lead):.1f}"
    cells = f"`{names[0]}`", f"`{names[1]}`", str(found.games), *shares, lead, f"{found.seconds:.2f}"
    return f"| {' | '.join(cells)} |"


def half_width(found: Interval) -> float:
    """Half of an interval."""
    return (found.high - found.low) / 2


HEAD = """\
| one | two | games | wins of one | luck taken off | lead, luck taken off | CPU s a game |
|---|---|---|---|---|---|---|"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bots", nargs=2, choices=BOTS, default=("master", "learned"))
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    known, sheet = catalogue.find(NAME)
    trained, sim = net_for(known, sheet), Simulator(known, sheet, ThreadPoolExecutor(1))
    assert trained is not None, "a net that ships"
    one, two = (player(sim, name, trained) for name in asked.bots)
    print(HEAD)
    print(row(asked.bots, duel(sim, Luck(sim, trained), one, two, asked.deals, asked.seed)))


if __name__ == "__main__":
    main()
