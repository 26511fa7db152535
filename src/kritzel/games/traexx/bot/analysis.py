"""What lies around a line, compiled: free cells, connected parts, what a card brings, how far others are.

The planner and the nets use it. It knows what all seats see: settled lines and the cards.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kritzel.fast import bits
from kritzel.fast.bits import Cells, wide
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
"""Most cells of a card to come that are looked at."""


@compiled
def around(s: SheetRecord, cell: int, free: Cells) -> Cells:
    return bits.both(cells_in(s["around"][cell]), free)


@compiled
def largest_part(s: SheetRecord, ways: Cells, free: Cells) -> Cells:
    """The largest connected part that one of these cells is in."""
    best = bits.NOTHING
    while not bits.is_empty(ways):
        part = part_of(s, ways, free)
        ways = bits.minus(ways, part)
        best = part if bits.count(part) > bits.count(best) else best
    return best


@compiled
def part_of(s: SheetRecord, ways: Cells, free: Cells) -> Cells:
    """All free cells connected with the first of these."""
    part = edge = bits.single(bits.first(ways))
    while not bits.is_empty(edge):
        new = bits.minus(around(s, bits.first(edge), free), part)
        edge, part = bits.union(bits.without_first(edge), new), bits.union(part, new)
    return part


@compiled
def run_of(s: SheetRecord, end: int, kind: int, room: Cells) -> int:
    """About how many cells a card brings at an end, at most `DEEPEST_RUN`.

    Only two cells in a row are checked for a symbol that is used twice.
    """
    open_cells = bits.both(cells_in(s["of_card"][kind]), room)
    edge = around(s, end, open_cells)
    for length in range(DEEPEST_RUN - 1):
        if bits.is_empty(edge):
            return length
        following = bits.NOTHING
        while not bits.is_empty(edge):
            cell = bits.first(edge)
            edge = bits.without_first(edge)
            beside, colour = around(s, cell, open_cells), s["colour"][cell]
            if s["symbols"][kind, colour] == 1:
                beside = bits.minus(beside, cells_in(s["of_colour"][colour]))
            following = bits.union(following, beside)
        edge = following
    return DEEPEST_RUN - 1 if bits.is_empty(edge) else DEEPEST_RUN


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
    unseen = bits.minus(whole_board(s), cells_in(track["taken"]))
    for index in range(track["grown"]):
        unseen = bits.union(unseen, bits.single(drawn_cell(track, index)))
    one, other = settled_ends(track)
    edge, far = bits.union(around(s, one, unseen), around(s, other, unseen)), 1
    while not bits.is_empty(edge):
        unseen, following = bits.minus(unseen, edge), bits.NOTHING
        while not bits.is_empty(edge):
            number = wide(s["number"][bits.first(edge)])
            rivals[number] = min(rivals[number], far)
            following = bits.union(following, around(s, bits.first(edge), unseen))
            edge = bits.without_first(edge)
        edge, far = following, far + 1


@compiled
def settled_ends(track: TrackRecord) -> tuple[int, int]:
    """The ends of a line as they were before this round."""
    begins, length = wide(track["head"]), wide(track["length"]) - wide(track["grown"])
    if track["at_head"]:
        begins += wide(track["grown"])
    ends = begins & ROUND_THE_RING, (begins + length - 1) & ROUND_THE_RING
    return wide(track["line"][ends[0]]), wide(track["line"][ends[1]])
