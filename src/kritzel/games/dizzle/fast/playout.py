"""Whole games of Dizzle in one call, compiled: uniformly random play."""

from __future__ import annotations

import numpy as np

from kritzel.fast.bits import count, lowest, nth
from kritzel.fast.jit import compiled
from kritzel.fast.luck import OWN, below, key
from kritzel.fast.records import Key, Numbers, Records, Seed
from kritzel.games.dizzle.fast.placing import block, choices
from kritzel.games.dizzle.fast.rules import cast, happen, lay, play
from kritzel.games.dizzle.fast.scoring import total
from kritzel.games.dizzle.fast.sheet import KINDS, SheetRecord
from kritzel.games.dizzle.fast.state import OVER, RAILS, STATE, TableRecord

MOST_DICE = 16


# Whole games ---------------------------------------------------------------------------------------
@compiled
def random_move(s: SheetRecord, g: TableRecord, seat: int, event: Key, index: int) -> int:
    cells = choices(s, g, seat)
    many = count(cells)
    if many == 0:
        return s["cells"] + below(event, index, 2)
    if g["phase"] == RAILS:
        pick = below(event, index, KINDS * many)
        return s["at_rail"] + KINDS * nth(cells, pick // KINDS) + pick % KINDS
    return block(s, g) + nth(cells, below(event, index, many))


@compiled
def random_choice(sheet: Records, state: Records, seat: int, seed: Seed) -> int:
    """One of the legal moves of an asked seat, each equally likely: the first one of `playout`."""
    return random_move(sheet[0], state[0], seat, key(np.uint64(seed), 0, OWN, 0), 0)


@compiled
def finish(s: SheetRecord, g: TableRecord, seed: Seed, faces: Numbers) -> int:
    event, decisions = key(seed, 0, OWN, 0), 0
    while g["phase"] != OVER:
        if g["asked"] == 0:
            happen(s, g, faces, cast(g, seed, faces))
        else:
            seat = lowest(np.uint64(g["asked"]))
            play(s, g, seat, random_move(s, g, seat, event, decisions))
            decisions += 1
    return decisions


@compiled
def playout(sheet: Records, state: Records, seed: Seed) -> int:
    return finish(sheet[0], state[0], np.uint64(seed), np.empty(MOST_DICE, np.int32))


@compiled
def playouts(sheet: Records, seats: int, games: int, seed: Seed, totals: Numbers) -> int:
    """Random games with seeds `seed`, `seed + 1` ...; adds up each seat's points in `totals`. How many
    decisions there were.
    """
    state = np.zeros(1, STATE)
    faces = np.empty(MOST_DICE, np.int32)
    decisions = 0
    for game in range(games):
        s, g = sheet[0], state[0]  # anew each time: a record does not keep its array alive
        lay(s, g, seats)
        decisions += finish(s, g, np.uint64(seed) + np.uint64(game), faces)
        for seat in range(seats):
            totals[seat] += total(s, g["seats"][seat], seats == 1)
    return decisions
