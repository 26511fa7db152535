"""Bots that are written once, in the packages `bot` of the games; this asks them, compiled or not."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Any

from kritzel.bots.bot import Bot, View
from kritzel.fast.levels import GREEDY, PLANNER
from kritzel.fast.strategy import strategy
from kritzel.fast.twin import Twin, twin
from kritzel.game import Sheet, Text

SEED_BITS = 63


class CompiledBot(Bot):
    """A bot by the name of its function in every game's package `bot`."""

    def choose(self, view: View, moves: Sequence[Any], rng: Random, budget: float) -> Any:
        """ValueError for a sheet too large for the twin, NotInstalled without NumPy."""
        compiled, sheet, table = on_twin(view)
        decide = getattr(strategy(view.game.slug), self.name)
        return compiled.to_move(view.state.sheet, decide(sheet, table, view.seat, seed_from(rng)))


GREEDY_BOT = CompiledBot(
    "greedy",
    3,
    Text("Nimmersatt", "Gobbler"),
    Text(
        "Nimmt, was jetzt am meisten bringt, und denkt nicht an morgen.",
        "Takes what is worth most now and never thinks of tomorrow.",
    ),
    GREEDY,
    needs_twin=True,
)
PLANNER_BOT = CompiledBot(
    "planner",
    6,
    Text("Schlaufuchs", "Sly Fox"),
    Text(
        "Hat einen Plan: führt zu Ende, was angefangen ist, und sieht, was die anderen brauchen.",
        "Has a plan: finishes what is begun, and sees what the others need.",
    ),
    PLANNER,
    needs_twin=True,
)


def seed_from(rng: Random) -> Any:
    """A seed of the type that the twins see in compiled play, so that nothing is compiled twice."""
    from numpy import uint64

    return uint64(rng.getrandbits(SEED_BITS))


def on_twin(view: View) -> tuple[Twin, Any, Any]:
    """The twin of the game, and the sheet and the table as its records."""
    compiled, sheet = twin(view.game.slug), packed_sheet(view.game.slug, view.state.sheet)
    return compiled, sheet, compiled.from_state(sheet, view.state)


@lru_cache(16)
def packed_sheet(slug: str, sheet: Sheet) -> Any:
    """A sheet as the twin's record. ValueError where it is too large for the twin."""
    return twin(slug).pack(sheet)
