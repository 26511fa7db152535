"""The planner, compiled: a hand-written value for every way to draw the card.

Ways are listed from short to long. Each is valued as if the seat were done there: its points and, on any card
but the last, the outlook, a sum of fourteen terms (see `ALONE` and `IN_COMPANY`). The planner makes the first
step of the best way, or is done if that is best. The value of a way does not depend on the steps made before,
so the next call follows the same plan.

It knows what the seat may see: its own line, the cards left in the pack, and the others' settled lines.
"""

from __future__ import annotations

import numpy as np

from kritzel.fast.bits import (
    MOST_CELLS,
    NOTHING,
    Cells,
    count,
    first,
    is_empty,
    minus,
    single,
    union,
    wide,
    without_first,
)
from kritzel.fast.jit import compiled, hold
from kritzel.fast.luck import MOVES, below, key
from kritzel.fast.records import Numbers, Reals, Records, Seed
from kritzel.games.traexx.bot.analysis import around, distances, largest_part, part_of, run_of
from kritzel.games.traexx.bot.ways import MOST_WAYS, WAY, WayRecord, all_ways
from kritzel.games.traexx.fast.rules import (
    cells_in,
    is_late,
    reached_before,
    whole_board,
)
from kritzel.games.traexx.fast.scoring import number_points
from kritzel.games.traexx.fast.sheet import SheetRecord
from kritzel.games.traexx.fast.state import TableRecord

CELLS_A_CARD = 4
"""No line grows faster for long: room beyond this does not count."""

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
        value = way_value(s, g, ways[index], board, reached, rivals, terms)
        if value > best:
            best, chosen, ties = value, index, 1
        elif value == best:
            ties += 1
            chosen = index if below(event, ties, ties) == 0 else chosen
    move = wide(ways[chosen]["move"])
    hold(ways)
    return move


@compiled
def way_value(
    s: SheetRecord, g: TableRecord, way: WayRecord, board: Cells, reached: int, rivals: Numbers, terms: Reals
) -> float:
    """The value of being done here: the points, and the outlook if there are cards to come."""
    value = 1.0 * (wide(way["length"]) + number_points(way))
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
    """T5, T7: what a number at this distance would score; the second half only for the first seat there."""
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
