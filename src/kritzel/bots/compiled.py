"""Bots that are written once, in the packages `bot` of the games; this asks them, compiled or not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

from kritzel.bots.bot import View
from kritzel.fast.levels import GREEDY, PLANNER
from kritzel.fast.strategy import strategy
from kritzel.fast.twin import twin
from kritzel.game import Sheet, Text

SEED_BITS = 63


@dataclass(frozen=True)
class CompiledBot:
    """A bot by the name of its function in every mind; how it thinks stands there."""

    name: str
    level: int
    character: Text
    code: int
    title: Text
    needs_twin: bool = True
    needs_compiler: bool = False

    def choose(self, view: View, moves: Sequence[Any], rng: Random, budget: float) -> Any:
        """The twin's choice. ValueError for a sheet too large for the twin, NotInstalled without NumPy."""
        sheet, compiled = view.state.sheet, twin(view.game.slug)
        ready = packed(view.game.slug, sheet)
        table = compiled.from_state(ready, view.state)
        decide = getattr(strategy(view.game.slug), self.name)
        return compiled.to_move(sheet, decide(ready, table, view.seat, seed_from(rng)))


GREEDY_BOT = CompiledBot(
    "greedy",
    3,
    Text(
        "Nimmt, was jetzt am meisten bringt, und denkt nicht an morgen.",
        "Takes what is worth most now and never thinks of tomorrow.",
    ),
    GREEDY,
    Text("Nimmersatt", "Gobbler"),
)
PLANNER_BOT = CompiledBot(
    "planner",
    6,
    Text(
        "Hat einen Plan: führt zu Ende, was angefangen ist, und sieht, was die anderen brauchen.",
        "Has a plan: finishes what is begun, and sees what the others need.",
    ),
    PLANNER,
    Text("Schlaufuchs", "Sly Fox"),
)


def seed_from(rng: Random) -> Any:
    """A seed of the type that the twins see in compiled play, so that nothing is compiled twice."""
    from numpy import uint64

    return uint64(rng.getrandbits(SEED_BITS))


@lru_cache(16)
def packed(slug: str, sheet: Sheet) -> Any:
    """A sheet as the twin needs it, kept for the next question."""
    return twin(slug).pack(sheet)
