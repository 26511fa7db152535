"""Which figures are set against which, and whether the goals are met. Knows figures, not how they were got.

Inside compiled code: the twin's whole games in one call beside the peers' compiled rollouts. From Python:
what somebody gets who writes Python, in three ways of driving Kritzel beside the peers' loops in Python.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bench.lines import DICE, Line, Result

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
