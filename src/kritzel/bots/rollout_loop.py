"""Rollouts on a twin, compiled: games played on from any table by one player at every seat.

Loaded once per game with that game's `twin` and `strategy`, as `game_loop` is, and for the same reasons.
With strategies the learned bot plays, without them the planner. What a rollout is worth to a seat: its
points, and with company the share of a win that its lead stands for, `normal(lead / sigma)`, which is less
noisy than the win.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from kritzel.fast.bits import lowest, wide
from kritzel.fast.jit import compiled
from kritzel.fast.luck import DECISION, HALF, OVER, OWN, SPAN, GameSeeds, below, key
from kritzel.fast.net import BINS, NetPlayer, begin_win, count_rival, total_at
from kritzel.fast.records import Key, Numbers, Reals, Records, Seed

if TYPE_CHECKING:
    from kritzel.bots.rollouts import Values

twin: Any = globals().get("twin")
strategy: Any = globals().get("strategy")
STRATEGIES = bool(globals().get("STRATEGIES"))
"""`loop_of` sets all three before this runs."""

MOST_FACES, MOST_SEATS = 16, 8
MOST_STEPS = 20_000
"""A game that does not end is broken off here."""
ENDED = 0
RESTING = 1
BROKEN = 2
"""How a rollout ended: with the game, at a table that the net values, or not at all."""
ROOT_TWO = math.sqrt(2.0)


# Playing on -------------------------------------------------------------------------------------------
@compiled
def decide(sheet: Records, state: Records, seat: int, event: Key, player: NetPlayer) -> int:
    """The player's move; draws the same numbers as the bot in Python."""
    high, low = np.uint64(below(event, 0, SPAN)), np.uint64(below(event, 1, SPAN))
    seed = ((high << HALF) | low) >> np.uint64(1)
    if STRATEGIES:
        return wide(strategy.learned(sheet, state, seat, seed, player.net, 0.0, player.scratch))
    return wide(strategy.planner(sheet, state, seat, seed))


@compiled
def play_on(
    sheet: Records,
    state: Records,
    seed: Seed,
    own: Numbers,
    cut: int,
    turns: int,
    player: NetPlayer,
    faces: Numbers,
) -> int:
    """To the end in place, or to where a rollout for the seat `cut` (-1: none) may rest for the time
    `turns`."""
    decided = np.zeros(len(own), np.int64)
    thrown = 0
    for _ in range(MOST_STEPS):
        waits = twin.pending(sheet, state)
        if waits == OVER:
            return ENDED
        if waits == DECISION:
            seat = wide(lowest(np.uint64(twin.deciding(sheet, state))))
            event = key(own[seat], 0, OWN, decided[seat])
            twin.apply(sheet, state, seat, decide(sheet, state, seat, event, player))
            decided[seat] += 1
            continue
        if STRATEGIES and cut >= 0 and thrown > 0 and strategy.rests(sheet, state, cut):
            turns -= 1
            if turns <= 0:
                return RESTING
        twin.reveal(sheet, state, faces, twin.outcome(sheet, state, seed, faces))
        thrown += 1
    return BROKEN


@compiled
def roll_out(
    sheet: Records,
    begins: Records,
    luck: GameSeeds,
    cut: int,
    turns: int,
    sigma: float,
    players: tuple[NetPlayer, NetPlayer],
    values: Values,
) -> None:
    """From every table one game with each luck: `values` has a row per table, in it a row per game. One
    player plays, the other values the tables where a rollout rests."""
    state, faces = begins[:1].copy(), np.zeros(MOST_FACES, np.int32)
    totals = np.zeros(luck.own.shape[1], np.int32)
    for table in range(len(begins)):
        for game in range(len(luck.deals)):
            points, shares = values.points[table, game], values.shares[table, game]
            state[0] = begins[table]
            ended = play_on(sheet, state, luck.deals[game], luck.own[game], cut, turns, players[0], faces)
            if STRATEGIES and ended == RESTING:
                points[:] = np.nan
                tell(sheet, state, sigma, players[1], shares)
            else:
                twin.scores(sheet, state, totals)
                points[:] = totals
                share(points, sigma, shares)


# What tables are worth --------------------------------------------------------------------------------
@compiled
def normal(number: float) -> float:
    """The share of a normal distribution below this number."""
    return 0.5 * (1.0 + math.erf(number / ROOT_TWO))


@compiled
def share(points: Reals, sigma: float, shares: Reals) -> None:
    """By final points: the share of a win that each seat's lead over the best other stands for."""
    for seat in range(len(points)):
        most = -1e9
        for other in range(len(points)):
            if other != seat:
                most = max(most, points[other])
        shares[seat] = normal((points[seat] - most) / sigma)


@compiled
def tell(sheet: Records, state: Records, sigma: float, player: NetPlayer, shares: Reals) -> None:
    """The same where the net estimates the lead of each seat; of two, what one wins the other loses."""
    net, scratch = player.net, player.scratch
    for seat in range(len(shares)):
        lead = strategy.anticipate(sheet, state, seat, net, scratch)
        total = 0.0
        for index in range(BINS):
            more = net.scale[0] + index * net.scale[1]
            total += scratch.chances[index] * normal((lead + more) / sigma)
        shares[seat] = total
    if len(shares) == 2:
        shares[0] = (shares[0] + 1.0 - shares[1]) / 2.0
        shares[1] = 1.0 - shares[0]


# Throws and draws -------------------------------------------------------------------------------------
@compiled
def settle(sheet: Records, state: Records, own: Numbers, player: NetPlayer) -> None:
    """All seats that are asked now decide, and no others."""
    asked = np.int64(twin.deciding(sheet, state))
    for nth in range(MOST_STEPS):
        if twin.pending(sheet, state) != DECISION:
            return
        now = np.int64(twin.deciding(sheet, state))
        if now & ~asked:
            return
        seat = wide(lowest(np.uint64(now)))
        event = key(own[seat], 0, OWN, nth)
        twin.apply(sheet, state, seat, decide(sheet, state, seat, event, player))


@compiled
def expect(sheet: Records, state: Records, player: NetPlayer, points: Reals, wins: Reals) -> None:
    """What the net expects of a table: the final points of each seat and, with company, its chance to win."""
    net, scratch = player.net, player.scratch
    seats = len(points)
    chances, bases = np.zeros((MOST_SEATS, BINS), np.float32), np.zeros(MOST_SEATS, np.int64)
    for seat in range(seats):
        bases[seat] = strategy.anticipate(sheet, state, seat, net, scratch)
        chances[seat, :] = scratch.chances
        points[seat] = 0.0
        for index in range(BINS):
            points[seat] += chances[seat, index] * (bases[seat] + net.scale[0] + index * net.scale[1])
    for seat in range(seats):
        begin_win(scratch)
        for other in range(seats):
            if other != seat:
                scratch.chances[:] = chances[other]
                count_rival(net, scratch, bases[other])
        wins[seat] = 0.0
        for index in range(BINS):
            total = bases[seat] + net.scale[0] + index * net.scale[1]
            wins[seat] += chances[seat, index] * scratch.winning[total_at(total)]


@compiled
def look_into(
    sheet: Records,
    before: Records,
    throws: Numbers,
    dice: int,
    sigma: float,
    player: NetPlayer,
    values: Values,
) -> None:
    """What each outcome of the awaited event (a row of `throws` each) leads to: all that are asked decide,
    then the net is asked."""
    state, seats = before.copy(), values.points.shape[1]
    own, totals = np.zeros(seats, np.uint64), np.zeros(seats, np.int32)
    for nth in range(len(throws)):
        points, shares = values.points[nth], values.shares[nth]
        state[0] = before[0]
        twin.reveal(sheet, state, throws[nth], dice)
        if twin.pending(sheet, state) == DECISION:
            settle(sheet, state, own, player)
        if twin.pending(sheet, state) == OVER:
            twin.scores(sheet, state, totals)
            points[:] = totals
            share(points, sigma, shares)
        else:
            expect(sheet, state, player, points, shares)
