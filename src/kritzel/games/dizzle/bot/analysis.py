"""What all bots read off a table, compiled: crosses, lost cells and points of a seat, flags, the moment.

`current_points` are the points that a network takes as had: dice count as crosses, flags under a die at the
value still there, and so do planets, lava and rails the seat has just chosen. `public_points` leaves those
choices out, for seats that may not see them (D23).
"""

from __future__ import annotations

from kritzel.fast.bits import Cells, count, has, meets, minus, union
from kritzel.fast.jit import compiled
from kritzel.games.dizzle.fast.scoring import cross_points, rail_points, struck
from kritzel.games.dizzle.fast.sheet import MOST_SEATS, SheetRecord, load
from kritzel.games.dizzle.fast.state import (
    FLOW,
    PLACE,
    PLANETS,
    REMOVE,
    REROLL,
    REROLLED,
    SeatRecord,
    TableRecord,
)
from kritzel.games.dizzle.sheet import OPEN_RAIL


@compiled
def moment(g: TableRecord, m: SeatRecord, seat: int) -> int:
    """A number for each decision of a pass, made of what the reference knows, too: no counters."""
    chosen = count(load(m["dice"])) + count(load(m["pick"])) + count(load(m["drawn"]))
    return (g["left"] * 64 + chosen) * 4 + seat


@compiled
def flag_value(s: SheetRecord, g: TableRecord, cell: int) -> float:
    """D21: the highest value left."""
    for index in range(s["flag_kinds"]):
        if has(load(s["flag"][index]), cell):
            return 1.0 * s["flag_points"][index, min(struck(g, index), 3)]
    return 0.0


@compiled
def is_passing(g: TableRecord) -> bool:
    """Whether dice are being taken."""
    return g["phase"] == PLACE or g["phase"] == REROLLED or g["phase"] == REROLL or g["phase"] == REMOVE


@compiled
def crossed_cells(g: TableRecord, seat: int) -> Cells:
    """What the seat has crossed, with planets and rails it has just chosen."""
    m = g["seats"][seat]
    crosses = union(load(m["crosses"]), load(m["drawn"]))
    return union(crosses, load(m["pick"])) if g["phase"] == PLANETS else crosses


@compiled
def spoilt_cells(g: TableRecord, seat: int) -> Cells:
    """Exploded cells and lava, with the lava just chosen."""
    m = g["seats"][seat]
    gone = union(load(m["lost"]), load(m["lava"]))
    return union(gone, load(m["pick"])) if g["phase"] == FLOW else gone


# Points ----------------------------------------------------------------------------------------------
@compiled
def current_points(s: SheetRecord, g: TableRecord, seat: int) -> int:
    m = g["seats"][seat]
    crosses = union(crossed_cells(g, seat), load(m["dice"]))
    return points_of(s, g, seat, crosses, union(load(m["crosses"]), load(m["drawn"])))


@compiled
def public_points(s: SheetRecord, g: TableRecord, seat: int) -> int:
    m = g["seats"][seat]
    return points_of(s, g, seat, union(load(m["crosses"]), load(m["dice"])), load(m["crosses"]))


@compiled
def points_of(s: SheetRecord, g: TableRecord, seat: int, crosses: Cells, rails: Cells) -> int:
    """D21, D26-D31, D39: what these crosses and rails bring, and flags under a die."""
    m = g["seats"][seat]
    points = cross_points(s, m, crosses, g["players"] == 1)
    for index in range(s["flag_kinds"]):
        if not m["reached"][index] and meets(load(m["dice"]), load(s["flag"][index])):
            points += s["flag_points"][index, min(struck(g, index), MOST_SEATS - 1)]
    if s["rails"]:
        waiting = count(minus(crosses, rails))  # dice without their piece count as on open routes
        points += rail_points(s, m, rails) + OPEN_RAIL * waiting
    return points
