"""Several reviewed games of one person added up: points with even luck, and habits. Knows no game.

A habit is a kind of decision. It is told only where the 95 % interval of its mean over games leaves out 0.
Games are the unit, because what happens within one game hangs together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from math import inf, isfinite
from typing import Any, NamedTuple

import numpy as np

from kritzel.arena.intervals import Interval, mean
from kritzel.game import AnyGame, Description, Seat, Sheet, Text
from kritzel.record import Table
from kritzel.review.models import MoveStep, MoveText, Review, Sum

FIGURES = ("result", "adjusted", "luck", "own", "others")
"""What is added up of `Sum`."""
LEAST_GAMES = 3
"""Fewer say nothing about their error."""
NO_REASON = Text("ohne einen Grund, der sich zählen lässt", "no reason that can be counted")
INSTEAD = Text("{played} statt {wanted}", "{played} instead of {wanted}")
OTHERWISE = Text("{played}, aber anders als der Maßstab", "{played}, but not as the yardstick does")
NOTHING = Text("nichts", "nothing")
GAP = "…"


class Reviewed(NamedTuple):
    """One game of the person: the file it came from, its review and the person's seat."""

    file: str
    review: Review
    seat: Seat


class Habit(NamedTuple):
    """A kind of decision: how often it came up, and what it brought per game."""

    key: str
    words: Text
    times: int
    effect: Interval

    @property
    def told(self) -> bool:
        return self.effect.low > 0 or self.effect.high < 0


@dataclass(frozen=True)
class Totals:
    """One person's games of one kind, in one unit.

    `means`: of those figures that every game has. `unlike`: decisions unlike the yardstick's, by what was
    done, with what they brought. `missed`: moves that surely were not the best, by the reason of the better
    one, with what that would have brought.
    """

    game: AnyGame
    unit: str
    games: tuple[Reviewed, ...]
    means: dict[str, Interval]
    unlike: tuple[Habit, ...]
    missed: tuple[Habit, ...]

    def to_json(self, lang: str) -> dict[str, Any]:
        """As `kritzel review FILE FILE --json` prints it (docs/json.md)."""
        return {
            "game": self.game.slug,
            "unit": self.unit,
            "games": [_game_json(each) for each in self.games],
            "means": {name: _interval_json(figure) for name, figure in self.means.items()},
            "unlike": [_habit_json(habit, lang) for habit in self.unlike],
            "missed": [_habit_json(habit, lang) for habit in self.missed],
        }


def totals(games: Sequence[Reviewed]) -> list[Totals]:
    """The games of one person, one part for each game and unit, in the order of the files."""
    kinds = list(dict.fromkeys((each.review.game, each.review.unit) for each in games))
    return [
        _added_up([each for each in games if (each.review.game, each.review.unit) == kind]) for kind in kinds
    ]


def sum_of(each: Reviewed) -> Sum:
    return each.review.seats[each.seat].sum


def _added_up(games: Sequence[Reviewed]) -> Totals:
    means = dict[str, Interval]()
    for name in FIGURES:
        figures = [getattr(sum_of(each), name) for each in games]
        if None not in figures and any(figures):
            means[name] = _mean(figures)
    unlike = _Tally(len(games))
    missed = _Tally(len(games))
    for nth, each in enumerate(games):
        table = _table(each)
        for step in _own_steps(each):
            if step.reference:
                key, words = _kind_of(table.game, table.sheet, step.played, step.reference)
                unlike.add(nth, key, words, step.effect[each.seat])
            if step.sure and step.best:
                key = step.reason.key if step.reason else ""
                missed.add(nth, key, table.game.facts.gain(key) if key else NO_REASON, step.loss)
    game, unit = _table(games[0]).game, games[0].review.unit
    return Totals(game, unit, tuple(games), means, unlike.habits(), missed.habits())


def _mean(by_game: Sequence[float]) -> Interval:
    found = mean(np.array(by_game))
    return found if len(by_game) >= LEAST_GAMES else Interval(found.value, -inf, inf)


def _table(each: Reviewed) -> Table:
    table = each.review.table
    assert table is not None, "a review of a record knows its game"
    return table


def _own_steps(each: Reviewed) -> Iterator[MoveStep]:
    for step in each.review.steps:
        if isinstance(step, MoveStep) and step.seat == each.seat and step.options > 1 and not step.help:
            yield step


class _Tally:
    """What each kind of decision brought, game by game; games without it count 0."""

    def __init__(self, games: int) -> None:
        self._games = games
        self._words = dict[str, Text]()
        self._sums = dict[str, list[float]]()
        self._times = dict[str, int]()

    def add(self, nth: int, key: str, words: Text, effect: float) -> None:
        self._words.setdefault(key, words)
        self._sums.setdefault(key, [0.0] * self._games)[nth] += effect
        self._times[key] = self._times.get(key, 0) + 1

    def habits(self) -> tuple[Habit, ...]:
        """The dearest first."""
        found = [
            Habit(key, self._words[key], self._times[key], _mean(by_game))
            for key, by_game in self._sums.items()
        ]
        return tuple(sorted(found, key=lambda habit: -abs(habit.effect.value)))


# What was done -----------------------------------------------------------------------------------------
def _kind_of(game: AnyGame, sheet: Sheet, played: MoveText, wanted: MoveText) -> tuple[str, Text]:
    """Two steps by the kinds of their first small moves that differ."""
    first = next(pair for pair in zip_longest(played.moves, wanted.moves) if pair[0] != pair[1])
    done, wish = [
        game.words.say_move(sheet, game.notation.parse_move(sheet, text)) if text else None for text in first
    ]
    key = "/".join(each.kind if each else "" for each in (done, wish))
    alike = done and wish and done.kind == wish.kind
    return key, (OTHERWISE if alike else INSTEAD).filled(played=_of_its_kind(done), wanted=_of_its_kind(wish))


def _of_its_kind(move: Description | None) -> Text:
    """The words of a move without what only this one has: `place … on …`."""
    if move is None:
        return NOTHING
    if move.faces:
        return move.beside
    own = sorted(filter(None, (move.cell, move.start, str(move.die or ""))), key=len, reverse=True)
    return Text(*[_without(words, own) for words in move.words])


def _without(words: str, own: Sequence[str]) -> str:
    return " ".join(GAP if word in own else word for word in words.split(" "))


# JSON --------------------------------------------------------------------------------------------------
def _game_json(each: Reviewed) -> dict[str, Any]:
    seat, parts = each.review.seats[each.seat], sum_of(each)
    figures = {name: getattr(parts, name) for name in FIGURES}
    return {
        "file": each.file,
        "sheet": each.review.sheet,
        "seat": each.seat,
        "name": seat.name,
        "place": seat.place,
        **figures,
    }


def _habit_json(habit: Habit, lang: str) -> dict[str, Any]:
    return {
        "key": habit.key,
        "words": habit.words.say(lang),
        "times": habit.times,
        "effect": _interval_json(habit.effect),
        "told": habit.told,
    }


def _interval_json(figure: Interval) -> dict[str, float | None]:
    """Bounds are null where the games are too few."""
    return {name: value if isfinite(value) else None for name, value in figure._asdict().items()}
