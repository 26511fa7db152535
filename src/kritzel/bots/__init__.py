"""Who decides: bots by name. A bot sees a view, gets the legal moves and a generator, and returns a move.

Importing this compiles nothing; a bot that needs the twins loads them with its first move.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from importlib.util import find_spec
from typing import Any

from kritzel.bots.bot import BUDGET, Bot, View
from kritzel.bots.compiled import GREEDY_BOT, PLANNER_BOT
from kritzel.bots.learned import (
    CASUAL_BOT,
    LEARNED_BOT,
    MASTER_BOT,
    SKILLED_BOT,
    played_by,
    stand_in,
    who_plays,
)
from kritzel.bots.random import RandomBot
from kritzel.bots.weights import path_of
from kritzel.fast.twins import NoNumba
from kritzel.game import Text
from kritzel.games.catalogue import AnyGame, UnknownName

__all__ = [
    "BOTS",
    "BUDGET",
    "PLAIN",
    "STEPS",
    "USUAL",
    "Bot",
    "View",
    "another",
    "bot",
    "ladder",
    "played_by",
    "ready",
    "stand_in",
    "weaker",
    "who_plays",
]

BOTS: dict[str, Bot] = {
    bot.name: bot
    for bot in (RandomBot(), CASUAL_BOT, GREEDY_BOT, SKILLED_BOT, PLANNER_BOT, LEARNED_BOT, MASTER_BOT)
}
"""All bots, weakest first."""

STEPS = ("random", "casual", "greedy", "skilled", "learned", "master")
"""Whom people choose from, weakest first: with two seats each wins clearly more often than the one before
(docs/bots.md). The planner stands too close to `learned` for a step; everybody is rated by it."""
PLAIN = ("random", "greedy", "planner")
"""Whom they choose from on a sheet that no net was trained for."""

STEADY = ("learned", "planner", "greedy", "random")
"""Who stands in for a stronger one: nobody whose mood plays along."""

USUAL = SKILLED_BOT.name
"""Who sits down where nobody is chosen: no beginner, and beatable."""


def bot(name: str) -> Bot:
    """The bot of this name. UnknownName, which says who there is."""
    if name not in BOTS:
        there = ", ".join(BOTS)
        raise UnknownName(
            Text(
                f"Einen Bot „{name}“ gibt es nicht, nur: {there}.",
                f"There is no bot '{name}', only: {there}.",
            )
        )
    return BOTS[name]


def ladder(game: AnyGame, sheet: Any) -> tuple[str, ...]:
    """Whom people choose from on a sheet, weakest first."""
    return STEPS if path_of(game, sheet) else PLAIN


def another(steps: Sequence[str], there: Collection[str]) -> str:
    """Who comes to a table next where nobody is chosen: the usual bot, then those nearest to it on the ladder
    that do not sit there yet, weaker ones first."""
    usual = steps.index(USUAL) if USUAL in steps else len(steps) - 1
    near = sorted(steps, key=lambda name: abs(steps.index(name) - usual))
    return next((name for name in near if name not in there), near[0])


def ready(name: str) -> Bot:
    """The bot of this name, if it can play here. NoNumba where what it needs is missing."""
    found = bot(name)
    if found.needs_twin and find_spec("numpy") is None:
        raise NoNumba("numpy")
    if found.needs_compiler and find_spec("numba") is None:
        raise NoNumba("numba")
    return found


def weaker(name: str) -> list[str]:
    """Who plays in this bot's place where it cannot: the strongest of the weaker ones first.

    The last one needs nothing and never fails. One that nobody knows any more was as strong as the usual one.
    """
    if name == CASUAL_BOT.name:  # somebody who thinks is not replaced by somebody who does not
        return [GREEDY_BOT.name, "random"]
    level = BOTS[name].level if name in BOTS else BOTS[USUAL].level + 1
    return [other for other in STEADY if BOTS[other].level < level]
