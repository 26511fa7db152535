"""What is allowed and what follows in The Border, compiled: the set algebra of `games.border` on records.

Nothing here checks whether a move is legal, except `allowed`. Everything happens in place.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kritzel.fast import bits, luck
from kritzel.fast.bits import Cells
from kritzel.fast.jit import compiled
from kritzel.fast.luck import CHANCE, DECISION, OVER
from kritzel.fast.records import Numbers, Records, Seed
from kritzel.games.border.fast.sheet import (
    FACES,
    SheetRecord,
    cells_of,
    check_boards,
    colour_cells,
    seating,
    segment_cells,
    write,
)
from kritzel.games.border.fast.state import (
    AGAIN,
    CHOICES,
    CROSS,
    DONE,
    ENDED,
    FOLLOWING,
    KEEPING,
    MANY_CHOICES,
    MARKING,
    NIBBLE,
    PART,
    STATE,
    STOP,
    THROWING,
    WAY_DICE,
    TableRecord,
    all_crosses,
    choices_of,
    how_many,
)
from kritzel.games.border.sheet import DICE, THROWS

THROW = CHANCE
"""What a table waits for, and the event in the key of luck."""


# The table ---------------------------------------------------------------------------------------------
def blank(packed: Records, seats: int, boards: tuple[int, ...] = ()) -> Any:
    """B1: the table before the first throw. Boards count from 1; by default as in the sheet."""
    boards = tuple(boards) or seating(packed, seats)
    check_boards(int(packed[0]["boards"]), seats, boards)
    state = np.zeros(1, STATE)
    state[0]["seats"] = seats
    state[0]["board"][:seats] = [board - 1 for board in boards]
    restart(packed, state)
    return state


@compiled
def restart(sheet: Records, state: Records) -> None:
    """B1: the same seats and boards before the first throw."""
    s, g = sheet[0], state[0]
    white = s["white"][0], s["white"][1]
    rim, left = bits.NOTHING, white
    while not bits.is_empty(left):
        rim = bits.union(rim, cells_of(s["beside"], bits.first(left)))
        left = bits.without_first(left)
    for seat in range(g["seats"]):
        write(g["crosses"], seat, white)
        write(g["new"], seat, bits.NOTHING)
        write(g["rim"], seat, rim)
        g["enclosed"][seat] = 0
        g["was_first"][seat] = 0
    g["round"], g["phase"], g["throw"] = 1, THROWING, 1
    g["dice"], g["one"], g["done"] = 0, 0, 0


# Who may act -------------------------------------------------------------------------------------------
@compiled
def active(g: TableRecord) -> int:
    """B1: the seat whose round this is."""
    return (g["round"] - 1) % g["seats"]


@compiled
def acting_seats(g: TableRecord) -> int:
    """B1: in action 1 only the active player. B4: in action 2 all others that are not done. A bit each."""
    phase = g["phase"]
    if phase == FOLLOWING:
        return ((1 << g["seats"]) - 1) & ~g["done"] & ~(1 << active(g))
    return 1 << active(g) if phase in (KEEPING, MARKING) else 0


@compiled
def pending(sheet: Records, state: Records) -> int:
    phase = state[0]["phase"]
    if phase == THROWING:
        return THROW
    return OVER if phase == ENDED else DECISION


@compiled
def deciding(sheet: Records, state: Records) -> int:
    return acting_seats(state[0])


# What may be crossed -----------------------------------------------------------------------------------
@compiled
def open_cells(s: SheetRecord, g: TableRecord, seat: int) -> Cells:
    """B3, B4: what a seat that may act can cross next."""
    if g["phase"] == MARKING:
        return fillable_cells(s, g, seat)
    return reachable_cells(s, g, seat)


@compiled
def fillable_cells(s: SheetRecord, g: TableRecord, seat: int) -> Cells:
    """B3: free cells of segments that the dice can fill, after the segments begun in this action."""
    found = bits.NOTHING
    for colour in range(FACES):
        count = g["dice"] >> NIBBLE * colour & PART
        if count > 0:
            found = bits.union(found, fillable_of_colour(s, g, seat, colour, count))
    return found


@compiled
def fillable_of_colour(s: SheetRecord, g: TableRecord, seat: int, colour: int, count: int) -> Cells:
    """B3: the fillable cells of one colour."""
    board = g["board"][seat]
    new = cells_of(g["new"], seat)
    taken = all_crosses(g, seat)
    spare = count - bits.count(bits.both(colour_cells(s, board, colour), new))
    start, stop = s["starts"][board, colour], s["starts"][board, colour + 1]
    found = bits.NOTHING
    for number in range(start, stop):
        segment = segment_cells(s, board, number)
        if bits.meets(segment, new):
            missing = bits.minus(segment, taken)
            spare -= bits.count(missing)
            found = bits.union(found, missing)
    for number in range(start, stop):
        segment = segment_cells(s, board, number)
        missing = bits.minus(segment, taken)
        if bits.count(missing) <= spare and not bits.meets(segment, new):
            found = bits.union(found, missing)
    return found


@compiled
def reachable_cells(s: SheetRecord, g: TableRecord, seat: int) -> Cells:
    """B4: free cells beside a cross with a die of their colour left; B5: only one if it was all five."""
    new = cells_of(g["new"], seat)
    if g["one"] and not bits.is_empty(new):
        return bits.NOTHING
    coloured = bits.NOTHING
    for colour in range(FACES):
        count = g["dice"] >> NIBBLE * colour & PART
        if count > 0:
            cells = colour_cells(s, g["board"][seat], colour)
            if bits.count(bits.both(cells, new)) < count:
                coloured = bits.union(coloured, cells)
    return bits.minus(bits.both(coloured, cells_of(g["rim"], seat)), all_crosses(g, seat))


@compiled
def may_finish(s: SheetRecord, g: TableRecord, seat: int) -> bool:
    """B3: action 1 ends with every touched segment full. B4: action 2 may end at any time."""
    if g["phase"] != MARKING:
        return True
    board = g["board"][seat]
    left = cells_of(g["new"], seat)
    taken = all_crosses(g, seat)
    while not bits.is_empty(left):
        segment = segment_cells(s, board, s["segment_of"][board, bits.first(left)])
        if not bits.within(segment, taken):
            return False
        left = bits.minus(left, segment)
    return True


@compiled
def legal(sheet: Records, state: Records, seat: int, out: Numbers) -> int:
    s, g = sheet[0], state[0]
    if not acting_seats(g) >> seat & 1:
        return 0
    if g["phase"] == KEEPING:
        row = choices_of(g["dice"])
        count = MANY_CHOICES[row]
        for index in range(count):
            out[index] = CHOICES[row, index]
        return count
    left = open_cells(s, g, seat)
    count = 0
    if may_finish(s, g, seat):
        out[0] = DONE
        count = 1
    while not bits.is_empty(left):
        out[count] = CROSS + bits.first(left)
        left = bits.without_first(left)
        count += 1
    return count


@compiled
def allowed(sheet: Records, state: Records, seat: int, move: int) -> bool:
    """Whether the move is legal now; every other function trusts its caller."""
    s, g = sheet[0], state[0]
    if not (0 <= seat < g["seats"] and acting_seats(g) >> seat & 1 and 0 <= move < CROSS + s["cells"]):
        return False
    if g["phase"] == KEEPING:
        return move == STOP or (AGAIN <= move < CROSS and _has_dice(g["dice"], WAY_DICE[move - AGAIN]))
    if move == DONE:
        return may_finish(s, g, seat)
    return move >= CROSS and bits.has(open_cells(s, g, seat), move - CROSS)


@compiled
def _has_dice(dice: int, some: int) -> bool:
    """B2: whether all of these dice are among those that lie there."""
    enough = True
    for colour in range(FACES):
        enough &= some >> NIBBLE * colour & PART <= dice >> NIBBLE * colour & PART
    return enough


# Throwing ----------------------------------------------------------------------------------------------
@compiled
def draw_throw(g: TableRecord, seed: Seed) -> int:
    """B2: the awaited throw by keyed luck, as a word of counts."""
    event = luck.key(seed, g["round"], THROW, g["throw"] - 1)
    dice = 0
    for index in range(DICE - how_many(g["dice"])):
        dice += 1 << NIBBLE * luck.below(event, index, FACES)
    return dice


@compiled
def add_throw(g: TableRecord, dice: int) -> None:
    """B2: the throw joins the dice kept; after the third throw the crossing begins automatically."""
    g["dice"] += dice
    if g["throw"] < THROWS:
        g["phase"] = KEEPING
    else:
        begin_marking(g)


@compiled
def begin_marking(g: TableRecord) -> None:
    """B3: the throwing is over."""
    g["phase"] = MARKING
    g["throw"] = 0


@compiled
def outcome(sheet: Records, state: Records, seed: Seed, out: Numbers) -> int:
    """Writes the awaited throw, by keyed luck, into `out` in ascending order and says how many dice."""
    dice = draw_throw(state[0], seed)
    count = 0
    for colour in range(FACES):
        for _ in range(dice >> NIBBLE * colour & PART):
            out[count] = colour
            count += 1
    return count


@compiled
def reveal(sheet: Records, state: Records, outcome: Numbers, n: int) -> None:
    dice = 0
    for index in range(n):
        dice += 1 << NIBBLE * outcome[index]
    add_throw(state[0], dice)


# Moves -------------------------------------------------------------------------------------------------
@compiled
def apply(sheet: Records, state: Records, seat: int, move: int) -> None:
    s, g = sheet[0], state[0]
    if move >= CROSS:
        cross(s, g, seat, move - CROSS)
    elif move >= AGAIN:
        g["dice"] -= WAY_DICE[move - AGAIN]
        g["throw"] += 1
        g["phase"] = THROWING
    elif move == STOP:
        begin_marking(g)
    elif g["phase"] == MARKING:
        end_action_1(s, g)
    else:
        g["done"] |= 1 << seat
        carry_on(s, g)


@compiled
def cross(s: SheetRecord, g: TableRecord, seat: int, cell: int) -> None:
    """B3, B4: one more cross of the running action."""
    write(g["new"], seat, bits.union(cells_of(g["new"], seat), bits.single(cell)))
    write(g["rim"], seat, bits.union(cells_of(g["rim"], seat), cells_of(s["beside"], cell)))


@compiled
def dice_for(s: SheetRecord, board: int, cells: Cells) -> int:
    """B3, B4: the dice that these cells need, as a word of counts."""
    need = 0
    while not bits.is_empty(cells):
        need += 1 << NIBBLE * s["colour_of"][board, bits.first(cells)]
        cells = bits.without_first(cells)
    return need


# The ends of the actions -------------------------------------------------------------------------------
@compiled
def end_action_1(s: SheetRecord, g: TableRecord) -> None:
    """B4: the dice left over are for the others. B5: if none is left, they choose one of the five."""
    seat = active(g)
    left = g["dice"] - dice_for(s, g["board"][seat], cells_of(g["new"], seat))
    g["one"] = left == 0
    if left != 0:
        g["dice"] = left
    settle(s, g)
    g["phase"] = FOLLOWING


@compiled
def carry_on(s: SheetRecord, g: TableRecord) -> None:
    """B8: once all others are done with action 2, the round ends, and with it the game or not."""
    if acting_seats(g) != 0:
        return
    settle(s, g)
    g["done"] = 0
    g["dice"] = 0
    g["one"] = 0
    if is_over(s, g):
        g["phase"] = ENDED
    else:
        g["round"] += 1
        g["phase"] = THROWING
        g["throw"] = 1


@compiled
def is_over(s: SheetRecord, g: TableRecord) -> bool:
    """B8: whether some seat has enclosed enough areas."""
    most = 0
    for seat in range(g["seats"]):
        most = max(most, bits.ones(g["enclosed"][seat]))
    return most >= s["end"]


@compiled
def settle(s: SheetRecord, g: TableRecord) -> None:
    """B6, B7: the crosses of an action are settled together, against what was enclosed before it."""
    before = 0
    for seat in range(g["seats"]):
        before |= g["enclosed"][seat]
    for seat in range(g["seats"]):
        if not bits.is_empty(cells_of(g["new"], seat)):
            write(g["crosses"], seat, all_crosses(g, seat))
            write(g["new"], seat, bits.NOTHING)
            enclose(s, g, seat, before)


@compiled
def enclose(s: SheetRecord, g: TableRecord, seat: int, before: int) -> None:
    """B6: the areas whose whole border is crossed now; first where no seat had them before."""
    crosses, enclosed = cells_of(g["crosses"], seat), g["enclosed"][seat]
    for area in range(s["areas"]):
        if not enclosed >> area & 1 and bits.within(cells_of(s["ring"], area), crosses):
            enclosed |= 1 << area
            g["was_first"][seat] |= ~before & 1 << area
    g["enclosed"][seat] = enclosed
