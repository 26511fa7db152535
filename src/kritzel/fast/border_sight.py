"""What a learned bot of The Border sees of a table, compiled: a table in thought, and its inputs for a net.

A thought holds what one seat knows: of itself also the crosses of a running action, of the others only what
is settled. Crosses can be made in it, for any seat. Inputs are told from a thought, for the seat itself or
for another one (as that one would see the table), and stand for the moment after the seat's own action:

- who is active next and how many play, the seat's board, its lead;
- how many areas it and the nearest other lack for the end of the game (B8), and with how much effort;
- after action 1 the dice left for the others (B4, B5); by colour, how many cells can be crossed with one;
- by area: its own or taken, cells that its border lacks, effort, and the effort of the nearest other;
- cells crossed, and by segment of its board how many cells are missing.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np

from kritzel.fast import bits
from kritzel.fast.bits import Cells
from kritzel.fast.border_outlook import EFFORT
from kritzel.fast.border_rules import active, total
from kritzel.fast.border_sheet import (
    FACES,
    FOLLOWING,
    MOST_AREAS,
    NIBBLE,
    PART,
    cells_of,
    colour_cells,
    segment_cells,
    write,
)
from kritzel.fast.jit import compiled
from kritzel.games.border.material import DICE, MOST_BOARDS

FEATURES = 1
"""The version of the inputs."""

LOW, STEP = 0, 2
"""The points still to come that the first bin of a net stands for, and from one bin to the next."""

THOUGHT = np.dtype(
    [
        ("taken", "u8", (MOST_BOARDS, 2)),
        ("rim", "u8", (MOST_BOARDS, 2)),
        ("effort", "i4", (MOST_BOARDS, MOST_AREAS)),
        ("lack", "i4", (MOST_BOARDS, MOST_AREAS)),
        ("enclosed", "i4", MOST_BOARDS),
        ("was_first", "i4", MOST_BOARDS),
        ("points", "i4", MOST_BOARDS),
        ("way", "i4", MOST_BOARDS),
        ("gone", "i4"),
        ("left", "i4"),
        ("missing", "u1", (MOST_BOARDS, bits.MOST_CELLS)),
        ("board", "u1", MOST_BOARDS),
        ("seats", "u1"),
        ("next", "u1"),
        ("giver", "u1"),
        ("one", "u1"),
    ],
    align=True,
)
"""Per seat: crosses and what is beside them, by area effort and missing cells, areas enclosed, points, the
least effort to the end of the game, missing cells by segment. Areas for which nobody gets the higher points
any more (`gone`); who is active next; the dice left, who left them (or NOBODY), whether only one is free."""

NOBODY = MOST_BOARDS

# Buckets ---------------------------------------------------------------------------------------------
LONGEST = 16
"""Longer segments count as this one."""

TENTHS = 10
"""Efforts are whole tenths here, so that no sum depends on its order."""


def _costs() -> Any:
    """The effort for a ring of a segment: [missing cells][those of the ring]."""
    table = np.zeros((LONGEST + 1, LONGEST + 1), np.int32)
    for many in range(1, LONGEST + 1):
        for shared in range(1, many + 1):
            effort = EFFORT[min(many, len(EFFORT) - 1)] * sqrt(shared / many)
            table[many, shared] = round(TENTHS * effort)
    return table


def _buckets(ends: tuple[int, ...]) -> Any:
    """The bucket of each number: as many as there are ends below it. The last number stands for all above."""
    return np.array([sum(end < number for end in ends) for number in range(ends[-1] + 2)], np.int32)


COSTS = _costs()
LACKS = _buckets((1, 2, 3, 4, 5, 6, 8, 10, 13))
EFFORTS = _buckets((4, 9, 15, 24, 36, 50, 68, 90, 120, 160, 210))
WAYS_OFF = _buckets((15, 40, 80, 130, 190, 260, 350, 460, 600))
FURTHEST = 25
LEADS = _buckets(tuple(FURTHEST + lead for lead in (-15, -10, -6, -3, -1, 0, 2, 5, 9, 14)))
"""Leads are counted from FURTHEST behind."""

MOST_LACKING, MOST_OPEN, MOST_MISSING = 7, 5, 6
"""More areas lacking, cells open or cells missing count as so many."""


def _levels(table: Any) -> int:
    return int(table[-1]) + 1


# Where the inputs are ----------------------------------------------------------------------------------
TEMPO = 0
BOARD = TEMPO + 9
ENDS = BOARD + MOST_BOARDS
WAYS = ENDS + (MOST_LACKING + 1) ** 2
LEAD = WAYS + _levels(WAYS_OFF) ** 2
LEFT = LEAD + _levels(LEADS)
ONE = LEFT + FACES * DICE
OPEN = ONE + 1 + FACES
AREAS = OPEN + FACES * (MOST_OPEN + 1)

ROUGH = (_levels(EFFORTS) + 1) // 2
OWN_LACK = 2
OWN_EFFORT = OWN_LACK + 2 * _levels(LACKS)
RACE = OWN_EFFORT + 2 * _levels(EFFORTS)
PER_AREA = RACE + ROUGH * ROUGH
"""Of each area: it is the seat's (later, first), what it lacks and its effort (untaken, taken), the race."""


def inputs(packed: Any) -> int:
    """How many inputs a net for this sheet has."""
    s = packed[0]
    segments = sum(int(s["starts"][board, FACES]) for board in range(int(s["boards"])))
    return AREAS + int(s["areas"]) * PER_AREA + int(s["cells"]) + MOST_MISSING * segments


# A table in thought --------------------------------------------------------------------------------------
@compiled
def cost(missing: Cells, ring: Cells) -> int:
    """The effort for a ring of a segment that misses these cells."""
    many, shared = bits.count(missing), bits.count(bits.both(missing, ring))
    return COSTS[min(many, LONGEST), min(shared, LONGEST)]  # type: ignore[no-any-return]


@compiled
def way_to_end(s: Any, w: Any, seat: int) -> int:
    """B8: the least effort with which the seat has enough areas."""
    way, used = 0, 0
    for _ in range(min(s["end"], s["areas"])):
        best = -1
        for area in range(s["areas"]):
            if not used >> area & 1 and (best < 0 or w["effort"][seat, area] < w["effort"][seat, best]):
                best = area
        used |= 1 << best
        way += w["effort"][seat, best]
    return way


@compiled
def beside(s: Any, cells: Cells) -> Cells:
    """All cells beside these."""
    around = bits.NOTHING
    while not bits.is_empty(cells):
        around = bits.union(around, cells_of(s["beside"], bits.first(cells)))
        cells = bits.without_first(cells)
    return around


@compiled
def close(s: Any, w: Any, seat: int, area: int) -> None:
    """B6: the seat has enclosed an area."""
    w["enclosed"][seat] |= 1 << area
    if w["gone"] >> area & 1:
        w["points"][seat] += s["later"][area]
    else:
        w["was_first"][seat] |= 1 << area
        w["points"][seat] += s["first"][area]


@compiled
def think_of(s: Any, g: Any, w: Any, seat: int, taken: Cells) -> None:
    """One seat with these crosses, as they stand on the table."""
    board = g["board"][seat]
    w["board"][seat], w["enclosed"][seat] = board, g["enclosed"][seat]
    w["was_first"][seat], w["points"][seat] = g["was_first"][seat], total(s, g, seat)
    write(w["taken"], seat, taken)
    write(w["rim"], seat, beside(s, taken))
    for area in range(s["areas"]):
        w["effort"][seat, area] = 0
        w["lack"][seat, area] = bits.count(bits.minus(cells_of(s["ring"], area), taken))
    for number in range(s["starts"][board, FACES]):
        missing = bits.minus(segment_cells(s, board, number), taken)
        w["missing"][seat, number] = min(bits.count(missing), 255)
        if not bits.is_empty(missing):
            for area in range(s["areas"]):
                w["effort"][seat, area] += cost(missing, cells_of(s["ring"], area))
    w["way"][seat] = way_to_end(s, w, seat)


@compiled
def survey(s: Any, g: Any, w: Any, seat: int, running: bool) -> None:
    """The table as a seat knows it, with its own crosses of the running action or without."""
    w["seats"], w["gone"] = g["seats"], 0
    for other in range(g["seats"]):
        w["gone"] |= g["enclosed"][other]
        taken = cells_of(g["crosses"], other)
        if other == seat and running:
            taken = bits.union(taken, cells_of(g["new"], seat))
        think_of(s, g, w, other, taken)
    for area in range(s["areas"]):
        if w["lack"][seat, area] == 0 and not w["enclosed"][seat] >> area & 1:
            close(s, w, seat, area)
    w["next"], w["giver"], w["left"], w["one"] = active(g), NOBODY, 0, 0
    if g["phase"] == FOLLOWING:
        w["next"], w["giver"] = (active(g) + 1) % g["seats"], active(g)
        w["left"], w["one"] = g["dice"], g["one"]


@compiled
def put_crosses(s: Any, w: Any, seat: int, number: int, cells: Cells) -> None:
    """Crosses on missing cells of one segment, and the areas that this closes."""
    taken = cells_of(w["taken"], seat)
    missing = bits.minus(segment_cells(s, w["board"][seat], number), taken)
    after = bits.minus(missing, cells)
    write(w["taken"], seat, bits.union(taken, cells))
    write(w["rim"], seat, bits.union(cells_of(w["rim"], seat), beside(s, cells)))
    w["missing"][seat, number] = min(bits.count(after), 255)
    for area in range(s["areas"]):
        ring = cells_of(s["ring"], area)
        if bits.meets(ring, missing):
            w["effort"][seat, area] += cost(after, ring) - cost(missing, ring)
            w["lack"][seat, area] -= bits.count(bits.both(ring, cells))
            if w["lack"][seat, area] == 0:
                close(s, w, seat, area)
    w["way"][seat] = way_to_end(s, w, seat)


@compiled
def put_cross(s: Any, w: Any, seat: int, cell: int) -> None:
    """One cross."""
    put_crosses(s, w, seat, s["segment_of"][w["board"][seat], cell], bits.single(cell))


@compiled
def is_last(s: Any, w: Any) -> bool:
    """B8: whether some seat has enclosed enough areas, so that the game ends with this round."""
    last = False
    for seat in range(w["seats"]):
        last |= bits.ones(np.uint64(w["enclosed"][seat])) >= s["end"]
    return last


# Its inputs ------------------------------------------------------------------------------------------------
@compiled
def bucket(table: Any, number: int) -> int:
    """The bucket of a number."""
    return table[min(max(number, 0), len(table) - 1)]  # type: ignore[no-any-return]


@compiled
def lacking(s: Any, w: Any, seat: int) -> int:
    """B8: how many areas a seat lacks for the end of the game."""
    return min(max(s["end"] - bits.ones(np.uint64(w["enclosed"][seat])), 0), MOST_LACKING)  # type: ignore[no-any-return]


@compiled
def list_table(s: Any, w: Any, seat: int, seen: Any) -> int:
    """Who is next, boards, ends and leads."""
    least, way, most = MOST_LACKING, WAYS_OFF.size - 1, -1
    for other in range(w["seats"]):
        if other != seat:
            least = min(least, lacking(s, w, other))
            way = min(way, w["way"][other])
            most = max(most, w["points"][other])
    wait = (seat + w["seats"] - w["next"]) % w["seats"]
    seen[0] = TEMPO + (w["seats"] - 2) * (w["seats"] + 1) // 2 + wait
    seen[1] = BOARD + w["board"][seat]
    seen[2] = ENDS + lacking(s, w, seat) * (MOST_LACKING + 1) + least
    levels = WAYS_OFF[-1] + 1
    seen[3] = WAYS + bucket(WAYS_OFF, w["way"][seat]) * levels + bucket(WAYS_OFF, way)
    seen[4] = LEAD + bucket(LEADS, FURTHEST + w["points"][seat] - most)
    return 5


@compiled
def list_dice(s: Any, w: Any, seat: int, seen: Any, many: int) -> int:
    """The dice left by the seat, and the cells it could cross with one."""
    gives = w["giver"] == seat
    if gives and w["one"]:
        seen[many] = ONE
        many += 1
    free = bits.minus(cells_of(w["rim"], seat), cells_of(w["taken"], seat))
    for colour in range(FACES):
        here = bits.count(bits.both(free, colour_cells(s, w["board"][seat], colour)))
        seen[many] = OPEN + colour * (MOST_OPEN + 1) + min(here, MOST_OPEN)
        many += 1
        dice = w["left"] >> NIBBLE * colour & PART
        if gives and dice > 0:
            seen[many] = ONE + 1 + colour if w["one"] else LEFT + colour * DICE + dice - 1
            many += 1
    return many


@compiled
def list_area(w: Any, seat: int, area: int, seen: Any, many: int) -> int:
    """Whose an area is, and how far from being enclosed."""
    start = AREAS + area * PER_AREA
    if w["enclosed"][seat] >> area & 1:
        seen[many] = start + (w["was_first"][seat] >> area & 1)
        return many + 1
    taken, rival = 0, EFFORTS.size - 1
    for other in range(w["seats"]):
        if other != seat:
            taken |= w["enclosed"][other] >> area & 1
            rival = min(rival, w["effort"][other, area])
    effort = bucket(EFFORTS, w["effort"][seat, area])
    seen[many] = start + OWN_LACK + 2 * bucket(LACKS, w["lack"][seat, area]) + taken
    seen[many + 1] = start + OWN_EFFORT + 2 * effort + taken
    if taken:
        return many + 2
    seen[many + 2] = start + RACE + effort // 2 * ROUGH + bucket(EFFORTS, rival) // 2
    return many + 3


@compiled
def list_board(s: Any, w: Any, seat: int, seen: Any, many: int) -> int:
    """Cells crossed and segments not yet full."""
    start = AREAS + s["areas"] * PER_AREA
    left = bits.minus(cells_of(w["taken"], seat), (s["white"][0], s["white"][1]))
    while not bits.is_empty(left):
        seen[many] = start + bits.first(left)
        left = bits.without_first(left)
        many += 1
    start += s["cells"] - 1
    for board in range(w["board"][seat]):
        start += MOST_MISSING * s["starts"][board, FACES]
    for number in range(s["starts"][w["board"][seat], FACES]):
        missing = w["missing"][seat, number]
        if missing > 0:
            seen[many] = start + MOST_MISSING * number + min(missing, MOST_MISSING)
            many += 1
    return many


@compiled
def list_inputs(s: Any, w: Any, seat: int, seen: Any) -> int:
    """Writes all inputs that are on for a seat into `seen` and says how many."""
    many = list_table(s, w, seat, seen)
    many = list_dice(s, w, seat, seen, many)
    for area in range(s["areas"]):
        many = list_area(w, seat, area, seen, many)
    return list_board(s, w, seat, seen, many)


@compiled
def sense(s: Any, g: Any, seat: int, seen: Any) -> int:
    """The inputs that are on for a seat, by what it may see of the table; how many."""
    w = np.zeros(1, THOUGHT)[0]
    survey(s, g, w, seat, True)
    return list_inputs(s, w, seat, seen)


@compiled
def standing(s: Any, g: Any, seat: int) -> int:
    """The points of a seat, with areas that its crosses of the running action enclose."""
    w = np.zeros(1, THOUGHT)[0]
    survey(s, g, w, seat, True)
    return w["points"][seat]  # type: ignore[no-any-return]
