"""Luck by counting: the same key brings the same luck, so a deal stays the same whatever the players do.

A key is (seed of the game, round, event, nth): `event` tells kinds of chance in a round apart, `nth` counts
them within the round. Each fair number of an event has an index of its own. The compiled functions and the
plain class `Keyed` give the same numbers.
"""

from __future__ import annotations

import warnings
from typing import Any, NamedTuple

import numpy as np

from kritzel.fast.jit import COMPILES, compiled
from kritzel.fast.records import Key, Seed

STEP = np.uint64(0x9E3779B97F4A7C15)
FIRST, SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
HALF = np.uint64(32)
SPAN = 1 << 32

OVER, DECISION, CHANCE = 0, 1, 2
"""What a table waits for (`twin.Twin.pending`). From CHANCE on it is a kind of chance of the game."""

# The events of keys. The chances of a game are CHANCE and what follows, in rounds from 1 on.
OWN = DECISION
"""A player's own luck: in the arena, in self-play, and wherever Dizzle breaks ties."""
PREFIX = 2
"""In round 0: who plays the moves before self-play, and how many."""
MOVES = 3
"""Random moves of playouts in The Border and Träxx; ties in Träxx."""
TIES = 4
"""Ties in The Border: this, and the seat."""
DEAL = 7
"""The deals of environments."""
NOISE = 16
"""Noise on what a bot thinks, where it is apart from ties."""

if not COMPILES:  # words run over on purpose here, and plain Python would say so
    warnings.filterwarnings("ignore", "overflow encountered", RuntimeWarning, __name__)


@compiled
def mixed(word: Key) -> Any:
    """A word stirred so well that neighbours have nothing in common (SplitMix64)."""
    word = word + STEP
    word = (word ^ (word >> np.uint64(30))) * FIRST
    word = (word ^ (word >> np.uint64(27))) * SECOND
    return word ^ (word >> np.uint64(31))


@compiled
def key(seed: Seed, round_no: int, event: int, index: int) -> Any:
    word = mixed(np.uint64(seed))
    word = mixed(word ^ np.uint64(round_no))
    return mixed(word ^ (np.uint64(event) << HALF) ^ np.uint64(index))


@compiled
def below(event_key: Key, index: int, n: int) -> int:
    """A fair number from 0 to n-1: the index-th of this event."""
    word = mixed(event_key ^ np.uint64(index + 1))
    most = np.uint64(SPAN - SPAN % n)
    while (word >> HALF) >= most:
        word = mixed(word)
    return int((word >> HALF) % np.uint64(n))


class BestMove(NamedTuple):
    """The best move so far, and how many moves share its value: 0 where there is no move yet."""

    move: int
    value: float
    tied: int


NO_MOVE = BestMove(-1, 0.0, 0)


@compiled
def better(best: BestMove, move: int, value: float, event: Key) -> BestMove:
    """The better of the best move so far and another one; ties by lot."""
    if best.tied == 0 or value > best.value:
        return BestMove(move, value, 1)
    if value == best.value:
        tied = best.tied + 1
        return BestMove(move if below(event, tied, tied) == 0 else best.move, value, tied)
    return best


_MASK = (1 << 64) - 1


def _mixed(word: int) -> int:
    word = (word + int(STEP)) & _MASK
    word = (word ^ word >> 30) * int(FIRST) & _MASK
    word = (word ^ word >> 27) * int(SECOND) & _MASK
    return word ^ word >> 31


class GameSeeds(NamedTuple):
    """The seeds of many games, a row each."""

    deals: Any
    """Of what the table brings."""
    own: Any
    """Of each seat's own luck."""


class Keyed:
    """The luck of one event for the reference engine: `event.sample(Keyed(seed, round, event, nth))`."""

    def __init__(self, seed: int, round_no: int, event: int, index: int) -> None:
        word = _mixed(_mixed(seed & _MASK) ^ round_no)
        self._key = _mixed(word ^ event << 32 ^ index)
        self._index = 0

    def __call__(self, n: int) -> int:
        """The next fair number from 0 to n-1."""
        self._index += 1
        word = _mixed(self._key ^ self._index)
        while word >> 32 >= SPAN - SPAN % n:
            word = _mixed(word)
        return (word >> 32) % n
