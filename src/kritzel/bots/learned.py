"""Bots that judge by a trained net: the learned one, the same with noise, and the master.

On a sheet that no net was trained for, or whose net does not fit, the master plays by rollouts of the planner
(`rollout_player`). The planner plays instead of the others: `stand_in` says so where such a bot is chosen.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from kritzel.bots.bot import Bot, View
from kritzel.bots.compiled import PLANNER_BOT, on_twin, seed_from
from kritzel.bots.weights import Trained, Unfit, net_for, path_of
from kritzel.fast.levels import CASUAL, LEARNED, MASTER, SKILLED, noises
from kritzel.fast.strategy import strategy
from kritzel.game import Sheet, Text
from kritzel.games.catalogue import AnyGame

LOG = logging.getLogger("kritzel.bots")


@dataclass(frozen=True)
class LearnedBot(Bot):
    """A bot with a net; its code says how it uses it (see `fast.levels`)."""

    code: int = LEARNED
    needs_twin: bool = True

    def choose(self, view: View, moves: Sequence[Any], rng: Random, budget: float) -> Any:
        trained = net_or_none(view.game, view.state.sheet)
        if trained is None and self.code == MASTER:
            from kritzel.bots import rollout_player

            return rollout_player.choose(view, moves, rng, budget)
        if trained is None:
            return PLANNER_BOT.choose(view, moves, rng, budget)
        from kritzel.fast.net import scratch_for

        compiled, sheet, table = on_twin(view)
        thinking, seats = strategy(view.game.slug), len(view.game.rules.score(view.state))
        asked = sheet, table, view.seat, seed_from(rng)
        if self.code == MASTER:
            net = trained.masters(seats)
            move = thinking.master(*asked, net, scratch_for(net))
        else:
            noise = noises(trained.noise, thinking.COURSE.noise_share(seats))[self.code]
            move = thinking.learned(*asked, trained.net, noise, scratch_for(trained.net))
        return compiled.to_move(view.state.sheet, move)


def net_or_none(game: AnyGame, sheet: Sheet) -> Trained | None:
    """The net for a sheet; None, with a warning in the log, for one that does not fit."""
    try:
        return net_for(game, sheet)
    except Unfit as error:
        LOG.warning("net_unfit", extra={"why": error.sentence.en})
        return None


def needs_net(bot: Bot) -> bool:
    """Whether the planner plays in the place of this bot where no net fits the sheet."""
    return isinstance(bot, LearnedBot) and bot.code != MASTER


def who_plays(bot: Bot, game: AnyGame, sheet: Sheet) -> Bot:
    """The bot itself, or the planner where the sheet has no net. Quick: reads no net."""
    return PLANNER_BOT if needs_net(bot) and path_of(game, sheet) is None else bot


def played_by(bot: Bot, game: AnyGame, sheet: Sheet) -> Bot:
    """The bot itself, or the planner where no net fits the sheet."""
    return PLANNER_BOT if needs_net(bot) and net_or_none(game, sheet) is None else bot


def stand_in(bot: Bot, game: AnyGame, sheet: Sheet) -> Text | None:
    """Why the planner plays in this bot's place on a sheet; None where it plays itself."""
    if not isinstance(bot, LearnedBot):
        return None
    try:
        found = net_for(game, sheet)
    except Unfit as error:
        if not needs_net(bot):
            return Text(
                f"{error.sentence.de}. {bot.name} spielt ohne Netz.",
                f"{error.sentence.en}. {bot.name} plays without a net.",
            )
        return Text(
            f"{error.sentence.de}. Statt {bot.name} spielt planner.",
            f"{error.sentence.en}. The planner plays in place of {bot.name}.",
        )
    if found or not needs_net(bot):
        return None
    name = f"{game.slug}/{sheet.id}"
    return Text(
        f"Für {name} ist kein Netz trainiert (kritzel train): Statt {bot.name} spielt planner.",
        f"No net is trained for {name} (kritzel train): the planner plays in place of {bot.name}.",
    )


CASUAL_BOT = LearnedBot(
    "casual",
    2,
    Text("Flinker Hase", "Quick Hare"),
    Text(
        "Weiß, worum es geht, entscheidet aber meistens aus dem Bauch.",
        "Knows what it is about, but mostly decides by feeling.",
    ),
    CASUAL,
)
SKILLED_BOT = LearnedBot(
    "skilled",
    5,
    Text("Kluger Rabe", "Clever Raven"),
    Text(
        "Spielt gern und gut und übersieht doch manches.",
        "Loves to play, plays well, still misses a thing or two.",
    ),
    SKILLED,
)
LEARNED_BOT = LearnedBot(
    "learned",
    7,
    Text("Weise Eule", "Wise Owl"),
    Text(
        "Hat sich alles selbst beigebracht, in Hunderttausenden Partien gegen sich selbst.",
        "Taught itself everything, in hundreds of thousands of games against itself.",
    ),
    LEARNED,
)
MASTER_BOT = LearnedBot(
    "master",
    8,
    Text("Meisterhirn", "Mastermind"),
    Text(
        "Weiß so viel wie die Eule und rechnet jeden nächsten Wurf durch.",
        "Knows as much as the owl, and works out every next roll.",
    ),
    MASTER,
    needs_compiler=True,  # plain Python takes minutes for a move
)
