"""Results of bench/server.py: rows for the terminal, JSON, and the page docs/benchmarks-server.md."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from bench import lib, server_measures
from bench.clients import Window
from bench.load import Found

HALF, QUICK_ENOUGH = 0.5, 50.0
"""The goals: at most half of the CPU per move; milliseconds at p99."""
PACKAGES = ("kritzel", "uvicorn", "uvloop", "websockets", "msgspec", "apsw")


class Line(NamedTuple):
    """What is measured: whose server, where it keeps games, which games, how many sockets play.

    `rate`: so many moves are begun every second (open loop), 0: everybody moves as soon as they can.
    """

    server: str
    store: str
    games: Sequence[str]
    sockets: int
    rate: int = 0
    spectators: int = 0

    @property
    def closed(self) -> bool:
        """Whether this line tells what a server can do at most."""
        return not self.rate and not self.spectators


class Result(NamedTuple):
    """A line and what was found; or why there is nothing."""

    line: Line
    found: Found | None = None
    problem: str = ""

    @property
    def window(self) -> Window | None:
        """What was measured, if it can be trusted."""
        trusted = self.found and self.found.window.moves and not self.found.window.problem
        return self.found.window if self.found and trusted else None

    @property
    def cpu(self) -> float:
        """CPU microseconds of the server for each move; 0 where nothing was measured."""
        return self.window.cpu / self.window.moves * 1e6 if self.window else 0.0

    @property
    def rate(self) -> float:
        """Moves per second."""
        return self.window.moves / self.window.seconds if self.window else 0.0

    @property
    def why_not(self) -> str:
        """Why there is no figure."""
        said = self.found.window.problem or "no move was made" if self.found else ""
        return self.problem or said


class Goal(NamedTuple):
    """A goal and what was measured."""

    text: str
    measured: str
    met: bool


# Goals --------------------------------------------------------------------------------------------
def goals(results: Sequence[Result]) -> list[Goal]:
    """What was aimed at, as far as it was measured."""
    ours = [r for r in results if r.line.server == "kritzel" and r.line.closed and r.window]
    theirs = [r for r in results if r.line.server != "kritzel" and r.line.closed and r.window]
    found = [_half_of(max(ours, key=lambda r: r.cpu), other) for other in theirs if ours]
    timed = [r for r in results if r.line.server == "kritzel" and r.line.rate and r.window]
    return found + [_in_time(result) for result in timed]


def _half_of(ours: Result, theirs: Result) -> Goal:
    """Our dearest game against one of theirs."""
    text = f"CPU per move at most half of boardgame.io, {theirs.line.store}, {theirs.line.games[0]}"
    times = ours.cpu / theirs.cpu
    measured = f"{ours.cpu:,.0f} µs ({ours.line.games[0]}) : {theirs.cpu:,.0f} µs = {times:.2f}"
    return Goal(text, measured, times <= HALF)


def _in_time(result: Result) -> Goal:
    window = result.window
    assert window
    text = f"p99 under {QUICK_ENOUGH:g} ms at {result.line.rate} moves per second"
    kept_up = result.rate > 0.97 * result.line.rate
    measured = f"{window.p99:.1f} ms at {result.rate:,.0f} moves per second"
    return Goal(text, measured, window.p99 < QUICK_ENOUGH and kept_up)


# The terminal -------------------------------------------------------------------------------------
HEAD = (
    f"{'server':<14}{'keeps games in':<16}{'plays':<30}{'sockets':>8}{'moves/s':>9}{'CPU µs':>9}"
    f"{'p50 ms':>9}{'p99 ms':>9}{'bytes':>9}"
)


def row(result: Result) -> str:
    """One line of the terminal's table."""
    line, window = result.line, result.window
    named = f"{line.server:<14}{line.store:<16}{plays(line):<30}{line.sockets + line.spectators:>8}"
    if window is None:
        return f"{named}  no figure: {result.why_not}"
    figures = f"{result.rate:>9,.0f}{result.cpu:>9,.0f}{window.p50:>9.1f}{window.p99:>9.1f}"
    return f"{named}{figures}{window.sent:>9,.0f}"


def plays(line: Line) -> str:
    """What is played, and how."""
    games = ", ".join(game.partition("/")[0] for game in line.games)
    if line.spectators:
        return f"{games}, {line.spectators:,} watch"
    return f"{games}, {line.rate}/s" if line.rate else games


def facts() -> dict[str, str]:
    """What it was measured with."""
    known = lib.facts()
    return {
        **{name: known[name] for name in ("processor", "system", "Python")},
        **{package: lib.version_of(package) for package in PACKAGES},
        "Node": lib.node_version(),
        "boardgame.io": _locked_version("boardgame.io"),
        "node-persist": _locked_version("node-persist"),
    }


def _locked_version(package: str) -> str:
    lock = json.loads((lib.BOARDGAME / "package-lock.json").read_text("utf-8"))
    return str(lock["packages"][f"node_modules/{package}"]["version"])


# The report ---------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Report:
    """Everything one run found out."""

    facts: dict[str, str]
    load: float
    date: str
    seconds: float
    results: Sequence[Result]
    aims: Sequence[server_measures.Row] = ()
    before: Mapping[tuple[str, str], server_measures.Row] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """Everything for programs."""
        return {
            "with": self.facts,
            "load": round(self.load, 2),
            "date": self.date,
            "lines": [_as_json(result) for result in self.results],
            "goals": [goal._asdict() for goal in goals(self.results)],
            "aims": [row.as_json() for row in self.aims],
            "before": [row.as_json() for row in self.before.values()],
        }

    def as_text(self) -> str:
        """What follows the rows in the terminal."""
        text = [f"{lib.verdict(goal.met)}: {goal.text}: {goal.measured}" for goal in goals(self.results)]
        aims = ["", server_measures.as_text(self.aims, self.before)] if self.aims else []
        return "\n".join(["", *text, *_spectator_lines(self.results), *aims])

    def as_page(self) -> str:
        """docs/benchmarks-server.md."""
        date = f"\nMeasured on {self.date}.\n" if self.date else ""
        sections = "".join(f"\n## {title}\n\n{text}\n" for title, text in self._sections())
        return PAGE_HEAD + date + sections

    def _sections(self) -> Iterator[tuple[str, str]]:
        aims = [(goal.text, goal.measured, lib.verdict(goal.met)) for goal in goals(self.results)]
        yield "Goals", lib.markdown(("goal", "measured", ""), aims)
        if self.aims:
            table = lib.markdown(
                server_measures.HEAD, [server_measures.cells(row, self.before) for row in self.aims]
            )
            yield "A live table", f"{AIMS_TEXT}\n{table}"
        how = HOW_TEXT.format(seconds=self.seconds, load=self.load)
        closed = [result for result in self.results if result.line.closed]
        yield "At most", f"{how}\n{lib.markdown(COLUMNS, map(_cells, closed))}\n\n{COLUMNS_TEXT}"
        timed = [result for result in self.results if result.line.rate]
        yield "At a steady rate", f"{STEADY_TEXT}\n{lib.markdown(COLUMNS, map(_cells, timed))}"
        yield "Sockets held", f"{HELD_TEXT}\n" + "\n".join(_spectator_lines(self.results))
        yield "What each side does", FAIR_TEXT.rstrip()
        yield "Measured with", lib.markdown(("what", "version"), self.facts.items())
        yield "How to rerun", RERUN_TEXT.rstrip()


COLUMNS = (
    "server",
    "keeps games in",
    "plays",
    "moves/s",
    "CPU µs per move",
    "p50 ms",
    "p99 ms",
    "bytes",
    "clients",
)


def _cells(result: Result) -> tuple[str, ...]:
    line, window = result.line, result.window
    named = (line.server, line.store, plays(line))
    if window is None:
        return (*named, f"no figure: {result.why_not}", "", "", "", "", "")
    figures = f"{result.rate:,.0f}", f"{result.cpu:,.0f}", f"{window.p50:.1f}", f"{window.p99:.1f}"
    return (*named, *figures, f"{window.sent:,.0f}", f"{window.busy:.0%}")


def _spectator_lines(results: Iterable[Result]) -> list[str]:
    """What sockets cost that only watch."""
    text = []
    for result in results:
        if result.line.spectators and result.window and result.found:
            each = f"{result.found.held_bytes / 1024:.1f} KB of memory for each"
            pace = f"p50 {result.window.p50:.1f} ms, p99 {result.window.p99:.1f} ms"
            text.append(f"{result.line.spectators:,} spectators: {each}; a game meanwhile: {pace}.")
        elif result.line.spectators:
            text.append(f"No figure: {result.why_not}")
    return text


def _as_json(result: Result) -> dict[str, Any]:
    window = result.window
    if window is None or result.found is None:
        return {**result.line._asdict(), "problem": result.why_not}
    return {
        **result.line._asdict(),
        **window._asdict(),
        "cpu_us_per_move": round(result.cpu),
        "moves_per_second": round(result.rate),
        "state_bytes": result.found.state_bytes,
        "held_bytes": result.found.held_bytes,
    }


# Text of the page ---------------------------------------------------------------------------------
PAGE_HEAD = """\
# What a move costs the server

Written by `bench/server.py`; do not edit. One run on one machine: `kritzel serve` as people run it, with
real sockets and a real disk, and boardgame.io, a server for turn-based games on Node, with the tic-tac-toe
of its tutorial.
"""

AIMS_TEXT = """\
Medians, with the range in brackets where something was measured several times, all measures taking turns.
*before* are the sources of `--before`, measured in the same run. CPU time, memory and bytes compare well,
times by the clock only where the machine was quiet. *others* is how many cores other programs needed
meanwhile: near 0 on a quiet machine. All moves are durable; tables have two clients.
"""

HOW_TEXT = """\
Everybody moves as soon as they can (a closed loop): half of the sockets have a move under way all the time,
so the times to an answer are those of a server that is as busy as it can be. {seconds:g} seconds each after
a warm-up; the load of the machine before was {load:.1f}.
"""

COLUMNS_TEXT = """\
*CPU* is that of the server process, all threads, user and system. *bytes* is what all clients together are
sent for one move. *clients* is how much of one core the process of the clients needed: near 100 % it is
they who are measured."""

STEADY_TEXT = """\
So many moves are begun every second, whatever comes back (an open loop); times count from when a move was
due.
"""

HELD_TEXT = """\
Strangers who watch tables at which nobody moves, while two others play.
"""

FAIR_TEXT = """\
- **Kritzel** checks the move by the rules of the real game, rolls dice that can be verified, writes the
  move into SQLite (WAL, `synchronous=FULL`: it survives a power cut) together with the table's line in
  lists, and only then answers and tells. Each player gets a view of their own: the cells of two sheets that
  changed, points line by line, every legal move in words of two languages, what can be taken back, the
  story. Messages are counted against a limit, commands are carried out once however often they are sent.
  Going on to the next table is part of the figures.
- **boardgame.io in memory** keeps nothing. It sends the whole state to both players after each move.
  **FlatFile** writes JSON files by node-persist, without syncing them, after telling the players. No
  credentials, no secret state, no lobby. Joining the next match is measured apart and taken off.
- *tic-tac-toe* has a state of about 0.4 KB. *sheets* is the same server with a state of the size of ours
  (two sheets of 86 cells, 12 KB) and a move that crosses a cell; it has no dice, no points and hardly a
  rule.
- Both run on one core, which is what Node and Python do by themselves; the clients are the same program for
  both.
"""

RERUN_TEXT = """\
    python -m bench.server --write docs/benchmarks-server.md --date "$(date +%F)"

boardgame.io needs Node and npm in the PATH; it is installed once from
`bench/boardgame/package-lock.json`. Without them its lines say so. `--only kritzel` leaves it out,
`--quick` only shows that everything runs. `--data FOLDER` chooses the disk. Linux only. Do it on a machine
that has nothing else to do: other work makes every figure worse.

One measure alone, in less than a minute: `--only cpu`, `bytes`, `watched`, `return`, `memory`, `disk`,
`latency` or `story`; of one game by `--only cpu dizzle/1`. `--before FOLDER` measures older sources, too,
in turns with the present ones: the way to compare on a machine that is busy. Where the CPU and the bytes of a
move go: `python -m bench.server profile`. Thousands of pages that come back at once, after a restart:
`python -m bench.server storm --pages 8000`. Thousands of games at a time, moves at a steady rate:
`python -m bench.server hold --games 10000`. A file beside PostgreSQL: `python -m bench.server stores`.
"""
