"""Many tables of one game in one compiled call: moves, chance by keyed luck, rewards, views, new games.

Loaded once per game with its `twin`, `strategy` and `view`, like the loop of the arena (`fast.loops`). Trusts
its callers.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kritzel.fast.bits import lowest
from kritzel.fast.jit import compiled
from kritzel.fast.luck import DEAL, DECISION, OVER, key
from kritzel.fast.records import Numbers, Records, Seed, Truths

twin: Any = globals().get("twin")
strategy: Any = globals().get("strategy")
view: Any = globals().get("view")
"""`loop_of` sets all three before this runs; the view knows what the seats of a game see."""

SCORE, MARGIN, WIN, GAIN = range(4)
"""Rewards: see `kritzel.envs.desks`."""

MOST_FACES = 16
MOST_SEATS = 4
TRIES = 100
"""After this many deals in a row without a decision the sheet is refused."""

WORD = (1 << 64) - 1
SEEDS = np.uint64((1 << 63) - 1)
"""Deals are whole numbers that also fit a signed word."""


class Games(NamedTuple):
    """Many tables and all that is known about them: one array each, one row per game."""

    table: Any
    deal: Any
    episode: Any
    decisions: Any
    seat: Any
    observation: Any
    action_mask: Any
    reward: Any
    terminated: Any
    truncated: Any
    score: Any
    before: Any
    final: Any


class Buffers(NamedTuple):
    """Room for what a twin writes."""

    faces: Any
    moves: Any
    numbers: Any


# One table ---------------------------------------------------------------------------------------------
@compiled
def carry_on(sheet: Records, table: Records, deal: Numbers, faces: Numbers) -> int:
    """Chance events until a seat decides or the game is over."""
    waits: int = twin.pending(sheet, table)
    while waits > DECISION:
        count = twin.outcome(sheet, table, deal, faces)
        twin.reveal(sheet, table, faces, count)
        waits = twin.pending(sheet, table)
    return waits


@compiled
def open_game(sheet: Records, fresh: Records, t: Games, index: int, seed: Seed, faces: Numbers) -> bool:
    """The next game at this table, up to its first decision. False if no deal leads to one."""
    for _ in range(TRIES):
        t.table[index] = fresh[0]
        t.deal[index] = key(seed, t.episode[index], DEAL, index) & SEEDS
        t.episode[index] += 1
        t.decisions[index] = 0
        if carry_on(sheet, t.table[index : index + 1], t.deal[index], faces) == DECISION:
            twin.scores(sheet, t.table[index : index + 1], t.before[index])
            return True
    return False


@compiled
def show(sheet: Records, t: Games, index: int, moves: Numbers) -> None:
    """What the seat that decides now sees, and what it may do."""
    table = t.table[index : index + 1]
    seat = lowest(np.uint64(twin.deciding(sheet, table)))
    t.seat[index] = seat
    view.observe(sheet, table, seat, t.observation[index])
    t.action_mask[index, :] = False
    for option in range(twin.legal(sheet, table, seat, moves)):
        t.action_mask[index, moves[option]] = True


@compiled
def pay(
    sheet: Records, table: Records, mode: int, over: bool, t: Games, index: int, numbers: Numbers
) -> None:
    """The rewards of all seats for what just happened."""
    now, before, out = t.score[index], t.before[index], t.reward[index]
    twin.scores(sheet, table, now)
    out[:] = 0
    if mode == GAIN:
        for seat in range(len(out)):
            out[seat] = now[seat] - before[seat]
            before[seat] = now[seat]
    elif over:
        settle(sheet, table, mode, now, out, numbers)


@compiled
def settle(sheet: Records, table: Records, mode: int, now: Numbers, out: Numbers, numbers: Numbers) -> None:
    """The rewards of a game that has ended."""
    seats, total, winners = len(out), 0, 0
    twin.places(sheet, table, numbers)
    for seat in range(seats):
        total += now[seat]
        winners += 1 if numbers[seat] == 1 else 0
    for seat in range(seats):
        if mode == WIN:
            out[seat] = 1 / winners if numbers[seat] == 1 else 0
        elif mode == MARGIN and seats > 1:
            out[seat] = now[seat] - (total - now[seat]) / (seats - 1)
        else:
            out[seat] = now[seat]


# All tables --------------------------------------------------------------------------------------------
@compiled
def show_all(sheet: Records, t: Games, buffers: Buffers) -> None:
    for index in range(len(t.table)):
        show(sheet, t, index, buffers.moves)


@compiled
def first_refused(action_mask: Truths, actions: Numbers) -> int:
    """The first table whose action is none of its legal ones, or -1."""
    for index in range(len(actions)):
        action = actions[index]
        if action < 0 or action >= action_mask.shape[1] or not action_mask[index, action]:
            return index
    return -1


@compiled
def step_all(
    sheet: Records,
    fresh: Records,
    t: Games,
    actions: Numbers,
    mode: int,
    limit: int,
    seed: Seed,
    buffers: Buffers,
) -> bool:
    """One decision at every table; where a game ended, the next one begins. False if none can begin."""
    for index in range(len(t.table)):
        table = t.table[index : index + 1]
        twin.apply(sheet, table, t.seat[index], actions[index])
        t.decisions[index] += 1
        over = carry_on(sheet, table, t.deal[index], buffers.faces) == OVER
        t.terminated[index] = over
        t.truncated[index] = not over and t.decisions[index] >= limit
        pay(sheet, table, mode, over or t.truncated[index], t, index, buffers.numbers)
        if over or t.truncated[index]:
            view.observe(sheet, table, t.seat[index], t.final[index])
            if not open_game(sheet, fresh, t, index, seed, buffers.faces):
                return False
        show(sheet, t, index, buffers.moves)
    return True


@compiled
def open_these(
    sheet: Records, fresh: Records, t: Games, which: Numbers, seed: Seed, buffers: Buffers
) -> bool:
    """New games at these tables only. False if none can begin."""
    for index in which:
        if not open_game(sheet, fresh, t, index, seed, buffers.faces):
            return False
        show(sheet, t, index, buffers.moves)
    return True


@compiled
def greedy_all(sheet: Records, t: Games, out: Numbers) -> None:
    """The greedy bot's action at every table."""
    for index in range(len(t.table)):
        out[index] = strategy.greedy(sheet, t.table[index : index + 1], t.seat[index], t.deal[index])


@compiled
def try_all(
    sheet: Records, t: Games, spare: Records, games: Numbers, actions: Numbers, out: Numbers, moves: Numbers
) -> int:
    """What the seat sees after each of its legal actions, before chance speaks; how many there are."""
    row = 0
    for index in range(len(t.table)):
        seat = t.seat[index]
        for option in range(twin.legal(sheet, t.table[index : index + 1], seat, moves)):
            spare[0] = t.table[index]
            games[row], actions[row] = index, moves[option]
            twin.apply(sheet, spare, seat, moves[option])
            view.observe(sheet, spare, seat, out[row])
            row += 1
    return row
