"""Which board of The Border each seat gets, by how many play: the search behind `seating` in its sheet.

The seat that is active first is ahead (docs/research, entry 2), and boards differ: an order of them can
make up for it, another one for every number of seats.

    python -m tools.border_seatings --games 1500 --again 8000 --check 20000

lets equal `learned` bots play with every order of the boards, six of them again on fresh deals, and planners
too; of these the two that are fairest for both once more. Says what each seat wins.
"""

from __future__ import annotations

import argparse
import os
from collections import defaultdict
from collections.abc import Iterable
from itertools import permutations
from multiprocessing import get_context
from typing import NamedTuple

from kritzel.arena import on_twin
from kritzel.arena.job import LineUp, enter
from kritzel.games import catalogue
from tools.border_colourings import shares_of

SHEET, SEED = "border/1", 91
STRONG, PLAIN = "learned", "planner"
SOME = 250
FRESH = 100_000
"""Deals of the next stage are so much later ones."""
AGAIN, CHECKED = 6, 2


class Task(NamedTuple):
    """Some games of equal bots, with these boards on the seats."""

    bot: str
    boards: tuple[int, ...]
    first: int
    games: int


def main() -> None:
    """Every order, the best again, the best of these once more."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name, usual in (("games", 1500), ("again", 8000), ("check", 20_000)):
        parser.add_argument(f"--{name}", type=int, default=usual)
    asked = parser.parse_args()
    boards = range(1, len(catalogue.find(SHEET)[1].boards) + 1)
    for seats in catalogue.find(SHEET)[0].seat_counts:
        orders = list(permutations(boards, seats))
        orders = fairest(orders, (STRONG,), 0, asked.games)[:AGAIN]
        orders = fairest(orders, (STRONG, PLAIN), FRESH, asked.again)[:CHECKED]
        fairest(orders, (STRONG, PLAIN), 2 * FRESH, asked.check)


def fairest(
    orders: Iterable[tuple[int, ...]], bots: tuple[str, ...], first: int, games: int
) -> list[tuple[int, ...]]:
    """The orders, beginning with the one whose seats are nearest to their fair share; told, too."""
    tasks = [
        Task(bot, order, at, min(SOME, first + games - at))
        for order in orders
        for bot in bots
        for at in range(first, first + games, SOME)
    ]
    won: dict[tuple[tuple[int, ...], str], list[float]] = defaultdict(list)
    with get_context("spawn").Pool(os.cpu_count()) as pool:
        for task, shares in pool.imap_unordered(played, tasks):
            before = won[task.boards, task.bot] or [0.0] * len(shares)
            won[task.boards, task.bot] = [one + more for one, more in zip(before, shares, strict=True)]
    off: dict[tuple[int, ...], float] = defaultdict(float)
    for (order, bot), sums in sorted(won.items()):
        shares = [one / games for one in sums]
        off[order] = max(off[order], *(abs(share - 1 / len(order)) for share in shares))
        print(*order, bot, games, "games:", *(f"{100 * share:.1f} %" for share in shares), flush=True)
    return sorted(off, key=lambda order: off[order])


def played(task: Task) -> tuple[Task, list[float]]:
    """What each seat won of these games."""
    seats = len(task.boards)
    job = enter(*catalogue.find(SHEET), [task.bot] * seats, seats, SEED)
    line_up = LineUp(tuple(range(seats)), task.boards)
    games = on_twin.play(job, [(deal, line_up) for deal in range(task.first, task.first + task.games)])
    every = [shares_of(game.places) for game in games]
    return task, [sum(shares) for shares in zip(*every, strict=True)]


if __name__ == "__main__":
    main()
