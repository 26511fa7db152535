"""How strong `generic` is: games of two on the reference engine, each deal from both seats.

python -m bench.generic [NAME ...] [--against BOT ...] [--deals N] [--budget SECONDS]

A deal begins with the same luck for both seatings; intervals (95 %) are by deal. The others think as plain
Python, so nothing is compiled. Time is the processor's, for a move of `generic`: the mean, and the longest
one, which begins with practice.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, NamedTuple

if not __package__:
    sys.path[0] = str(Path(__file__).resolve().parents[1])

os.environ.setdefault("NUMBA_DISABLE_JIT", "1")

import numpy as np

from kritzel.arena.intervals import mean, share
from kritzel.bots import BOTS, BUDGET
from kritzel.bots.bot import Bot, View
from kritzel.bots.generic import GENERIC_BOT
from kritzel.game import Seat, Setup
from kritzel.games import catalogue
from kritzel.games.catalogue import AnyGame
from kritzel.record.loop import fair, play_out

NAMES = ("dizzle/1", "traexx/1", "border/1")


class Game(NamedTuple):
    """What came of one game for `generic`: its share of the win, points, lead, and its seconds by move."""

    won: float
    points: int
    lead: int
    took: list[float]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--against", nargs="+", choices=sorted(BOTS), default=["greedy", "casual"])
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--budget", type=float, default=BUDGET)
    asked = parser.parse_args()
    print("| sheet | against | games | wins | points | lead | ms a move | longest |")
    print("|---|---|---|---|---|---|---|---|")
    for name in asked.names or NAMES:
        for other in asked.against:
            print(row(name, other, asked.deals, asked.budget), flush=True)


def row(name: str, other: str, deals: int, budget: float) -> str:
    """A line of the table; how it stands after each deal goes to stderr, so that one may stop any time."""
    game, sheet = catalogue.find(name)
    played: list[list[Game]] = []
    for deal in range(deals):
        played.append([play(game, sheet, BOTS[other], deal, seat, budget) for seat in (0, 1)])
        told = figures(played)
        print(f"| {name} | `{other}` {told}", file=sys.stderr, flush=True)
    return f"| {name} | `{other}` {told}"


def figures(played: list[list[Game]]) -> str:
    """What the deals say so far."""
    won = share(np.array([[each.won for each in pair] for pair in played]).mean(axis=1))
    lead = mean(np.array([[each.lead for each in pair] for pair in played]).mean(axis=1))
    points = np.mean([each.points for pair in played for each in pair])
    took = [seconds for pair in played for each in pair for seconds in each.took]
    return (
        f"| {2 * len(played)} | {won.value:.0%} ({won.low:.0%} to {won.high:.0%}) "
        f"| {points:.1f} | {lead.value:+.1f} ({lead.low:+.1f} to {lead.high:+.1f}) "
        f"| {1000 * sum(took) / len(took):.0f} | {1000 * max(took):.0f} |"
    )


def play(game: AnyGame, sheet: Any, other: Bot, deal: int, mine: Seat, budget: float) -> Game:
    """One game; the luck of the dice belongs to the deal, that of the bots to the deal and the seat."""
    luck, own, took = Random(f"deal {deal}"), [Random(f"own {deal} {seat}") for seat in (0, 1)], list[float]()

    def choose(state: Any, seats: tuple[Seat, ...]) -> tuple[Seat, Any]:
        seat, begun = seats[0], process_time()
        bot = GENERIC_BOT if seat == mine else other
        move = bot.choose(View.of(game, state, seat), game.moves(state, seat), own[seat], budget)
        if seat == mine:
            took.append(process_time() - begun)
        return seat, move

    over = play_out(game, game.start(Setup(sheet, 2)), choose, fair(luck)).over
    assert over, "nobody breaks it off"
    first = [place.seat for place in over.ranking if place.place == 1]
    points = {place.seat: place.points for place in over.ranking}
    return Game((mine in first) / len(first), points[mine], points[mine] - points[1 - mine], took)


if __name__ == "__main__":
    main()
