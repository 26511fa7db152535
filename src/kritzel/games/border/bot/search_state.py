"""A table of the search for The Border, compiled: what one seat knows of it, and crosses it tries.

Of itself a seat knows also the crosses of a running action, of the others only what is settled. Crosses can
be tried for any seat. Efforts are those of the planner (`analysis`), in whole tenths.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np

from kritzel.fast import bits
from kritzel.fast.bits import Cells
from kritzel.fast.jit import compiled
from kritzel.fast.records import Record
from kritzel.games.border.bot.analysis import EFFORT
from kritzel.games.border.fast.rules import active
from kritzel.games.border.fast.scoring import total
from kritzel.games.border.fast.sheet import FACES, MOST_AREAS, SheetRecord, cells_of, segment_cells, write
from kritzel.games.border.fast.state import FOLLOWING, TableRecord
from kritzel.games.border.sheet import MOST_BOARDS

SEARCH_STATE = np.dtype(
    [
        ("taken", "u8", (MOST_BOARDS, 2)),
        ("rim", "u8", (MOST_BOARDS, 2)),
        ("effort", "i4", (MOST_BOARDS, MOST_AREAS)),
        ("lack", "i4", (MOST_BOARDS, MOST_AREAS)),
        ("enclosed", "i4", MOST_BOARDS),
        ("was_first", "i4", MOST_BOARDS),
        ("points", "i4", MOST_BOARDS),
        ("way", "i4", MOST_BOARDS),
        ("gone", "i4"),
        ("left", "i4"),
        ("missing", "u1", (MOST_BOARDS, bits.MOST_CELLS)),
        ("board", "u1", MOST_BOARDS),
        ("seats", "u1"),
        ("next", "u1"),
        ("giver", "u1"),
        ("one", "u1"),
    ],
    align=True,
)
"""Per seat: crosses and what is beside them, by area effort and missing cells, areas enclosed, points, the
least effort to the end of the game, missing cells by segment. Areas whose higher points are
taken (`gone`); who is active next; the dice left, who left them (or NO_SEAT), whether only one is free."""


class SearchRecord(Record):
    """One of SEARCH_STATE."""


NO_SEAT = MOST_BOARDS

LONGEST = 16
"""Cap of the length of a segment, in cells."""

TENTHS = 10
"""Efforts are whole tenths here, so that no sum depends on its order."""


def _costs() -> Any:
    """The effort for a ring of a segment: [missing cells][those of the ring]."""
    table = np.zeros((LONGEST + 1, LONGEST + 1), np.int32)
    for count in range(1, LONGEST + 1):
        for shared in range(1, count + 1):
            effort = EFFORT[min(count, len(EFFORT) - 1)] * sqrt(shared / count)
            table[count, shared] = round(TENTHS * effort)
    return table


COSTS = _costs()


# Tables of the search -------------------------------------------------------------------------------------
@compiled
def cost(missing: Cells, ring: Cells) -> int:
    count, shared = bits.count(missing), bits.count(bits.both(missing, ring))
    return COSTS[min(count, LONGEST), min(shared, LONGEST)]


@compiled
def way_to_end(s: SheetRecord, w: SearchRecord, seat: int) -> int:
    """B8: the least effort with which the seat has enough areas."""
    way, used = 0, 0
    for _ in range(min(s["end"], s["areas"])):
        best = -1
        for area in range(s["areas"]):
            if not used >> area & 1 and (best < 0 or w["effort"][seat, area] < w["effort"][seat, best]):
                best = area
        used |= 1 << best
        way += w["effort"][seat, best]
    return way


@compiled
def beside(s: SheetRecord, cells: Cells) -> Cells:
    around = bits.NOTHING
    while not bits.is_empty(cells):
        around = bits.union(around, cells_of(s["beside"], bits.first(cells)))
        cells = bits.without_first(cells)
    return around


@compiled
def close_area(s: SheetRecord, w: SearchRecord, seat: int, area: int) -> None:
    """B6: the seat has enclosed an area."""
    w["enclosed"][seat] |= 1 << area
    if w["gone"] >> area & 1:
        w["points"][seat] += s["later"][area]
    else:
        w["was_first"][seat] |= 1 << area
        w["points"][seat] += s["first"][area]


@compiled
def survey_seat(s: SheetRecord, g: TableRecord, w: SearchRecord, seat: int, taken: Cells) -> None:
    """One seat with these crosses, as they stand on the table."""
    board = g["board"][seat]
    w["board"][seat], w["enclosed"][seat] = board, g["enclosed"][seat]
    w["was_first"][seat], w["points"][seat] = g["was_first"][seat], total(s, g, seat)
    write(w["taken"], seat, taken)
    write(w["rim"], seat, beside(s, taken))
    for area in range(s["areas"]):
        w["effort"][seat, area] = 0
        w["lack"][seat, area] = bits.count(bits.minus(cells_of(s["ring"], area), taken))
    for number in range(s["starts"][board, FACES]):
        missing = bits.minus(segment_cells(s, board, number), taken)
        w["missing"][seat, number] = min(bits.count(missing), 255)
        if not bits.is_empty(missing):
            for area in range(s["areas"]):
                w["effort"][seat, area] += cost(missing, cells_of(s["ring"], area))
    w["way"][seat] = way_to_end(s, w, seat)


@compiled
def survey(s: SheetRecord, g: TableRecord, w: SearchRecord, seat: int, running: bool) -> None:
    """The table as a seat knows it, with its own crosses of the running action or without."""
    w["seats"], w["gone"] = g["seats"], 0
    for other in range(g["seats"]):
        w["gone"] |= g["enclosed"][other]
        taken = cells_of(g["crosses"], other)
        if other == seat and running:
            taken = bits.union(taken, cells_of(g["new"], seat))
        survey_seat(s, g, w, other, taken)
    for area in range(s["areas"]):
        if w["lack"][seat, area] == 0 and not w["enclosed"][seat] >> area & 1:
            close_area(s, w, seat, area)
    w["next"], w["giver"], w["left"], w["one"] = active(g), NO_SEAT, 0, 0
    if g["phase"] == FOLLOWING:
        w["next"], w["giver"] = (active(g) + 1) % g["seats"], active(g)
        w["left"], w["one"] = g["dice"], g["one"]


@compiled
def put_crosses(s: SheetRecord, w: SearchRecord, seat: int, number: int, cells: Cells) -> None:
    """Crosses on missing cells of one segment, and the areas that this closes."""
    taken = cells_of(w["taken"], seat)
    missing = bits.minus(segment_cells(s, w["board"][seat], number), taken)
    after = bits.minus(missing, cells)
    write(w["taken"], seat, bits.union(taken, cells))
    write(w["rim"], seat, bits.union(cells_of(w["rim"], seat), beside(s, cells)))
    w["missing"][seat, number] = min(bits.count(after), 255)
    for area in range(s["areas"]):
        ring = cells_of(s["ring"], area)
        if bits.meets(ring, missing):
            w["effort"][seat, area] += cost(after, ring) - cost(missing, ring)
            w["lack"][seat, area] -= bits.count(bits.both(ring, cells))
            if w["lack"][seat, area] == 0:
                close_area(s, w, seat, area)
    w["way"][seat] = way_to_end(s, w, seat)


@compiled
def put_cross(s: SheetRecord, w: SearchRecord, seat: int, cell: int) -> None:
    put_crosses(s, w, seat, s["segment_of"][w["board"][seat], cell], bits.single(cell))


@compiled
def is_last(s: SheetRecord, w: SearchRecord) -> bool:
    """B8: whether some seat has enclosed enough areas, so that the game ends with this round."""
    last = False
    for seat in range(w["seats"]):
        last |= bits.ones(np.uint64(w["enclosed"][seat])) >= s["end"]
    return last
