"""The bot that takes what is worth most now. It is written once, in the compiled twins; this asks them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Any

from kritzel.bots.bot import GREEDY, View
from kritzel.fast.twins import twin
from kritzel.game import Text

SEED_BITS = 63


class GreedyBot:
    """Points now, no look ahead; what each twin counts stands in its `greedy`."""

    name = "greedy"
    level = 2
    character = Text(
        "Nimmt, was jetzt am meisten bringt, und denkt nicht an morgen.",
        "Takes what is worth most now and never thinks of tomorrow.",
    )
    code = GREEDY
    needs_twin = True

    def choose(self, view: View, moves: Sequence[Any], rng: Random, budget: float) -> Any:
        """The twin's choice. ValueError for a sheet too large for the twin, NoNumba without Numba."""
        sheet, compiled = view.state.sheet, twin(view.game.slug)
        packed = _packed(view.game.slug, sheet)
        table = compiled.from_state(packed, view.state)
        return compiled.to_move(sheet, compiled.greedy(packed, table, view.seat, _seed(rng)))


def _seed(rng: Random) -> Any:
    """A seed of the type that the twins see in compiled play, so that nothing is compiled twice."""
    from numpy import uint64

    return uint64(rng.getrandbits(SEED_BITS))


@lru_cache(16)
def _packed(slug: str, sheet: Any) -> Any:
    return twin(slug).pack(sheet)
