"""Points (B6) and ranking (B9) of The Border, compiled: the twin of `games.border.scoring`."""

from __future__ import annotations

from kritzel.fast.jit import compiled
from kritzel.fast.records import Numbers, Record, Records
from kritzel.games.border.fast.sheet import SheetRecord


# Points ------------------------------------------------------------------------------------------------
@compiled
def points(s: SheetRecord, g: Record, seat: int, area: int) -> int:
    """B6: what the seat got for an area. `g` is any record with `enclosed` and `was_first`."""
    if not g["enclosed"][seat] >> area & 1:
        return 0
    return s["first"][area] if g["was_first"][seat] >> area & 1 else s["later"][area]


@compiled
def total(s: SheetRecord, g: Record, seat: int) -> int:
    """B6: all points of a seat."""
    total = 0
    for area in range(s["areas"]):
        total += points(s, g, seat, area)
    return total


@compiled
def best_area(s: SheetRecord, g: Record, seat: int) -> int:
    """B9: the highest points for a single area."""
    best = 0
    for area in range(s["areas"]):
        best = max(best, points(s, g, seat, area))
    return best


@compiled
def scores(sheet: Records, state: Records, out: Numbers) -> None:
    for seat in range(state[0]["seats"]):
        out[seat] = total(sheet[0], state[0], seat)


@compiled
def places(sheet: Records, state: Records, out: Numbers) -> None:
    """B9: writes the place of each seat: most points, then the best single area; equal ones share."""
    s, g = sheet[0], state[0]
    for seat in range(g["seats"]):
        out[seat] = 1
        mine, best = total(s, g, seat), best_area(s, g, seat)
        for other in range(g["seats"]):
            theirs = total(s, g, other)
            if theirs > mine or (theirs == mine and best_area(s, g, other) > best):
                out[seat] += 1
