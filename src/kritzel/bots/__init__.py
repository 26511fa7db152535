"""Who decides: bots by name. A bot sees a view, gets the legal moves and a generator, and returns a move.

Importing this compiles nothing; a bot that needs the twins loads them with its first move.
"""

from __future__ import annotations

from importlib.util import find_spec

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
from kritzel.fast.twins import NoNumba
from kritzel.game import Text
from kritzel.games.catalogue import UnknownName

__all__ = [
    "BOTS",
    "BUDGET",
    "USUAL",
    "Bot",
    "View",
    "bot",
    "played_by",
    "ready",
    "stand_in",
    "weaker",
    "who_plays",
]

BOTS: dict[str, Bot] = {
    bot.name: bot
    for bot in (RandomBot(), GREEDY_BOT, CASUAL_BOT, PLANNER_BOT, SKILLED_BOT, LEARNED_BOT, MASTER_BOT)
}
"""All bots, weakest first."""

STEADY = ("learned", "planner", "greedy", "random")
"""Who stands in for a stronger one: nobody whose mood plays along."""

USUAL = PLANNER_BOT.name
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
    level = BOTS[name].level if name in BOTS else BOTS[USUAL].level + 1
    return [other for other in STEADY if BOTS[other].level < level]
