"""The results of bench/server.py: a table for the terminal, JSON, and the page docs/benchmarks-server.md."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from bench import machine, server_aims, server_processes, server_text
from bench.server_load import Found
from bench.server_timing import Window

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


# Goals ------------------------------------------------------------------------------------------------------
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
    told = f"{ours.cpu:,.0f} µs ({ours.line.games[0]}) : {theirs.cpu:,.0f} µs = {times:.2f}"
    return Goal(text, told, times <= HALF)


def _in_time(result: Result) -> Goal:
    window = result.window
    assert window
    text = f"p99 under {QUICK_ENOUGH:g} ms at {result.line.rate} moves per second"
    kept_up = result.rate > 0.97 * result.line.rate
    told = f"{window.p99:.1f} ms at {result.rate:,.0f} moves per second"
    return Goal(text, told, window.p99 < QUICK_ENOUGH and kept_up)


def met(goal: Goal) -> str:
    return "met" if goal.met else "MISSED"


# The terminal -----------------------------------------------------------------------------------------------
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
    known = machine.facts()
    return {
        **{name: known[name] for name in ("processor", "system", "Python")},
        **{package: machine.installed(package) for package in PACKAGES},
        "Node": server_processes.node_version(),
        "boardgame.io": _locked("boardgame.io"),
        "node-persist": _locked("node-persist"),
    }


def _locked(package: str) -> str:
    lock = json.loads((server_processes.BOARDGAME / "package-lock.json").read_text("utf-8"))
    return str(lock["packages"][f"node_modules/{package}"]["version"])


# The report -------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Report:
    """Everything one run found out."""

    facts: dict[str, str]
    load: float
    date: str
    seconds: float
    results: Sequence[Result]
    aims: Sequence[server_aims.Row] = ()
    before: Mapping[tuple[str, str], server_aims.Row] = field(default_factory=server_aims.before)

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
        """What the terminal is told after the rows."""
        told = [f"{met(goal)}: {goal.text}: {goal.measured}" for goal in goals(self.results)]
        aims = ["", server_aims.as_text(self.aims, self.before)] if self.aims else []
        return "\n".join(["", *told, *_held(self.results), *aims])

    def as_page(self) -> str:
        """docs/benchmarks-server.md."""
        date = f"\nMeasured on {self.date}.\n" if self.date else ""
        sections = "".join(f"\n## {title}\n\n{text}\n" for title, text in self._sections())
        return server_text.HEAD + date + sections

    def _sections(self) -> Iterator[tuple[str, str]]:
        aims = [(goal.text, goal.measured, met(goal)) for goal in goals(self.results)]
        yield "Goals", _table(("goal", "measured", ""), aims)
        if self.aims:
            table = _table(server_aims.HEAD, [server_aims.cells(row, self.before) for row in self.aims])
            yield "A live table", f"{server_text.AIMS}\n{table}"
        how = server_text.HOW.format(seconds=self.seconds, load=self.load)
        closed = [result for result in self.results if result.line.closed]
        yield "At most", f"{how}\n{_table(COLUMNS, map(_cells, closed))}\n\n{server_text.COLUMNS}"
        timed = [result for result in self.results if result.line.rate]
        yield "At a steady rate", f"{server_text.STEADY}\n{_table(COLUMNS, map(_cells, timed))}"
        yield "Sockets held", f"{server_text.HELD}\n" + "\n".join(_held(self.results))
        yield "What each side does", server_text.FAIR.rstrip()
        yield "Measured with", _table(("what", "version"), self.facts.items())
        yield "How to rerun", server_text.RERUN.rstrip()


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


def _held(results: Iterable[Result]) -> list[str]:
    """What sockets cost that only watch."""
    told = []
    for result in results:
        if result.line.spectators and result.window and result.found:
            each = f"{result.found.held_bytes / 1024:.1f} KB of memory for each"
            pace = f"p50 {result.window.p50:.1f} ms, p99 {result.window.p99:.1f} ms"
            told.append(f"{result.line.spectators:,} spectators: {each}; a game meanwhile: {pace}.")
        elif result.line.spectators:
            told.append(f"No figure: {result.why_not}")
    return told


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


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (head, ["---"] * len(head), *rows))
