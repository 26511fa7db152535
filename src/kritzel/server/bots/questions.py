"""What a bot is asked at a table of the server, and how it answers. Knows no process.

A bot is sent what its seat may see and nothing else. Its move is its own, or says who made it instead.
"""

from __future__ import annotations

import os
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

from kritzel import bots
from kritzel.bots.weights import NOISY
from kritzel.fast.cache import Skill
from kritzel.fast.strategy import has_strategy
from kritzel.fast.twin import NotInstalled
from kritzel.game import Chance, Seat, Setup
from kritzel.games import catalogue
from kritzel.record import Table
from kritzel.review.warm_up import REVIEW, warm_up

WARMING, MISSING, FAILED = "warming", "missing", "failed"
"""Why another one moved: the bot is being compiled, the compiler is missing, it failed or took too long."""

LAST = "random"
"""The bot that moves where no other can."""

ORDER = ("planner", "learned", "master", "greedy", REVIEW)
"""In which order is compiled: who sits down most, who is worth most, and reviews, which come after a game."""


class BotQuestion(NamedTuple):
    """What a bot is asked: the table as its seat sees it, without the sheet, which it finds itself."""

    bot: str
    sheet: str
    sheet_version: int
    rules: int
    state: Any
    seat: Seat
    luck: int


class BotAnswer(NamedTuple):
    """A move, who made it, and why it was not the one who was asked (empty if it was)."""

    move: str
    bot: str
    why: str = ""


def question(table: Table, seat: Seat, bot: str) -> BotQuestion:
    seen = replace(table.view(seat), sheet=None)
    name, rules = f"{table.game.slug}/{table.sheet.id}", table.game.rules.version
    luck = int.from_bytes(os.urandom(8), "big")
    return BotQuestion(bot, name, table.sheet.version, rules, seen, seat, luck)


def answer(asked: BotQuestion) -> str:
    """A bot's move, in notation. RuntimeError where another one would have to play for it.

    REVIEW is no bot: it rehearses, so that the first review need not be compiled.
    """
    if asked.bot == REVIEW:
        warm_up(asked.sheet.partition("/")[0])
        return ""
    game, sheet = catalogue.find(asked.sheet, asked.sheet_version)
    bot = bots.bot(asked.bot)
    if (why := bots.stand_in(bot, game, sheet)) is not None:
        raise RuntimeError(why.en)
    view = bots.View(game, replace(asked.state, sheet=sheet), asked.seat)
    move = bot.choose(view, game.rules.moves(view.state, asked.seat), Random(asked.luck), bots.BUDGET_S)
    return game.notation.move_text(sheet, move)


# What has to be compiled -----------------------------------------------------------------------
def skill(bot: str, sheet: str) -> Skill:
    """What a process has to have compiled for this bot to play there; those with noise are all alike."""
    return "learned" if bot in NOISY else bot, sheet.partition("/")[0]


def needs_compiler(bot: str) -> bool:
    """Whether plain Python will not do for this bot."""
    found = bots.known(bot)
    return found is not None and found.needs_compiler


def from_outside(bot: str) -> bool:
    """Whether this bot is of another package or a program: those have a process of their own."""
    return bot not in bots.BOTS and bots.known(bot) is not None


def playable(bot: str) -> bool:
    try:
        return bots.ready(bot).name == bot
    except NotInstalled:
        return False


def skills() -> list[Skill]:
    return [(bot, game) for bot in ORDER for game in catalogue.GAMES if has_strategy(game)]


def exercise(bot: str, game: str) -> BotQuestion:
    """A question that makes a process compile what the bot needs: the first decision of a game."""
    found, sheet = catalogue.find(game)
    table = Table.new(found, Setup(sheet, found.seat_counts[-1]))
    while isinstance(table.pending, Chance):
        table.roll()
    return question(table, table.deciding[0], bot)
