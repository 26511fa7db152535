"""What a bot is: it decides for a seat and sees only what that seat may see. Knows no game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from kritzel.fast.levels import RANDOM
from kritzel.game import Seat, State, Text
from kritzel.games.catalogue import AnyGame

BUDGET_S = 1.0
"""The default time to think about one move."""


class View(NamedTuple):
    """What a bot sees: the game, the table as its seat may see it, and which seat that is."""

    game: AnyGame
    state: Any
    seat: Seat

    @staticmethod
    def of(game: AnyGame, state: State, seat: Seat) -> View:
        """The view of a seat."""
        return View(game, game.rules.view(state, seat), seat)


@dataclass(frozen=True)
class Bot(ABC):
    """A bot, and what is known of it before it plays."""

    name: str
    """What it is called wherever a bot is asked for."""
    level: int
    """Its place among all bots by strength, 1 being the weakest; 0: unknown."""
    title: Text
    """Its name at the table and where it is chosen."""
    character: Text
    """What it is like, in one sentence."""
    code: int | None = None
    """Its number inside the twins (`fast.levels`); None for one that is written in Python only."""
    needs_twin: bool = False
    """Whether it thinks in the twin, which takes not every sheet."""
    needs_compiler: bool = False
    """Whether it thinks so much that the twin must be compiled for it."""

    @abstractmethod
    def choose(self, view: View, moves: Sequence[Any], rng: Random, budget: float) -> Any:
        """One of the moves. All luck comes from `rng`; `budget` is the time to think, in seconds."""


class RandomBot(Bot):
    """Any legal move, each equally likely."""

    def choose(self, view: View, moves: Sequence[Any], rng: Random, budget: float) -> Any:
        return moves[rng.randrange(len(moves))]


RANDOM_BOT = RandomBot(
    "random",
    1,
    Text("Krakel", "Doodle"),
    Text("Kritzelt drauflos, egal wohin.", "Scribbles away, no matter where."),
    RANDOM,
)
