"""The yardstick of a review: the reference player that plays on in rollouts, and what it gets on average.

It is the learned bot, the planner where no net fits the sheet, and habits from practice games where a game
has no twin; `Reference.instead` says which one it stands in for.

`starts.json` holds what the learned bot gets on average, by sheet, seats and boards, with the number of games
and the checksum of the net; `python -m tools.review_starts` makes it. A net's own guess is no start value:
with two seats it was off by five and a half win-%. Without a stored value a review has no sums and says so.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from importlib import resources
from math import erf, sqrt
from random import Random
from typing import Any, NamedTuple, TypeAlias, cast

import numpy as np

from kritzel.arena.on_reference import Deal
from kritzel.bots.compiled import PLANNER_BOT, packed_sheet
from kritzel.bots.generic import GENERIC_BOT
from kritzel.bots.learned import LEARNED_BOT, stand_in
from kritzel.bots.playouts import practice_for
from kritzel.bots.rollouts import MOST_FACES, NOBODY, Rollouts, Values, seeds
from kritzel.fast.net import WIN
from kritzel.fast.records import Reals
from kritzel.fast.strategy import has_strategy
from kritzel.fast.twin import compiles, has_twin
from kritzel.game import AnyGame, Outcome, Seat, Sheet, State, Text
from kritzel.record import play_out
from kritzel.review.history import ChanceNode, History, Walk, walk_step
from kritzel.review.models import Reference
from kritzel.sheetfile import digest

NOISY_CANDIDATES = 4
"""Moves of the reference player with noise, as candidates."""
RANDOM_CANDIDATES = 2
"""Random moves, as candidates in a game without a twin."""
OBVIOUS = ("planner", "greedy")
"""The bots that find the obvious moves: a move that they miss is a find."""
PILOT_GAMES, PILOT_GAMES_BY_HABIT = 60, 20
"""Games that measure the spread of leads where none is stored."""
MAX_DECISIONS = 5_000
"""A game on the reference is broken off after this number of decisions."""
HUNDRED = 100.0
TYPICAL = 2.5
"""Near the middle of a normal distribution, how many of its spreads a whole win is away."""
STARTS_FILE = "starts.json"
ENOUGH = 10_000
"""Games that a start value needs."""

HABITS = Text("Maßstab sind Gewohnheiten aus Probepartien.", "The yardstick is habits from practice games.")
NO_TWIN = Text(
    "{title} hat keinen Zwilling, in dem Bots schnell genug denken.",
    "{title} has no twin in which bots think fast enough.",
).then(HABITS, " ")
TOO_LARGE = Text(
    "Das Blatt passt nicht in den Zwilling, in dem Bots denken ({why}).",
    "The sheet does not fit the twin in which bots think ({why}).",
).then(HABITS, " ")


class TwinYardstick:
    """A bot inside the twin: `learned`, or the planner. `sigma`: the standard deviation of leads, or of
    points alone."""

    fast = True
    """Whether its rollouts run in the twin."""

    def __init__(self, history: History, sigma: float | None) -> None:
        self.game, self._seats = history.game, history.seats
        self.company = history.seats > 1
        sheet = history.table.sheet
        self._rollouts = Rollouts(history.game, sheet, history.seats, sigma or 1.0)
        self.trained = self._rollouts.trained
        bot = LEARNED_BOT if self.trained else PLANNER_BOT
        net = self.trained.about["checksum"] if self.trained else ""
        self.reference = Reference(bot.name, bot.title, stand_in(LEARNED_BOT, self.game, sheet), net)
        if sigma is None:
            begin = self._rollouts.table(history.table.start)
            values = self._rollouts.play(begin, *seeds("pilot", PILOT_GAMES, history.seats))
            sigma = _spread_of_leads(values[0].points)
        self.sigma = self._rollouts.sigma = sigma

    # Moves -------------------------------------------------------------------------------------------
    def choose(self, nth: int, state: State, seat: Seat) -> Any:
        """Its move; another `nth` is other luck between equals."""
        return self._choose(self.reference.name, nth, 0.0, state, seat)

    def _choose(self, name: str, nth: int, noise: float, state: State, seat: Seat) -> Any:
        table = self._rollouts.table(self.game.rules.view(state, seat))
        number = self._rollouts.choose(name, table, seat, nth, noise)
        return self._rollouts.twin.to_move(state.sheet, number)

    def candidates(self, state: State, seat: Seat) -> Iterator[Walk]:
        """Steps that might be better: those of the other bots, and of the reference player with noise."""
        yield from self.obvious(state, seat)
        if self.trained:
            noise = self.trained.noise["skilled"]
            for nth in range(1, NOISY_CANDIDATES + 1):
                yield walk_step(self.game, state, seat, partial(self._choose, "learned", nth, noise))
            if compiles():
                yield walk_step(self.game, state, seat, partial(self._choose, "master", 0, 0.0))

    def obvious(self, state: State, seat: Seat) -> Iterator[Walk]:
        """Steps that come to mind first."""
        for name in OBVIOUS:
            yield walk_step(self.game, state, seat, partial(self._choose, name, 0, 0.0))

    # Values ------------------------------------------------------------------------------------------
    def roll_out(
        self, states: Sequence[State], text: str, begin: int, end: int, seat: Seat, turns: int = 1
    ) -> list[Values]:
        """Rollouts `begin` to `end` from each table, with the same luck, that of `text`. Those of a long game
        end after `turns` turns of the seat, and the net values the rest."""
        luck, own = seeds(text, end, self._seats)
        tables = np.concatenate([self._rollouts.table(state) for state in states])
        cut = seat if self.trained and self.company else NOBODY
        return self._rollouts.play(tables, luck[begin:], own[begin:], cut, turns)

    def outcome_values(
        self, node: ChanceNode, outcomes: Sequence[Outcome]
    ) -> tuple[Seat | None, Reals] | None:
        """The value of each outcome to each seat, and the one seat that it concerns, if it is one; None where
        only rollouts tell. By the net: its values of dice to keep, or what it expects after the best moves.
        """
        if not self.trained:
            return None
        rows, dice = np.zeros((len(outcomes), MOST_FACES), np.int32), len(outcomes[0])
        rows[:, :dice] = outcomes
        before = self._rollouts.table(node.before)
        seat, gains = self._rollouts.weigh_throws(before, rows, dice)
        if seat >= 0:
            share = HUNDRED * gains / (WIN + TYPICAL * self.sigma / 2)
            values = np.tile(-share[:, None] / (self._seats - 1), (1, self._seats))
            values[:, seat] = share
            return seat, values
        return None, in_unit(self._rollouts.look_into(before, rows, dice), self.company)


class HabitYardstick:
    """Habits from practice games, on the contract alone: the move that did best in play-outs
    (`bots.playouts`), and any where none is known. It plays any game, but not well."""

    fast = False

    def __init__(self, history: History, sigma: float | None, why: Text) -> None:
        self.game = history.game
        self.company = history.seats > 1
        self._habits = practice_for(history.game, history.table.sheet, history.seats).habits
        self.reference = Reference("habits", GENERIC_BOT.title, why, "")
        self.sigma = sigma or 1.0
        if sigma is None:
            pilot = self.roll_out([history.table.start], "pilot", 0, PILOT_GAMES_BY_HABIT, 0)
            self.sigma = _spread_of_leads(pilot[0].points)

    def choose(self, nth: int, state: State, seat: Seat) -> Any:
        return self._by_habit(Random(nth), self.game.rules.view(state, seat), seat)

    def _by_habit(self, luck: Random, state: State, seat: Seat) -> Any:
        best, most = list[Any](), float("-inf")
        for move in self.game.rules.moves(state, seat):
            habit = self._habits.get((seat, move))
            mean = habit.mean if habit else 0.0
            if mean >= most:
                best, most = [*best, move] if mean == most else [move], mean
        return luck.choice(best)

    def candidates(self, state: State, seat: Seat) -> Iterator[Walk]:
        """Random moves."""

        def choose(luck: Random, state: State, seat: Seat) -> Any:
            return luck.choice(self.game.rules.moves(state, seat))

        for nth in range(RANDOM_CANDIDATES):
            yield walk_step(self.game, state, seat, partial(choose, Random(nth)))

    def obvious(self, state: State, seat: Seat) -> Iterator[Walk]:
        """By habit: here nothing is a find."""
        yield walk_step(self.game, state, seat, partial(self.choose, 0))

    def roll_out(
        self, states: Sequence[State], text: str, begin: int, end: int, seat: Seat, turns: int = 1
    ) -> list[Values]:
        """Rollouts to the end on the reference."""
        luck, _ = seeds(text, end, 1)
        values = list[Values]()
        for state in states:
            rows = [self._play_out(state, int(each)) for each in luck[begin:]]
            shares = [win_shares(row, self.sigma) for row in rows]
            values.append(Values(np.array(rows, float), np.array(shares)))
        return values

    def _play_out(self, state: State, seed: int) -> list[int]:
        own = Random(seed)

        def choose(at: State, seats: tuple[Seat, ...]) -> tuple[Seat, Any]:
            return seats[0], self._by_habit(own, at, seats[0])

        ended = play_out(self.game, state, choose, Deal(self.game, seed).outcome, MAX_DECISIONS)
        return [pad.total for pad in self.game.rules.score(ended.state)]

    def outcome_values(
        self, node: ChanceNode, outcomes: Sequence[Outcome]
    ) -> tuple[Seat | None, Reals] | None:
        return None


Yardstick: TypeAlias = TwinYardstick | HabitYardstick
"""The reference player of one history."""


def yardstick_for(history: History, sigma: float | None = None) -> Yardstick:
    """The reference player of a game; `sigma` where it is stored."""
    why = why_no_bot(history.game, history.table.sheet)
    return TwinYardstick(history, sigma) if why is None else HabitYardstick(history, sigma, why)


def why_no_bot(game: AnyGame, sheet: Sheet) -> Text | None:
    """Why no bot of a twin can be the reference player; None where one can."""
    if not (has_twin(game.slug) and has_strategy(game.slug)):
        return NO_TWIN.filled(title=game.title)
    try:
        packed_sheet(game.slug, cast(Any, sheet))
    except ValueError as error:
        return TOO_LARGE.filled(why=error)
    return None


def in_unit(values: Values, company: bool) -> Reals:
    """Win-% with company, points alone; a row for each rollout."""
    return HUNDRED * values.shares if company else values.points


def _spread_of_leads(points: Reals) -> float:
    """The standard deviation of the lead of the first seat; alone, of its points."""
    leads = points[:, 0] - points[:, 1:].max(1) if points.shape[1] > 1 else points[:, 0]
    return max(float(leads.std()), 0.5)


def win_shares(points: Sequence[float], sigma: float) -> list[float]:
    """The share of a win that each seat's lead over the best other stands for; alone it is 1."""
    if len(points) == 1:
        return [1.0]
    every = list(points)
    leads = [mine - max(every[:at] + every[at + 1 :]) for at, mine in enumerate(every)]
    return [0.5 * (1.0 + erf(lead / sigma / sqrt(2.0))) for lead in leads]


# Start values ------------------------------------------------------------------------------------------
class Mean(NamedTuple):
    """A mean over games and the standard deviation of one game."""

    mean: float
    sd: float


class Start(NamedTuple):
    """What each seat may expect of a table: points and, with company, the share of a win."""

    n: int
    sigma: float
    points: tuple[Mean, ...]
    shares: tuple[Mean, ...]

    def error(self, sd: float) -> float:
        """The standard error of a mean of these games."""
        return float(sd / self.n**0.5)


@lru_cache(1)
def stored_starts() -> dict[str, Any]:
    file = resources.files(__package__).joinpath(STARTS_FILE)
    return dict(json.loads(file.read_text("utf-8"))) if file.is_file() else {}


def start_key(seats: int, boards: tuple[int, ...]) -> str:
    """The name of a table: its seats, and the boards where they are not the first ones in order."""
    usual = tuple(range(1, seats + 1))
    return str(seats) if boards in ((), usual) else f"{seats}:{','.join(map(str, boards))}"


def start_of(sheet: Sheet, rules: int, net: str, seats: int, boards: tuple[int, ...]) -> Start | None:
    """The start value of a table by these rules and this net (its checksum); None where none is stored."""
    found = stored_starts().get(f"{sheet.game}/{sheet.id}", {})
    about = {"hash": digest(sheet.source), "rules": rules, "net": net}
    table = found.get("tables", {}).get(start_key(seats, boards))
    if table is None or {name: found.get(name) for name in about} != about or table["n"] < ENOUGH:
        return None
    return read_start(table)


def read_start(table: dict[str, Any]) -> Start:
    points, shares = ([Mean(*each) for each in table[name]] for name in ("points", "shares"))
    return Start(table["n"], table["sigma"], tuple(points), tuple(shares))
