"""The master of Träxx, compiled: the learned bot that also thinks of every card that may come next.

The ways that the network likes best are weighed again: for each kind of card left, how the line would best
go on, on average over the cards. Where that is the last card or, alone, the one before it, the average is
exact. The others are taken to draw the card that lies there as the network would, by what everybody sees.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kritzel.fast.bits import MOST_CELLS
from kritzel.fast.jit import compiled, hold
from kritzel.fast.luck import MOVES, key
from kritzel.fast.net import BEST_POINTS, COUNT, POINTS, Net, Scratch, play_for_points, total_at
from kritzel.fast.records import Reals, Records, Seed
from kritzel.games.traexx.bot.features import Context, as_seen, context_of, deal, points_of
from kritzel.games.traexx.bot.learned import PLAN, best_of, judge, reached_first, set_wish, value_ways
from kritzel.games.traexx.bot.ways import COLOURS, MOST_WAYS, WAY, WayRecord, begin, list_ways
from kritzel.games.traexx.fast.rules import ROUND_THE_RING, cells_in, reached_before, store, wide
from kritzel.games.traexx.fast.sheet import SheetRecord
from kritzel.games.traexx.fast.state import NONE, TableRecord, TrackRecord

WEIGHED, WEIGHED_EXACTLY = 8, 64
"""So many of the best ways are weighed; more where no network is asked."""

WORK, LEAST_ROOM = 14000, 24
"""About how often the network is asked for one move at most; each card is looked at so far at least."""


class Paper(NamedTuple):
    """Room to list the ways of the next card and of the one after it."""

    next: Any
    last: Any
    came: Any
    values: Any


@compiled
def master(sheet: Records, state: Records, seat: int, seed: Seed, net: Net, scratch: Scratch) -> int:
    """The first step of the way that is best on average over the next card, or done."""
    s, g = sheet[0], state[0]
    ways = np.empty(MOST_WAYS, WAY)
    came = np.empty(MOST_WAYS, np.int64)
    values = np.empty(MOST_WAYS)
    context = context_of(s, g, seat, False)
    begin(s, g, seat, context.reached, ways[0])
    count = list_ways(s, g, ways, came, g["tracks"][seat]["grown"] == 0, context.reached, MOST_WAYS)
    if count > 1:
        value_ways(s, g, seat, context, ways, count, net, scratch, values)
        if context.cards:
            weigh(sheet, state, seat, ways, count, net, scratch, values)
    scratch.chosen[PLAN] = 0
    scratch.stats[COUNT], scratch.stats[POINTS], scratch.stats[BEST_POINTS] = 0, 0, 0
    chosen = best_of(values, count, key(np.uint64(seed), wide(g["seen_count"]) + 1, MOVES, seat * MOST_CELLS))
    move = wide(ways[chosen]["move"])
    hold(ways)
    return move


@compiled
def weigh(
    sheet: Records,
    state: Records,
    seat: int,
    ways: Records,
    count: int,
    net: Net,
    scratch: Scratch,
    values: Reals,
) -> None:
    """Puts what the best ways are worth on average over the next card into `values`; no other way counts."""
    s, paper = sheet[0], new_paper()
    table = foreseen(sheet, state, seat, paper, net, scratch)
    context = context_of(s, table[0], seat, False)
    liked = values[:count].copy()
    values[:count] = -np.inf
    exact = context.cards == 1 or (context.cards == 2 and context.seats == 1)
    for _ in range(min(count, WEIGHED_EXACTLY if exact else WEIGHED)):
        index = np.argmax(liked)
        liked[index] = -np.inf
        set_wish(s, table[0], seat, reached_first(context, ways[index]), net, scratch)
        values[index] = on_average(s, table[0], context, ways[index], paper, net, scratch)


@compiled
def done_here(sheet: Records, state: Records, seat: int, net: Net, scratch: Scratch) -> float:
    """What it is worth to be done with this card now, on average over the next one (there must be one)."""
    s, g, paper, line = sheet[0], state[0], new_paper(), np.empty(1, WAY)
    table = foreseen(sheet, state, seat, paper, net, scratch)
    context = context_of(s, table[0], seat, False)
    begin(s, g, seat, wide(reached_before(g)), line[0])
    set_wish(s, table[0], seat, reached_first(context, line[0]), net, scratch)
    value = on_average(s, table[0], context, line[0], paper, net, scratch)
    hold(table)
    hold(line)
    return value


@compiled
def new_paper() -> Paper:
    """Blank paper."""
    came, values = np.empty(MOST_WAYS, np.int64), np.empty(MOST_WAYS)
    return Paper(np.empty(MOST_WAYS, WAY), np.empty(MOST_WAYS, WAY), came, values)


# The next card ----------------------------------------------------------------------------------------
@compiled
def on_average(
    s: SheetRecord, g: TableRecord, context: Context, way: WayRecord, paper: Paper, net: Net, scratch: Scratch
) -> float:
    """T1: what a line is worth on average over the next card, if it goes on as well as it can."""
    kinds, total = 0, 0.0
    for kind in range(s["kinds"]):
        kinds += context.left[kind] > 0
    room = min(max(WORK // (WEIGHED * kinds), LEAST_ROOM), MOST_WAYS)
    for kind in range(s["kinds"]):
        if context.left[kind]:
            paper.next[0] = way
            deal(s, paper.next[0], kind)
            count = list_ways(s, g, paper.next, paper.came, True, context.reached, room)
            best = best_way_on(s, g, without_card(s, context, kind), count, paper, net, scratch)
            total += context.left[kind] * best
    return total / context.cards


@compiled
def without_card(s: SheetRecord, context: Context, kind: int) -> Context:
    """The context when a card of this kind is gone."""
    left, symbols = context.left.copy(), context.symbols
    left[kind] -= 1
    for colour in range(COLOURS):
        symbols -= wide(s["symbols"][kind, colour])
    return Context(
        context.board,
        context.there,
        context.reached,
        context.rivals,
        left,
        context.cards - 1,
        symbols,
        context.seats,
        context.best,
        context.far,
        context.places,
    )


@compiled
def best_way_on(
    s: SheetRecord, g: TableRecord, context: Context, count: int, paper: Paper, net: Net, scratch: Scratch
) -> float:
    """What the best of the ways on the paper is worth with these cards to come."""
    if context.cards == 0:
        return scratch.wish[total_at(most_points(s, paper.next, count))]  # type: ignore[no-any-return]
    if context.cards == 1 and context.seats == 1:
        return scratch.wish[total_at(most_in_the_end(s, g, context, count, paper))]  # type: ignore[no-any-return]
    best = judge(s, context, paper.next, count, net, scratch, paper.values)
    return paper.values[best]  # type: ignore[no-any-return]


@compiled
def most_points(s: SheetRecord, ways: Records, count: int) -> int:
    """The most points that one of these ways has."""
    most = points_of(s, ways[0])
    for index in range(1, count):
        most = max(most, points_of(s, ways[index]))
    return most


@compiled
def most_in_the_end(s: SheetRecord, g: TableRecord, context: Context, count: int, paper: Paper) -> int:
    """The most points that one of the ways on the paper comes to with the last card, which is known."""
    most, kind = points_of(s, paper.next[0]), 0
    while context.left[kind] == 0:
        kind += 1
    for index in range(count):
        paper.last[0] = paper.next[index]
        deal(s, paper.last[0], kind)
        listed = list_ways(s, g, paper.last, paper.came, True, context.reached, MOST_WAYS)
        most = max(most, most_points(s, paper.last, listed))
    return most


# The others -------------------------------------------------------------------------------------------
@compiled
def foreseen(sheet: Records, state: Records, seat: int, paper: Paper, net: Net, scratch: Scratch) -> Any:
    """The table after this round as far as the seat can tell: the others draw as the network would."""
    s, g, table = sheet[0], state[0], state.copy()
    play_for_points(scratch.wish)
    for index in range(g["seats"]):
        as_seen(s, g, index, paper.next[0])
        best = 0
        if index != seat:
            context = context_of(s, g, index, False)
            count = list_ways(s, g, paper.next, paper.came, True, context.reached, MOST_WAYS)
            best = judge(s, context, paper.next, count, net, scratch, paper.values)
        lay(table[0]["tracks"][index], paper.next[best])
    table[0]["card"] = NONE
    return table


@compiled
def lay(track: TrackRecord, way: WayRecord) -> None:
    """A line as settled: only its ends, its cells and its numbers are in the record."""
    store(track["taken"], cells_in(way["taken"]))
    track["full"], track["half"], track["length"] = way["full"], way["half"], way["length"]
    track["grown"], track["at_head"] = 0, 0
    track["line"][track["head"]] = way["end"]
    track["line"][(track["head"] + track["length"] - 1) & ROUND_THE_RING] = way["other"]
