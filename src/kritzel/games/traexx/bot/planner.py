"""The planner, compiled: a hand-written value for every way to draw the card.

Ways are listed from short to long. Each is valued as if the seat were done there: its points and, on any card
but the last, the outlook, a sum of fourteen terms (see `ALONE` and `IN_COMPANY`). The planner makes the first
step of the best way, or is done if that is best. The value of a way does not depend on the steps made before,
so the next call follows the same plan.

It knows what the seat may see: its own line, the cards left in the pack, and the others' settled lines.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kritzel.fast import bits
from kritzel.fast.bits import Cells, wide
from kritzel.fast.jit import compiled, hold
from kritzel.fast.records import Records, Seed
from kritzel.games.traexx.bot.analysis import around, distances, largest_part, part_of, run_of
from kritzel.games.traexx.bot.ways import MOST_WAYS, WAY, WayRecord, all_ways, best_of, luck_of
from kritzel.games.traexx.fast.rules import cells_in, is_late, reached_before, whole_board
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

_WEIGHTS = np.array(
    [
        ((-0.48, -1.41), (-0.48, -0.84)),  # free cells with one way in or out: the line can only end there
        ((-0.60, -0.14), (-0.41, -0.42)),  # free cells with two: a corner to go through soon
        ((-0.37, 0.02), (-0.24, -0.12)),  # free cells with three
        ((0.91, -0.57), (0.75, -0.08)),  # numbers up to 2 cells away (in company: half of them)
        ((0.54, 0.01), (0.61, 0.08)),  # numbers 3 or 4 cells away
        ((0.33, 0.10), (0.52, 0.20)),  # numbers 5 to 7 cells away
        ((0.30, -0.01), (0.27, 0.59)),  # numbers further away
        ((0.00, 0.00), (0.88, -0.34)),  # the other half of numbers no seat has, if the seat is nearest
        ((0.00, 0.00), (0.49, 0.02)),  # the same if it is about as near as the nearest
        ((0.00, 0.00), (0.29, 0.08)),  # the same if another seat is nearer
        ((0.39, 1.39), (0.36, 2.16)),  # cells the next card brings at the better end
        ((0.28, 0.10), (0.27, 0.33)),  # cells it brings at the worse end: it stays alive
        ((-0.31, -0.34), (-0.27, -0.14)),  # free neighbours of the end with more: sides that may be lost
        ((0.69, 0.06), (0.52, 0.02)),  # room: cells that can still be reached and drawn
    ]
)
"""The weights of the terms, in points, alone and in company: the first always, the second times the share of
cards to come."""
ALONE, IN_COMPANY = _WEIGHTS[:, 0].copy(), _WEIGHTS[:, 1].copy()


class Outlook(NamedTuple):
    """What the ways of a seat have in common, and memory for the terms of one of them."""

    board: Cells
    reached: int
    """The numbers that any seat reached in a round before, as bits."""
    rivals: Any
    """How many cells the nearest of the others is away from each number."""
    cards: int
    """Cards to come after this one."""
    terms: Any


# The bot ----------------------------------------------------------------------------------------------
@compiled
def planner(sheet: Records, state: Records, seat: int, seed: Seed) -> int:
    """The first step of the best way to draw this card, or done; ties are broken by luck."""
    s, g = sheet[0], state[0]
    ways, values = np.empty(MOST_WAYS, WAY), np.empty(MOST_WAYS)
    cards = wide(s["rounds"]) - wide(g["seen_count"]) - 1
    view = Outlook(whole_board(s), reached_before(g), distances(s, g, seat), cards, np.empty(TERMS))
    count = all_ways(s, g, seat, view.reached, ways)
    for index in range(count):
        values[index] = way_value(s, g, view, ways[index])
    move = wide(ways[best_of(values, count, luck_of(g, seat, seed, 0))]["move"])
    hold(ways)
    return move


@compiled
def way_value(s: SheetRecord, g: TableRecord, view: Outlook, way: WayRecord) -> float:
    """The value of being done here: the points, and the outlook if there are cards to come."""
    value = 1.0 * (wide(way["length"]) + number_points(way))
    if view.cards == 0:
        return value
    look_ahead(s, g, view, way)
    weights, share = ALONE if g["seats"] == 1 else IN_COMPANY, view.cards / wide(s["rounds"])
    for term in range(TERMS):
        value += view.terms[term] * (weights[term, 0] + weights[term, 1] * share)
    return value


# The outlook ------------------------------------------------------------------------------------------
@compiled
def look_ahead(s: SheetRecord, g: TableRecord, view: Outlook, way: WayRecord) -> None:
    terms = view.terms
    terms[:] = 0
    one, other = wide(way["end"]), wide(way["other"])
    free = bits.minus(view.board, cells_in(way["taken"]))
    room = best_room(s, free, one, other)
    terms[OPEN] = max(bits.count(around(s, one, free)), bits.count(around(s, other, free)))
    terms[ROOM] = min(bits.count(room), CELLS_A_CARD * view.cards)
    walk(s, g, view, way, room)
    next_card(s, g, view, room, one, other)


@compiled
def best_room(s: SheetRecord, free: Cells, one: int, other: int) -> Cells:
    """The most free cells that can still be come to: each end goes into one connected part."""
    best, ways = largest_part(s, around(s, other, free), free), around(s, one, free)
    while not bits.is_empty(ways):
        part = part_of(s, ways, free)
        ways = bits.minus(ways, part)
        total = bits.union(part, largest_part(s, bits.minus(around(s, other, free), part), free))
        best = total if bits.count(total) > bits.count(best) else best
    return best


@compiled
def walk(s: SheetRecord, g: TableRecord, view: Outlook, way: WayRecord, room: Cells) -> None:
    """From both ends through the room, one ring of cells after the other: tight cells and numbers."""
    one, other = wide(way["end"]), wide(way["other"])
    passable = bits.union(room, bits.union(bits.single(one), bits.single(other)))
    edge, far = bits.union(around(s, one, room), around(s, other, room)), 1
    unseen = bits.minus(room, edge)
    while not bits.is_empty(edge):
        following = bits.NOTHING
        while not bits.is_empty(edge):
            cell = bits.first(edge)
            edge = bits.without_first(edge)
            beside = bits.count(around(s, cell, passable))
            if beside <= NUMBERS - TIGHT:
                view.terms[TIGHT + beside - 1] += 1
            if s["number"][cell]:
                await_number(g, view, way, wide(s["number"][cell]), far)
            following = bits.union(following, around(s, cell, unseen))
        edge, far = following, far + 1
        unseen = bits.minus(unseen, following)


@compiled
def await_number(g: TableRecord, view: Outlook, way: WayRecord, number: int, far: int) -> None:
    """T5, T7: what a number at this distance would score; the second half only for the first seat there."""
    if ((way["full"] | way["half"]) >> number) & 1:
        return
    alone, half = g["seats"] == 1, (number + 1) // 2
    ring = NUMBERS + (0 if far <= 2 else 1 if far <= 4 else 2 if far <= 7 else 3)
    late = is_late(way, number, view.reached, alone)
    view.terms[ring] += number if alone and not late else half
    if not alone and not late:
        rival = view.rivals[number]
        view.terms[LEAD + (0 if far < rival else 1 if far <= rival + 1 else 2)] += number - half


@compiled
def next_card(s: SheetRecord, g: TableRecord, view: Outlook, room: Cells, one: int, other: int) -> None:
    """About how many cells the next card brings at the better and at the worse end."""
    for kind in range(s["kinds"]):
        if g["left"][kind]:
            share = wide(g["left"][kind]) / view.cards
            here, there = run_of(s, one, kind, room), run_of(s, other, kind, room)
            view.terms[LONG] += share * max(here, there)
            view.terms[SHORT] += share * min(here, there)
