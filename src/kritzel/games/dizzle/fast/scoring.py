"""Routes of rails (D37-D40), points (D21, D26-D31) and ranking (D32), compiled.

The twin of `games.dizzle.scoring`. `s` is the sheet, `g` the table, `m` one seat's sheet.
"""

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
    within,
    without_first,
)
from kritzel.fast.jit import compiled
from kritzel.fast.records import Numbers, Records
from kritzel.games.dizzle.fast.sheet import ENDS, SheetRecord, load
from kritzel.games.dizzle.fast.state import SeatRecord, TableRecord
from kritzel.games.dizzle.sheet import CLOSED_RAIL, LONGEST_RAIL, OPEN_RAIL, SOLO_BOMB


# Pieces --------------------------------------------------------------------------------------------
@compiled
def opens_to(piece: int, edge: int) -> bool:
    """Whether a piece of rail ends at this edge of its cell."""
    return piece > 0 and (ENDS[piece, 0] == edge or ENDS[piece, 1] == edge)


@compiled
def leads_to(piece: int, edge: int) -> int:
    """The edge by which a piece is left that was entered by this one."""
    return ENDS[piece, 1] if ENDS[piece, 0] == edge else ENDS[piece, 0]


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


# Points --------------------------------------------------------------------------------------------
@compiled
def total(s: SheetRecord, m: SeatRecord, solo: bool) -> int:
    """One seat's points: crosses and rails count, dice and choices under way do not."""
    crosses = load(m["crosses"])
    points = cross_points(s, m, crosses, solo)
    return points + rail_points(s, m, crosses) if s["rails"] else points


@compiled
def cross_points(s: SheetRecord, m: SeatRecord, crosses: Cells, solo: bool) -> int:
    """What these crosses of a seat bring without rails, with the flags it has won and what bombs cost it."""
    points = s["heap"] * count(both(load(s["heaps"]), crosses))  # D30
    points += s["bomb"] * count(load(m["lost"]))  # D31
    if solo:
        points += SOLO_BOMB * count(both(load(s["bombs"]), crosses))
    for index in range(s["gem_kinds"]):  # D26
        points += s["gem_points"][index] * count(both(load(s["gems"][index]), crosses))
    for index in range(s["goals"]):  # D27-D29
        if within(load(s["goal"][index]), crosses):
            points += s["goal_points"][index]
    for index in range(s["flag_kinds"]):  # D21
        points += m["won"][index]
    return points


@compiled
def struck(g: TableRecord, flag: int) -> int:
    """D21: how many seats have reached a flag."""
    seats = 0
    for seat in range(g["players"]):
        seats += g["seats"][seat]["reached"][flag]
    return seats


# Who won -------------------------------------------------------------------------------------------
@compiled
def place(s: SheetRecord, g: TableRecord, seat: int) -> int:
    """D32: most points, then fewest crosses; equal seats share their place."""
    better, mine = 0, g["seats"][seat]
    points, crosses = total(s, mine, g["players"] == 1), count(load(mine["crosses"]))
    for other in range(g["players"]):
        theirs = g["seats"][other]
        got = total(s, theirs, g["players"] == 1)
        if got > points or (got == points and count(load(theirs["crosses"])) < crosses):
            better += 1
    return better + 1


@compiled
def scores(sheet: Records, state: Records, out: Numbers) -> None:
    s, g = sheet[0], state[0]
    for seat in range(g["players"]):
        out[seat] = total(s, g["seats"][seat], g["players"] == 1)


@compiled
def places(sheet: Records, state: Records, out: Numbers) -> None:
    s, g = sheet[0], state[0]
    for seat in range(g["players"]):
        out[seat] = place(s, g, seat)
