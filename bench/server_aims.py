"""What is aimed at for a live table: each measure of bench/server_measures.py, its goals, how it was before.

A figure is the median of several runs that take turns with all the others, with the range beside it; how busy
the machine was with other things meanwhile is told, too.
"""

from __future__ import annotations

import json
import resource
import statistics
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from bench import server_measures as measures
from bench.server_measures import GAMES, Figures
from bench.server_processes import Missing
from bench.server_runs import Where
from bench.server_timing import machine_seconds

BEFORE = Path(__file__).with_name("server_before.json")
ALL = "all games"
ONE = ("dizzle/1",)
BUSY = 0.3
"""Cores that others may need before times by the clock are doubtful."""


class Measure(NamedTuple):
    """How figures are found: the function, the games it is asked for, how often."""

    function: Callable[[Where, str], Figures]
    games: Sequence[str]
    repeats: int = 3


MEASURES = {
    "cpu": Measure(measures.cpu, GAMES, 2),
    "bytes": Measure(measures.sent, GAMES, 1),
    "watched": Measure(measures.watched, ONE),
    "return": Measure(measures.returning, ONE),
    "memory": Measure(measures.held, ONE),
    "disk": Measure(measures.disk, GAMES, 1),
    "latency": Measure(measures.latency, (ALL,)),
    "story": Measure(measures.story, ONE, 1),
}


class Aim(NamedTuple):
    """What a figure is called, and what it shall be: at most `goal`, or at least; None: it is only told."""

    text: str
    unit: str
    goal: float | None = None
    at_least: bool = False
    clock: bool = False
    """Whether it is read off the clock: then it says little on a machine that is busy."""

    def met(self, figure: float) -> bool:
        """Whether this figure will do."""
        return self.goal is None or (figure >= self.goal if self.at_least else figure <= self.goal)


AIMS = {
    "cpu": Aim("CPU per durable move, two clients", "µs", 500),
    "bytes": Aim("bytes per move, both clients", "B", 1000),
    "watched.100": Aim("CPU per move of a table watched by 100", "ms"),
    "watched.100.kernel": Aim("of that in the kernel, which sends", "ms"),
    "watched.500": Aim("CPU per move of a table watched by 500", "ms", 1.2),
    "watched.500.kernel": Aim("of that in the kernel, which sends", "ms"),
    "return.restart": Aim(f"{measures.PAGES} pages come back after a restart: CPU for each", "ms", 0.6),
    "return.memory": Aim("the same, their tables still in memory: CPU for each", "ms", 0.6),
    "return.first": Aim("the same after a restart: first move answered after", "ms", 2000, clock=True),
    "hello": Aim("bytes for a page that comes back", "KB"),
    "memory": Aim(f"memory per running game of two, of {measures.LIVE_GAMES}", "KB", 60),
    "memory.more": Aim(f"the same for each of {measures.MORE_GAMES} more", "KB", 60),
    "disk": Aim("disk per finished game", "KB", 9),
    "latency.500": Aim("p99 at 500 moves per second", "ms", 15, clock=True),
    "rate.500": Aim("500 moves per second begun: answered", "/s", 485, at_least=True, clock=True),
    "latency.1500": Aim("p99 at 1,500 moves per second", "ms", 50, clock=True),
    "rate.1500": Aim("1,500 moves per second begun: answered", "/s", 1455, at_least=True, clock=True),
    "story.hello": Aim(f"hello after {2 * measures.TAKEN_BACK} moves taken back", "KB"),
    "story.growth": Aim("hello grows for each move taken back", "B", 1),
}
"""The rows, in this order."""


class Row(NamedTuple):
    """One aim for one game: every figure that was found; or why there is none."""

    key: str
    game: str
    figures: Sequence[float] = ()
    others: Sequence[float] = ()
    """Cores that other programs needed during each run."""
    problem: str = ""

    @property
    def median(self) -> float:
        """The figure."""
        return statistics.median(self.figures)

    @property
    def met(self) -> bool:
        """Whether the goal is met; without a figure it is not."""
        return bool(self.figures) and AIMS[self.key].met(self.median)

    def told(self) -> str:
        """The figure with its range."""
        if not self.figures:
            return self.problem or "not measured"
        low, high = min(self.figures), max(self.figures)
        spread = f" ({number(low)}–{number(high)})" if len(self.figures) > 1 else ""
        busy = ", busy machine" if AIMS[self.key].clock and self.disturbed > BUSY else ""
        return f"{number(self.median)}{spread} {AIMS[self.key].unit}{busy}"

    @property
    def disturbed(self) -> float:
        """Cores that other programs needed."""
        return statistics.mean(self.others) if self.others else 0.0

    def as_json(self) -> dict[str, Any]:
        """For programs, and to be the figures of before one day."""
        found = self._asdict() | {"figures": [round(figure, 3) for figure in self.figures]}
        return found | {"others": [round(each, 2) for each in self.others]}


def number(figure: float) -> str:
    """As many digits as are worth reading."""
    return f"{figure:,.0f}" if abs(figure) >= 100 else f"{figure:.3g}"


# Measuring --------------------------------------------------------------------------------------------------
class Once(NamedTuple):
    """One run of one measure."""

    name: str
    game: str
    figures: Figures
    others: float
    problem: str = ""


def runs(
    wanted: Mapping[str, Sequence[str]], places: Sequence[Where], repeats: int | None = None
) -> Iterator[tuple[Where, Once]]:
    """All wanted measures for these games; they take turns, so that a busy minute does not hit one alone."""
    longest = max((repeats or MEASURES[name].repeats for name in wanted), default=0)
    for nth in range(longest):
        for name, games in wanted.items():
            for game in games if nth < (repeats or MEASURES[name].repeats) else ():
                yield from ((where, once(name, game, where)) for where in places)


def once(name: str, game: str, where: Where) -> Once:
    """Run a measure, and see what else the machine did meanwhile."""
    clock, everybody, own = time.perf_counter(), machine_seconds(), _own_seconds()
    try:
        figures, problem = MEASURES[name].function(where, game), ""
    except (Missing, OSError, RuntimeError, subprocess.SubprocessError) as error:
        figures, problem = {}, f"{type(error).__name__}: {str(error).strip()[-200:]}"
    others = machine_seconds() - everybody - (_own_seconds() - own)
    return Once(name, game, figures, max(0.0, others) / (time.perf_counter() - clock), problem)


def _own_seconds() -> float:
    """CPU seconds of this process and of all it has started and seen end."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def rows(found: Sequence[Once]) -> list[Row]:
    """What was found, a row for each aim and game, in the order of the aims."""
    return [row for key in AIMS for row in _rows_of(key, found)] + _missing(found)


def _rows_of(key: str, found: Sequence[Once]) -> Iterator[Row]:
    having = [run for run in found if key in run.figures]
    for game in dict.fromkeys(run.game for run in having):
        mine = [run for run in having if run.game == game]
        yield Row(key, game, [run.figures[key] for run in mine], [run.others for run in mine])


def _missing(found: Sequence[Once]) -> list[Row]:
    """Measures that gave nothing at all, under the first of their aims."""
    good = {(run.name, run.game) for run in found if run.figures}
    bad = {(run.name, run.game): run.problem for run in found if (run.name, run.game) not in good}
    return [Row(_first(name), game, problem=problem) for (name, game), problem in bad.items()]


def _first(name: str) -> str:
    return next(key for key in AIMS if key.startswith(name))


# Telling ----------------------------------------------------------------------------------------------------
def before(file: Path = BEFORE) -> dict[tuple[str, str], Row]:
    """The figures of before that are kept beside this file."""
    kept = json.loads(file.read_text("utf-8"))["aims"] if file.exists() else []
    return {(row["key"], row["game"]): Row(**row) for row in kept}


HEAD = ("aim", "plays", "before", "now", "goal", "", "others")


def cells(row: Row, old: Mapping[tuple[str, str], Row]) -> tuple[str, ...]:
    """One row: before, now, goal."""
    aim, was = AIMS[row.key], old.get((row.key, row.game))
    busy = f"{row.disturbed:.1f}" if row.others else ""
    verdict = "" if aim.goal is None else "met" if row.met else "MISSED"
    return (aim.text, _plays(row.game), was.told() if was else "–", row.told(), _goal(aim), verdict, busy)


def _plays(game: str) -> str:
    return game.partition("/")[0]


def _goal(aim: Aim) -> str:
    if aim.goal is None:
        return "–"
    return f"{'≥' if aim.at_least else '≤'} {number(aim.goal)} {aim.unit}"


def as_text(found: Sequence[Row], old: Mapping[tuple[str, str], Row]) -> str:
    """For the terminal."""
    table = [HEAD, *(cells(row, old) for row in found)]
    widths = [max(len(line[nth]) for line in table) + 2 for nth in range(len(HEAD))]
    return "\n".join(
        "".join(f"{cell:<{wide}}" for cell, wide in zip(line, widths, strict=True)) for line in table
    )
