"""Kritzel's own engines in random play: list the moves, choose one, play it. Knows how they are driven.

`reference`: the readable engine in a Python loop. `stepwise`: the compiled twin in the same Python loop, one
call for each question. `playouts`: the twin plays whole games in one call; `two_cores`: that twice at once.
"""

from __future__ import annotations

from itertools import count
from random import Random
from typing import Any

from bench.lines import Chunk, Line
from kritzel.game import Setup
from kritzel.games import catalogue
from kritzel.record import fair, play_out

SEED = 1
GAMES_A_CALL = 500
MOST_OUTCOMES = 16


def chunk(line: Line) -> Chunk:
    if line.way == "reference":
        return reference(line.game, line.seats)
    from kritzel.fast.twin import twin

    compiled = twin(line.game)
    packed = compiled.pack(catalogue.find(line.game)[1])
    return (stepwise if line.way == "stepwise" else playouts)(compiled, packed, line.seats)


# The reference ------------------------------------------------------------------------------------------
def reference(slug: str, seats: int) -> Chunk:
    game, sheet = catalogue.find(slug)
    start, luck = game.start(Setup(sheet, seats)), Random(SEED)
    below = luck.randrange

    def choose(state: Any, seats: tuple[int, ...]) -> tuple[int, Any]:
        moves = game.moves(state, seats[0])
        return seats[0], moves[below(len(moves))]

    return lambda: (1, play_out(game, start, choose, fair(luck)).decisions)


# The twin -----------------------------------------------------------------------------------------------
def stepwise(twin: Any, packed: Any, seats: int) -> Chunk:
    import numpy as np

    start, luck, seeds = twin.blank(packed, seats), Random(SEED).random, count(SEED)
    room = np.zeros(twin.MOST_MOVES, np.int32), np.zeros(MOST_OUTCOMES, np.int32)
    return lambda: (1, step_out(twin, packed, start.copy(), next(seeds), luck, room))


def step_out(twin: Any, sheet: Any, state: Any, seed: int, luck: Any, room: Any) -> int:
    moves, faces = room
    pending, deciding, legal, apply = twin.pending, twin.deciding, twin.legal, twin.apply
    decisions = 0
    while kind := pending(sheet, state):
        if kind > 1:
            twin.reveal(sheet, state, faces, twin.outcome(sheet, state, seed, faces))
            continue
        waiting = deciding(sheet, state)
        seat = (waiting & -waiting).bit_length() - 1
        many = legal(sheet, state, seat, moves)
        apply(sheet, state, seat, moves.item(int(luck() * many)))
        decisions += 1
    return decisions


def playouts(twin: Any, packed: Any, seats: int) -> Chunk:
    import numpy as np

    totals, seeds = np.zeros(4, np.int64), count(SEED, GAMES_A_CALL)
    return lambda: (GAMES_A_CALL, int(twin.playouts(packed, seats, GAMES_A_CALL, next(seeds), totals)))
