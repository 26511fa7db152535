"""The results for people: a table for the terminal, JSON, and the page docs/benchmarks.md."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from bench import page_text
from bench.cold import Start
from bench.lines import Line, Result
from bench.ratios import INSIDE, PYTHON, SHORTCUT, Ratio, comparable, goals, ratios, same_game

WAYS = {
    "reference": "reference, Python loop",
    "stepwise": "twin, Python loop",
    "playouts": "twin, whole games in one call",
    "two_cores": "twin, whole games, two cores at once",
    "python": "Python loop",
    "shortcut": "Python loop, chance without weights",
    "raw": "Python loop, raw environment",
    "rollouts": "rollouts inside C++",
    "batch": "batch of 1024, compiled by XLA",
}
FROM_PYTHON = ("playouts", "stepwise", "reference")


@dataclass(frozen=True, slots=True)
class Report:
    """Everything one run found out."""

    facts: dict[str, str]
    load: float
    date: str
    seconds: float
    repeat: int
    results: Sequence[Result]
    starts: Sequence[Start]

    def as_json(self) -> dict[str, Any]:
        """Everything for programs."""
        return {
            "with": self.facts,
            "load": round(self.load, 2),
            "date": self.date,
            "lines": [_result_json(result) for result in self.results],
            "goals": [goal._asdict() for goal in goals(self.results)],
            "cold_start": [start._asdict() for start in self.starts],
        }

    def as_text(self) -> str:
        """What the terminal is told after the rows: goals and cold start."""
        found = ["", *(f"{_met(goal.met)}: {goal.text}: {goal.measured}" for goal in goals(self.results))]
        found += ["", *(f"{start.what:<36}{_start_cells(start)[1]:>12} CPU s" for start in self.starts)]
        return "\n".join(found).rstrip()

    def as_page(self) -> str:
        """docs/benchmarks.md."""
        date = f"\nMeasured on {self.date}.\n" if self.date else ""
        return (
            page_text.HEAD + date + "".join(f"\n## {title}\n\n{text}\n" for title, text in self._sections())
        )

    def _sections(self) -> Iterator[tuple[str, str]]:
        """Every chapter that this run has figures for."""
        found = self.results
        own = [result for result in found if result.line.engine == "kritzel"]
        peers = [result for result in found if result.line.engine != "kritzel"]
        if goals(found):
            yield "Goals", _goal_rows(found)
        how = page_text.HOW.format(repeat=self.repeat, seconds=self.seconds, load=self.load)
        yield "Kritzel", f"{how}\n{_figures(own)}{_two_cores(own)}"
        yield "Peers in the same run", _figures(peers)
        if same := same_game(found):
            yield "The same game on both engines", f"{page_text.SAME}\n{_same_rows(same)}"
        if inside := _matrix(found, ("playouts",), INSIDE):
            yield "Inside compiled code", f"{page_text.INSIDE}\n{inside}"
        if python := _matrix(found, FROM_PYTHON, (*PYTHON, *SHORTCUT)):
            yield "From Python", f"{page_text.PYTHON}\n{python}"
        yield "What is comparable", page_text.COMPARABLE.rstrip()
        if self.starts:
            yield "Cold start", f"{page_text.COLD}\n{_start_rows(self.starts)}"
        yield "Measured with", _rows(("what", "version"), self.facts.items())
        yield "How to rerun", page_text.RERUN.rstrip()


# The terminal -------------------------------------------------------------------------------------------
HEAD = f"{'engine':<12}{'way':<38}{'game':<24}{'seats':>5}{'a game':>8}{'per CPU second':>16}  range"


def row(result: Result) -> str:
    """One line of the terminal's table."""
    line, named = result.line, f"{result.line.engine:<12}{WAYS[result.line.way]:<38}{result.line.game:<24}"
    if result.problem:
        return f"{named}{line.seats:>5}  no figure: {result.problem}"
    return f"{named}{line.seats:>5}{_a_game(result):>8}{result.rate:>16,.0f}  {_range(result)}"


def _a_game(result: Result) -> str:
    return f"{result.decisions_a_game:.1f}" if result.decisions_a_game else "–"


def _range(result: Result) -> str:
    return f"{min(result.rates):,.0f}–{max(result.rates):,.0f}"


def _met(met: bool) -> str:
    return "met" if met else "MISSED"


def _result_json(result: Result) -> dict[str, Any]:
    if result.problem:
        return {**result.line._asdict(), "problem": result.problem}
    return {
        **result.line._asdict(),
        "per_cpu_second": round(result.rate),
        "low": round(min(result.rates)),
        "high": round(max(result.rates)),
        "per_second_by_the_clock": round(result.by_the_clock),
        "decisions_a_game": round(result.decisions_a_game, 1),
    }


# The page -----------------------------------------------------------------------------------------------
def _rows(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (head, ["---"] * len(head), *rows))


def _figures(results: Sequence[Result]) -> str:
    head = ("engine", "driven", "game", "seats", "decisions a game", "decisions per CPU second")
    return _rows(head, map(_figure_cells, results))


def _figure_cells(result: Result) -> tuple[str, ...]:
    line = result.line
    figure = f"no figure: {result.problem}"
    if not result.problem:
        figure = f"{_short(result.rate)} ({_short(min(result.rates))}–{_short(max(result.rates))})"
    return line.engine, WAYS[line.way], line.game, str(line.seats), _a_game(result), figure


def _two_cores(results: Sequence[Result]) -> str:
    """What the two processes did together by the clock: says what else the machine had to do."""
    both = [result for result in results if result.line.way == "two_cores" and result.rate]
    told = [f"{r.line.game}, {_seats(r.line)}: {_short(r.by_the_clock)}" for r in both]
    return f"\n\n{page_text.TWO_CORES}{'; '.join(told)}." if told else ""


def _goal_rows(results: Sequence[Result]) -> str:
    return _rows(("goal", "measured", ""), [(g.text, g.measured, _met(g.met)) for g in goals(results)])


def _matrix(results: Sequence[Result], ways: Sequence[str], peers_ways: Sequence[str]) -> str:
    """How many times quicker, ours down, theirs across; nothing without figures."""
    theirs = [result.line for result in comparable(results, peers_ways)]
    found = [ratio for way in ways for ratio in ratios(results, way, peers_ways)]
    mine = dict.fromkeys(ratio.ours for ratio in found)
    if not mine:
        return ""
    rows = [(WAYS[o.way], o.game, *(_times(found, o, t) for t in theirs)) for o in mine]
    return _rows(("Kritzel", "game, two seats", *map(_peer, theirs)), rows)


def _same_rows(found: Sequence[Ratio]) -> str:
    rows = [
        (r.ours.game, WAYS[r.ours.way], f"{r.theirs.engine}: {WAYS[r.theirs.way]}", _quicker(r))
        for r in found
    ]
    return _rows(("game, two seats", "Kritzel", "peer", "Kritzel is quicker"), rows)


def _quicker(ratio: Ratio) -> str:
    return f"{ratio.times:,.0f}×" if ratio.times >= 10 else f"{ratio.times:.1f}×"


def _peer(line: Line) -> str:
    return f"{line.engine} {line.game}{', without weights' if line.way in SHORTCUT else ''}"


def _times(found: Sequence[Ratio], ours: Line, theirs: Line) -> str:
    times = next(ratio.times for ratio in found if (ratio.ours, ratio.theirs) == (ours, theirs))
    return f"{times:,.0f}×" if times >= 10 else f"{times:.1f}×"


def _start_rows(starts: Sequence[Start]) -> str:
    return _rows(("what", "CPU s", "s by the clock"), map(_start_cells, starts))


def _start_cells(start: Start) -> tuple[str, str, str]:
    if start.problem:
        return start.what, f"no figure: {start.problem}", "–"
    return start.what, f"{start.cpu_seconds:.2f}", f"{start.clock_seconds:.2f}"


def _short(rate: float) -> str:
    if rate >= 1e6:
        return f"{rate / 1e6:.1f} M"
    return f"{rate / 1e3:.1f} k" if rate < 1e5 else f"{rate / 1e3:.0f} k"


def _seats(line: Line) -> str:
    return "solo" if line.seats == 1 else f"{line.seats} seats"
