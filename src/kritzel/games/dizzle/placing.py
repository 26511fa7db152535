"""Where something may go, as set algebra: dice (D5-D9), lava (D35), planets (D22), rails (D37).

Legality is written only here: `rules` lists and decides with these sets, `refusals` explains with them.
"""

from __future__ import annotations

from kritzel.game import Seat
from kritzel.games.dizzle.sheet import Sheet
from kritzel.games.dizzle.state import CHOOSING, FLOW, PLANETS, Pad, State
from kritzel.mechanics.cells import Cells


def holds(cells: Cells, cell: object) -> bool:
    """Whether this is one of the cells; anything that is no cell is not."""
    return isinstance(cell, int) and cell >= 0 and bool(cells >> cell & 1)


def closed_locks(sheet: Sheet, crosses: Cells) -> Cells:
    """D24: locks whose key was not crossed in an earlier pass."""
    closed = 0
    for lock in sheet.locks:
        if not lock.keys & crosses:
            closed |= lock.locks
    return closed


def free_cells(sheet: Sheet, mine: Pad) -> Cells:
    """D6, D36: cells with a number that hold nothing and are open to dice."""
    taken = mine.crosses | mine.dice | mine.lost | mine.lava
    return sheet.numbered & ~(taken | closed_locks(sheet, mine.crosses))


def open_cells(sheet: Sheet, mine: Pad) -> Cells:
    """D6-D9, D14: where the next die may go, whatever its number."""
    free = free_cells(sheet, mine)
    beside_dice = mine.dice and free & sheet.grid.beside(mine.dice)
    return beside_dice or free & sheet.grid.beside(mine.crosses)  # D7 first die, D9 jump


def pool_cells(sheet: Sheet, pool: tuple[int, ...]) -> Cells:
    """D5: cells that show a number lying in the pool."""
    cells = 0
    for number in set(pool):
        cells |= sheet.showing[number]
    return cells


def fitting_cells(state: State) -> Cells:
    """D5-D10: where the seat in turn may place a die of the pool."""
    return open_cells(state.sheet, state.pads[state.turn]) & pool_cells(state.sheet, state.pool)


def lava_cells(sheet: Sheet, mine: Pad, number: int) -> Cells:
    """D35: cells of this number the lava can flow to."""
    whole = sheet.showing[number] & ~(mine.crosses | mine.lava | mine.lost)
    return whole & sheet.grid.beside(sheet.volcanoes | mine.lava)


def planets_left(sheet: Sheet, mine: Pad) -> Cells:
    """D22: planets that are neither crossed nor lava."""
    return sheet.planets & ~(mine.crosses | mine.lava)


def open_planets(sheet: Sheet, mine: Pad) -> Cells:
    """D22: planets a rocket can still fly to."""
    return planets_left(sheet, mine) & ~mine.pick


def undrawn_cells(mine: Pad) -> Cells:
    """D37: cells with a die that have no piece yet."""
    cells = mine.dice
    for piece in mine.drawn:
        cells &= ~(1 << piece.cell)
    return cells


def owes(state: State, seat: Seat) -> bool:
    """D22, D35, D37: whether the seat still has something to choose."""
    mine = state.pads[seat]
    if state.phase == FLOW:
        return not mine.pick and bool(lava_cells(state.sheet, mine, state.shown))
    if state.phase == PLANETS:
        return mine.pick.bit_count() < mine.rockets
    return len(mine.drawn) < mine.dice.bit_count()


def choosing_seats(state: State) -> tuple[Seat, ...]:
    """D23: the seats that still owe a choice, all at the same time."""
    if state.phase not in CHOOSING:
        return ()
    return tuple([seat for seat in range(len(state.pads)) if owes(state, seat)])
