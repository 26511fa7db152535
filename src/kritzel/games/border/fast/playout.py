"""Whole games of The Border, compiled: random play for benchmarks and playouts.

On the printed sheet random games end. On other maps cells may be out of reach: there a game is broken off
after MOST_ROUNDS rounds.
"""

from __future__ import annotations

import numpy as np

from kritzel.fast import bits, luck
from kritzel.fast.jit import compiled
from kritzel.fast.records import Key, Numbers, Records, Seed
from kritzel.games.border.fast.rules import (
    acting_seats,
    add_throw,
    apply,
    draw_throw,
    may_finish,
    open_cells,
    restart,
)
from kritzel.games.border.fast.scoring import total
from kritzel.games.border.fast.sheet import SheetRecord
from kritzel.games.border.fast.state import (
    CHOICES,
    CROSS,
    DONE,
    ENDED,
    KEEPING,
    MANY_CHOICES,
    STATE,
    THROWING,
    TableRecord,
    choices_of,
)

MOST_ROUNDS = 500


@compiled
def any_move(s: SheetRecord, g: TableRecord, seat: int, event: Key, index: int) -> int:
    """One of the legal moves of a seat, all equally likely: the index-th number of this luck chooses."""
    if g["phase"] == KEEPING:
        row = choices_of(g["dice"])
        return CHOICES[row, luck.below(event, index, MANY_CHOICES[row])]
    cells = open_cells(s, g, seat)
    count = bits.count(cells)
    if may_finish(s, g, seat):
        chosen = luck.below(event, index, count + 1)
        return DONE if chosen == count else CROSS + bits.nth(cells, chosen)
    return CROSS + bits.nth(cells, luck.below(event, index, count))


@compiled
def _play(sheet: Records, state: Records, seed: Seed) -> int:
    s, g = sheet[0], state[0]
    decisions = 0
    event = luck.key(seed, 0, luck.MOVES, 0)
    while g["phase"] != ENDED and g["round"] <= MOST_ROUNDS:
        if g["phase"] == THROWING:
            add_throw(g, draw_throw(g, seed))
        else:
            seat = bits.lowest(acting_seats(g))
            apply(sheet, state, seat, any_move(s, g, seat, event, decisions))
            decisions += 1
    return decisions


@compiled
def playout(sheet: Records, state: Records, seed: Seed) -> int:
    """Plays on at random to the end (or past round MOST_ROUNDS) and says how many decisions it took."""
    return _play(sheet, state, np.uint64(seed))


@compiled
def playouts(sheet: Records, seats: int, games: int, seed: Seed, totals: Numbers) -> int:
    """Random games from the start, boards in order; adds each seat's points to `totals`, counts decisions."""
    state = np.zeros(1, STATE)
    state[0]["seats"] = seats
    decisions = 0
    for seat in range(seats):
        state[0]["board"][seat] = seat
    for game in range(games):
        restart(sheet, state)
        decisions += _play(sheet, state, luck.mixed(np.uint64(seed) + np.uint64(game)))
        for seat in range(seats):
            totals[seat] += total(sheet[0], state[0], seat)
    return decisions
