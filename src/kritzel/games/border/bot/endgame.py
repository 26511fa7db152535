"""The last round of The Border, compiled: what can still be enclosed with the dice left, and who wins then.

Once it is sure that the game ends with this round (B8), only areas that action 2 can close count. A finish is
a set of areas whose missing cells the dice may cross (B4): the dice it needs, and what the seat ends with.
Ends are compared by rank: points first, then the best single area (B9).
"""

from __future__ import annotations

import numpy as np

from kritzel.fast import bits
from kritzel.fast.bits import Cells
from kritzel.fast.jit import compiled
from kritzel.fast.net import WIN
from kritzel.fast.records import Numbers, Record, Records
from kritzel.games.border.bot.search_state import ThoughtRecord, beside
from kritzel.games.border.fast.sheet import MOST_AREAS, SheetRecord, cells_of
from kritzel.games.border.fast.state import NIBBLE
from kritzel.games.border.sheet import DICE

MOST_CLOSED = 7
"""No more areas are thought of as closed together, so that odd maps take no longer."""

FINISH = np.dtype([("cells", "u8", 2), ("rank", "i8"), ("need", "i4")], align=True)


class FinishRecord(Record):
    """One of FINISH."""


MOST_FINISHES = 1 << MOST_CLOSED
RANK = 1 << 20
"""Points count so many times as much as the best single area."""

POINT = 0.5
"""What a point of the final lead is worth, beside a win."""

ENOUGH, MORE = 0x888888, 0xEEEEEE
"""Bits of counts of dice: one above them that stays where a count is taken from no smaller one; those that
are set where there is more than one die of a colour."""


# Ranks -------------------------------------------------------------------------------------------------
@compiled
def best_area(s: SheetRecord, w: ThoughtRecord, seat: int) -> int:
    """B9: the highest points for a single area."""
    best = 0
    for area in range(s["areas"]):
        if w["enclosed"][seat] >> area & 1:
            first = w["was_first"][seat] >> area & 1
            best = max(best, s["first"][area] if first else s["later"][area])
    return best


@compiled
def rank(s: SheetRecord, w: ThoughtRecord, seat: int) -> int:
    """B9: what the seat ends with if nothing is added."""
    return w["points"][seat] * RANK + best_area(s, w, seat)  # type: ignore[no-any-return]


@compiled
def ended(mine: int, theirs: int) -> float:
    """What an end of this rank is worth against the best rank of the others."""
    share = 1.0 if mine > theirs else (0.5 if mine == theirs else 0.0)
    return WIN * share + POINT * (mine // RANK - theirs // RANK)


# Finishes --------------------------------------------------------------------------------------------------
@compiled
def dice_for(s: SheetRecord, board: int, cells: Cells) -> int:
    """The dice that these cells need, counted by colour; -1 where they are more than five."""
    if bits.count(cells) > DICE:
        return -1
    need = 0
    while not bits.is_empty(cells):
        need += 1 << NIBBLE * s["colour_of"][board, bits.first(cells)]
        cells = bits.without_first(cells)
    return need


@compiled
def can_be_reached(s: SheetRecord, w: ThoughtRecord, seat: int, cells: Cells) -> bool:
    """B4: whether all cells can be crossed one by one, each beside a cross."""
    rim, left = cells_of(w["rim"], seat), cells
    while bits.meets(rim, left):
        now = bits.both(rim, left)
        left = bits.minus(left, now)
        rim = bits.union(rim, beside(s, now))
    return bits.is_empty(left)


@compiled
def list_closable(s: SheetRecord, w: ThoughtRecord, seat: int, areas: Numbers) -> int:
    """The areas that five dice may close: those that lack least come first."""
    count = 0
    for lack in range(1, DICE + 1):
        for area in range(s["areas"]):
            if w["lack"][seat, area] == lack and count < MOST_CLOSED:
                areas[count] = area
                count += 1
    return count


@compiled
def list_finishes(s: SheetRecord, w: ThoughtRecord, seat: int, finishes: Records) -> int:
    """Writes all finishes of a seat that are not beyond any dice; the first one closes nothing."""
    areas = np.zeros(MOST_AREAS, np.int64)
    closable, count = list_closable(s, w, seat, areas), 0
    for some in range(1 << closable):
        cells, got, best = bits.NOTHING, w["points"][seat], best_area(s, w, seat)
        for index in range(closable):
            if some >> index & 1:
                area = areas[index]
                worth = s["later"][area] if w["gone"] >> area & 1 else s["first"][area]
                got, best = got + worth, max(best, worth)
                cells = bits.union(cells, bits.minus(cells_of(s["ring"], area), cells_of(w["taken"], seat)))
        need = dice_for(s, w["board"][seat], cells)
        if need >= 0 and can_be_reached(s, w, seat, cells):
            finishes[count]["need"], finishes[count]["rank"] = need, got * RANK + best
            write_cells(finishes[count], cells)
            count += 1
    return count


@compiled
def write_cells(finish: FinishRecord, cells: Cells) -> None:
    """The cells of a finish into its record."""
    finish["cells"][0] = cells[0]
    finish["cells"][1] = cells[1]


@compiled
def suffices(dice: int, need: int, one: bool) -> bool:
    """B4: whether the dice are enough; B5: where one of them is free, for one cell."""
    if one and (need & (need - 1) or need & MORE):
        return False
    return ((dice | ENOUGH) - need) & ENOUGH == ENOUGH


@compiled
def best_finish(finishes: Records, count: int, dice: int, one: bool) -> int:
    """The number of the finish with the highest rank that the dice allow."""
    best = 0
    for index in range(1, count):
        if finishes[index]["rank"] > finishes[best]["rank"] and suffices(dice, finishes[index]["need"], one):
            best = index
    return best


@compiled
def best_rival(s: SheetRecord, w: ThoughtRecord, seat: int, finishes: Records) -> int:
    """The highest rank of the others; all but the giver finish as well as the dice allow."""
    highest = -1
    for other in range(w["seats"]):
        if other == w["giver"] and other != seat:
            highest = max(highest, rank(s, w, other))
        elif other != seat:
            count = list_finishes(s, w, other, finishes)
            best = best_finish(finishes, count, w["left"], w["one"])
            highest = max(highest, finishes[best]["rank"])
    return highest
