"""Where something may go, compiled: dice (D5-D9), lava (D35), planets (D22), rails (D37).

The twin of `games.dizzle.placing`: set algebra on records. `s` is the sheet, `g` the table, `m` one seat's
sheet.
"""

from __future__ import annotations

from kritzel.fast.bits import (
    NOTHING,
    Cells,
    both,
    count,
    first,
    is_empty,
    meets,
    minus,
    union,
    within,
    without_first,
)
from kritzel.fast.jit import compiled
from kritzel.games.dizzle.fast.sheet import SheetRecord, load, store
from kritzel.games.dizzle.fast.state import FLOW, PLANETS, RAILS, REROLLED, SeatRecord, TableRecord


@compiled
def closed_locks(s: SheetRecord, crosses: Cells) -> Cells:
    """D24: locks whose key was not crossed in an earlier pass."""
    closed = NOTHING
    for index in range(s["lock_kinds"]):
        if not meets(load(s["keys"][index]), crosses):
            closed = union(closed, load(s["locks"][index]))
    return closed


@compiled
def set_free(s: SheetRecord, m: SeatRecord) -> None:
    """D6: cells with a number that hold nothing and are open to dice. Within a pass dice only leave them."""
    taken = union(union(load(m["crosses"]), load(m["dice"])), union(load(m["lost"]), load(m["lava"])))
    store(m["free"], minus(minus(load(s["numbered"]), taken), closed_locks(s, load(m["crosses"]))))


@compiled
def beside(s: SheetRecord, cells: Cells) -> Cells:
    """The cells that share an edge with one of these."""
    around = NOTHING
    while not is_empty(cells):
        around = union(around, load(s["beside"][first(cells)]))
        cells = without_first(cells)
    return around


@compiled
def open_cells(m: SeatRecord) -> Cells:
    """D6-D9: where the next die may go, whatever its number."""
    free = load(m["free"])
    beside_dice = both(free, load(m["beside_dice"]))
    if not is_empty(beside_dice):
        return beside_dice
    return both(free, load(m["beside_crosses"]))  # D7 first die, D9 jump


@compiled
def fitting_cells(s: SheetRecord, g: TableRecord) -> Cells:
    """D5-D10: where the seat in turn may place a die of the pool."""
    return both(load(g["open"]), load(s["lying"][g["lying"]]))


@compiled
def lava_cells(s: SheetRecord, m: SeatRecord, number: int) -> Cells:
    """D35: cells of this number the lava can flow to."""
    gone = union(union(load(m["crosses"]), load(m["lava"])), load(m["lost"]))
    return both(minus(load(s["showing"][number]), gone), load(m["beside_lava"]))


@compiled
def planets_left(s: SheetRecord, m: SeatRecord) -> Cells:
    """D22: planets that are neither crossed nor lava."""
    return minus(load(s["planets"]), union(load(m["crosses"]), load(m["lava"])))


@compiled
def owes(s: SheetRecord, g: TableRecord, m: SeatRecord) -> bool:
    """D22, D35, D37: whether the seat still has something to choose."""
    if g["phase"] == FLOW:
        return is_empty(load(m["pick"])) and not is_empty(lava_cells(s, m, g["shown"]))
    if g["phase"] == PLANETS:
        return count(load(m["pick"])) < m["rockets"]
    return not within(load(m["dice"]), load(m["drawn"]))


@compiled
def ask(s: SheetRecord, g: TableRecord, phase: int) -> bool:
    """D23: all seats that owe a choice are asked at the same time. False: none does."""
    g["phase"], g["asked"] = phase, 0
    for seat in range(g["players"]):
        if owes(s, g, g["seats"][seat]):
            g["asked"] |= 1 << seat
    return g["asked"] != 0


@compiled
def choices(s: SheetRecord, g: TableRecord, seat: int) -> Cells:
    """The cells an asked seat may name now. None while placing: re-roll or drop out (D11)."""
    m = g["seats"][seat]
    if g["phase"] == FLOW:
        return lava_cells(s, m, g["shown"])
    if g["phase"] == PLANETS:
        return minus(planets_left(s, m), load(m["pick"]))
    if g["phase"] == RAILS:
        return minus(load(m["dice"]), load(m["drawn"]))
    fits = fitting_cells(s, g)
    if g["phase"] == REROLLED and is_empty(fits):
        return load(m["dice"])  # D13
    return fits


@compiled
def block(s: SheetRecord, g: TableRecord) -> int:
    """Where the numbers of the moves begin that name one of the `choices`."""
    if g["phase"] == FLOW:
        return s["at_lava"]
    if g["phase"] == PLANETS:
        return s["at_planet"]
    if g["phase"] == RAILS:
        return s["at_rail"]
    if g["phase"] == REROLLED and is_empty(fitting_cells(s, g)):
        return s["at_back"]
    return 0
