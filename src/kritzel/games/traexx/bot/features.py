"""The inputs of the value network: what a seat sees of the table when it is done with a card.

A line is a WAY: its cells, its two ends and its numbers. Everything else is a `Situation`: the cards to come
and what the others have settled; what they draw in the running round is not in it. Starts have no input.

The points of a line are an upper bound: what it has, a point for each cell that the cards left and the room
allow, and all numbers within reach. The network predicts how far the final total stays below.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kritzel.fast import bits
from kritzel.fast.bits import Cells, wide
from kritzel.fast.jit import compiled, hold
from kritzel.fast.records import Numbers, Records
from kritzel.games.traexx.bot.analysis import (
    FAR,
    around,
    distances,
    largest_part,
    part_of,
    run_of,
    settled_ends,
)
from kritzel.games.traexx.bot.ways import COLOUR_BITS, COLOURS, WAY, WayRecord, begin
from kritzel.games.traexx.fast.rules import (
    LEAST_NUMBER,
    MOST_NUMBER,
    cells_in,
    drawn_cell,
    is_late,
    reached_before,
    store,
    whole_board,
)
from kritzel.games.traexx.fast.scoring import number_points, points
from kritzel.games.traexx.fast.sheet import MOST_CARDS, SheetRecord
from kritzel.games.traexx.fast.state import NONE, TableRecord

FEATURES = 1
"""The version of the inputs."""

LOW, STEP = -94, 2
"""The bins of a net, in points: from 94 below the bound up to the bound."""

# Where the inputs begin that every board has; the next offset ends them.
KINDS_OF_NUMBER = 18
NUMBER = 0
"""Each number: full, half, or open: would be full or half now, and how far away (8 buckets)."""
RACES = 20
RACE = NUMBER + KINDS_OF_NUMBER * (MOST_NUMBER + 1 - LEAST_NUMBER)
"""With company, each open number that no seat has: which seat is nearer (5 buckets), how near it is (4)."""
SPARE = RACE + RACES * (MOST_NUMBER + 1 - LEAST_NUMBER)
"""Symbols on the cards left, less the room: 17 buckets."""
SEATS = SPARE + 17
LEAD = SEATS + 4
"""With company: points more than the best of the others had before this card, 11 buckets."""
SIDES = LEAD + 11
"""Free neighbours of the end with more and of the end with less, 0-6 each."""
APART = SIDES + 49
"""Cells of the smaller part where each end has a part of the room for itself: 16 buckets, 0 where not."""
LOST = APART + 16
"""Free cells that no end can reach: 0-15."""
NARROW = LOST + 16
"""How many cells of the room have one neighbour in it (0-7), how many have two (0-11)."""
LONG = NARROW + 20
"""Cells the next card brings on average at the better end, in quarters: 0-16; then at the worse end."""
SHORT = LONG + 17
FIXED = SHORT + 17

STATES, TAKEN, GONE, TIGHT = 5, 0, 1, 2
"""Of a cell: on the line, out of reach, or in the room with one, two or three neighbours in it."""
RUNS = 5
"""A card of a kind brings 0-4 cells at the better end."""


class Places(NamedTuple):
    """Where the inputs begin that depend on the board."""

    cell: int
    end: int
    step: int
    """Steps from an end to a free cell."""
    room: int
    length: int
    cards: int
    """How many cards are left."""
    card: int
    """How many of each kind."""
    run: int
    many: int
    """How many inputs there are."""


@compiled
def places_of(s: SheetRecord) -> Places:
    cells, rounds = wide(s["cells"]), wide(s["rounds"])
    end = FIXED + STATES * cells
    step = end + cells
    room = step + wide(s["steps"])
    length = room + cells // 2 + 1
    cards = length + cells // 4 + 1
    card = cards + rounds + 1
    run = card + rounds
    return Places(FIXED, end, step, room, length, cards, card, run, run + RUNS * wide(s["kinds"]))


def inputs(packed: Records) -> int:
    return int(places_of(packed[0]).many)


class Situation(NamedTuple):
    """What is around a seat's line: the same for all ways to draw a card."""

    seat: int
    board: Cells
    there: int
    """The numbers that are on the board, as bits."""
    reached: int
    """The numbers that any seat reached in a round before, as bits."""
    rivals: Any
    """How many cells the nearest of the others is away from each number."""
    left: Any
    """The cards to come, by kind."""
    cards: int
    symbols: int
    """On all cards to come."""
    seats: int
    best: int
    """The points of the best of the others."""
    far: Any
    """Room for the distance of each number."""
    places: Places


# The context of a table ---------------------------------------------------------------------------------
@compiled
def context_of(s: SheetRecord, g: TableRecord, seat: int, before: bool) -> Situation:
    """The context of a seat after this card; `before`: as if this card were still to come."""
    left = np.zeros(MOST_CARDS, np.int64)
    for kind in range(s["kinds"]):
        left[kind] = g["left"][kind]
    if before and g["card"] != NONE:
        left[g["card"]] += 1
    there, best = 0, -FAR
    for cell in range(s["cells"]):
        there |= 1 << wide(s["number"][cell])
    for other in range(g["seats"]):
        if other != seat:
            best = max(best, points(s, g["tracks"][other]))
    cards, symbols = to_come(s, left)
    return Situation(
        wide(seat),
        whole_board(s),
        there & ~1,
        wide(reached_before(g)),
        distances(s, g, seat),
        left,
        cards,
        symbols,
        wide(g["seats"]),
        best,
        np.zeros(MOST_NUMBER + 1, np.int64),
        places_of(s),
    )


@compiled
def change_context(context: Situation, reached: int, left: Numbers, cards: int, symbols: int) -> Situation:
    """The context with other numbers reached and other cards to come."""
    return Situation(
        context.seat,
        context.board,
        context.there,
        reached,
        context.rivals,
        left,
        cards,
        symbols,
        context.seats,
        context.best,
        context.far,
        context.places,
    )


@compiled
def to_come(s: SheetRecord, left: Numbers) -> tuple[int, int]:
    cards, symbols = 0, 0
    for kind in range(s["kinds"]):
        cards += left[kind]
        if left[kind]:
            for colour in range(COLOURS):
                symbols += left[kind] * wide(s["symbols"][kind, colour])
    return cards, symbols


@compiled
def begin_settled(s: SheetRecord, g: TableRecord, seat: int, way: WayRecord) -> None:
    """The line of a seat as all see it: without what it draws in this round, with the whole card to draw."""
    track = g["tracks"][seat]
    one, other = settled_ends(track)
    way["end"], way["other"], way["move"] = one, other, s["steps"]
    way["full"], way["half"] = track["full"], track["half"]
    way["length"] = wide(track["length"]) - wide(track["grown"])
    cells = cells_in(track["taken"])
    for index in range(track["grown"]):
        cells = bits.minus(cells, bits.single(drawn_cell(track, index)))
    store(way["taken"], cells)
    if g["card"] != NONE:
        deal(s, way, wide(g["card"]))


@compiled
def deal(s: SheetRecord, way: WayRecord, kind: int) -> None:
    """T2: a card of this kind is to be drawn."""
    way["left"] = 0
    for colour in range(COLOURS):
        way["left"] |= wide(s["symbols"][kind, colour]) << (COLOUR_BITS * colour)


# The inputs -------------------------------------------------------------------------------------------
@compiled
def list_features(s: SheetRecord, g: TableRecord, seat: int, seen: Numbers) -> tuple[int, int]:
    """Lists the inputs that are on for a seat if it is done with this card; how many, and the points that go
    with them: an upper bound of its final total."""
    line = np.empty(1, WAY)
    begin(s, g, seat, reached_before(g), line[0])
    found = add_features(s, context_of(s, g, seat, False), line[0], seen)
    hold(line)
    return found


@compiled
def add_features(s: SheetRecord, context: Situation, way: WayRecord, seen: Numbers) -> tuple[int, int]:
    """All inputs that are on for this line; how many, and the points that go with them."""
    return list_line(s, context, way, bits.NOTHING, seen, list_table(s, context, seen))


@compiled
def list_table(s: SheetRecord, context: Situation, seen: Numbers) -> int:
    """The inputs that do not depend on the line: seats and cards."""
    seen[0] = SEATS + context.seats - 1
    seen[1] = context.places.cards + context.cards
    count, index = 2, context.places.card
    for kind in range(s["kinds"]):
        if context.left[kind]:
            seen[count] = index + context.left[kind] - 1
            count += 1
        index += wide(s["pack"][kind])
    return count


@compiled
def list_line(
    s: SheetRecord, context: Situation, way: WayRecord, known: Cells, seen: Numbers, many: int
) -> tuple[int, int]:
    """The inputs of a line, except that the cells `known` are on it; how many then, and the points."""
    one = wide(way["end"])
    other = wide(way["other"])
    taken = cells_in(way["taken"])
    free = bits.minus(context.board, taken)
    room, smaller = room_of(s, free, one, other)
    mine, size = points_of(s, way), bits.count(room)
    seen[many] = context.places.length + wide(way["length"]) // 4
    seen[many + 1] = context.places.room + size // 2
    seen[many + 2] = SPARE + min(max((context.symbols - size + 34) // 4, 0), 16)
    seen[many + 3] = APART + min((smaller + 1) // 2, 15)
    seen[many + 4] = LOST + min(bits.count(free) - size, 15)
    many += 5
    if context.seats > 1:
        seen[many] = LEAD + min(max((mine - context.best + 16) // 3, 0), 10)
        many += 1
    many = list_cells(bits.minus(taken, known), context.places.cell + TAKEN, STATES, seen, many)
    many = list_cells(bits.minus(free, room), context.places.cell + GONE, STATES, seen, many)
    many = list_ends(s, context, one, other, free, seen, many)
    many = list_room(s, context, room, one, other, seen, many)
    many = list_runs(s, context, room, one, other, seen, many)
    many, more = list_numbers(context, way, seen, many)
    return many, mine + more + min(size, context.symbols)


@compiled
def points_of(s: SheetRecord, way: WayRecord) -> int:
    """T5-T7: the points of this line if the seat is done."""
    return wide(way["length"]) - wide(s["cells"]) + number_points(way)


@compiled
def room_of(s: SheetRecord, free: Cells, one: int, other: int) -> tuple[Cells, int]:
    """The most cells that both ends can reach, each in one connected part; and the size of the smaller part
    if there are two."""
    ways = around(s, one, free)
    best, smaller = largest_part(s, around(s, other, free), free), 0
    most = bits.count(best)
    while not bits.is_empty(ways):
        part = part_of(s, ways, free)
        ways = bits.minus(ways, part)
        second = largest_part(s, bits.minus(around(s, other, free), part), free)
        here, there = bits.count(part), bits.count(second)
        if here + there > most or (here + there == most and smaller == 0):
            best, most, smaller = bits.union(part, second), here + there, min(here, there)
    return best, smaller


# Parts of the context -----------------------------------------------------------------------------------
@compiled
def list_cells(cells: Cells, index: int, apart: int, seen: Numbers, size: int) -> int:
    while not bits.is_empty(cells):
        seen[size] = index + apart * bits.first(cells)
        size += 1
        cells = bits.without_first(cells)
    return size


@compiled
def list_ends(
    s: SheetRecord, context: Situation, one: int, other: int, free: Cells, seen: Numbers, size: int
) -> int:
    """The ends, and where they can go."""
    here, there = bits.count(around(s, one, free)), bits.count(around(s, other, free))
    seen[size] = SIDES + 7 * max(here, there) + min(here, there)
    size = list_end(s, context, one, free, seen, size + 1)
    if other != one:
        size = list_end(s, context, other, free, seen, size)
    return size


@compiled
def list_end(s: SheetRecord, context: Situation, end: int, free: Cells, seen: Numbers, size: int) -> int:
    seen[size] = context.places.end + end
    size += 1
    for step in range(s["first_step"][end], s["first_step"][end + 1]):
        if bits.has(free, wide(s["step_to"][step])):
            seen[size] = context.places.step + step
            size += 1
    return size


@compiled
def list_room(
    s: SheetRecord, context: Situation, room: Cells, one: int, other: int, seen: Numbers, size: int
) -> int:
    """From both ends through the room, ring by ring: tight cells; fills in `context.far`."""
    context.far[:] = FAR
    passable = bits.union(room, bits.union(bits.single(one), bits.single(other)))
    edge = bits.union(around(s, one, room), around(s, other, room))
    far = 1
    dead = 0
    corner = 0
    unseen = bits.minus(room, edge)
    while not bits.is_empty(edge):
        following = bits.NOTHING
        while not bits.is_empty(edge):
            cell = bits.first(edge)
            edge = bits.without_first(edge)
            near = cells_in(s["around"][cell])
            beside = bits.count(bits.both(near, passable))
            if beside <= 3:
                seen[size] = context.places.cell + STATES * cell + TIGHT + beside - 1
                size += 1
                dead += beside == 1
                corner += beside == 2
            if s["number"][cell]:
                context.far[s["number"][cell]] = far
            following = bits.union(following, bits.both(near, unseen))
        edge, far = following, far + 1
        unseen = bits.minus(unseen, following)
    seen[size], seen[size + 1] = NARROW + min(dead, 7), NARROW + 8 + min(corner, 11)
    return size + 2


@compiled
def list_runs(
    s: SheetRecord, context: Situation, room: Cells, one: int, other: int, seen: Numbers, size: int
) -> int:
    """About how many cells each kind of card left would bring next."""
    better, worse = 0, 0
    for kind in range(s["kinds"]):
        if context.left[kind]:
            here = run_of(s, one, kind, room)
            there = run_of(s, other, kind, room) if other != one else here
            seen[size] = context.places.run + RUNS * kind + max(here, there)
            size += 1
            better += context.left[kind] * max(here, there)
            worse += context.left[kind] * min(here, there)
    cards = max(context.cards, 1)
    seen[size], seen[size + 1] = LONG + 4 * better // cards, SHORT + 4 * worse // cards
    return size + 2


@compiled
def list_numbers(context: Situation, way: WayRecord, seen: Numbers, size: int) -> tuple[int, int]:
    """The numbers of the board; how many inputs then, and what those within reach would score now."""
    more = 0
    for number in range(LEAST_NUMBER, MOST_NUMBER + 1):
        if (context.there >> number) & 1:
            index, far = NUMBER + KINDS_OF_NUMBER * (number - LEAST_NUMBER), context.far[number]
            if (way["full"] >> number) & 1:
                seen[size] = index
            elif (way["half"] >> number) & 1:
                seen[size] = index + 1
            else:
                late = is_late(way, number, context.reached, context.seats == 1)
                seen[size] = index + 2 + distance_bucket(far) + (8 if late else 0)
                if far <= context.symbols:
                    more += (number + 1) // 2 if late else number
                if context.seats > 1 and not late and far < FAR:
                    size += 1
                    bucket = race_bucket(far, context.rivals[number])
                    seen[size] = RACE + RACES * (number - LEAST_NUMBER) + bucket
            size += 1
    return size, more


@compiled
def distance_bucket(far: int) -> int:
    """The bucket of a distance, 0-7; 7 is out of reach."""
    if far <= 4:
        return far - 1
    return 4 if far <= 6 else 5 if far <= 9 else 6 if far < FAR else 7


@compiled
def race_bucket(far: int, rival: int) -> int:
    """The bucket of a race for a number: which seat is nearer, and how near."""
    ahead, near = rival - far, min(far, rival)
    who = 0 if ahead <= -3 else 1 if ahead < 0 else 2 if ahead == 0 else 3 if ahead <= 2 else 4
    return 4 * who + (0 if near <= 2 else 1 if near <= 4 else 2 if near <= 7 else 3)
