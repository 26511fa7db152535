"""Rails (D37-D40), compiled: where they lead, and what they bring. `s` is the sheet, `m` one seat's sheet."""

from __future__ import annotations

from kritzel.fast.bits import (
    NOTHING,
    Cells,
    both,
    count,
    first,
    has,
    is_empty,
    minus,
    single,
    union,
    without_first,
)
from kritzel.fast.jit import compiled
from kritzel.games.dizzle.fast.sheet import ENDS, SheetRecord, load
from kritzel.games.dizzle.fast.state import SeatRecord
from kritzel.games.dizzle.sheet import CLOSED_RAIL, LONGEST_RAIL, OPEN_RAIL


# Pieces --------------------------------------------------------------------------------------------
@compiled
def opens_to(piece: int, edge: int) -> bool:
    """Whether a piece of rail ends at this edge of its cell."""
    return piece > 0 and (ENDS[piece, 0] == edge or ENDS[piece, 1] == edge)


@compiled
def leads_to(piece: int, edge: int) -> int:
    """The edge by which a piece is left that was entered by this one."""
    return ENDS[piece, 1] if ENDS[piece, 0] == edge else ENDS[piece, 0]  # type: ignore[no-any-return]


@compiled
def loose_ends(s: SheetRecord, m: SeatRecord, rails: Cells, cell: int) -> int:
    """How many of these rails, beside the cell, end at it."""
    ends = 0
    for edge in range(4):
        other = s["near"][cell, edge]
        if other >= 0 and has(rails, other) and opens_to(m["piece"][other], edge ^ 1):
            ends += 1
    return ends


# Routes --------------------------------------------------------------------------------------------
@compiled
def follow(s: SheetRecord, m: SeatRecord, rails: Cells, begin: int, edge: int) -> tuple[Cells, int, bool]:
    """Out of a cell through this edge and along the rails: their cells, the cell beyond them, and whether
    that leads once around.
    """
    route = single(begin)
    cell = s["near"][begin, edge]
    while cell >= 0 and has(rails, cell) and opens_to(m["piece"][cell], edge ^ 1):
        if cell == begin:
            return route, cell, True
        route = union(route, single(cell))
        edge = leads_to(m["piece"][cell], edge ^ 1)
        cell = s["near"][cell, edge]
    return route, cell, False


@compiled
def trail(s: SheetRecord, m: SeatRecord, rails: Cells, begin: int, edge: int) -> tuple[int, int, int, int]:
    """The same for a piece that is only thought of: how many cells, their stations, the last of them and the
    cell beyond it, which is the begin itself where the rails lead back to it.
    """
    length = stations = 0
    last = begin
    cell = s["near"][begin, edge]
    while cell >= 0 and cell != begin and has(rails, cell) and opens_to(m["piece"][cell], edge ^ 1):
        length += 1
        stations += s["station"][cell]
        last = cell
        edge = leads_to(m["piece"][cell], edge ^ 1)
        cell = s["near"][cell, edge]
    return length, stations, last, cell


# Points --------------------------------------------------------------------------------------------
@compiled
def rail_points(s: SheetRecord, m: SeatRecord, rails: Cells) -> int:
    """D39: 1 a cell on open routes, 2 on closed ones, 3 on the longest closed one. D40: their stations."""
    left, loops, longest = rails, NOTHING, 0
    while not is_empty(left):
        begin = first(left)
        route, _, closed = follow(s, m, left, begin, ENDS[m["piece"][begin], 0])
        left = minus(left, route)
        if closed:
            loops = union(loops, route)
            longest = max(longest, count(route))
    points = OPEN_RAIL * count(minus(rails, loops)) + CLOSED_RAIL * count(loops)
    return points + (LONGEST_RAIL - CLOSED_RAIL) * longest + station_points(s, loops)


@compiled
def station_points(s: SheetRecord, loops: Cells) -> int:
    """D40: the stations on closed routes."""
    points, reached = 0, both(load(s["stations"]), loops)
    while not is_empty(reached):
        points += s["station"][first(reached)]
        reached = without_first(reached)
    return points
