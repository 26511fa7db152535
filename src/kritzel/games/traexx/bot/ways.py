"""The ways to draw a card of Träxx, compiled: from the line as it is, step by step. Knows no values."""

from __future__ import annotations

import numpy as np

from kritzel.fast.bits import (
    NOTHING,
    Cells,
    both,
    first,
    is_empty,
    minus,
    single,
    union,
    without_first,
)
from kritzel.fast.jit import compiled
from kritzel.fast.records import Numbers, Record, Records
from kritzel.games.traexx.fast.rules import (
    cells_in,
    drawn,
    first_cell,
    is_late,
    last_cell,
    step_to,
    store,
    wide,
)
from kritzel.games.traexx.fast.sheet import SheetRecord
from kritzel.games.traexx.fast.state import TableRecord

MOST_WAYS = 256
"""So many ways are looked at; the printed board has about 30 for a card, one of one colour could have any."""


COLOURS, BITS, BYTE = 6, 8, 255
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


# The ways to draw the card ----------------------------------------------------------------------------
@compiled
def all_ways(s: SheetRecord, g: TableRecord, seat: int, reached: int, ways: Records) -> int:
    """T2-T4: lists the line as it is and all it can become with this card; returns how many."""
    begin(s, g, seat, reached, ways[0])
    one = wide(ways[0]["end"])
    other = wide(ways[0]["other"])
    grown = wide(g["tracks"][seat]["grown"])
    count = go_on(s, g, ways, 0, 1, one, other, reached)
    if grown == 0 and one != other:
        count = go_on(s, g, ways, 0, count, other, one, reached)
    index = 1
    while index < count:
        count = go_on(s, g, ways, index, count, wide(ways[index]["end"]), wide(ways[index]["other"]), reached)
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
        way["left"] |= wide(track["left"][colour]) << (BITS * colour)
    for index in range(track["grown"]):
        take_number(s, g, way, drawn(track, index), reached)


@compiled
def go_on(
    s: SheetRecord, g: TableRecord, ways: Records, index: int, count: int, end: int, other: int, reached: int
) -> int:
    """T2, T3: lists every step from this end of a way; returns how many ways there are then."""
    cells = minus(both(cells_in(s["around"][end]), fitting(s, ways[index])), cells_in(ways[index]["taken"]))
    while not is_empty(cells) and count < MOST_WAYS:
        to = first(cells)
        cells = without_first(cells)
        ways[count] = ways[index]
        new = ways[count]
        store(new["taken"], union(cells_in(new["taken"]), single(to)))
        new["left"] -= 1 << (BITS * wide(s["colour"][to]))
        new["end"], new["other"] = to, other
        new["length"] += 1
        if index == 0:
            new["move"] = step_to(s, end, to)
        take_number(s, g, new, to, reached)
        count += 1
    return count


@compiled
def fitting(s: SheetRecord, way: WayRecord) -> Cells:
    """T2: cells of the colours that are left on the card."""
    cells = NOTHING
    for colour in range(COLOURS):
        if (wide(way["left"]) >> (BITS * colour)) & BYTE:
            cells = union(cells, cells_in(s["of_colour"][colour]))
    return cells


@compiled
def take_number(s: SheetRecord, g: TableRecord, way: WayRecord, cell: int, reached: int) -> None:
    """T5, T7: the number of a cell, in full or half."""
    number = wide(s["number"][cell])
    if number == 0:
        return
    if is_late(way, number, reached, g["seats"] == 1):
        way["half"] |= 1 << number
    else:
        way["full"] |= 1 << number


# The ways to draw the card ----------------------------------------------------------------------------
@compiled
def list_ways(
    s: SheetRecord, g: TableRecord, ways: Records, came: Numbers, fresh: bool, reached: int, most: int
) -> int:
    """T2-T4: lists the line as it is (`ways[0]`) and all it can become; returns how many. Stops at `most`.

    `fresh`: nothing is drawn yet, so the line may grow at both ends. `came` says from which way each came.
    """
    one, other = wide(ways[0]["end"]), wide(ways[0]["other"])
    count = only_new(ways, came, 0, 1, go_on(s, g, ways, 0, 1, one, other, reached))
    if fresh and one != other:
        count = only_new(ways, came, 0, count, go_on(s, g, ways, 0, count, other, one, reached))
    index = 1
    while index < count < most:
        listed = go_on(
            s, g, ways, index, count, wide(ways[index]["end"]), wide(ways[index]["other"]), reached
        )
        count = only_new(ways, came, index, count, listed)
        index += 1
    return count


@compiled
def only_new(ways: Records, came: Numbers, source: int, known: int, count: int) -> int:
    """Leaves out ways after the first `known` that come to the same as one before; how many are left."""
    for index in range(known, count):
        if not is_known(ways, known, ways[index]):
            if index != known:
                ways[known] = ways[index]
            came[known] = source
            known += 1
    return known


@compiled
def is_known(ways: Records, known: int, way: WayRecord) -> bool:
    """Whether one of the ways of the same length is the same line with the same numbers."""
    index = known - 1
    while index > 0 and ways[index]["length"] == way["length"]:
        here = ways[index]
        if (
            here["taken"][0] == way["taken"][0]
            and here["taken"][1] == way["taken"][1]
            and here["end"] == way["end"]
            and here["other"] == way["other"]
            and here["full"] == way["full"]
        ):
            return True
        index -= 1
    return False
