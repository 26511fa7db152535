"""The planner of Träxx, compiled: looks at every way to draw the card, and at what the line can still become.

All ways to go on with the card are listed, the shorter ones first, and each is looked at as if the seat were
done there: the points it has then, and on any card but the last the outlook, a sum of fourteen terms (see
`ALONE` and `IN_COMPANY`). The planner goes the first step of the best way, or is done where that is best.
What a way is worth does not depend on the steps already gone, so the next call goes on with the same plan.

It knows what the seat may see: its own line, the cards left in the pack, and the others' settled lines; what
they draw in the running round is taken away again before it looks.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kritzel.fast.bits import (
    MOST_CELLS,
    NOTHING,
    Cells,
    both,
    count,
    first,
    is_empty,
    minus,
    single,
    union,
    without_first,
)
from kritzel.fast.jit import compiled, hold
from kritzel.fast.luck import MOVES, below, key
from kritzel.fast.records import Numbers, Reals, Records, Seed
from kritzel.games.traexx.bot.ways import MOST_WAYS, WAY, WayRecord, all_ways
from kritzel.games.traexx.fast.rules import (
    LEAST,
    MOST,
    ROUND_THE_RING,
    cells_in,
    drawn,
    is_late,
    reached_before,
    whole_board,
    wide,
)
from kritzel.games.traexx.fast.sheet import SheetRecord
from kritzel.games.traexx.fast.state import TableRecord, TrackRecord

FAR = 1000
"""The distance to what nobody can reach."""

DEEPEST = 4
"""Nobody looks further than so many cells of a card to come."""

CELLS_A_CARD = 4
"""No line grows faster for long: room beyond this is of no use."""


TIGHT = 0
NUMBERS = 3
LEAD = 7
LONG = 10
SHORT = 11
OPEN = 12
ROOM = 13
TERMS = 14

ALONE = np.array(
    [
        (-0.48, -1.41),  # free cells with one way in or out: the line can only end there
        (-0.60, -0.14),  # free cells with two: a corner to go through soon
        (-0.37, 0.02),  # free cells with three
        (0.91, -0.57),  # numbers up to 2 cells away (in company: half of them)
        (0.54, 0.01),  # numbers 3 or 4 cells away
        (0.33, 0.10),  # numbers 5 to 7 cells away
        (0.30, -0.01),  # numbers further away
        (0.00, 0.00),  # the other half of numbers nobody has, if the seat is nearest
        (0.00, 0.00),  # the same if it is about as near as the nearest
        (0.00, 0.00),  # the same if somebody is nearer
        (0.39, 1.39),  # cells the next card brings at the better end
        (0.28, 0.10),  # cells it brings at the worse end: it stays alive
        (-0.31, -0.34),  # free neighbours of the end that has more: sides the line may never come back to
        (0.69, 0.06),  # room: cells that can still be reached and drawn
    ]
)
IN_COMPANY = np.array(
    [
        (-0.48, -0.84),  # free cells with one way in or out: the line can only end there
        (-0.41, -0.42),  # free cells with two: a corner to go through soon
        (-0.24, -0.12),  # free cells with three
        (0.75, -0.08),  # numbers up to 2 cells away (in company: half of them)
        (0.61, 0.08),  # numbers 3 or 4 cells away
        (0.52, 0.20),  # numbers 5 to 7 cells away
        (0.27, 0.59),  # numbers further away
        (0.88, -0.34),  # the other half of numbers nobody has, if the seat is nearest
        (0.49, 0.02),  # the same if it is about as near as the nearest
        (0.29, 0.08),  # the same if somebody is nearer
        (0.36, 2.16),  # cells the next card brings at the better end
        (0.27, 0.33),  # cells it brings at the worse end: it stays alive
        (-0.27, -0.14),  # free neighbours of the end that has more: sides the line may never come back to
        (0.52, 0.02),  # room: cells that can still be reached and drawn
    ]
)
"""The weights of the terms, in points: the first always, the second times the share of cards to come."""


# The bot ----------------------------------------------------------------------------------------------
@compiled
def planner(sheet: Records, state: Records, seat: int, seed: Seed) -> int:
    """The first step of the best way to draw this card, or done; ties are broken by luck."""
    s, g = sheet[0], state[0]
    ways, terms = np.empty(MOST_WAYS, WAY), np.empty(TERMS)
    rivals = distances(s, g, seat)
    board = whole_board(s)
    reached = reached_before(g)
    event = key(np.uint64(seed), wide(g["seen_count"]) + 1, MOVES, seat * MOST_CELLS)
    best, chosen, ties = -np.inf, 0, 1
    for index in range(all_ways(s, g, seat, reached, ways)):
        value = worth(s, g, ways[index], board, reached, rivals, terms)
        if value > best:
            best, chosen, ties = value, index, 1
        elif value == best:
            ties += 1
            chosen = index if below(event, ties, ties) == 0 else chosen
    move = wide(ways[chosen]["move"])
    hold(ways)
    return move


@compiled
def worth(
    s: SheetRecord, g: TableRecord, way: WayRecord, board: Cells, reached: int, rivals: Numbers, terms: Reals
) -> float:
    """What it is worth to be done here: the points, and the outlook if there are cards to come."""
    value = 1.0 * wide(way["length"])
    for number in range(LEAST, MOST + 1):
        if (way["full"] >> number) & 1:
            value += number
        elif (way["half"] >> number) & 1:
            value += (number + 1) // 2
    cards = wide(s["rounds"]) - wide(g["seen_count"]) - 1
    if cards == 0:
        return value
    look_ahead(s, g, way, board, reached, rivals, cards, terms)
    weights, share = ALONE if g["seats"] == 1 else IN_COMPANY, cards / wide(s["rounds"])
    for term in range(TERMS):
        value += terms[term] * (weights[term, 0] + weights[term, 1] * share)
    return value


# The outlook ------------------------------------------------------------------------------------------
@compiled
def look_ahead(
    s: SheetRecord,
    g: TableRecord,
    way: WayRecord,
    board: Cells,
    reached: int,
    rivals: Numbers,
    cards: int,
    terms: Reals,
) -> None:
    """Fills in all terms of the outlook."""
    terms[:] = 0
    one, other = wide(way["end"]), wide(way["other"])
    free = minus(board, cells_in(way["taken"]))
    room = best_room(s, free, one, other)
    terms[OPEN] = max(count(around(s, one, free)), count(around(s, other, free)))
    terms[ROOM] = min(count(room), CELLS_A_CARD * cards)
    walk(s, g, way, room, reached, rivals, terms)
    next_card(s, g, room, one, other, cards, terms)


@compiled
def around(s: SheetRecord, cell: int, free: Cells) -> Cells:
    """The free neighbours of a cell."""
    return both(cells_in(s["around"][cell]), free)


@compiled
def best_room(s: SheetRecord, free: Cells, one: int, other: int) -> Cells:
    """The most free cells that can still be come to: each end goes into one connected part."""
    best, ways = largest_part(s, around(s, other, free), free), around(s, one, free)
    while not is_empty(ways):
        part = part_of(s, ways, free)
        ways = minus(ways, part)
        total = union(part, largest_part(s, minus(around(s, other, free), part), free))
        best = total if count(total) > count(best) else best
    return best


@compiled
def largest_part(s: SheetRecord, ways: Cells, free: Cells) -> Cells:
    """The largest connected part that one of these cells is in."""
    best = NOTHING
    while not is_empty(ways):
        part = part_of(s, ways, free)
        ways = minus(ways, part)
        best = part if count(part) > count(best) else best
    return best


@compiled
def part_of(s: SheetRecord, ways: Cells, free: Cells) -> Cells:
    """All free cells connected with the first of these."""
    part = edge = single(first(ways))
    while not is_empty(edge):
        new = minus(around(s, first(edge), free), part)
        edge, part = union(without_first(edge), new), union(part, new)
    return part


@compiled
def walk(
    s: SheetRecord, g: TableRecord, way: WayRecord, room: Cells, reached: int, rivals: Numbers, terms: Reals
) -> None:
    """From both ends through the room, one ring of cells after the other: tight cells and numbers."""
    one, other = wide(way["end"]), wide(way["other"])
    passable = union(room, union(single(one), single(other)))
    edge, far = union(around(s, one, room), around(s, other, room)), 1
    unseen = minus(room, edge)
    while not is_empty(edge):
        following = NOTHING
        while not is_empty(edge):
            cell = first(edge)
            edge = without_first(edge)
            beside = count(around(s, cell, passable))
            if beside <= NUMBERS - TIGHT:
                terms[TIGHT + beside - 1] += 1
            if s["number"][cell]:
                await_number(g, way, wide(s["number"][cell]), far, reached, rivals, terms)
            following = union(following, around(s, cell, unseen))
        edge, far = following, far + 1
        unseen = minus(unseen, following)


@compiled
def await_number(
    g: TableRecord, way: WayRecord, number: int, far: int, reached: int, rivals: Numbers, terms: Reals
) -> None:
    """T5, T7: what a number so far away would score; the second half only for who comes first."""
    if ((way["full"] | way["half"]) >> number) & 1:
        return
    alone, half = g["seats"] == 1, (number + 1) // 2
    ring = NUMBERS + (0 if far <= 2 else 1 if far <= 4 else 2 if far <= 7 else 3)
    late = is_late(way, number, reached, alone)
    terms[ring] += number if alone and not late else half
    if not alone and not late:
        rival = rivals[number]
        terms[LEAD + (0 if far < rival else 1 if far <= rival + 1 else 2)] += number - half


@compiled
def next_card(
    s: SheetRecord, g: TableRecord, room: Cells, one: int, other: int, cards: int, terms: Reals
) -> None:
    """About how many cells the next card brings at the better and at the worse end."""
    for kind in range(s["kinds"]):
        if g["left"][kind]:
            share = wide(g["left"][kind]) / cards
            here, there = run_of(s, one, kind, room), run_of(s, other, kind, room)
            terms[LONG] += share * max(here, there)
            terms[SHORT] += share * min(here, there)


@compiled
def run_of(s: SheetRecord, end: int, kind: int, room: Cells) -> int:
    """About how many cells a card brings at an end, at most `DEEPEST`: of two cells in a row, no symbol is
    used twice."""
    open_cells = both(cells_in(s["of_card"][kind]), room)
    edge = around(s, end, open_cells)
    for length in range(DEEPEST - 1):
        if is_empty(edge):
            return length
        following = NOTHING
        while not is_empty(edge):
            cell = first(edge)
            edge = without_first(edge)
            beside, colour = around(s, cell, open_cells), s["colour"][cell]
            if s["symbols"][kind, colour] == 1:
                beside = minus(beside, cells_in(s["of_colour"][colour]))
            following = union(following, beside)
        edge = following
    return DEEPEST - 1 if is_empty(edge) else DEEPEST


# The others -------------------------------------------------------------------------------------------
@compiled
def distances(s: SheetRecord, g: TableRecord, seat: int) -> Any:
    """How many cells the nearest of the others is away from each number, by their settled lines."""
    rivals = np.full(MOST + 1, FAR, np.int64)
    for other in range(g["seats"]):
        if other != seat:
            measure(s, g["tracks"][other], rivals)
    return rivals


@compiled
def measure(s: SheetRecord, track: TrackRecord, rivals: Numbers) -> None:
    """How far one of the others is away from the numbers, where that is nearer."""
    unseen = minus(whole_board(s), cells_in(track["taken"]))
    for index in range(track["grown"]):
        unseen = union(unseen, single(drawn(track, index)))
    one, other = settled_ends(track)
    edge, far = union(around(s, one, unseen), around(s, other, unseen)), 1
    while not is_empty(edge):
        unseen, following = minus(unseen, edge), NOTHING
        while not is_empty(edge):
            number = wide(s["number"][first(edge)])
            rivals[number] = min(rivals[number], far)
            following = union(following, around(s, first(edge), unseen))
            edge = without_first(edge)
        edge, far = following, far + 1


@compiled
def settled_ends(track: TrackRecord) -> tuple[int, int]:
    """The ends of a line as they were before this round."""
    begins, length = wide(track["head"]), wide(track["length"]) - wide(track["grown"])
    if track["at_head"]:
        begins += wide(track["grown"])
    ends = begins & ROUND_THE_RING, (begins + length - 1) & ROUND_THE_RING
    return wide(track["line"][ends[0]]), wide(track["line"][ends[1]])
