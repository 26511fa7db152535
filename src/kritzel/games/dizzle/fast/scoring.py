"""Points (D21, D26-D31, D39, D40) and ranking (D32), compiled: the twin of `games.dizzle.scoring`."""

from __future__ import annotations

from kritzel.fast.bits import Cells, both, count, within
from kritzel.fast.jit import compiled
from kritzel.fast.records import Numbers, Records
from kritzel.games.dizzle.fast.rails import rail_points
from kritzel.games.dizzle.fast.sheet import SheetRecord, load
from kritzel.games.dizzle.fast.state import SeatRecord, TableRecord
from kritzel.games.dizzle.sheet import SOLO_BOMB


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
    return points  # type: ignore[no-any-return]


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
