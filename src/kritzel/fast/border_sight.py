"""What a learned bot of The Border sees of a table, compiled: the inputs of its net.

They are told from a table in thought, for the seat itself or for another one (as that one would see it), and
stand for the moment after the seat's own action:

- who is active next and how many play, the seat's board, its lead;
- how many areas it and the nearest other lack for the end of the game (B8), and with how much effort;
- after action 1 the dice left for the others (B4, B5); by colour, how many cells can be crossed with one;
- what open areas promise it, as the planner reckons (`border_outlook`), and the others;
- by area: its own or taken, cells that its border lacks, effort, time, and the effort of the nearest other;
- cells crossed, and by segment of its board how many cells are missing.
"""

from __future__ import annotations

from math import exp
from typing import Any

import numpy as np

from kritzel.fast import bits
from kritzel.fast.border_outlook import DOUBT, PACE, RACE
from kritzel.fast.border_sheet import (
    FACES,
    NIBBLE,
    PART,
    cells_of,
    colour_cells,
)
from kritzel.fast.border_thought import TENTHS, THOUGHT, survey
from kritzel.fast.jit import compiled, hold
from kritzel.games.border.material import DICE, MOST_BOARDS

FEATURES = 1
"""The version of the inputs."""

LOW, STEP = 0, 2
"""The points still to come that the first bin of a net stands for, and from one bin to the next."""


# Buckets ---------------------------------------------------------------------------------------------
def _buckets(ends: tuple[int, ...]) -> Any:
    """The bucket of each number: as many as there are ends below it. The last number stands for all above."""
    return np.array([sum(end < number for end in ends) for number in range(ends[-1] + 2)], np.int32)


LACKS = _buckets((1, 2, 3, 4, 5, 6, 8, 10, 13))
EFFORTS = _buckets((4, 9, 15, 24, 36, 50, 68, 90, 120, 160, 210))
WAYS_OFF = _buckets((15, 40, 80, 130, 190, 260, 350, 460, 600))
FURTHEST = 25
LEADS = _buckets(tuple(FURTHEST + lead for lead in (-15, -10, -6, -3, -1, 0, 2, 5, 9, 14)))
"""Leads are counted from FURTHEST behind."""

MOST_LACKING, MOST_OPEN, MOST_MISSING = 7, 5, 6
"""More areas lacking, cells open or cells missing count as so many."""


SURE = 240
"""So many tenths more or less make something sure or hopeless."""


def _likely(even: float) -> Any:
    """From hopeless over a half to sure: by tenths of effort ahead, counted from SURE behind."""
    return np.array([1 / (1 + exp(-lead / (TENTHS * even))) for lead in range(-SURE, SURE + 1)])


FIRST, IN_TIME = _likely(RACE), _likely(DOUBT)
TIMES = _buckets(tuple(SURE + lead for lead in (-120, -70, -40, -20, 0, 20, 40)))
"""How likely an area is enclosed first, and in time; and how far ahead of time it is, in buckets."""

COARSE, FINE, HIGHEST = 4, 8, 16
"""Promises have two digits: all steps of four points that they reach, up to HIGHEST; eighths of the next."""


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
PROMISE = OPEN + FACES * (MOST_OPEN + 1)
RIVAL = PROMISE + HIGHEST + FINE
AREAS = RIVAL + HIGHEST + 1

ROUGH = (_levels(EFFORTS) + 1) // 2
OWN_LACK = 2
OWN_EFFORT = OWN_LACK + 2 * _levels(LACKS)
OWN_TIME = OWN_EFFORT + 2 * _levels(EFFORTS)
AHEAD = OWN_TIME + 2 * _levels(TIMES)
PER_AREA = AHEAD + ROUGH * ROUGH
"""Of each area: it is the seat's (later, first); what it lacks, its effort and its time (untaken, taken); its
effort against that of the nearest other."""


def inputs(packed: Any) -> int:
    """How many inputs a net for this sheet has."""
    s = packed[0]
    segments = sum(int(s["starts"][board, FACES]) for board in range(int(s["boards"])))
    return AREAS + int(s["areas"]) * PER_AREA + int(s["cells"]) + MOST_MISSING * segments


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
def likely(table: Any, lead: int) -> float:
    """How likely something is with this lead, in tenths."""
    return table[min(max(lead + SURE, 0), 2 * SURE)]  # type: ignore[no-any-return]


@compiled
def time_left(w: Any) -> int:
    """The effort that an area may take to be as likely enclosed in time as not."""
    far = w["way"][0]
    for seat in range(1, w["seats"]):
        far = min(far, w["way"][seat])
    return int(PACE * far)


@compiled
def taken_by_others(w: Any, seat: int) -> int:
    """The areas that others have, as bits."""
    taken = 0
    for other in range(w["seats"]):
        if other != seat:
            taken |= w["enclosed"][other]
    return taken


@compiled
def nearest(w: Any, seat: int, area: int) -> int:
    """The least effort of the others for an area."""
    effort = EFFORTS.size - 1
    for other in range(w["seats"]):
        if other != seat:
            effort = min(effort, w["effort"][other, area])
    return effort  # type: ignore[no-any-return]


@compiled
def promised(s: Any, w: Any, seat: int, time: int) -> float:
    """What open areas promise a seat."""
    taken, together = taken_by_others(w, seat), 0.0
    for area in range(s["areas"]):
        if not w["enclosed"][seat] >> area & 1:
            effort, worth = w["effort"][seat, area], float(s["later"][area])
            if not taken >> area & 1:
                more = s["first"][area] - s["later"][area]
                worth += more * likely(FIRST, nearest(w, seat, area) - effort)
            together += worth * likely(IN_TIME, time - effort)
    return together


@compiled
def list_promises(s: Any, w: Any, seat: int, time: int, seen: Any, many: int) -> int:
    """What is promised to the seat, and to the others at most."""
    promise, most = promised(s, w, seat, time), 0.0
    for other in range(w["seats"]):
        if other != seat:
            most = max(most, promised(s, w, other, time))
    coarse = min(int(promise) // COARSE, HIGHEST)
    fine = min(int((promise - COARSE * coarse) * FINE / COARSE), FINE - 1)
    for step in range(coarse):
        seen[many + step] = PROMISE + step
    seen[many + coarse] = PROMISE + HIGHEST + fine
    seen[many + coarse + 1] = RIVAL + min(int(most) // COARSE, HIGHEST)
    return many + coarse + 2


@compiled
def list_area(w: Any, seat: int, area: int, time: int, taken: int, seen: Any, many: int) -> int:
    """Whose an area is, and how far from being enclosed."""
    start = AREAS + area * PER_AREA
    if w["enclosed"][seat] >> area & 1:
        seen[many] = start + (w["was_first"][seat] >> area & 1)
        return many + 1
    effort, taken = w["effort"][seat, area], taken >> area & 1
    rough = bucket(EFFORTS, effort)
    seen[many] = start + OWN_LACK + 2 * bucket(LACKS, w["lack"][seat, area]) + taken
    seen[many + 1] = start + OWN_EFFORT + 2 * rough + taken
    seen[many + 2] = start + OWN_TIME + 2 * bucket(TIMES, SURE + time - effort) + taken
    if taken:
        return many + 3
    seen[many + 3] = start + AHEAD + rough // 2 * ROUGH + bucket(EFFORTS, nearest(w, seat, area)) // 2
    return many + 4


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
    time, taken = time_left(w), taken_by_others(w, seat)
    many = list_promises(s, w, seat, time, seen, many)
    for area in range(s["areas"]):
        many = list_area(w, seat, area, time, taken, seen, many)
    return list_board(s, w, seat, seen, many)


@compiled
def sense(s: Any, g: Any, seat: int, seen: Any) -> int:
    """The inputs that are on for a seat, by what it may see of the table; how many."""
    thought = np.zeros(1, THOUGHT)
    survey(s, g, thought[0], seat, True)
    many = list_inputs(s, thought[0], seat, seen)
    hold(thought)
    return many


@compiled
def standing(s: Any, g: Any, seat: int) -> int:
    """The points of a seat, with areas that its crosses of the running action enclose."""
    thought = np.zeros(1, THOUGHT)
    survey(s, g, thought[0], seat, True)
    points = thought[0]["points"][seat]
    hold(thought)
    return points  # type: ignore[no-any-return]
