"""Who decides: bots by name. A bot sees a view, gets the legal moves and a generator, and returns a move.

Importing this compiles nothing; a bot that needs the twins loads them with its first move. A name alone leads
to our bots and those of installed packages; others have to be enrolled by whoever owns the machine.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from importlib.util import find_spec

from kritzel.bots.bot import BUDGET, Bot, View
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
from kritzel.bots.outside import NotABot, OutsideBot, from_package, is_outside, load, packages
from kritzel.bots.program import running
from kritzel.bots.random import RandomBot
from kritzel.bots.watch import ask
from kritzel.bots.weights import path_of
from kritzel.fast.strategy import has_strategy
from kritzel.fast.twin import NotInstalled
from kritzel.game import Sheet, Text
from kritzel.games.catalogue import AnyGame, UnknownName

BOTS: dict[str, Bot] = {
    bot.name: bot
    for bot in (
        RandomBot(),
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
"""Whom people choose from, weakest first: with two seats each wins clearly more often than the one before
(docs/strength.md). The planner stands too close to `learned` for a step; everybody is rated by it."""
PLAIN = ("random", "greedy", "planner")
"""Whom they choose from on a sheet that no net was trained for."""
BARE = ("random", "generic")
"""Whom they choose from in a game that has no twin."""

STEADY = ("learned", "planner", "greedy", "random")
"""Who stands in for a stronger one: nobody whose mood plays along."""
STEADY_BARE = ("generic", "random")
"""Who does in a game that has no twin."""

USUAL = SKILLED_BOT.name
"""Who sits down where nobody is chosen: no beginner, and beatable."""
INSTEAD = (USUAL, "planner", "generic")
"""Who that is where the usual one does not play: the first that does."""

YOU = ("you", "du")
"""What people call themselves where bots are named; no bot is called so."""

ENROLLED: dict[str, OutsideBot] = {}
"""Bots from outside that the owner of the machine has named."""


def enrol(text: str) -> Bot:
    """Whoever this names: a bot by its name, `package.module:Bot` or `program:./bot`, perhaps with what it is
    to be called before it (`fritz=program:./bot`). From then on it is known by its name.

    Imports and starts what it names: never with a text that came over the network. UnknownName (NotABot).
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
    """The bot of this name: ours, one that was enrolled, or one of a package that can be loaded."""
    try:
        return bot(name)
    except UnknownName:
        return None


def bot(name: str) -> Bot:
    """The bot of this name. UnknownName, which says who there is."""
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
    said = []
    for name in packages():
        try:
            bot(name)
        except UnknownName as error:
            said.append(error.sentence)
    return said


def outsiders() -> list[OutsideBot]:
    """All bots from outside that can play."""
    found = [known(name) for name in dict.fromkeys([*ENROLLED, *packages()])]
    return [bot for bot in found if isinstance(bot, OutsideBot)]


def plays(bot: Bot, game: AnyGame) -> bool:
    """Whether a bot plays a game; of ours all play where there is a twin."""
    if isinstance(bot, OutsideBot):
        return not bot.games or game.slug in bot.games
    return not bot.needs_twin or has_strategy(game.slug)


def ladder(game: AnyGame, sheet: Sheet) -> tuple[str, ...]:
    """Whom people choose from on a sheet, weakest first; after them those from outside."""
    others = [bot.name for bot in outsiders() if plays(bot, game)]
    ours = (STEPS if path_of(game, sheet) else PLAIN) if has_strategy(game.slug) else BARE
    return (*ours, *others)


def another(steps: Sequence[str], there: Collection[str]) -> str:
    """Who comes to a table next where nobody is chosen: the usual bot, then those nearest to it on the ladder
    that do not sit there yet, weaker ones first."""
    usual = steps.index(next(name for name in (*INSTEAD, *steps) if name in steps))
    near = sorted(steps, key=lambda name: abs(steps.index(name) - usual))
    return next((name for name in near if name not in there), near[0])


def ready(name: str, game: AnyGame | None = None) -> Bot:
    """The bot of this name, if it can play here, and this game. NotInstalled where something is missing."""
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
    """Who plays in this bot's place in a game where it cannot: the strongest of the weaker ones first.

    The last one needs nothing and never fails. One that nobody knows any more was as strong as the usual one.
    """
    steady = STEADY if has_strategy(slug) else STEADY_BARE
    level = BOTS[name].level if name in BOTS else BOTS[USUAL].level + 1
    if name == CASUAL_BOT.name:  # somebody who thinks is not replaced by somebody who does not
        level = GREEDY_BOT.level + 1
    return [other for other in steady if BOTS[other].level < level]
