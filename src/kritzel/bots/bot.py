"""What a bot is: somebody who decides for a seat and sees only what that seat may see. Knows no game."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple, Protocol

from kritzel.game import Seat, State, Text
from kritzel.games.catalogue import AnyGame

BUDGET = 1.0
"""Seconds a bot may think about one move where nobody says otherwise."""


class View(NamedTuple):
    """What a bot sees: the game, the table as its seat may see it, and which seat that is."""

    game: AnyGame
    state: Any
    seat: Seat

    @staticmethod
    def of(game: AnyGame, state: State, seat: Seat) -> View:
        """The view of a seat."""
        return View(game, game.rules.view(state, seat), seat)


class Bot(Protocol):
    """Who decides."""

    @property
    def name(self) -> str:
        """What it is called wherever a bot is asked for."""

    @property
    def level(self) -> int:
        """Its place among all bots by strength, 1 being the weakest."""

    @property
    def title(self) -> Text:
        """How people call it, at the table and where it is chosen."""

    @property
    def character(self) -> Text:
        """What it is like, in one sentence."""

    @property
    def code(self) -> int | None:
        """Its number inside the twins; None for one that is written in Python only."""

    @property
    def needs_twin(self) -> bool:
        """Whether it thinks in the twin, which takes not every sheet."""

    @property
    def needs_compiler(self) -> bool:
        """Whether it thinks so much that the twin must be compiled for it."""

    def choose(self, view: View, moves: Sequence[Any], rng: Random, budget: float) -> Any:
        """One of the moves. All luck comes from `rng`; `budget` is the time to think, in seconds."""
