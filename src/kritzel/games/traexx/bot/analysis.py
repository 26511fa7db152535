"""What lies around a line, compiled: free cells, connected parts, what a card brings, how far others are.

The planner and the nets use it. It knows what everybody sees: settled lines and the cards.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kritzel.fast.bits import (
    NOTHING,
    Cells,
    both,
    count,
    first,
    is_empty,
    minus,
    single,
    union,
    wide,
    without_first,
)
from kritzel.fast.jit import compiled
from kritzel.fast.records import Numbers
from kritzel.games.traexx.fast.rules import (
    MOST_NUMBER,
    ROUND_THE_RING,
    cells_in,
    drawn_cell,
    whole_board,
)
from kritzel.games.traexx.fast.sheet import SheetRecord
from kritzel.games.traexx.fast.state import TableRecord, TrackRecord

FAR = 1000
"""The distance to a number that is out of reach."""
DEEPEST_RUN = 4
"""At most so many cells of a card to come are looked at."""


@compiled
def around(s: SheetRecord, cell: int, free: Cells) -> Cells:
    """The free neighbours of a cell."""
    return both(cells_in(s["around"][cell]), free)


@compiled
def largest_part(s: SheetRecord, ways: Cells, free: Cells) -> Cells:
    """The largest connected part that one of these cells is in."""
    best = NOTHING
    while not is_empty(ways):
        part = part_of(s, ways, free)
        ways = minus(ways, part)
        best = part if count(part) > count(best) else best
    return best


@compiled
def part_of(s: SheetRecord, ways: Cells, free: Cells) -> Cells:
    """All free cells connected with the first of these."""
    part = edge = single(first(ways))
    while not is_empty(edge):
        new = minus(around(s, first(edge), free), part)
        edge, part = union(without_first(edge), new), union(part, new)
    return part


@compiled
def run_of(s: SheetRecord, end: int, kind: int, room: Cells) -> int:
    """About how many cells a card brings at an end, at most `DEEPEST_RUN`.

    Only two cells in a row are checked for a symbol that is used twice.
    """
    open_cells = both(cells_in(s["of_card"][kind]), room)
    edge = around(s, end, open_cells)
    for length in range(DEEPEST_RUN - 1):
        if is_empty(edge):
            return length
        following = NOTHING
        while not is_empty(edge):
            cell = first(edge)
            edge = without_first(edge)
            beside, colour = around(s, cell, open_cells), s["colour"][cell]
            if s["symbols"][kind, colour] == 1:
                beside = minus(beside, cells_in(s["of_colour"][colour]))
            following = union(following, beside)
        edge = following
    return DEEPEST_RUN - 1 if is_empty(edge) else DEEPEST_RUN


# The others -------------------------------------------------------------------------------------------
@compiled
def distances(s: SheetRecord, g: TableRecord, seat: int) -> Any:
    """For each number: how many cells away the nearest settled line of another seat is."""
    rivals = np.full(MOST_NUMBER + 1, FAR, np.int64)
    for other in range(g["seats"]):
        if other != seat:
            measure_rival(s, g["tracks"][other], rivals)
    return rivals


@compiled
def measure_rival(s: SheetRecord, track: TrackRecord, rivals: Numbers) -> None:
    """Lower the distances in `rivals` to those of this line, where it is nearer."""
    unseen = minus(whole_board(s), cells_in(track["taken"]))
    for index in range(track["grown"]):
        unseen = union(unseen, single(drawn_cell(track, index)))
    one, other = settled_ends(track)
    edge, far = union(around(s, one, unseen), around(s, other, unseen)), 1
    while not is_empty(edge):
        unseen, following = minus(unseen, edge), NOTHING
        while not is_empty(edge):
            number = wide(s["number"][first(edge)])
            rivals[number] = min(rivals[number], far)
            following = union(following, around(s, first(edge), unseen))
            edge = without_first(edge)
        edge, far = following, far + 1


@compiled
def settled_ends(track: TrackRecord) -> tuple[int, int]:
    """The ends of a line as they were before this round."""
    begins, length = wide(track["head"]), wide(track["length"]) - wide(track["grown"])
    if track["at_head"]:
        begins += wide(track["grown"])
    ends = begins & ROUND_THE_RING, (begins + length - 1) & ROUND_THE_RING
    return wide(track["line"][ends[0]]), wide(track["line"][ends[1]])
