"""The lines of bench/engine.py: what is measured, how Kritzel's engines are driven, how a line is
time_chunks, cold starts.

Each line runs in a process of its own on one core: a peer that is missing or crashes costs its own line
only. Time is CPU time, which hardly depends on what else the machine does.

`reference`: the readable engine in a Python loop. `stepwise`: the compiled twin in the same loop, one
call for each question. `playouts`: the twin plays whole games in one call; `two_cores`: that twice at
once.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from random import Random
from statistics import median
from threading import Timer
from time import perf_counter, process_time
from typing import Any, NamedTuple, TypeAlias

from kritzel.fast.twin import has_twin
from kritzel.game import Setup
from kritzel.games import catalogue
from kritzel.record import fair, play_out

TIMEOUT_S = 600
"""Seconds by the clock after which a line is given up."""

SCRIPT = str(Path(__file__).with_name("engine.py"))

Chunk: TypeAlias = Callable[[], tuple[int, int]]
"""Plays on for a moment: how many games ended (0 where they are not counted) and how many decisions."""


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


# Which lines there are ----------------------------------------------------------------------------
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


def parse_name(name: str) -> Line:
    engine, way, game, seats = name.split(":")
    return Line(engine, way, game, int(seats))


# Timing, inside the process of a line -------------------------------------------------------------
def time_chunks(chunk: Chunk, seconds: float) -> Run:
    """Play chunks until these CPU seconds are spent."""
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
    from bench import peers

    chunk = own_chunk(line) if line.engine == "kritzel" else peers.chunk(line)
    time_chunks(chunk, seconds / 4)
    ready()
    return [time_chunks(chunk, seconds) for _ in range(repeat)]


def measure_here(name: str, seconds: float, repeat: int, core: int) -> None:
    """The work of a line's own process: says `ready`, waits for a line, prints the runs as JSON."""
    keep_to_one_core(core)

    def ready() -> None:
        print("ready", flush=True)
        sys.stdin.readline()

    print(json.dumps(measure(parse_name(name), seconds, repeat, ready)), flush=True)


# Processes, seen from outside ---------------------------------------------------------------------
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


def last_line(process: subprocess.Popen[str]) -> str:
    """What a finished process printed last. RuntimeError with its reason where it failed."""
    try:
        out, err = process.communicate(timeout=TIMEOUT_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        raise RuntimeError(f"no answer within {TIMEOUT_S} s") from None
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
        _wait_until_ready(process)
    for process in processes:
        _go(process)
    try:
        return summary(line, [json.loads(last_line(process)) for process in processes])
    except RuntimeError as problem:
        for process in processes:
            process.kill()
            process.communicate()
        return Result(line, problem=str(problem))


def _wait_until_ready(process: subprocess.Popen[str]) -> None:
    """Wait for the end of the warm-up, with a limit."""
    assert process.stdout
    patience = Timer(TIMEOUT_S, process.kill)
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


# Kritzel's engines --------------------------------------------------------------------------------
SEED = 1
GAMES_A_CALL = 500
MOST_OUTCOMES = 16


def own_chunk(line: Line) -> Chunk:
    if line.way == "reference":
        return reference(line.game, line.seats)
    from kritzel.fast.twin import twin

    compiled = twin(line.game)
    packed = compiled.pack(catalogue.find(line.game)[1])
    return (stepwise if line.way == "stepwise" else playouts)(compiled, packed, line.seats)


# The reference ------------------------------------------------------------------------------------
def reference(slug: str, seats: int) -> Chunk:
    game, sheet = catalogue.find(slug)
    start, luck = game.rules.start(Setup(sheet, seats)), Random(SEED)
    below = luck.randrange

    def choose(state: Any, seats: tuple[int, ...]) -> tuple[int, Any]:
        moves = game.rules.moves(state, seats[0])
        return seats[0], moves[below(len(moves))]

    return lambda: (1, play_out(game, start, choose, fair(luck)).decisions)


# The twin -----------------------------------------------------------------------------------------
def stepwise(twin: Any, packed: Any, seats: int) -> Chunk:
    import numpy as np

    start, luck, seeds = twin.blank(packed, seats), Random(SEED).random, count(SEED)
    room = np.zeros(twin.MOST_MOVES, np.int32), np.zeros(MOST_OUTCOMES, np.int32)
    return lambda: (1, step_out(twin, packed, start.copy(), next(seeds), luck, room))


def step_out(twin: Any, sheet: Any, state: Any, seed: int, luck: Any, room: Any) -> int:
    moves, faces = room
    pending, deciding, legal, apply = twin.pending, twin.deciding, twin.legal, twin.apply
    decisions = 0
    while kind := pending(sheet, state):
        if kind > 1:
            twin.reveal(sheet, state, faces, twin.outcome(sheet, state, seed, faces))
            continue
        waiting = deciding(sheet, state)
        seat = (waiting & -waiting).bit_length() - 1
        many = legal(sheet, state, seat, moves)
        apply(sheet, state, seat, moves.item(int(luck() * many)))
        decisions += 1
    return decisions


def playouts(twin: Any, packed: Any, seats: int) -> Chunk:
    import numpy as np

    totals, seeds = np.zeros(4, np.int64), count(SEED, GAMES_A_CALL)
    return lambda: (GAMES_A_CALL, int(twin.playouts(packed, seats, GAMES_A_CALL, next(seeds), totals)))


# Cold starts --------------------------------------------------------------------------------------
IMPORT = """
from time import perf_counter, process_time
clock, begun = perf_counter(), process_time()
import {0}
print([process_time() - begun, perf_counter() - clock])
"""


class Start(NamedTuple):
    """One cold start in CPU seconds and by the clock; or why there is none."""

    what: str
    cpu_seconds: float = 0
    clock_seconds: float = 0
    problem: str = ""


def cold_starts() -> list[Start]:
    """Imports alone, then twin by twin."""
    modules = ("kritzel", "kritzel.cli", "numba")
    found = [_start(f"import {module}", ["-c", IMPORT.format(module)]) for module in modules]
    for slug in catalogue.GAMES:
        with tempfile.TemporaryDirectory() as folder:
            again = [SCRIPT, "--cold", slug]
            found.append(_start(f"{slug}: first ever, compiled", again, KRITZEL_CACHE=folder))
            found.append(_start(f"{slug}: later, from the cache", again, KRITZEL_CACHE=folder))
    return found


def _start(what: str, arguments: list[str], **environment: str) -> Start:
    try:
        return Start(what, *json.loads(last_line(start(arguments, **environment))))
    except RuntimeError as problem:
        return Start(what, problem=str(problem))


def start_here(slug: str) -> None:
    """The work of a fresh process: prints the CPU seconds and those by the clock as JSON."""
    clock, begun = perf_counter(), process_time()
    use_everything(slug)
    print(json.dumps([process_time() - begun, perf_counter() - clock]))


def use_everything(slug: str) -> None:
    """Every compiled function of a twin and the greedy bot once, by a short walk through a game."""
    from kritzel.fast.strategy import strategy
    from kritzel.fast.twin import twin as twin_of

    twin = twin_of(slug)
    import numpy as np

    packed = twin.pack(catalogue.find(slug)[1])
    state = twin.blank(packed, 2)
    moves, faces = np.zeros(twin.MOST_MOVES, np.int32), np.zeros(16, np.int32)
    while twin.pending(packed, state) > 1:
        twin.reveal(packed, state, faces, twin.outcome(packed, state, SEED, faces))
    seat = _lowest(twin.deciding(packed, state))
    twin.legal(packed, state, seat, moves)
    move = int(strategy(slug).greedy(packed, state, seat, SEED))
    twin.allowed(packed, state, seat, move)
    twin.apply(packed, state, seat, move)
    _finish(twin, packed, state, np)


def _lowest(mask: int) -> int:
    return (mask & -mask).bit_length() - 1


def _finish(twin: Any, packed: Any, state: Any, np: Any) -> None:
    twin.playout(packed, state, SEED)
    points = np.zeros(4, np.int32)
    twin.scores(packed, state, points)
    twin.places(packed, state, points)
    twin.playouts(packed, 2, 1, SEED, np.zeros(4, np.int64))
