"""The master, compiled: the learned bot that also averages over every card that may come next.

The ways that the network likes best get a second value: for each kind of card left, how well the line can go
on, on average over the cards. The average is exact if that is the last card or, alone, the one before it. The
others are expected to draw this card as the network would, by what all seats see.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kritzel.fast.bits import wide
from kritzel.fast.jit import compiled, hold
from kritzel.fast.net import BEST_POINTS, COUNT, POINTS, Net, Scratch, play_for_points, total_at
from kritzel.fast.records import Records, Seed
from kritzel.games.traexx.bot.features import (
    Situation,
    begin_settled,
    change_context,
    context_of,
    deal,
    points_of,
)
from kritzel.games.traexx.bot.learned import PLAN, judge, reached_first, set_wish, value_ways
from kritzel.games.traexx.bot.ways import (
    COLOURS,
    MOST_WAYS,
    WayList,
    WayRecord,
    best_of,
    list_all,
    list_ways,
    luck_of,
    new_ways,
)
from kritzel.games.traexx.fast.rules import ROUND_THE_RING, cells_in, store
from kritzel.games.traexx.fast.sheet import SheetRecord
from kritzel.games.traexx.fast.state import NONE, TrackRecord

TRIED_WAYS, TRIED_EXACTLY = 8, 64
"""How many of the best ways get a second value: by the network, and without it."""

MOST_LOOKS, LEAST_WAYS = 14000, 24
"""About how many times the network is asked for one move; the ways of a card that are listed at least."""


class WayLists(NamedTuple):
    """The ways of the next card, and of the one after it."""

    next: WayList
    last: WayList


@compiled
def master(sheet: Records, state: Records, seat: int, seed: Seed, net: Net, scratch: Scratch) -> int:
    """The first step of the way that is best on average over the next card, or done."""
    s, g = sheet[0], state[0]
    ways, context = new_ways(), context_of(s, g, seat, False)
    count = list_all(s, g, seat, context.reached, ways)
    if count > 1:
        value_ways(s, g, context, ways, count, net, scratch)
        if context.cards:
            value_by_next_card(sheet, state, seat, ways, count, net, scratch)
    scratch.chosen[PLAN] = 0
    scratch.stats[COUNT], scratch.stats[POINTS], scratch.stats[BEST_POINTS] = 0, 0, 0
    move = wide(ways.lines[best_of(ways.values, count, luck_of(g, seat, seed, 0))]["move"])
    hold(ways.lines)
    return move


@compiled
def value_by_next_card(
    sheet: Records, state: Records, seat: int, ways: WayList, count: int, net: Net, scratch: Scratch
) -> None:
    """Values the best ways again, on average over the next card; all others get -inf."""
    s, lists = sheet[0], WayLists(new_ways(), new_ways())
    table = predict_table(sheet, state, seat, lists, net, scratch)
    context = context_of(s, table[0], seat, False)
    first_values = ways.values[:count].copy()
    ways.values[:count] = -np.inf
    exact = context.cards == 1 or (context.cards == 2 and context.seats == 1)
    for _ in range(min(count, TRIED_EXACTLY if exact else TRIED_WAYS)):
        index = np.argmax(first_values)
        first_values[index] = -np.inf
        line = ways.lines[index]
        set_wish(s, table[0], seat, reached_first(context, line), net, scratch)
        ways.values[index] = average_value(s, context, line, lists, net, scratch)


# The next card ----------------------------------------------------------------------------------------
@compiled
def average_value(
    s: SheetRecord, context: Situation, way: WayRecord, lists: WayLists, net: Net, scratch: Scratch
) -> float:
    """T1: the value of a line on average over the next card, if it goes on as well as it can."""
    kinds, total = 0, 0.0
    for kind in range(s["kinds"]):
        kinds += context.left[kind] > 0
    most = min(max(MOST_LOOKS // (TRIED_WAYS * kinds), LEAST_WAYS), MOST_WAYS)
    for kind in range(s["kinds"]):
        if context.left[kind]:
            lists.next.lines[0] = way
            deal(s, lists.next.lines[0], kind)
            count = list_ways(s, lists.next, True, context.reached, context.seats == 1, most)
            best = best_value(s, without_card(s, context, kind), count, lists, net, scratch)
            total += context.left[kind] * best
    return total / context.cards


@compiled
def without_card(s: SheetRecord, context: Situation, kind: int) -> Situation:
    left, symbols = context.left.copy(), context.symbols
    left[kind] -= 1
    for colour in range(COLOURS):
        symbols -= wide(s["symbols"][kind, colour])
    return change_context(context, context.reached, left, context.cards - 1, symbols)


@compiled
def best_value(
    s: SheetRecord, context: Situation, count: int, lists: WayLists, net: Net, scratch: Scratch
) -> float:
    """The value of the best of the ways of the next card, with these cards to come."""
    if context.cards == 0:
        return scratch.wish[total_at(most_points(s, lists.next.lines, count))]
    if context.cards == 1 and context.seats == 1:
        return scratch.wish[total_at(most_in_the_end(s, context, count, lists))]
    best = judge(s, context, lists.next, count, net, scratch)
    return lists.next.values[best]


@compiled
def most_points(s: SheetRecord, lines: Records, count: int) -> int:
    most = points_of(s, lines[0])
    for index in range(1, count):
        most = max(most, points_of(s, lines[index]))
    return most


@compiled
def most_in_the_end(s: SheetRecord, context: Situation, count: int, lists: WayLists) -> int:
    """The most points that one of the ways of the next card reaches with the last card, which is known."""
    most, kind = points_of(s, lists.next.lines[0]), 0
    while context.left[kind] == 0:
        kind += 1
    for index in range(count):
        lists.last.lines[0] = lists.next.lines[index]
        deal(s, lists.last.lines[0], kind)
        listed = list_ways(s, lists.last, True, context.reached, context.seats == 1, MOST_WAYS)
        most = max(most, most_points(s, lists.last.lines, listed))
    return most


# The others -------------------------------------------------------------------------------------------
@compiled
def predict_table(
    sheet: Records, state: Records, seat: int, lists: WayLists, net: Net, scratch: Scratch
) -> Any:
    """The table after this round if the others draw as the network would and the seat draws nothing."""
    s, g, table = sheet[0], state[0], state.copy()
    play_for_points(scratch.wish)
    for index in range(g["seats"]):
        begin_settled(s, g, index, lists.next.lines[0])
        best = 0
        if index != seat:
            context = context_of(s, g, index, False)
            count = list_ways(s, lists.next, True, context.reached, context.seats == 1, MOST_WAYS)
            best = judge(s, context, lists.next, count, net, scratch)
        settle_line(table[0]["tracks"][index], lists.next.lines[best])
    table[0]["card"] = NONE
    return table


@compiled
def settle_line(track: TrackRecord, way: WayRecord) -> None:
    """Store a line as settled: only its ends, its cells and its numbers are in the record."""
    store(track["taken"], cells_in(way["taken"]))
    track["full"], track["half"], track["length"] = way["full"], way["half"], way["length"]
    track["grown"], track["at_head"] = 0, 0
    track["line"][track["head"]] = way["end"]
    track["line"][(track["head"] + track["length"] - 1) & ROUND_THE_RING] = way["other"]
