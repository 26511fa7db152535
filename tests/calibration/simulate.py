"""Solo games on our Dizzle sheets: mean score of a player."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from statistics import fmean

from kritzel.game import Seat, Setup
from kritzel.games.dizzle import GAME
from kritzel.games.dizzle.sheet import Move, Sheet
from kritzel.games.dizzle.state import State
from kritzel.record import fair, play_out

Player = Callable[[State, Seat, Random], Move]


def at_random(state: State, seat: Seat, rng: Random) -> Move:
    """Any legal move."""
    return rng.choice(GAME.rules.moves(state, seat))


def solo(sheet: Sheet, player: Player, rng: Random) -> State:
    """One solo game to its end."""
    start = GAME.rules.start(Setup(sheet, 1))
    end: State = play_out(GAME, start, lambda state, seats: (0, player(state, 0, rng)), fair(rng)).state
    return end


def mean_score(sheet: Sheet, player: Player, games: int, seed: int) -> float:
    """The mean solo score over so many games."""
    rng = Random(seed)
    return fmean(GAME.rules.score(solo(sheet, player, rng))[0].total for _ in range(games))
