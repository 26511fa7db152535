"""How long bots take on a fresh machine: `python -m bench.warm [GAME ...]` prints the table of docs/bots.md.

Each game in fresh processes with an empty cache folder of its own: as plain Python, compiled, loaded again.
Then what somebody waits for who starts a server, held against the goals. CPU seconds are the measure: they
hardly depend on what else the machine does, and on two quiet cores the clock says the same.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import process_time

from kritzel.fast.cache import Skill
from kritzel.fast.twin import PLAIN
from kritzel.games import catalogue
from kritzel.review.rehearsing import REVIEW
from kritzel.server.bots import questions as bots
from kritzel.server.bots.pool import LANES

WAYS = ("plain", "compiled", "loaded")
HEAD = ("", *bots.ORDER, "together", "cache")
FIRST, ALL, AGAIN = 10.0, 120.0, 1.0
"""The goals: CPU seconds until the chosen planner, until all is compiled, for what was compiled before."""
ONE = "--one"
"""The work of a process of this bench: its game, and who moves in which order."""
Spent = dict[str, float]


def main(games: Sequence[str]) -> None:
    """These games, one after the other."""
    print(_row(HEAD))
    print(_row(["---"] * len(HEAD)))
    told: dict[str, dict[str, Spent]] = {}
    for slug in games:
        with tempfile.TemporaryDirectory() as folder:
            told[slug] = {way: _measured(slug, folder, way, bots.ORDER) for way in WAYS}
            told[slug]["again"] = _measured(slug, folder, "loaded", ["planner"])
            size = sum(file.stat().st_size for file in Path(folder).rglob("*") if file.is_file())
        for way in WAYS:
            spent = told[slug][way]
            cells = [f"{spent[bot]:.2f}" if bot in spent else "–" for bot in bots.ORDER]
            kept = f"{size / 1e6:.1f} MB" if way == "compiled" else ""
            print(_row([f"{slug}, {way}", *cells, f"{sum(spent.values()):.1f}", kept]), flush=True)
    print(*["", *waits(told)], sep="\n")


def _row(cells: object) -> str:
    return f"| {' | '.join(cells)} |"  # type: ignore[arg-type]


# What somebody waits for -----------------------------------------------------------------------
def waits(told: dict[str, dict[str, Spent]]) -> Iterator[str]:
    """The three goals, and how far they are met."""
    first = {slug: ways["compiled"]["planner"] for slug, ways in told.items()}
    ready = schedule({slug: ways["compiled"] for slug, ways in told.items()})
    again = {slug: ways["again"]["planner"] for slug, ways in told.items()}
    yield _goal("the chosen planner is compiled", first, FIRST)
    yield _goal(f"all are compiled, in {LANES} processes", {"together": max(ready.values())}, ALL)
    yield _goal("the planner of a later start is loaded", again, AGAIN)
    yield f"in this order: {', '.join(f'{bot} of {game} {at:.0f}' for (bot, game), at in ready.items())}"


def _goal(what: str, found: Spent, goal: float) -> str:
    figures = ", ".join(f"{slug} {seconds:.1f}" for slug, seconds in found.items())
    met = "met" if max(found.values()) <= goal else "missed"
    return f"{what}: {figures} CPU s; goal {goal:.0f}: {met}"


def schedule(spent: dict[str, Spent]) -> dict[Skill, float]:
    """When each bot of each game is compiled where nobody has chosen one (`server.bots.compiler`): whichever
    process is free takes the next of a game that is its own, or that nobody has begun."""
    left = [(bot, game) for bot in bots.ORDER for game in spent if bot in spent[game]]
    owners, clocks, ready = dict[str, int](), [0.0] * LANES, dict[Skill, float]()
    while left:
        lane = min(range(LANES), key=lambda each: clocks[each])
        mine = [each for each in left if owners.get(each[1], lane) == lane]
        if not mine:
            clocks[lane] = float("inf")
            continue
        bot, game = mine[0]
        owners[game] = lane
        clocks[lane] += spent[game][bot]
        ready[bot, game] = clocks[lane]
        left.remove(mine[0])
    return dict(sorted(ready.items(), key=lambda item: item[1]))


# Measuring -------------------------------------------------------------------------------------
def _measured(slug: str, folder: str, way: str, order: Sequence[str]) -> Spent:
    """The CPU seconds of each bot's first move, one after the other in a fresh process."""
    surroundings = {**os.environ, "KRITZEL_CACHE": folder, PLAIN: "1" if way == "plain" else "0"}
    who = [bot for bot in order if way != "plain" or not (bot == REVIEW or bots.needs_compiler(bot))]
    command = [sys.executable, "-m", "bench.warm", ONE, slug, *who]
    found: Spent = json.loads(subprocess.check_output(command, env=surroundings, text=True))
    return found


def first_moves(slug: str, who: Sequence[str]) -> Spent:
    """The work of such a process. The first bot pays for what all of them need."""
    spent, begun = {}, process_time()
    for bot in who:
        bots.answer(bots.exercise(bot, slug))
        spent[bot], begun = process_time() - begun, process_time()
    return spent


if __name__ == "__main__":
    if sys.argv[1:2] == [ONE]:
        print(json.dumps(first_moves(sys.argv[2], sys.argv[3:])))
    else:
        main(sys.argv[1:] or [*catalogue.GAMES])
