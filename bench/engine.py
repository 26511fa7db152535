"""Decisions per CPU second in random play, game by game: list the moves, choose one, play it.

python bench/engine.py [--seconds 3] [--json]
"""

from __future__ import annotations

import argparse
import json
from random import Random
from time import process_time
from typing import Any, NamedTuple

from kritzel.game import Chance, Over, Setup
from kritzel.games import catalogue
from kritzel.games.catalogue import AnyGame

MOST_SEATS = 2
"""Solo, and the smallest company."""


class Figure(NamedTuple):
    """What one line of the table measured."""

    name: str
    seats: int
    games: int
    decisions: int
    cpu_seconds: float

    @property
    def per_second(self) -> float:
        """Decisions per CPU second."""
        return self.decisions / self.cpu_seconds


def play_out(game: AnyGame, state: Any, luck: Random) -> int:
    decisions, below = 0, luck.randrange
    while not isinstance(pending := game.pending(state), Over):
        if isinstance(pending, Chance):
            state = game.reveal(state, pending.event.sample(below))
            continue
        seat = pending.seats[0]
        moves = game.moves(state, seat)
        state = game.play(state, seat, moves[below(len(moves))])
        decisions += 1
    return decisions


def measure(name: str, seats: int, seconds: float, seed: int = 1) -> Figure:
    game, sheet = catalogue.find(name)
    start, luck = game.start(Setup(sheet, seats)), Random(seed)
    play_out(game, start, luck)
    games = decisions = 0
    begun = process_time()
    while (spent := process_time() - begun) < seconds:
        decisions += play_out(game, start, luck)
        games += 1
    return Figure(f"{game.slug}/{sheet.id}", seats, games, decisions, spent)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seconds", type=float, default=3, help="CPU seconds for each line")
    options.add_argument("--json", action="store_true")
    asked = options.parse_args()
    lines = [
        (slug, seats) for slug, game in catalogue.GAMES.items() for seats in game.seat_counts if seats < 3
    ]
    figures = [measure(slug, seats, asked.seconds) for slug, seats in lines]
    if asked.json:
        print(json.dumps([{**f._asdict(), "per_second": round(f.per_second)} for f in figures], indent=2))
        return
    print(f"{'sheet':<12}{'seats':>6}{'games':>8}{'decisions a game':>18}{'decisions a CPU second':>24}")
    for f in figures:
        print(f"{f.name:<12}{f.seats:>6}{f.games:>8}{f.decisions / f.games:>18.1f}{f.per_second:>24,.0f}")


if __name__ == "__main__":
    main()
