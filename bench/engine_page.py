"""Results of bench/engine.py: ratios, goals, rows for the terminal, JSON, the page docs/benchmarks.md."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from bench.engine_lines import DICE, Line, Result, Start
from bench.lib import markdown, verdict

# Ratios and goals ---------------------------------------------------------------------------------
GOALS = {"dizzle": 5e6, "border": 2e6, "traexx": 5e6}
"""Decisions per CPU second of the twin, sheet 1, two seats."""
FROM_PYTHON = 50
INSIDE, PYTHON, SHORTCUT = ("rollouts", "batch"), ("python",), ("shortcut",)
"""How peers are driven: in compiled code, in a Python loop, in one that does without weights of chance."""

AHEAD = (
    ("ahead of every comparable dice game that runs in compiled code", INSIDE, 1),
    (f"{FROM_PYTHON} times ahead of every comparable dice game in a Python loop", PYTHON, FROM_PYTHON),
    (f"{FROM_PYTHON} times ahead even where that loop spares the weights of chance", SHORTCUT, FROM_PYTHON),
)


class Ratio(NamedTuple):
    """One of ours, one of theirs; how many times quicker ours is."""

    ours: Line
    theirs: Line
    times: float


class Goal(NamedTuple):
    """A goal, what was measured, and whether it is met."""

    text: str
    measured: str
    met: bool


def comparable(results: Sequence[Result], ways: Sequence[str]) -> list[Result]:
    """Measured peers' dice games of comparable size, driven in one of these ways."""
    return [r for r in results if r.line.game in DICE and r.line.way in ways and r.rate]


def ours(results: Sequence[Result], way: str) -> list[Result]:
    """Our measured lines with two seats."""
    wanted = ("kritzel", way, 2)
    return [r for r in results if (r.line.engine, r.line.way, r.line.seats) == wanted and r.rate]


def ratios(results: Sequence[Result], way: str, peers_ways: Sequence[str]) -> list[Ratio]:
    """Every line of ours in this way beside every comparable line of theirs, medians."""
    theirs = comparable(results, peers_ways)
    return [Ratio(o.line, t.line, o.rate / t.rate) for o in ours(results, way) for t in theirs]


def same_game(results: Sequence[Result]) -> list[Ratio]:
    """Lines of ours beside lines of peers that play the very same game, two seats, medians."""
    every = [r for way in ("reference", "stepwise", "playouts") for r in ours(results, way)]
    theirs = [r for r in results if r.line.engine != "kritzel" and r.line.seats == 2 and r.rate]
    return [
        Ratio(o.line, t.line, o.rate / t.rate) for o in every for t in theirs if o.line.game == t.line.game
    ]


def goals(results: Sequence[Result]) -> list[Goal]:
    """The goals that these results can decide."""
    found = [_speed(result) for result in ours(results, "playouts")]
    for text, peers_ways, least in AHEAD:
        beside = ratios(results, "playouts", peers_ways)
        if beside:
            found.append(_nearest(text, min(beside, key=lambda ratio: ratio.times), least))
    return found


def _nearest(text: str, nearest: Ratio, least: float) -> Goal:
    names = f"{nearest.ours.game} beside {nearest.theirs.engine} {nearest.theirs.game}"
    measured = f"{nearest.times:,.1f} times at least ({names})"
    return Goal(f"twin, whole games: {text}", measured, nearest.times >= least)


def _speed(result: Result) -> Goal:
    goal = GOALS[result.line.game]
    text = f"twin of {result.line.game}: {goal / 1e6:.0f} M decisions per CPU second"
    return Goal(text, f"{result.rate / 1e6:.1f} M", result.rate >= goal)


# The report ---------------------------------------------------------------------------------------
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
DRIVEN = ("playouts", "stepwise", "reference")


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
        """What follows the rows in the terminal: goals and cold start."""
        found = ["", *(f"{verdict(goal.met)}: {goal.text}: {goal.measured}" for goal in goals(self.results))]
        found += ["", *(f"{start.what:<36}{_start_cells(start)[1]:>12} CPU s" for start in self.starts)]
        return "\n".join(found).rstrip()

    def as_page(self) -> str:
        """docs/benchmarks.md."""
        date = f"\nMeasured on {self.date}.\n" if self.date else ""
        return PAGE_HEAD + date + "".join(f"\n## {title}\n\n{text}\n" for title, text in self._sections())

    def _sections(self) -> Iterator[tuple[str, str]]:
        """Every chapter that this run has figures for."""
        found = self.results
        own = [result for result in found if result.line.engine == "kritzel"]
        peers = [result for result in found if result.line.engine != "kritzel"]
        if goals(found):
            yield "Goals", _goal_rows(found)
        how = HOW_TEXT.format(repeat=self.repeat, seconds=self.seconds, load=self.load)
        yield "Kritzel", f"{how}\n{_figures(own)}{_two_cores(own)}"
        yield "Peers in the same run", _figures(peers)
        if same := same_game(found):
            yield "The same game on both engines", f"{SAME_TEXT}\n{_same_rows(same)}"
        if inside := _matrix(found, ("playouts",), INSIDE):
            yield "Inside compiled code", f"{INSIDE_TEXT}\n{inside}"
        if python := _matrix(found, DRIVEN, (*PYTHON, *SHORTCUT)):
            yield "From Python", f"{PYTHON_TEXT}\n{python}"
        yield "What is comparable", COMPARABLE_TEXT.rstrip()
        if self.starts:
            yield "Cold start", f"{COLD_TEXT}\n{_start_rows(self.starts)}"
        yield "Measured with", markdown(("what", "version"), self.facts.items())
        yield "How to rerun", RERUN_TEXT.rstrip()


# The terminal -------------------------------------------------------------------------------------
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


# The page -----------------------------------------------------------------------------------------
def _figures(results: Sequence[Result]) -> str:
    head = ("engine", "driven", "game", "seats", "decisions a game", "decisions per CPU second")
    return markdown(head, map(_figure_cells, results))


def _figure_cells(result: Result) -> tuple[str, ...]:
    line = result.line
    figure = f"no figure: {result.problem}"
    if not result.problem:
        figure = f"{_short(result.rate)} ({_short(min(result.rates))}–{_short(max(result.rates))})"
    return line.engine, WAYS[line.way], line.game, str(line.seats), _a_game(result), figure


def _two_cores(results: Sequence[Result]) -> str:
    """What the two processes did together by the clock: says what else the machine had to do."""
    both = [result for result in results if result.line.way == "two_cores" and result.rate]
    texts = [f"{r.line.game}, {_seats(r.line)}: {_short(r.by_the_clock)}" for r in both]
    return f"\n\n{TWO_CORES_TEXT}{'; '.join(texts)}." if texts else ""


def _goal_rows(results: Sequence[Result]) -> str:
    return markdown(("goal", "measured", ""), [(g.text, g.measured, verdict(g.met)) for g in goals(results)])


def _matrix(results: Sequence[Result], ways: Sequence[str], peers_ways: Sequence[str]) -> str:
    """How many times quicker, ours down, theirs across; nothing without figures."""
    theirs = [result.line for result in comparable(results, peers_ways)]
    found = [ratio for way in ways for ratio in ratios(results, way, peers_ways)]
    mine = dict.fromkeys(ratio.ours for ratio in found)
    if not mine:
        return ""
    rows = [(WAYS[o.way], o.game, *(_times(found, o, t) for t in theirs)) for o in mine]
    return markdown(("Kritzel", "game, two seats", *map(_peer, theirs)), rows)


def _same_rows(found: Sequence[Ratio]) -> str:
    rows = [
        (r.ours.game, WAYS[r.ours.way], f"{r.theirs.engine}: {WAYS[r.theirs.way]}", _quicker(r))
        for r in found
    ]
    return markdown(("game, two seats", "Kritzel", "peer", "Kritzel is quicker"), rows)


def _quicker(ratio: Ratio) -> str:
    return f"{ratio.times:,.0f}×" if ratio.times >= 10 else f"{ratio.times:.1f}×"


def _peer(line: Line) -> str:
    return f"{line.engine} {line.game}{', without weights' if line.way in SHORTCUT else ''}"


def _times(found: Sequence[Ratio], ours: Line, theirs: Line) -> str:
    times = next(ratio.times for ratio in found if (ratio.ours, ratio.theirs) == (ours, theirs))
    return f"{times:,.0f}×" if times >= 10 else f"{times:.1f}×"


def _start_rows(starts: Sequence[Start]) -> str:
    return markdown(("what", "CPU s", "s by the clock"), map(_start_cells, starts))


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


# Text of the page ---------------------------------------------------------------------------------
PAGE_HEAD = """\
<!-- Made by bench/engine.py --write docs/benchmarks.md. Do not edit. -->
# Benchmarks

Random play: ask which moves there are, choose one at random, play it, until the game is over. The figure is
decisions per CPU second on one core: choices of players, forced ones included. Dice and cards are not
counted, but their time is. Everything here, the peers too, was measured in one run on one machine. Trust
the ratios more than the figures: those change with the processor.
"""

HOW_TEXT = """\
Sheet 1 of each game. Median of {repeat} repetitions of {seconds:g} CPU s each, after warm-up; in brackets
the range. Load of the machine when the run began: {load:.1f}.
"""

TWO_CORES_TEXT = """\
Two cores: two processes that start together, each on a core of its own, their figures added up. By the
clock they made, per second (less than per CPU second if the machine had other work): """

SAME_TEXT = """\
Yacht, by the same rules in both (examples/kritzel-yacht): the same throws, the same choices, the same boxes.
Kritzel's readable engine, plain Python, beside OpenSpiel's C++ driven from Python, and beside OpenSpiel's
random games inside C++, where no Python is in between. Equal dice are one choice in Kritzel (throw a 3
again) and several in OpenSpiel (which 3), so a random game differs by less than a decision in seventy.
"""

INSIDE_TEXT = """\
How many times quicker the twin's random games in one compiled call are than random games that a peer plays
in compiled code, without Python in between (medians). OpenSpiel: `RandomRolloutEvaluator`, called through
an `MCTSBot` with two simulations; pgx: 1024 games side by side under `jax.jit`, on one core of the CPU.
"""

PYTHON_TEXT = """\
How many times quicker than a peer's random game in a Python loop (is it over, is it chance, list the moves,
choose, apply), for three ways of driving Kritzel from Python:

- *whole games in one call*: one Python call plays 500 games with the twin. This is what the goal of 50
  times speaks of. It compares what a Python program can get out of Kritzel with a peer's Python loop, not
  the same loop twice: the peers' own compiled games stand above.
- *twin, Python loop*: like with like. What the table waits for, who decides, the legal moves and the move
  are one call each; nearly all of the time is the way from Python into compiled code and back.
- *reference, Python loop*: like with like. The readable engine, plain Python, beside the peers' C++.

The peers' loop is the one of OpenSpiel's own examples, which asks for the outcomes of chance with their
weights. *Without weights* is a shortcut, right only because all outcomes of these games are equally likely:
the outcomes as a bare list, much quicker where there are many (7,776 rolls in Yacht, 720 ways to set up in
EinStein würfelt nicht).
"""

COMPARABLE_TEXT = """\
- Dice games of comparable size: backgammon, Yacht and EinStein würfelt nicht. Ratios and goals name only
  these.
- Pig has two actions and hardly any state: it is reported, but not comparable. Connect four and tic-tac-toe
  know no chance and few moves; blackjack, Uno and Leduc poker are card games. They show what the toolkits
  cost.
- PettingZoo and RLCard make an observation for every decision, pgx for every step: they have no way around
  it. Kritzel and OpenSpiel make one when asked, and are not asked here. PettingZoo's raw environment is the
  one without its checking wrappers.
- Games that end in pgx's batch are replaced by copies of prepared ones; with its own `auto_reset` backgammon
  is half as quick.
- OpenSpiel's rollouts do not tell their decisions: these are the number of rollouts times the mean of 1,000
  random games.
- A compiled random game of Kritzel counts the legal moves and takes one, all equally likely, where it can
  without writing a list of them.
"""

COLD_TEXT = """\
Each in a fresh process. For a twin: importing it and Numba, packing a sheet, and every compiled function
once, first with an empty cache, then again. `import kritzel` and the command line neither import Numba nor
compile.
"""

RERUN_TEXT = """\
With Kritzel alone: `make bench`; peers that are not installed are reported as such. Beside the peers, in a
virtual environment of their own (Python 3.11, about 1 GB):

    python3.11 -m venv ~/kritzel-peers
    ~/kritzel-peers/bin/pip install -r bench/peers.txt
    ~/kritzel-peers/bin/pip install --no-deps --editable . ./examples/kritzel-yacht
    ~/kritzel-peers/bin/python bench/engine.py --write docs/benchmarks.md

`--quick` tries everything once for a moment, `--only kritzel` or `--only open_spiel pgx` takes a part,
`--json` prints figures for programs. The whole run takes about ten minutes; let the machine rest meanwhile.
"""
