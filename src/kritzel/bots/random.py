"""The bot that takes any legal move. Pure Python."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from kritzel.bots.bot import View
from kritzel.fast.levels import RANDOM
from kritzel.game import Text


class RandomBot:
    """Any legal move, all alike."""

    name = "random"
    level = 1
    title = Text("Krakel", "Doodle")
    character = Text("Kritzelt drauflos, egal wohin.", "Scribbles away, no matter where.")
    code = RANDOM
    needs_twin = False
    needs_compiler = False

    def choose(self, view: View, moves: Sequence[Any], rng: Random, budget: float) -> Any:
        """Each move equally likely."""
        return moves[rng.randrange(len(moves))]
