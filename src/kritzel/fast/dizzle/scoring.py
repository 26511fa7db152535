"""Points (D21, D26-D31, D39, D40) and ranking (D32), compiled: the twin of `games.dizzle.scoring`."""

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
from kritzel.fast.dizzle.sheet import ENDS, SheetRecord, load
from kritzel.fast.dizzle.state import SeatRecord, TableRecord
from kritzel.fast.jit import compiled
from kritzel.fast.records import Numbers, Records
from kritzel.games.dizzle.material import CLOSED_RAIL, LONGEST_RAIL, OPEN_RAIL, SOLO_BOMB


@compiled
def total(s: SheetRecord, m: SeatRecord, solo: bool) -> int:
    """One seat's points: crosses and rails count, dice and choices under way do not."""
    crosses = load(m["crosses"])
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
    if s["rails"]:
        points += rail_points(s, m)
    return points  # type: ignore[no-any-return]


# Rails ---------------------------------------------------------------------------------------------
@compiled
def rail_points(s: SheetRecord, m: SeatRecord) -> int:
    """D39: 1 a cell on open routes, 2 on closed ones, 3 on the longest closed one. D40: their stations."""
    rails = load(m["crosses"])
    left, loops, longest = rails, NOTHING, 0
    while not is_empty(left):
        route, closed = walk(s, m, first(left), left)
        left = minus(left, route)
        if closed:
            loops, longest = union(loops, route), max(longest, count(route))
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


@compiled
def opens_to(piece: int, edge: int) -> bool:
    """Whether a piece of rail ends at this edge of its cell."""
    return piece > 0 and (ENDS[piece, 0] == edge or ENDS[piece, 1] == edge)


@compiled
def walk(s: SheetRecord, m: SeatRecord, begin: int, rails: Cells) -> tuple[Cells, bool]:
    """D39: from a cell along its first end over these rails, and whether that leads once around."""
    route, cell, edge = single(begin), begin, ENDS[m["piece"][begin], 0]
    while True:
        cell = s["near"][cell, edge]
        if cell < 0 or not has(rails, cell) or not opens_to(m["piece"][cell], edge ^ 1):
            return route, False
        if cell == begin:
            return route, True
        route = union(route, single(cell))
        piece = m["piece"][cell]
        edge = ENDS[piece, 1] if ENDS[piece, 0] == edge ^ 1 else ENDS[piece, 0]


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
    """The points of all seats as they stand."""
    s, g = sheet[0], state[0]
    for seat in range(g["players"]):
        out[seat] = total(s, g["seats"][seat], g["players"] == 1)


@compiled
def places(sheet: Records, state: Records, out: Numbers) -> None:
    """The place of each seat, from 1; equal seats share it."""
    s, g = sheet[0], state[0]
    for seat in range(g["players"]):
        out[seat] = place(s, g, seat)
