"""What a learned bot of The Border sees of a table, compiled: the inputs of its net.

They are taken from a table of the search (`search_state`) after the seat's own action, when the others have
used the dice left as expected (`evaluation`):

- who is active next and how many play, the seat's board, its lead, and the one it may expect;
- how many areas it and the nearest other lack for the end of the game (B8), and with how much effort;
- by colour, how many cells can be crossed with one die;
- what open areas promise it, as the planner reckons (`analysis`), and the others;
- by area: its own or taken, cells that its border lacks, effort, time; how far the nearest other is from it;
- cells crossed, and by segment of its board how many cells are missing.
"""

from __future__ import annotations

from math import exp
from typing import Any

import numpy as np

from kritzel.fast import bits
from kritzel.fast.jit import compiled
from kritzel.fast.records import Numbers, Reals, Records
from kritzel.games.border.bot.analysis import DOUBT, FAR, PACE, RACE
from kritzel.games.border.bot.search_state import TENTHS, SearchRecord
from kritzel.games.border.fast.scoring import scores
from kritzel.games.border.fast.sheet import FACES, SheetRecord, cells_of, colour_cells
from kritzel.games.border.sheet import MOST_BOARDS

FEATURES = 3
"""The version of the inputs."""

LOW, STEP = -24, 1
"""How much more the final lead is than the `outlook` that the first bin stands for, and from one bin to the
next."""


# Buckets ---------------------------------------------------------------------------------------------
def _buckets(ends: tuple[int, ...]) -> Any:
    """The bucket of each number: as many as there are ends below it. The last number stands for all above."""
    return np.array([sum(end < number for end in ends) for number in range(ends[-1] + 2)], np.int32)


LACKS = _buckets((1, 2, 3, 4, 5, 6, 8, 10, 13))
EFFORTS = _buckets((4, 9, 15, 24, 36, 50, 68, 90, 120, 160, 210))
WAYS_OFF = _buckets((4, 9, 15, 25, 40, 60, 80, 105, 130, 160, 190, 225, 260, 300, 350, 400, 460, 530, 600))
FURTHEST = 25
"""Cap of a lead, in points."""

MOST_LACKING, MOST_OPEN, MOST_MISSING = 7, 5, 6
"""Caps of the counts of areas lacking, cells open and cells missing."""


SURE = 240
"""Tenths of effort ahead or behind that make something sure or hopeless."""


def _probabilities(even: float) -> Any:
    """From hopeless over a half to sure: by tenths of effort ahead, counted from SURE behind."""
    return np.array([1 / (1 + exp(-lead / (TENTHS * even))) for lead in range(-SURE, SURE + 1)])


FIRST, IN_TIME = _probabilities(RACE), _probabilities(DOUBT)
TIMES = _buckets(tuple(SURE + lead for lead in (-120, -70, -40, -20, 0, 20, 40)))
"""How likely an area is enclosed first, and in time; and how far ahead of time it is, in buckets."""

COARSE, FINE, HIGHEST = 4, 8, 16
"""Promises have two digits: all steps of four points that they reach, up to HIGHEST; eighths of the next."""


def _levels(table: Numbers) -> int:
    return int(table[-1]) + 1


# Where the inputs are ----------------------------------------------------------------------------------
TEMPO = 0
BOARD = TEMPO + 9
ENDS = BOARD + MOST_BOARDS
WAYS = ENDS + (MOST_LACKING + 1) ** 2
LEAD = WAYS + _levels(WAYS_OFF) ** 2
EXPECTED = LEAD + 2 * FURTHEST + 1
OPEN = EXPECTED + 2 * FURTHEST + 1
PROMISE = OPEN + FACES * (MOST_OPEN + 1)
RIVAL = PROMISE + HIGHEST + FINE
AREAS = RIVAL + HIGHEST + 1

ROUGH = (_levels(EFFORTS) + 1) // 2
OWN_LACK = 2
OWN_EFFORT = OWN_LACK + 2 * _levels(LACKS)
OWN_TIME = OWN_EFFORT + 2 * _levels(EFFORTS)
AHEAD = OWN_TIME + 2 * _levels(TIMES)
RIVAL_HAS = AHEAD + ROUGH * ROUGH
RIVAL_LACK = RIVAL_HAS + MOST_BOARDS
RIVAL_EFFORT = RIVAL_LACK + 2 * _levels(LACKS)
PER_AREA = RIVAL_EFFORT + _levels(EFFORTS)
"""Of each area: it is the seat's (later, first); what it lacks, its effort and its time (untaken, taken); its
effort against that of the nearest other. Of the others: how many have it, what the nearest one of the rest
lacks (untaken, taken) and its effort."""


def inputs(packed: Records) -> int:
    """How many inputs a net for this sheet has."""
    s = packed[0]
    segments = sum(int(s["starts"][board, FACES]) for board in range(int(s["boards"])))
    return AREAS + int(s["areas"]) * PER_AREA + int(s["cells"]) + MOST_MISSING * segments


@compiled
def bucket(table: Numbers, number: int) -> int:
    """The bucket of a number."""
    return table[min(max(number, 0), len(table) - 1)]


@compiled
def areas_lacking(s: SheetRecord, w: SearchRecord, seat: int) -> int:
    """B8: how many areas a seat lacks for the end of the game."""
    return min(max(s["end"] - bits.ones(np.uint64(w["enclosed"][seat])), 0), MOST_LACKING)


@compiled
def lead(w: SearchRecord, seat: int) -> int:
    """How many points the seat is ahead of the best other."""
    most = 0
    for other in range(w["seats"]):
        if other != seat:
            most = max(most, w["points"][other])
    return w["points"][seat] - most


@compiled
def list_table(s: SheetRecord, w: SearchRecord, seat: int, expected: int, seen: Numbers) -> int:
    """Who is next, boards, ends and leads."""
    least, way = MOST_LACKING, WAYS_OFF.size - 1
    for other in range(w["seats"]):
        if other != seat:
            least = min(least, areas_lacking(s, w, other))
            way = min(way, w["way"][other])
    wait = (seat + w["seats"] - w["next"]) % w["seats"]
    seen[0] = TEMPO + (w["seats"] - 2) * (w["seats"] + 1) // 2 + wait
    seen[1] = BOARD + w["board"][seat]
    seen[2] = ENDS + areas_lacking(s, w, seat) * (MOST_LACKING + 1) + least
    levels = WAYS_OFF[-1] + 1
    seen[3] = WAYS + bucket(WAYS_OFF, w["way"][seat]) * levels + bucket(WAYS_OFF, way)
    seen[4] = LEAD + min(max(lead(w, seat), -FURTHEST), FURTHEST) + FURTHEST
    seen[5] = EXPECTED + min(max(expected, -FURTHEST), FURTHEST) + FURTHEST
    return 6


@compiled
def list_open(s: SheetRecord, w: SearchRecord, seat: int, seen: Numbers, count: int) -> int:
    """The cells that the seat could cross with one die."""
    free = bits.minus(cells_of(w["rim"], seat), cells_of(w["taken"], seat))
    for colour in range(FACES):
        here = bits.count(bits.both(free, colour_cells(s, w["board"][seat], colour)))
        seen[count + colour] = OPEN + colour * (MOST_OPEN + 1) + min(here, MOST_OPEN)
    return count + FACES


@compiled
def probability(table: Reals, lead: int) -> float:
    """How likely something is with this lead, in tenths."""
    return table[min(max(lead + SURE, 0), 2 * SURE)]


@compiled
def time_left(w: SearchRecord) -> int:
    """The effort that an area may take to be as likely enclosed in time as not."""
    far = w["way"][0]
    for seat in range(1, w["seats"]):
        far = min(far, w["way"][seat])
    return int(PACE * far)


@compiled
def taken_by_others(w: SearchRecord, seat: int) -> int:
    """The areas that others have, as bits."""
    taken = 0
    for other in range(w["seats"]):
        if other != seat:
            taken |= w["enclosed"][other]
    return taken


@compiled
def nearest(w: SearchRecord, seat: int, area: int) -> int:
    """The least effort of the others for an area."""
    effort = EFFORTS.size - 1
    for other in range(w["seats"]):
        if other != seat:
            effort = min(effort, w["effort"][other, area])
    return effort


@compiled
def promise(
    s: SheetRecord, w: SearchRecord, seat: int, area: int, effort: int, taken: int, time: int
) -> float:
    """What an open area promises a seat with this effort left."""
    gone = taken >> area & 1
    if effort <= 0:
        return float(s["later"][area] if gone else s["first"][area])
    value = float(s["later"][area])
    if not gone:
        more = s["first"][area] - s["later"][area]
        value += more * probability(FIRST, nearest(w, seat, area) - effort)
    return value * probability(IN_TIME, time - effort)


@compiled
def total_promise(s: SheetRecord, w: SearchRecord, seat: int, time: int) -> float:
    """What all open areas promise a seat."""
    taken, total = taken_by_others(w, seat), 0.0
    for area in range(s["areas"]):
        if not w["enclosed"][seat] >> area & 1:
            total += promise(s, w, seat, area, w["effort"][seat, area], taken, time)
    return total


@compiled
def outlook(s: SheetRecord, w: SearchRecord, seat: int) -> float:
    """The lead to be expected, as the planner reckons: points and promises, less those of the best other."""
    time, most = time_left(w), -FAR
    for other in range(w["seats"]):
        if other != seat:
            most = max(most, w["points"][other] + total_promise(s, w, other, time))
    return w["points"][seat] + total_promise(s, w, seat, time) - most


@compiled
def list_promises(s: SheetRecord, w: SearchRecord, seat: int, time: int, seen: Numbers, count: int) -> int:
    """What is promised to the seat, and to the others at most."""
    promise, most = total_promise(s, w, seat, time), 0.0
    for other in range(w["seats"]):
        if other != seat:
            most = max(most, total_promise(s, w, other, time))
    coarse = min(int(promise) // COARSE, HIGHEST)
    fine = min(int((promise - COARSE * coarse) * FINE / COARSE), FINE - 1)
    for step in range(coarse):
        seen[count + step] = PROMISE + step
    seen[count + coarse] = PROMISE + HIGHEST + fine
    seen[count + coarse + 1] = RIVAL + min(int(most) // COARSE, HIGHEST)
    return count + coarse + 2


@compiled
def list_area(w: SearchRecord, seat: int, area: int, time: int, taken: int, seen: Numbers, count: int) -> int:
    """Whose an area is, and how far from being enclosed."""
    start = AREAS + area * PER_AREA
    if w["enclosed"][seat] >> area & 1:
        seen[count] = start + (w["was_first"][seat] >> area & 1)
        return count + 1
    effort, taken = w["effort"][seat, area], taken >> area & 1
    rough = bucket(EFFORTS, effort)
    seen[count] = start + OWN_LACK + 2 * bucket(LACKS, w["lack"][seat, area]) + taken
    seen[count + 1] = start + OWN_EFFORT + 2 * rough + taken
    seen[count + 2] = start + OWN_TIME + 2 * bucket(TIMES, SURE + time - effort) + taken
    if taken:
        return count + 3
    seen[count + 3] = start + AHEAD + rough // 2 * ROUGH + bucket(EFFORTS, nearest(w, seat, area)) // 2
    return count + 4


@compiled
def list_rivals(w: SearchRecord, seat: int, area: int, seen: Numbers, count: int) -> int:
    """How many others have an area, and how far from it the nearest of the rest is."""
    start = AREAS + area * PER_AREA
    have = 0
    lack = LACKS.size - 1
    effort = EFFORTS.size - 1
    for other in range(w["seats"]):
        if other != seat:
            if w["enclosed"][other] >> area & 1:
                have += 1
            else:
                lack = min(lack, w["lack"][other, area])
                effort = min(effort, w["effort"][other, area])
    seen[count] = start + RIVAL_HAS + have
    if have == w["seats"] - 1:
        return count + 1
    taken = have > 0 or w["enclosed"][seat] >> area & 1
    seen[count + 1] = start + RIVAL_LACK + 2 * bucket(LACKS, lack) + (1 if taken else 0)
    seen[count + 2] = start + RIVAL_EFFORT + bucket(EFFORTS, effort)
    return count + 3


@compiled
def list_board(s: SheetRecord, w: SearchRecord, seat: int, seen: Numbers, count: int) -> int:
    """Cells crossed and segments not yet full."""
    start = AREAS + s["areas"] * PER_AREA
    left = bits.minus(cells_of(w["taken"], seat), (s["white"][0], s["white"][1]))
    while not bits.is_empty(left):
        seen[count] = start + bits.first(left)
        left = bits.without_first(left)
        count += 1
    start += s["cells"] - 1
    for board in range(w["board"][seat]):
        start += MOST_MISSING * s["starts"][board, FACES]
    for number in range(s["starts"][w["board"][seat], FACES]):
        missing = w["missing"][seat, number]
        if missing > 0:
            seen[count] = start + MOST_MISSING * number + min(missing, MOST_MISSING)
            count += 1
    return count


@compiled
def list_features(s: SheetRecord, w: SearchRecord, seat: int, expected: int, seen: Numbers) -> int:
    """Writes all active inputs of a seat into `seen`, given its expected lead; returns their number."""
    count = list_table(s, w, seat, expected, seen)
    count = list_open(s, w, seat, seen, count)
    time, taken = time_left(w), taken_by_others(w, seat)
    count = list_promises(s, w, seat, time, seen, count)
    for area in range(s["areas"]):
        count = list_area(w, seat, area, time, taken, seen, count)
        count = list_rivals(w, seat, area, seen, count)
    return list_board(s, w, seat, seen, count)


# What a net learns -----------------------------------------------------------------------------------------
@compiled
def targets(sheet: Records, state: Records, out: Numbers) -> None:
    """The targets of training: the final lead of each seat."""
    seats, points = state[0]["seats"], np.zeros(MOST_BOARDS, np.int32)
    scores(sheet, state, points)
    for seat in range(seats):
        most = 0
        for other in range(seats):
            if other != seat:
                most = max(most, points[other])
        out[seat] = points[seat] - most
