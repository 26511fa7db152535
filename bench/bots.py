"""How strong `generic` is, how long bots think, and how long they take on a fresh machine.

python -m bench.bots generic [NAME ...] [--against BOT ...] [--deals N] [--budget SECONDS]
python -m bench.bots thinking [NAME ...] [--games N] [--bots BOT ...]
python -m bench.bots start [GAME ...]

`generic` plays games of two on the reference engine, each deal from both seats with the same luck;
intervals (95 %) are by deal. The others think as plain Python: nothing is compiled. Time is CPU time for
a move of `generic`.

`thinking`: CPU seconds for one decision on every sheet and at tables of every size. `planner` plays the
games; every few decisions a bot is asked, twice, because the first answer may have to compile something.

`start` prints the table of docs/research/0011-first-move.md: each game in fresh processes with an empty
cache folder, as plain Python, compiled, loaded again; then what a user of a new server waits for, beside
the goals.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, NamedTuple

from bench import lib
from kritzel.arena.intervals import mean, share
from kritzel.bots import BOTS
from kritzel.bots.bot import BUDGET_S, Bot, View
from kritzel.bots.generic import GENERIC_BOT
from kritzel.fast.cache import Skill
from kritzel.fast.twin import PLAIN
from kritzel.game import Chance, Decision, Seat, Setup
from kritzel.games import catalogue
from kritzel.games.catalogue import AnyGame
from kritzel.record.loop import fair, play_out
from kritzel.review.warm_up import REVIEW
from kritzel.server.bots import questions
from kritzel.server.bots.pool import LANES

# generic ------------------------------------------------------------------------------------------
NAMES = ("dizzle/1", "traexx/1", "border/1")


class Game(NamedTuple):
    """What came of one game for `generic`: its share of the win, points, lead, and its seconds by move."""

    won: float
    points: int
    lead: int
    took: list[float]


def generic_row(name: str, other: str, deals: int, budget: float) -> str:
    """A line of the table; how it stands after each deal goes to stderr, so that one may stop any time."""
    game, sheet = catalogue.find(name)
    played: list[list[Game]] = []
    for deal in range(deals):
        played.append([play_generic(game, sheet, BOTS[other], deal, seat, budget) for seat in (0, 1)])
        so_far = generic_figures(played)
        print(f"| {name} | `{other}` {so_far}", file=sys.stderr, flush=True)
    return f"| {name} | `{other}` {so_far}"


def generic_figures(played: list[list[Game]]) -> str:
    """What the deals say so far."""
    import numpy as np

    won = share(np.array([[each.won for each in pair] for pair in played]).mean(axis=1))
    lead = mean(np.array([[each.lead for each in pair] for pair in played]).mean(axis=1))
    points = np.mean([each.points for pair in played for each in pair])
    took = [seconds for pair in played for each in pair for seconds in each.took]
    return (
        f"| {2 * len(played)} | {won.value:.0%} ({won.low:.0%} to {won.high:.0%}) "
        f"| {points:.1f} | {lead.value:+.1f} ({lead.low:+.1f} to {lead.high:+.1f}) "
        f"| {1000 * sum(took) / len(took):.0f} | {1000 * max(took):.0f} |"
    )


def play_generic(game: AnyGame, sheet: Any, other: Bot, deal: int, mine: Seat, budget: float) -> Game:
    """One game; the luck of the dice belongs to the deal, that of the bots to the deal and the seat."""
    luck, own, took = Random(f"deal {deal}"), [Random(f"own {deal} {seat}") for seat in (0, 1)], list[float]()

    def choose(state: Any, seats: tuple[Seat, ...]) -> tuple[Seat, Any]:
        seat, begun = seats[0], process_time()
        bot = GENERIC_BOT if seat == mine else other
        move = bot.choose(View.of(game, state, seat), game.rules.moves(state, seat), own[seat], budget)
        if seat == mine:
            took.append(process_time() - begun)
        return seat, move

    over = play_out(game, game.rules.start(Setup(sheet, 2)), choose, fair(luck)).over
    assert over, "nobody breaks it off"
    first = [place.seat for place in over.ranking if place.place == 1]
    points = {place.seat: place.points for place in over.ranking}
    return Game((mine in first) / len(first), points[mine], points[mine] - points[1 - mine], took)


# thinking -----------------------------------------------------------------------------------------
EVERY = 7
"""Every seventh decision with more than one legal move is asked about."""


def views_met(game: Any, sheet: Any, seats: int, seed: int) -> Iterator[View]:
    """What seats see in one game of planners when they have to decide."""
    luck, state, nth = Random(seed), game.rules.start(Setup(sheet, seats)), 0
    while True:
        awaited = game.rules.pending(state)
        if isinstance(awaited, Chance):
            state = game.rules.reveal(state, awaited.event.sample(luck.randrange))
        elif not isinstance(awaited, Decision):
            return
        else:
            seat = awaited.seats[0]
            view, moves = View.of(game, state, seat), game.rules.moves(state, seat)
            nth += len(moves) > 1
            if len(moves) > 1 and nth % EVERY == 0:
                yield view
            state = game.rules.play(state, seat, BOTS["planner"].choose(view, moves, luck, BUDGET_S))


def thinking_seconds(bot: Bot, view: View) -> float:
    """CPU seconds of the second answer."""
    moves = view.game.rules.moves(view.state, view.seat)
    bot.choose(view, moves, Random(1), BUDGET_S)
    begin = process_time()
    bot.choose(view, moves, Random(1), BUDGET_S)
    return process_time() - begin


# start --------------------------------------------------------------------------------------------
WAYS = ("plain", "compiled", "loaded")
HEAD = ("", *questions.ORDER, "together", "cache")
FIRST_GOAL_S, ALL_GOAL_S, AGAIN_GOAL_S = 10.0, 120.0, 1.0
"""The goals: CPU seconds until the chosen planner, until all is compiled, for what was compiled before."""
ONE = "--one"
"""Option of a process of this benchmark, before its game and its bots."""
Spent = dict[str, float]


# What a user waits for ----------------------------------------------------------------------------
def waits(spent_by_game: dict[str, dict[str, Spent]]) -> Iterator[str]:
    """The three goals, and how far they are met."""
    first = {slug: ways["compiled"]["planner"] for slug, ways in spent_by_game.items()}
    ready = schedule({slug: ways["compiled"] for slug, ways in spent_by_game.items()})
    again = {slug: ways["again"]["planner"] for slug, ways in spent_by_game.items()}
    yield _goal("the chosen planner is compiled", first, FIRST_GOAL_S)
    yield _goal(f"all are compiled, in {LANES} processes", {"together": max(ready.values())}, ALL_GOAL_S)
    yield _goal("the planner of a later start is loaded", again, AGAIN_GOAL_S)
    yield f"in this order: {', '.join(f'{bot} of {game} {at:.0f}' for (bot, game), at in ready.items())}"


def _goal(what: str, found: Spent, goal: float) -> str:
    figures = ", ".join(f"{slug} {seconds:.1f}" for slug, seconds in found.items())
    return f"{what}: {figures} CPU s; goal {goal:.0f}: {lib.verdict(max(found.values()) <= goal)}"


def schedule(spent: dict[str, Spent]) -> dict[Skill, float]:
    """CPU seconds after which each bot of each game is compiled when none was chosen (`server.bots.pool`).

    A free process takes the next bot of a game that is its own, or of one that no process has begun.
    """
    left = [(bot, game) for bot in questions.ORDER for game in spent if bot in spent[game]]
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


# Measuring ----------------------------------------------------------------------------------------
def _first_moves_of(slug: str, folder: str, way: str, order: Sequence[str]) -> Spent:
    """The CPU seconds of each bot's first move, one after the other in a fresh process."""
    surroundings = {**os.environ, "KRITZEL_CACHE": folder, PLAIN: "1" if way == "plain" else "0"}
    who = [bot for bot in order if way != "plain" or not (bot == REVIEW or questions.needs_compiler(bot))]
    command = [sys.executable, "-m", "bench.bots", "start", ONE, slug, *who]
    found: Spent = json.loads(subprocess.check_output(command, env=surroundings, text=True))
    return found


def first_moves(slug: str, who: Sequence[str]) -> Spent:
    """The work of such a process: CPU seconds of each bot. The first one pays for what all need."""
    spent, begun = {}, process_time()
    for bot in who:
        questions.answer(questions.exercise(bot, slug))
        spent[bot], begun = process_time() - begun, process_time()
    return spent


# Commands -----------------------------------------------------------------------------------------
def run_generic(options: argparse.Namespace) -> None:
    os.environ.setdefault("NUMBA_DISABLE_JIT", "1")
    print("| sheet | against | games | wins | points | lead | ms a move | longest |")
    print("|---|---|---|---|---|---|---|---|")
    for name in options.names or NAMES:
        for other in options.against:
            print(generic_row(name, other, options.deals, options.budget), flush=True)


def run_thinking(options: argparse.Namespace) -> None:
    print(f"{'sheet':<10}{'seats':>6}  {'bot':<9}{'asked':>6}{'mean':>9}{'95 %':>9}{'longest':>9}  seconds")
    names = [f"{slug}/{sheet.id}" for slug in catalogue.GAMES for sheet in catalogue.sheets(slug)]
    for name in options.names or names:
        game, sheet = catalogue.find(name)
        for seats in game.seat_counts:
            views = [view for nth in range(options.games) for view in views_met(game, sheet, seats, nth)]
            for bot in (BOTS[wanted] for wanted in options.bots):
                took = sorted(thinking_seconds(bot, view) for view in views)
                shown = sum(took) / len(took), lib.percentile(took, 0.95), took[-1]
                figures = "".join(f"{figure:>9.4f}" for figure in shown)
                print(f"{name:<10}{seats:>6}  {bot.name:<9}{len(took):>6}{figures}", flush=True)


def run_start(options: argparse.Namespace) -> None:
    if options.one:
        print(json.dumps(first_moves(options.one[0], options.one[1:])))
        return
    rows, spent_by_game = [], dict[str, dict[str, Spent]]()
    for slug in options.names or catalogue.GAMES:
        with tempfile.TemporaryDirectory() as folder:
            ways = {way: _first_moves_of(slug, folder, way, questions.ORDER) for way in WAYS}
            again = _first_moves_of(slug, folder, "loaded", ["planner"])
            size = sum(file.stat().st_size for file in Path(folder).rglob("*") if file.is_file())
        spent_by_game[slug] = {**ways, "again": again}
        for way, spent in ways.items():
            cells = [f"{spent[bot]:.2f}" if bot in spent else "–" for bot in questions.ORDER]
            cache = f"{size / 1e6:.1f} MB" if way == "compiled" else ""
            rows.append([f"{slug}, {way}", *cells, f"{sum(spent.values()):.1f}", cache])
    print(lib.markdown(HEAD, rows), "", *waits(spent_by_game), sep="\n")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parsers = parser.add_subparsers(required=True)
    generic = parsers.add_parser("generic")
    generic.add_argument("--against", nargs="+", choices=sorted(BOTS), default=["greedy", "casual"])
    generic.add_argument("--deals", type=int, default=20)
    generic.add_argument("--budget", type=float, default=BUDGET_S, help="seconds a move")
    generic.set_defaults(run=run_generic)
    thinking = parsers.add_parser("thinking")
    thinking.add_argument("--games", type=int, default=3)
    thinking.add_argument("--bots", nargs="+", choices=sorted(BOTS), default=["learned", "master"])
    thinking.set_defaults(run=run_thinking)
    start = parsers.add_parser("start")
    start.add_argument(ONE, nargs="+", help=argparse.SUPPRESS)
    start.set_defaults(run=run_start)
    for each in (generic, thinking, start):
        each.add_argument("names", nargs="*", metavar="NAME")
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
