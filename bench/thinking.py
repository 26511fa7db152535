"""How long the bots think: CPU seconds for one decision, on every sheet and at tables of every size.

python bench/thinking.py [NAME ...] [--games N] [--bots BOT ...]

`planner` plays the games; now and then a bot is asked what it would do, twice: the first answer may have to
compile something. A bot has one second (`kritzel.bots.bot.BUDGET`) on one core.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

if not __package__:
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from kritzel.bots import BOTS
from kritzel.bots.bot import BUDGET, Bot, View
from kritzel.game import Chance, Decision, Setup
from kritzel.games import catalogue

EVERY = 7
"""Every seventh decision with more than one legal move is asked about."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--bots", nargs="+", choices=sorted(BOTS), default=["learned", "master"])
    asked = parser.parse_args()
    print(f"{'sheet':<10}{'seats':>6}  {'bot':<9}{'asked':>6}{'mean':>9}{'95 %':>9}{'longest':>9}  seconds")
    names = [f"{slug}/{sheet.id}" for slug in catalogue.GAMES for sheet in catalogue.sheets(slug)]
    for name in asked.names or names:
        game, sheet = catalogue.find(name)
        for seats in game.seat_counts:
            views = [view for nth in range(asked.games) for view in met(game, sheet, seats, nth)]
            for bot in (BOTS[wanted] for wanted in asked.bots):
                took = sorted(thinks(bot, view) for view in views)
                told = sum(took) / len(took), took[int(0.95 * len(took))], took[-1]
                figures = "".join(f"{figure:>9.4f}" for figure in told)
                print(f"{name:<10}{seats:>6}  {bot.name:<9}{len(took):>6}{figures}", flush=True)


def met(game: Any, sheet: Any, seats: int, seed: int) -> Iterator[View]:
    """What seats see in one game of planners when they have to decide."""
    luck, state, nth = Random(seed), game.start(Setup(sheet, seats)), 0
    while True:
        awaited = game.pending(state)
        if isinstance(awaited, Chance):
            state = game.reveal(state, awaited.event.sample(luck.randrange))
        elif not isinstance(awaited, Decision):
            return
        else:
            seat = awaited.seats[0]
            view, moves = View.of(game, state, seat), game.moves(state, seat)
            nth += len(moves) > 1
            if len(moves) > 1 and nth % EVERY == 0:
                yield view
            state = game.play(state, seat, BOTS["planner"].choose(view, moves, luck, BUDGET))


def thinks(bot: Bot, view: View) -> float:
    """CPU seconds of the second answer."""
    moves = view.game.moves(view.state, view.seat)
    bot.choose(view, moves, Random(1), BUDGET)
    begin = process_time()
    bot.choose(view, moves, Random(1), BUDGET)
    return process_time() - begin


if __name__ == "__main__":
    main()
