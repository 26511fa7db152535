"""Solo games on our Dizzle sheets: mean score of a player."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from statistics import fmean
from typing import Any

from kritzel.game import Chance, Over, Seat, Setup
from kritzel.games.dizzle import GAME
from kritzel.games.dizzle.material import Sheet
from kritzel.games.dizzle.moves import Move
from kritzel.games.dizzle.state import State

Player = Callable[[State, Seat, Random], Move]


def at_random(state: State, seat: Seat, rng: Random) -> Move:
    """Any legal move."""
    return rng.choice(GAME.moves(state, seat))


def solo(sheet: Sheet, player: Player, rng: Random) -> State:
    """One solo game to its end."""
    state: Any = GAME.start(Setup(sheet, 1))
    while not isinstance(pending := GAME.pending(state), Over):
        if isinstance(pending, Chance):
            state = GAME.reveal(state, pending.event.sample(rng.randrange))
        else:
            state = GAME.play(state, 0, player(state, 0, rng))
    return state  # type: ignore[no-any-return]


def mean_score(sheet: Sheet, player: Player, games: int, seed: int) -> float:
    """The mean solo score over so many games."""
    rng = Random(seed)
    return fmean(GAME.score(solo(sheet, player, rng))[0].total for _ in range(games))
