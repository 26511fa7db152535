"""What is measured, line by line, and how a line is timed. Each line runs in a process of its own.

So a peer that is missing, fails or crashes costs its own line only, and is reported. Every process keeps to
one core, and time is CPU time: the figures hardly depend on what else the machine does.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from threading import Timer
from time import perf_counter, process_time
from typing import Any, NamedTuple, TypeAlias

from kritzel.fast.twin import has_twin
from kritzel.games import catalogue

PATIENCE = 600
"""Seconds by the clock after which a line is given up."""

SCRIPT = str(Path(__file__).with_name("engine.py"))

Chunk: TypeAlias = Callable[[], tuple[int, int]]
"""Plays on for a moment: how many games ended (0 where nobody counts them) and how many decisions."""


class Line(NamedTuple):
    """One line of the table: whose engine, which way of driving it, which game, how many seats."""

    engine: str
    way: str
    game: str
    seats: int

    @property
    def name(self) -> str:
        """The line as one word, for the command line."""
        return ":".join(map(str, self))


class Run(NamedTuple):
    """One repetition."""

    games: int
    decisions: int
    cpu_seconds: float
    clock_seconds: float


class Result(NamedTuple):
    """A measured line: decisions per CPU second in each repetition; or why there is no figure."""

    line: Line
    rates: tuple[float, ...] = ()
    by_the_clock: float = 0
    decisions_a_game: float = 0
    problem: str = ""

    @property
    def rate(self) -> float:
        """The median of the repetitions."""
        return median(self.rates) if self.rates else 0.0


# Which lines there are ----------------------------------------------------------------------------------
OWN_WAYS = ("reference", "stepwise", "playouts", "two_cores")
DICE = ("backgammon", "yacht", "einstein_wurfelt_nicht")
"""Dice games of comparable size."""
PEERS = (
    ("open_spiel", ("python",), (*DICE, "pig", "connect_four", "tic_tac_toe")),
    ("open_spiel", ("shortcut",), (*DICE, "pig")),
    ("open_spiel", ("rollouts",), (*DICE, "pig", "connect_four", "tic_tac_toe")),
    ("pgx", ("batch",), ("backgammon", "connect_four", "tic_tac_toe")),
    ("pettingzoo", ("python", "raw"), ("connect_four", "tictactoe")),
    ("rlcard", ("python",), ("blackjack", "uno", "leduc-holdem")),
)
LONERS = ("blackjack",)
"""Games of peers with one player against the bank."""


def own_lines() -> Iterator[Line]:
    """Every game on its first sheet, alone (where that is possible) and with two seats. Without a twin: the
    reference alone."""
    for way in OWN_WAYS:
        for slug, game in catalogue.GAMES.items():
            if way != "reference" and not has_twin(slug):
                continue
            yield from (Line("kritzel", way, slug, seats) for seats in (2, 1) if seats in game.seat_counts)


def peer_lines() -> Iterator[Line]:
    for engine, ways, games in PEERS:
        for way in ways:
            yield from (Line(engine, way, game, 1 if game in LONERS else 2) for game in games)


def named(name: str) -> Line:
    engine, way, game, seats = name.split(":")
    return Line(engine, way, game, int(seats))


# Timing, inside the process of a line -------------------------------------------------------------------
def timed(chunk: Chunk, seconds: float) -> Run:
    """Chunks until so many CPU seconds are spent."""
    games = decisions = 0
    clock, begun = perf_counter(), process_time()
    while (spent := process_time() - begun) < seconds or not decisions:
        more_games, more = chunk()
        games, decisions = games + more_games, decisions + more
    return Run(games, decisions, spent, perf_counter() - clock)


def keep_to_one_core(nth: int) -> None:
    """Stay on the nth core from the last; where the system cannot do that, nothing."""
    if hasattr(os, "sched_setaffinity"):
        cores = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {cores[-1 - nth % len(cores)]})


def measure(line: Line, seconds: float, repeat: int, ready: Callable[[], object] = lambda: None) -> list[Run]:
    """Warm up, wait until all are ready, then measure."""
    from bench import own, peers

    chunk = own.chunk(line) if line.engine == "kritzel" else peers.chunk(line)
    timed(chunk, seconds / 4)
    ready()
    return [timed(chunk, seconds) for _ in range(repeat)]


def measure_here(name: str, seconds: float, repeat: int, core: int) -> None:
    """The work of a line's own process: says `ready`, waits for a line, prints the runs as JSON."""
    keep_to_one_core(core)

    def ready() -> None:
        print("ready", flush=True)
        sys.stdin.readline()

    print(json.dumps(measure(named(name), seconds, repeat, ready)), flush=True)


# Processes, seen from outside ---------------------------------------------------------------------------
def start(arguments: list[str], **environment: str) -> subprocess.Popen[str]:
    """Python once more, in a process of its own."""
    pipe, quiet = subprocess.PIPE, {"JAX_PLATFORMS": "cpu", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    return subprocess.Popen(
        [sys.executable, *arguments],
        stdin=pipe,
        stdout=pipe,
        stderr=pipe,
        text=True,
        env=os.environ | quiet | environment,
    )


def last_words(process: subprocess.Popen[str]) -> str:
    """What a finished process printed last. RuntimeError with its reason where it failed."""
    try:
        out, err = process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        raise RuntimeError(f"no answer within {PATIENCE} s") from None
    if process.returncode < 0:
        raise RuntimeError(f"crashed or given up (signal {-process.returncode})")
    if process.returncode:
        raise RuntimeError(_reason(err))
    return out.splitlines()[-1]


def _reason(err: str) -> str:
    last = ([line for line in err.splitlines() if line.strip()] or ["failed"])[-1].strip()
    kind, _, sentence = last.partition(": ")
    return f"not installed ({sentence})" if kind == "ModuleNotFoundError" else last


def run(line: Line, seconds: float, repeat: int) -> Result:
    """Measure a line in a process of its own (two started together for `two_cores`)."""
    how = [SCRIPT, "--line", line.name, "--seconds", str(seconds), "--repeat", str(repeat)]
    processes = [start([*how, "--core", str(nth)]) for nth in range(2 if line.way == "two_cores" else 1)]
    for process in processes:
        _until_ready(process)
    for process in processes:
        _go(process)
    try:
        return summary(line, [json.loads(last_words(process)) for process in processes])
    except RuntimeError as problem:
        for process in processes:
            process.kill()
            process.communicate()
        return Result(line, problem=str(problem))


def _until_ready(process: subprocess.Popen[str]) -> None:
    """Wait for the end of the warm-up, but not for ever."""
    assert process.stdout
    patience = Timer(PATIENCE, process.kill)
    patience.start()
    while (said := process.stdout.readline()) and said != "ready\n":
        pass
    patience.cancel()


def _go(process: subprocess.Popen[str]) -> None:
    assert process.stdin
    try:
        process.stdin.write("go\n")
        process.stdin.flush()
    except BrokenPipeError:
        return


def summary(line: Line, processes: list[list[Any]]) -> Result:
    """Processes that ran at the same time, added up repetition by repetition."""
    runs = [[Run(*fields) for fields in process] for process in processes]
    together = list(zip(*runs, strict=True))
    rates = tuple(sum(run.decisions / run.cpu_seconds for run in at_once) for at_once in together)
    clock = median(sum(run.decisions / run.clock_seconds for run in at_once) for at_once in together)
    flat = [run for process in runs for run in process]
    games = sum(run.games for run in flat)
    a_game = sum(run.decisions for run in flat) / games if games else 0.0
    return Result(line, rates, clock, a_game)
