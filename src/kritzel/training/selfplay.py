"""Games of the learned bot against itself, compiled, and what a net learns from them.

Loaded once per game with its `twin` and `strategy`, like the loop of the arena. Each afterstate that was
judged becomes a sample: its inputs, and as its target the distribution of the points that came after it, by
TD(lambda): where the game went, mixed at every later decision with what the net expected then. Behind a move
that was chosen against the net's judgement (noise) only that expectation counts.

Some games begin with moves of others (weaker players, noisier nets), so that the net also knows positions it
would not get into; those moves are not learned from.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kritzel.fast.bits import lowest, wide
from kritzel.fast.jit import compiled, released
from kritzel.fast.luck import DECISION, OVER, OWN, PREFIX, below, key
from kritzel.fast.net import (
    BEST_POINTS,
    BINS,
    COUNT,
    LEAST_TOTAL,
    POINTS,
    TOTALS,
    Net,
    Scratch,
    clear,
    conclude,
    put,
    total_at,
)
from kritzel.fast.records import Key, Numbers, Reals, Records, Seed

twin: Any = globals().get("twin")
strategy: Any = globals().get("strategy")
"""`loop_of` sets both before this runs."""

MOST_FACES = 16
MOST_SEATS = 4
MOST_DECISIONS = 1_500
"""A game that does not end (of untrained nets) is broken off here and counts as it stands."""

RANDOM, GREEDY, PLANNER, NOISY, KINDS = range(5)
"""Who plays the moves before."""
NET = -1
"""The seat of the net."""
WILD = 6.0
"""The noise of the noisy net, in points."""
SAME = 1e-4
"""Chances that differ by no more are the same: sums in another order."""


class Lesson(NamedTuple):
    """Samples of many games, one row each (all but `inputs`), or room for them."""

    inputs: Any
    """int16, of all samples one after the other: what was on."""
    begin: Any
    """Where a sample's inputs begin."""
    counts: Any
    """How many inputs are on."""
    target: Any
    """float32: the chances of each bin."""
    points: Any
    best_points: Any
    hoped: Any
    seat: Any
    strayed: Any
    """Whether the move was chosen against the net's judgement."""


ALL_NETS = np.full(MOST_SEATS, NET)


class PlaySettings(NamedTuple):
    """How games are played; see `trainer`."""

    noise: float
    trace: float
    """lambda: the weight of what came later."""
    prefixed: int
    """The number of games of 100 that begin with moves of others."""
    longest: int
    """The most moves of one seat that are not its own."""
    players: Any
    """By seat the player of all its moves: NET, or another one."""


@compiled
def prefix_move(
    sheet: Records,
    state: Records,
    seat: int,
    kind: int,
    event: Key,
    net: Net,
    scratch: Scratch,
    moves: Numbers,
) -> int:
    seed = event >> np.uint64(1)
    if kind == GREEDY:
        return wide(strategy.greedy(sheet, state, seat, seed))
    if kind == PLANNER:
        return wide(strategy.planner(sheet, state, seat, seed))
    if kind == NOISY:
        return wide(strategy.learned(sheet, state, seat, seed, net, WILD, scratch))
    return wide(moves[below(event, 0, twin.legal(sheet, state, seat, moves))])


@compiled
def has_strayed(sheet: Records, net: Net, scratch: Scratch) -> bool:
    """Whether another table than the best was chosen: one for which the net expects other points."""
    clear(net, scratch)
    for index in range(scratch.stats[COUNT]):
        put(net, scratch.sums, scratch.chosen[index])
    conclude(net, scratch.sums, scratch)
    return bool(np.max(np.abs(scratch.chances - scratch.hoped)) > SAME)


@compiled
def keep(
    sheet: Records, lesson: Lesson, at: int, seat: int, net: Net, settings: PlaySettings, scratch: Scratch
) -> int:
    """Write the decision in `scratch` as a sample; returns the index of the next one."""
    count, begin = scratch.stats[COUNT], lesson.begin[at]
    if count == 0 or at + 1 == len(lesson.begin) or begin + count > len(lesson.inputs):
        return at
    for index in range(count):
        lesson.inputs[begin + index] = scratch.chosen[index]
    lesson.begin[at + 1] = begin + count
    lesson.counts[at], lesson.seat[at] = count, seat
    lesson.points[at], lesson.best_points[at] = scratch.stats[POINTS], scratch.stats[BEST_POINTS]
    lesson.hoped[at] = scratch.hoped
    lesson.strayed[at] = settings.noise > 0.0 and has_strayed(sheet, net, scratch)
    return at + 1


@compiled
def play(
    sheet: Records,
    state: Records,
    seed: Seed,
    net: Net,
    settings: PlaySettings,
    scratch: Scratch,
    lesson: Lesson,
    index: int,
    room: Any,
) -> int:
    """One game to its end, in place; returns the index of the next sample."""
    faces, moves, decided, foreign, kinds = room
    decided[:] = 0
    start = key(seed, 0, PREFIX, 0)
    for seat in range(MOST_SEATS):
        foreign[seat], kinds[seat] = 0, below(start, 2 * seat + 2, KINDS)
        if below(start, 0, 100) < settings.prefixed:
            foreign[seat] = below(start, 2 * seat + 1, settings.longest + 1)
        if settings.players[seat] != NET:
            foreign[seat], kinds[seat] = MOST_DECISIONS, settings.players[seat]
    for _ in range(MOST_DECISIONS):
        waits = twin.pending(sheet, state)
        if waits == OVER:
            break
        if waits != DECISION:
            twin.reveal(sheet, state, faces, twin.outcome(sheet, state, seed, faces))
            continue
        seat_now = wide(lowest(np.uint64(twin.deciding(sheet, state))))
        if decided[seat_now] < foreign[seat_now]:
            event = key(seed, seat_now, OWN, 1 + decided[seat_now])
            move: Any = prefix_move(sheet, state, seat_now, kinds[seat_now], event, net, scratch, moves)
        else:
            own = key(seed, seat_now, OWN, 0) >> np.uint64(1)  # one for the game: plans are kept
            move = np.int64(strategy.learned(sheet, state, seat_now, own, net, settings.noise, scratch))
            index = keep(sheet, lesson, index, seat_now, net, settings, scratch)
        twin.apply(sheet, state, seat_now, move)
        decided[seat_now] += 1
    return index


@compiled
def set_targets(
    sheet: Records, net: Net, lesson: Lesson, begin: int, end: int, final: Numbers, trace: float
) -> None:
    """What came after each sample of a game, from the last one back, for each seat."""
    coming = np.zeros(TOTALS, np.float32)
    for seat in range(len(final)):
        coming[:] = 0.0
        coming[total_at(final[seat])] = 1.0
        for index in range(end - 1, begin - 1, -1):
            if lesson.seat[index] == seat:
                into_bins(sheet, net, coming, lesson.points[index], lesson.target[index])
                weight = 0.0 if lesson.strayed[index] else trace
                mix(sheet, net, coming, lesson.hoped[index], lesson.best_points[index], np.float32(weight))


@compiled
def into_bins(sheet: Records, net: Net, coming: Reals, points: int, target: Reals) -> None:
    """Chances of final totals as chances of bins: between two bins both get their share."""
    target[:] = 0.0
    for total in range(TOTALS):
        if coming[total] > 0.0:
            place = (LEAST_TOTAL + total - points - net.scale[0]) / net.scale[1]
            place = min(max(place, 0.0), BINS - 1.0)
            low = int(place)
            share = np.float32(place - low)
            target[low] += coming[total] * (np.float32(1.0) - share)
            target[min(low + 1, BINS - 1)] += coming[total] * share


@compiled
def mix(sheet: Records, net: Net, coming: Reals, hoped: Reals, points: int, trace: np.float32) -> None:
    """One decision further back: in part what came, in part what was expected."""
    for total in range(TOTALS):
        coming[total] *= trace
    for index in range(BINS):
        total = total_at(points + net.scale[0] + index * net.scale[1])
        coming[total] += (np.float32(1.0) - trace) * hoped[index]


@released
def play_many(
    sheet: Records,
    begins: Records,
    seeds: Numbers,
    net: Net,
    settings: PlaySettings,
    scratch: Scratch,
    lesson: Lesson,
    totals: Numbers,
) -> int:
    """Games from the given tables; fills the lesson and the final points; how many samples there are."""
    state = begins[:1].copy()
    room = (
        np.zeros(MOST_FACES, np.int32),
        np.zeros(twin.MOST_MOVES, np.int32),
        np.zeros(MOST_SEATS, np.int64),
        np.zeros(MOST_SEATS, np.int64),
        np.zeros(MOST_SEATS, np.int64),
    )
    index, final = 0, np.zeros(MOST_SEATS, np.int32)
    for game in range(len(seeds)):
        state[0] = begins[game]
        begin = index
        index = play(sheet, state, seeds[game], net, settings, scratch, lesson, index, room)
        twin.scores(sheet, state, totals[game])
        strategy.targets(sheet, state, final)
        set_targets(sheet, net, lesson, begin, index, final, settings.trace)
    return index
