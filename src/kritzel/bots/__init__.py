"""Bots by name. A bot sees a view, gets the legal moves and a generator, and returns a move.

Importing this compiles nothing; a bot that needs the twins loads them with its first move. A name alone leads
to our bots and those of installed packages; the owner of the machine has to enrol others.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from functools import cache
from importlib.resources import files
from importlib.util import find_spec

from kritzel.bots.bot import BUDGET_S, RANDOM_BOT, Bot, View
from kritzel.bots.compiled import GREEDY_BOT, PLANNER_BOT
from kritzel.bots.faults import BotFailed, Chosen, Faults
from kritzel.bots.generic import GENERIC_BOT
from kritzel.bots.learned import (
    CASUAL_BOT,
    LEARNED_BOT,
    MASTER_BOT,
    SKILLED_BOT,
    played_by,
    stand_in,
    who_plays,
)
from kritzel.bots.outside import NotABot, OutsideBot, ask, from_package, is_outside, load, packages
from kritzel.bots.program import running
from kritzel.bots.weights import path_of
from kritzel.fast.strategy import has_strategy
from kritzel.fast.twin import NotInstalled
from kritzel.game import Sheet, Text
from kritzel.games.catalogue import AnyGame, UnknownName

BOTS: dict[str, Bot] = {
    bot.name: bot
    for bot in (
        RANDOM_BOT,
        CASUAL_BOT,
        GREEDY_BOT,
        GENERIC_BOT,
        SKILLED_BOT,
        PLANNER_BOT,
        LEARNED_BOT,
        MASTER_BOT,
    )
}
"""All bots, weakest first."""

STEPS = ("random", "casual", "greedy", "skilled", "learned", "master")
"""The bots that people choose from, weakest first: with two seats each wins clearly more often than the one
before (docs/strength.md). The planner is too close to `learned` for a step; all bots are rated against it."""
PLAIN = ("random", "greedy", "planner", "master")
"""The same on a sheet that no net was trained for."""
BARE = ("random", "generic")
"""The same in a game that has no twin."""

SUBSTITUTES = ("learned", "planner", "greedy", "random")
"""Substitutes for a stronger bot: those without noise."""
SUBSTITUTES_BARE = ("generic", "random")
"""The same in a game that has no twin."""

DEFAULT_BOT = SKILLED_BOT.name
"""No beginner, and beatable."""
DEFAULT_BOTS = (DEFAULT_BOT, "planner", "generic")
"""The first of these that plays a game is the default there."""

YOU = ("you", "du")
"""What people call themselves where bots are named; no bot is called so."""

ENROLLED: dict[str, OutsideBot] = {}
"""Bots from outside that the owner of the machine has named."""


def enrol(text: str) -> Bot:
    """The bot of a name, of `package.module:Bot` or of `program:./bot`, perhaps with a name before it
    (`fritz=program:./bot`). From then on it is known by its name.

    Imports and starts what the text names: never pass a text from the network. UnknownName (NotABot).
    """
    if not is_outside(text):
        return bot(text)
    found = load(text)
    if found.name in (*BOTS, *YOU) or ENROLLED.setdefault(found.name, found) is not found:
        taken = Text(
            f"{text}: „{found.name}“ heißt schon jemand.", f"{text}: '{found.name}' is taken already."
        )
        raise NotABot(taken)
    return found


def known(name: str) -> Bot | None:
    """As `bot`, or None where there is none or it cannot be loaded."""
    try:
        return bot(name)
    except UnknownName:
        return None


def bot(name: str) -> Bot:
    """Ours, one that was enrolled, or one of a package. UnknownName, which lists all."""
    if name in BOTS or name in ENROLLED:
        return BOTS.get(name) or ENROLLED[name]
    if name in packages():
        return from_package(name)
    there = ", ".join(dict.fromkeys([*BOTS, *ENROLLED, *packages()]))
    raise UnknownName(
        Text(
            f"Einen Bot „{name}“ gibt es nicht, nur: {there}.",
            f"There is no bot '{name}', only: {there}.",
        )
    )


def broken() -> list[Text]:
    """What is wrong with bots of packages that cannot be loaded."""
    errors = []
    for name in packages():
        try:
            bot(name)
        except UnknownName as error:
            errors.append(error.sentence)
    return errors


def outsiders() -> list[OutsideBot]:
    found = [known(name) for name in dict.fromkeys([*ENROLLED, *packages()])]
    return [bot for bot in found if isinstance(bot, OutsideBot)]


def plays(bot: Bot, game: AnyGame) -> bool:
    """Whether a bot plays a game; of ours all play where there is a twin."""
    if isinstance(bot, OutsideBot):
        return not bot.games or game.slug in bot.games
    return not bot.needs_twin or has_strategy(game.slug)


def ladder(game: AnyGame, sheet: Sheet) -> tuple[str, ...]:
    """The bots that people choose from on a sheet, weakest first; after them those from outside."""
    others = [bot.name for bot in outsiders() if plays(bot, game)]
    ours = (STEPS if path_of(game, sheet) else PLAIN) if has_strategy(game.slug) else BARE
    return (*ours, *others)


def another(steps: Sequence[str], there: Collection[str]) -> str:
    """The bot that sits down next where none is chosen: the default one, then those nearest to it on the
    ladder that do not sit there yet, weaker ones first."""
    default = steps.index(next(name for name in (*DEFAULT_BOTS, *steps) if name in steps))
    near = sorted(steps, key=lambda name: abs(steps.index(name) - default))
    return next((name for name in near if name not in there), near[0])


def ready(name: str, game: AnyGame | None = None) -> Bot:
    """The bot of this name, if it can play here, and this game. NotInstalled, NotABot or UnknownName."""
    found = bot(name)
    if found.needs_twin and find_spec("numpy") is None:
        raise NotInstalled("numpy")
    if found.needs_compiler and find_spec("numba") is None:
        raise NotInstalled("numba")
    if game is not None and not plays(found, game):
        raise NotABot(_why_not(found, game))
    return found


def _why_not(bot: Bot, game: AnyGame) -> Text:
    if isinstance(bot, OutsideBot):
        games = ", ".join(bot.games)
        return Text(f"{bot.name} spielt nur {games}.", f"{bot.name} plays {games} only.")
    there = ", ".join(BARE)
    return Text(
        f"{bot.name} spielt {game.title.de} nicht: Dem Spiel fehlt dafür der Zwilling. Nimm: {there}.",
        f"{bot.name} does not play {game.title.en}, which has no twin to think in. Take: {there}.",
    )


def weaker(name: str, slug: str) -> list[str]:
    """Substitutes for this bot in a game where it cannot play: the strongest of the weaker ones first.

    The last one needs nothing and never fails. An unknown bot counts as strong as the default one.
    """
    substitutes = SUBSTITUTES if has_strategy(slug) else SUBSTITUTES_BARE
    level = BOTS[name].level if name in BOTS else BOTS[DEFAULT_BOT].level + 1
    if name == CASUAL_BOT.name:  # a bot that thinks is not replaced by one that does not
        level = GREEDY_BOT.level + 1
    return [other for other in substitutes if BOTS[other].level < level]


@cache
def ratings() -> dict[str, dict[str, int]]:
    """Elo with two seats, by sheet (`game/id`) and bot (bench/strength.py); the planner has 1500."""
    text = (files("kritzel.bots") / "ratings.json").read_text("utf-8")
    return {sheet: dict(found) for sheet, found in json.loads(text).items()}


def ratings_of(name: str) -> dict[str, int]:
    return {sheet: found[name] for sheet, found in ratings().items() if name in found}
