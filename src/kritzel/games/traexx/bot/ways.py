"""The ways to draw a card, compiled: from the line as it is, step by step, and the best of them."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kritzel.fast import bits
from kritzel.fast.bits import Cells, wide
from kritzel.fast.jit import compiled
from kritzel.fast.luck import MOVES, below, key
from kritzel.fast.records import Key, Reals, Record, Records, Seed
from kritzel.games.traexx.fast.rules import (
    cells_in,
    drawn_cell,
    first_cell,
    is_late,
    last_cell,
    step_to,
    store,
)
from kritzel.games.traexx.fast.sheet import SheetRecord
from kritzel.games.traexx.fast.state import TableRecord

MOST_WAYS = 256
"""The most ways that are listed; the printed board has about 30 for a card."""
COLOURS, COLOUR_BITS, COLOUR_MASK = 6, 8, 255
"""A card's symbols left in one word: a byte for each colour."""

WAY = np.dtype(
    [
        ("taken", "u8", 2),
        ("left", "i8"),
        ("end", "i8"),
        ("other", "i8"),
        ("move", "i8"),
        ("full", "i8"),
        ("half", "i8"),
        ("length", "i8"),
    ],
    align=True,
)
"""A line as it would be: its growing end and the other one, and the first move on the way there."""


class WayRecord(Record):
    """One of WAY."""


class WayList(NamedTuple):
    """Memory for the ways to draw a card."""

    lines: Any
    """WAY records; the first is the line as it is."""
    parents: Any
    """The index of the way that each came from by one step."""
    values: Any
    """The value of each way for the seat."""


@compiled
def new_ways() -> WayList:
    return WayList(np.empty(MOST_WAYS, WAY), np.empty(MOST_WAYS, np.int64), np.empty(MOST_WAYS))


# One step after the other -------------------------------------------------------------------------------
@compiled
def all_ways(s: SheetRecord, g: TableRecord, seat: int, reached: int, lines: Records) -> int:
    """T2-T4: lists the line as it is and all it can become with this card; returns how many."""
    begin(s, g, seat, reached, lines[0])
    alone = g["seats"] == 1
    count = go_on(s, lines, 0, 1, False, reached, alone)
    if g["tracks"][seat]["grown"] == 0 and lines[0]["end"] != lines[0]["other"]:
        count = go_on(s, lines, 0, count, True, reached, alone)
    index = 1
    while index < count:
        count = go_on(s, lines, index, count, False, reached, alone)
        index += 1
    return count


@compiled
def begin(s: SheetRecord, g: TableRecord, seat: int, reached: int, way: WayRecord) -> None:
    """The line as it is, the numbers of this round counted as if the seat were done."""
    track = g["tracks"][seat]
    one, other = last_cell(track), first_cell(track)
    if track["grown"] > 0 and track["at_head"]:
        one, other = other, one
    way["end"], way["other"], way["move"] = one, other, s["steps"]
    way["full"], way["half"], way["length"] = track["full"], track["half"], track["length"]
    store(way["taken"], cells_in(track["taken"]))
    way["left"] = 0
    for colour in range(COLOURS):
        way["left"] |= wide(track["left"][colour]) << (COLOUR_BITS * colour)
    for index in range(track["grown"]):
        take_number(s, way, drawn_cell(track, index), reached, g["seats"] == 1)


@compiled
def go_on(
    s: SheetRecord, lines: Records, index: int, count: int, other_end: bool, reached: int, alone: bool
) -> int:
    """T2, T3: lists every step from one end of a way; returns how many ways there are then."""
    end, other = wide(lines[index]["end"]), wide(lines[index]["other"])
    if other_end:
        end, other = other, end
    fitting = bits.both(cells_in(s["around"][end]), fitting_cells(s, lines[index]))
    cells = bits.minus(fitting, cells_in(lines[index]["taken"]))
    while not bits.is_empty(cells) and count < MOST_WAYS:
        to = bits.first(cells)
        cells = bits.without_first(cells)
        lines[count] = lines[index]
        new = lines[count]
        store(new["taken"], bits.union(cells_in(new["taken"]), bits.single(to)))
        new["left"] -= 1 << (COLOUR_BITS * wide(s["colour"][to]))
        new["end"], new["other"] = to, other
        new["length"] += 1
        if index == 0:
            new["move"] = step_to(s, end, to)
        take_number(s, new, to, reached, alone)
        count += 1
    return count


@compiled
def fitting_cells(s: SheetRecord, way: WayRecord) -> Cells:
    """T2: cells of the colours that are left on the card."""
    cells = bits.NOTHING
    for colour in range(COLOURS):
        if (wide(way["left"]) >> (COLOUR_BITS * colour)) & COLOUR_MASK:
            cells = bits.union(cells, cells_in(s["of_colour"][colour]))
    return cells


@compiled
def take_number(s: SheetRecord, way: WayRecord, cell: int, reached: int, alone: bool) -> None:
    """T5, T7: the number of a cell, in full or half."""
    number = wide(s["number"][cell])
    if number == 0:
        return
    if is_late(way, number, reached, alone):
        way["half"] |= 1 << number
    else:
        way["full"] |= 1 << number


# Different ways only ------------------------------------------------------------------------------------
@compiled
def list_ways(s: SheetRecord, ways: WayList, fresh: bool, reached: int, alone: bool, most: int) -> int:
    """T2-T4: lists all that the line as it is (the first) can become; returns how many. Stops at `most`.

    `fresh`: nothing is drawn yet, so the line may grow at both ends.
    """
    lines = ways.lines
    count = keep_new(ways, 0, 1, go_on(s, lines, 0, 1, False, reached, alone))
    if fresh and lines[0]["end"] != lines[0]["other"]:
        count = keep_new(ways, 0, count, go_on(s, lines, 0, count, True, reached, alone))
    index = 1
    while index < count < most:
        count = keep_new(ways, index, count, go_on(s, lines, index, count, False, reached, alone))
        index += 1
    return count


@compiled
def keep_new(ways: WayList, parent: int, known: int, count: int) -> int:
    """Leaves out ways after the first `known` that equal one before; returns how many are left."""
    for index in range(known, count):
        if not is_known(ways.lines, known, ways.lines[index]):
            if index != known:
                ways.lines[known] = ways.lines[index]
            ways.parents[known] = parent
            known += 1
    return known


@compiled
def is_known(lines: Records, known: int, way: WayRecord) -> bool:
    """Whether one of the ways of the same length is the same line with the same numbers."""
    index = known - 1
    while index > 0 and lines[index]["length"] == way["length"]:
        here = lines[index]
        same_ends = here["end"] == way["end"] and here["other"] == way["other"]
        if same_ends and here["full"] == way["full"] and cells_in(here["taken"]) == cells_in(way["taken"]):
            return True
        index -= 1
    return False


@compiled
def list_all(s: SheetRecord, g: TableRecord, seat: int, reached: int, ways: WayList) -> int:
    """T2-T4: lists the line as it is, and all that it can become with this card; returns how many."""
    begin(s, g, seat, reached, ways.lines[0])
    return list_ways(s, ways, g["tracks"][seat]["grown"] == 0, reached, g["seats"] == 1, MOST_WAYS)


# The best one ---------------------------------------------------------------------------------------------
@compiled
def luck_of(g: TableRecord, seat: int, seed: Seed, drawn: int) -> Any:
    return key(np.uint64(seed), wide(g["seen_count"]) + 1, MOVES, seat * bits.MOST_CELLS + drawn)


@compiled
def best_of(values: Reals, count: int, event: Key) -> int:
    """The index of the best value; ties are broken by luck."""
    chosen, ties = 0, 1
    for index in range(1, count):
        if values[index] > values[chosen]:
            chosen, ties = index, 1
        elif values[index] == values[chosen]:
            ties += 1
            chosen = index if below(event, ties, ties) == 0 else chosen
    return chosen
