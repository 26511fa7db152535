"""Whole random games in one call, compiled."""

from __future__ import annotations

import numpy as np

from kritzel.fast import bits
from kritzel.fast.jit import compiled
from kritzel.fast.luck import MOVES, below, key
from kritzel.fast.records import Key, Numbers, Records, Seed
from kritzel.games.traexx.fast.rules import (
    blank,
    draw,
    finish,
    growing_ends,
    next_card,
    restart,
    turn_over,
    ways,
)
from kritzel.games.traexx.fast.scoring import points
from kritzel.games.traexx.fast.sheet import SheetRecord
from kritzel.games.traexx.fast.state import NONE, TrackRecord


@compiled
def playout(sheet: Records, state: Records, seed: Seed) -> int:
    """Random moves to the end, in place; returns how many decisions there were."""
    s, g = sheet[0], state[0]
    choices = key(np.uint64(seed), 0, MOVES, 0)
    decisions = 0
    while True:
        if g["card"] == NONE:
            if g["seen_count"] == s["rounds"]:
                return decisions
            turn_over(s, g, next_card(s, g, np.uint64(seed)))
        for seat in range(g["seats"]):
            if (g["waiting"] >> seat) & 1:
                decisions += play_card(s, g["tracks"][seat], choices, decisions)
                finish(s, g, seat)


@compiled
def play_card(s: SheetRecord, track: TrackRecord, choices: Key, index: int) -> int:
    """T2: random steps until done is drawn; returns how many decisions, done among them."""
    decisions = 0
    while True:
        one, other = growing_ends(track)
        here, there = ways(s, track, one), ways(s, track, other)
        near, far = bits.count(here), bits.count(there)
        chosen = below(choices, index + decisions, near + far + 1)
        decisions += 1
        if chosen == near + far:
            return decisions
        if chosen < near:
            draw(s, track, one, bits.nth(here, chosen))
        else:
            draw(s, track, other, bits.nth(there, chosen - near))


@compiled
def play_many(sheet: Records, state: Records, games: int, seed: Seed, totals: Numbers) -> int:
    """Random games from the start on one table; the points of each seat are added to `totals`."""
    decisions = 0
    for game in range(games):
        restart(sheet, state)
        decisions += playout(sheet, state, np.uint64(seed) + np.uint64(game))
        for seat in range(state[0]["seats"]):
            totals[seat] += points(sheet[0], state[0]["tracks"][seat])
    return decisions


def playouts(sheet: Records, seats: int, games: int, seed: Seed, totals: Numbers) -> int:
    """Random games from the start, with seeds `seed`, `seed + 1` ...; returns how many decisions.

    The points of each seat are added to `totals` (int64, one per seat).
    """
    return play_many(sheet, blank(sheet, seats), games, seed, totals)
