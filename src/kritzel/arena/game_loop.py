"""Whole games on a twin, compiled: one loop for every game.

`on_twin` loads this file once per game with that game's `twin` and `strategy`: compiled functions bind what
they call when they are compiled, and functions made inside another one could not be cached.

So that the cache is never wrong, everything compiled here depends on this file, `fast` and `games`
alone.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kritzel.fast.bits import lowest, wide
from kritzel.fast.jit import compiled
from kritzel.fast.levels import GREEDY, MASTER, PLANNER, RANDOM
from kritzel.fast.luck import DECISION, HALF, OVER, OWN, SPAN, GameSeeds, below, key
from kritzel.fast.net import Thinking
from kritzel.fast.records import Key, Numbers, Records, Seed

twin: Any = globals().get("twin")
strategy: Any = globals().get("strategy")
STRATEGIES = bool(globals().get("STRATEGIES"))
"""`loop_of` sets all three before this runs. Without strategies the bots that have nets are left out."""

MOST_FACES = 16
MOST_DECISIONS = 20_000
"""A game that does not end is broken off here."""


@compiled
def sort(numbers: Numbers, many: int) -> None:
    """Ascending, so that a choice does not depend on the order in which a twin lists moves."""
    for index in range(1, many):
        number, to = numbers[index], index
        while to > 0 and numbers[to - 1] > number:
            numbers[to] = numbers[to - 1]
            to -= 1
        numbers[to] = number


@compiled
def choose(
    sheet: Records,
    state: Records,
    seat: int,
    code: int,
    event: Key,
    thinking: Thinking,
    moves: Numbers,
) -> int:
    """The move of a compiled bot; draws the same numbers as the bot in Python."""
    if code != RANDOM:
        high, low = np.uint64(below(event, 0, SPAN)), np.uint64(below(event, 1, SPAN))
        seed = ((high << HALF) | low) >> np.uint64(1)
        if code == GREEDY:
            return wide(strategy.greedy(sheet, state, seat, seed))
        if not STRATEGIES or code == PLANNER:
            return wide(strategy.planner(sheet, state, seat, seed))
        if code == MASTER:
            master = thinking.master
            return wide(strategy.master(sheet, state, seat, seed, master.net, master.scratch))
        net, scratch = thinking.learned.net, thinking.learned.scratch
        return wide(strategy.learned(sheet, state, seat, seed, net, thinking.noises[code], scratch))
    count = twin.legal(sheet, state, seat, moves)
    sort(moves, count)
    return wide(moves[below(event, 0, count)])


@compiled
def play(
    sheet: Records,
    state: Records,
    seed: Seed,
    own: Numbers,
    codes: Numbers,
    thinking: Thinking,
    faces: Numbers,
    moves: Numbers,
) -> int:
    """One game to its end, in place; how many decisions it took."""
    decided = np.zeros(len(codes), np.int64)
    decisions = 0
    while decisions < MOST_DECISIONS:
        waits = twin.pending(sheet, state)
        if waits == OVER:
            break
        if waits != DECISION:
            twin.reveal(sheet, state, faces, twin.outcome(sheet, state, seed, faces))
            continue
        seat = wide(lowest(np.uint64(twin.deciding(sheet, state))))
        event = key(own[seat], 0, OWN, decided[seat])
        move = choose(sheet, state, seat, codes[seat], event, thinking, moves)
        twin.apply(sheet, state, seat, move)
        decided[seat] += 1
        decisions += 1
    return decisions


@compiled
def play_all(
    sheet: Records,
    tables: Records,
    luck: GameSeeds,
    codes: Numbers,
    thinking: Thinking,
    scores: Numbers,
    places: Numbers,
    decided: Numbers,
) -> None:
    """Many games, each in place from its table to its end; all arrays have a row per game.

    `decided` gets the decisions of a game, or 0 for a game that was broken off.
    """
    faces, moves = np.zeros(MOST_FACES, np.int32), np.zeros(twin.MOST_MOVES, np.int32)
    for game in range(len(tables)):
        state = tables[game : game + 1]
        seed, own = luck.deals[game], luck.own[game]
        decisions = play(sheet, state, seed, own, codes[game], thinking, faces, moves)
        twin.scores(sheet, state, scores[game])
        twin.places(sheet, state, places[game])
        decided[game] = decisions if twin.pending(sheet, state) == OVER else 0
