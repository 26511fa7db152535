"""What a bot gives away on a micro-game, by the exact values of a solver.

The loss of a decision is the value before it minus the value after it. For every policy the expected sum of
its losses is just what it falls short of the best play, optimal - achieved. So sampled losses measure the
regret without the luck of the dice, and far more exactly than sampled points do. Where a game has few enough
positions (Träxx) nothing is sampled at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import sqrt
from random import Random
from typing import Any, NamedTuple

from kritzel.bots.bot import BUDGET, Bot, View
from kritzel.game import Chance, Decision

SURE = 1.96
LIKE = 1e-9
"""A move that loses no more is as good as the best."""


@dataclass(frozen=True)
class Found:
    """The regret of one bot at one seat of a micro-game."""

    bot: str
    seat: int
    optimal: float
    achieved: float
    error: float
    """Half of the 95 % interval of `achieved` by the losses; 0 where every position was asked."""
    sampled: float
    """Mean result of the same games, luck and all: a check of the whole."""
    sampled_error: float
    games: int
    decisions: int
    best: float
    """The share of the decisions (where anything could be lost) that lost nothing."""
    worst: float
    """The largest loss of one decision."""
    where: str
    """The position where that was, and the move."""
    lost: dict[str, float]
    """By phase: what a game loses there on average (of all positions asked, where nothing was sampled)."""

    @property
    def regret(self) -> float:
        """What is lost of the best play."""
        return (self.optimal - self.achieved) / abs(self.optimal)


class Step(NamedTuple):
    """One decision: in which game, before and after it, and what was chosen."""

    nth: int
    before: Any
    after: Any
    move: Any


class Mind:
    """A bot at one seat of a micro-game. Its own luck depends on the position only, so it is one policy."""

    def __init__(self, game: Any, bot: Bot, seat: int) -> None:
        self.game, self.bot, self.seat = game, bot, seat
        self._known: dict[str, Any] = {}

    def choose(self, state: Any) -> Any:
        """What the bot does here; asked once."""
        moves = self.game.moves(state, self.seat)
        if len(moves) == 1:
            return moves[0]
        text = self.game.position_text(self.game.view(state, self.seat))
        if text not in self._known:
            view, luck = View.of(self.game, state, self.seat), Random(text)
            self._known[text] = self.bot.choose(view, moves, luck, BUDGET)
        return self._known[text]


# Exactly ------------------------------------------------------------------------------------------------
def exactly(game: Any, solver: Any, bot: Bot) -> Found:
    """A seat alone: the expected result of the bot, over all that chance can bring."""
    mind, steps = Mind(game, bot, 0), list[Step]()

    @cache
    def achieved(state: Any) -> Fraction:
        awaited = game.pending(state)
        if isinstance(awaited, Chance):
            outcomes = awaited.event.outcomes()
            return sum((part * achieved(game.reveal(state, out)) for out, part in outcomes), Fraction(0))
        if isinstance(awaited, Decision):
            move = mind.choose(state)
            after = game.play(state, 0, move)
            if len(game.moves(state, 0)) > 1:
                steps.append(Step(0, state, after, move))
            return achieved(after)
        return Fraction(game.score(state)[0].total)

    start = solver.begin()
    mean = float(achieved(start))
    return told(game, solver, mind, steps, [mean], float(solver.value(start)) - mean)


# By samples -----------------------------------------------------------------------------------------------
def sampled(game: Any, solver: Any, bot: Bot, seat: int, games: int, seed: int) -> Found:
    """Many games of the bot; the other seat, where there is one, plays its best."""
    mind, steps, ends = Mind(game, bot, seat), list[Step](), list[float]()
    for nth in range(games):
        state = one_game(game, solver, mind, Random(f"{seed} {nth}"), steps, nth)
        ends.append(worth(solver, state, seat))
    return told(game, solver, mind, steps, ends, None)


def one_game(game: Any, solver: Any, mind: Mind, luck: Random, steps: list[Step], nth: int) -> Any:
    """One game to its end; the bot's decisions are noted."""
    state = solver.begin()
    while True:
        awaited = game.pending(state)
        if isinstance(awaited, Chance):
            state = game.reveal(state, awaited.event.sample(luck.randrange))
        elif not isinstance(awaited, Decision):
            return state
        elif awaited.seats[0] == mind.seat:
            move = mind.choose(state)
            after = game.play(state, mind.seat, move)
            if len(game.moves(state, mind.seat)) > 1:
                steps.append(Step(nth, state, after, move))
            state = after
        else:
            state = best_move(game, solver, state, awaited.seats[0])


def best_move(game: Any, solver: Any, state: Any, seat: int) -> Any:
    """The table after the best move of the other seat."""
    afters = [game.play(state, seat, move) for move in game.moves(state, seat)]
    return afters[0] if len(afters) == 1 else max(afters, key=lambda after: worth(solver, after, seat))


def worth(solver: Any, state: Any, seat: int) -> float:
    """The value for a seat: values are those of seat 0, and with two seats shares of the win."""
    value = float(solver.value(state))
    return 1.0 - value if seat else value


# What comes out ---------------------------------------------------------------------------------------------
def told(
    game: Any, solver: Any, mind: Mind, steps: list[Step], ends: Sequence[float], short: float | None
) -> Found:
    """The losses of all decisions added up by game; positions of one kind are looked at together."""
    by_game = [0.0] * len(ends)
    best, real, worst, where, lost = 0, 0, 0.0, "", dict[str, float]()
    for step in sorted(steps, key=near):
        loss = worth(solver, step.before, mind.seat) - worth(solver, step.after, mind.seat)
        by_game[step.nth] += loss
        real, best = real + 1, best + (loss <= LIKE)
        lost[phase(step.before)] = lost.get(phase(step.before), 0.0) + loss
        if loss > worst:
            text, move = game.position_text(step.before), game.move_text(solver.sheet, step.move)
            worst, where = loss, f"{text} -> {move}"
    optimal = worth(solver, solver.begin(), mind.seat)
    mean, error = mean_of(by_game) if short is None else (short, 0.0)
    plain, plain_error = mean_of(ends)
    return Found(
        bot=mind.bot.name,
        seat=mind.seat,
        optimal=optimal,
        achieved=optimal - mean,
        error=error,
        sampled=plain,
        sampled_error=plain_error,
        games=0 if short is not None else len(ends),
        decisions=real,
        best=best / max(real, 1),
        worst=worst,
        where=where,
        lost={name: together / len(ends) for name, together in lost.items()},
    )


def phase(state: Any) -> str:
    """In which phase of the game a decision is; Träxx has only one."""
    found = getattr(state, "phase", "line")
    return str(getattr(found, "value", found))


def near(step: Step) -> tuple[int, int]:
    """Dizzle is solved pass by pass: decisions of a pass with the same crosses come together."""
    state = step.before
    return (state.pass_no, state.seats[0].crosses) if hasattr(state, "pass_no") else (0, 0)


def mean_of(values: Sequence[float]) -> tuple[float, float]:
    """The mean and half of its 95 % interval."""
    mean = sum(values) / len(values)
    if len(values) == 1:
        return mean, 0.0
    spread = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return mean, SURE * sqrt(spread / len(values))
