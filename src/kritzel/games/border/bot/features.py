"""What a learned bot of The Border sees of a table, compiled: the inputs of its net.

They are told from a table in thought, and stand for the moment after the seat's own action, when the others
have used the dice left as they are thought to (`company`):

- who is active next and how many play, the seat's board, its lead, and the one it may expect;
- how many areas it and the nearest other lack for the end of the game (B8), and with how much effort;
- by colour, how many cells can be crossed with one die;
- what open areas promise it, as the planner reckons (`outlook`), and the others;
- by area: its own or taken, cells that its border lacks, effort, time; how far the nearest other is from it;
- cells crossed, and by segment of its board how many cells are missing.
"""

from __future__ import annotations

import numpy as np

from kritzel.fast import bits
from kritzel.fast.jit import compiled
from kritzel.fast.records import Numbers, Reals, Records
from kritzel.games.border.bot.inputs import (
    AHEAD,
    AREAS,
    BOARD,
    COARSE,
    EFFORTS,
    ENDS,
    EXPECTED,
    FINE,
    FIRST,
    FURTHEST,
    HIGHEST,
    IN_TIME,
    LACKS,
    LEAD,
    MOST_LACKING,
    MOST_MISSING,
    MOST_OPEN,
    OPEN,
    OWN_EFFORT,
    OWN_LACK,
    OWN_TIME,
    PER_AREA,
    PROMISE,
    RIVAL,
    RIVAL_EFFORT,
    RIVAL_HAS,
    RIVAL_LACK,
    ROUGH,
    SURE,
    TEMPO,
    TIMES,
    WAYS,
    WAYS_OFF,
)
from kritzel.games.border.bot.outlook import FAR, PACE
from kritzel.games.border.bot.search_state import ThoughtRecord
from kritzel.games.border.fast.scoring import scores
from kritzel.games.border.fast.sheet import FACES, SheetRecord, cells_of, colour_cells
from kritzel.games.border.sheet import MOST_BOARDS


@compiled
def bucket(table: Numbers, number: int) -> int:
    """The bucket of a number."""
    return table[min(max(number, 0), len(table) - 1)]  # type: ignore[no-any-return]


@compiled
def lacking(s: SheetRecord, w: ThoughtRecord, seat: int) -> int:
    """B8: how many areas a seat lacks for the end of the game."""
    return min(max(s["end"] - bits.ones(np.uint64(w["enclosed"][seat])), 0), MOST_LACKING)  # type: ignore[no-any-return]


@compiled
def lead(w: ThoughtRecord, seat: int) -> int:
    """How many points the seat is ahead of the best other."""
    most = 0
    for other in range(w["seats"]):
        if other != seat:
            most = max(most, w["points"][other])
    return w["points"][seat] - most  # type: ignore[no-any-return]


@compiled
def list_table(s: SheetRecord, w: ThoughtRecord, seat: int, expected: int, seen: Numbers) -> int:
    """Who is next, boards, ends and leads."""
    least, way = MOST_LACKING, WAYS_OFF.size - 1
    for other in range(w["seats"]):
        if other != seat:
            least = min(least, lacking(s, w, other))
            way = min(way, w["way"][other])
    wait = (seat + w["seats"] - w["next"]) % w["seats"]
    seen[0] = TEMPO + (w["seats"] - 2) * (w["seats"] + 1) // 2 + wait
    seen[1] = BOARD + w["board"][seat]
    seen[2] = ENDS + lacking(s, w, seat) * (MOST_LACKING + 1) + least
    levels = WAYS_OFF[-1] + 1
    seen[3] = WAYS + bucket(WAYS_OFF, w["way"][seat]) * levels + bucket(WAYS_OFF, way)
    seen[4] = LEAD + min(max(lead(w, seat), -FURTHEST), FURTHEST) + FURTHEST
    seen[5] = EXPECTED + min(max(expected, -FURTHEST), FURTHEST) + FURTHEST
    return 6


@compiled
def list_open(s: SheetRecord, w: ThoughtRecord, seat: int, seen: Numbers, count: int) -> int:
    """The cells that the seat could cross with one die."""
    free = bits.minus(cells_of(w["rim"], seat), cells_of(w["taken"], seat))
    for colour in range(FACES):
        here = bits.count(bits.both(free, colour_cells(s, w["board"][seat], colour)))
        seen[count + colour] = OPEN + colour * (MOST_OPEN + 1) + min(here, MOST_OPEN)
    return count + FACES


@compiled
def likely(table: Reals, lead: int) -> float:
    """How likely something is with this lead, in tenths."""
    return table[min(max(lead + SURE, 0), 2 * SURE)]  # type: ignore[no-any-return]


@compiled
def time_left(w: ThoughtRecord) -> int:
    """The effort that an area may take to be as likely enclosed in time as not."""
    far = w["way"][0]
    for seat in range(1, w["seats"]):
        far = min(far, w["way"][seat])
    return int(PACE * far)


@compiled
def taken_by_others(w: ThoughtRecord, seat: int) -> int:
    """The areas that others have, as bits."""
    taken = 0
    for other in range(w["seats"]):
        if other != seat:
            taken |= w["enclosed"][other]
    return taken


@compiled
def nearest(w: ThoughtRecord, seat: int, area: int) -> int:
    """The least effort of the others for an area."""
    effort = EFFORTS.size - 1
    for other in range(w["seats"]):
        if other != seat:
            effort = min(effort, w["effort"][other, area])
    return effort  # type: ignore[no-any-return]


@compiled
def promise(
    s: SheetRecord, w: ThoughtRecord, seat: int, area: int, effort: int, taken: int, time: int
) -> float:
    """What an open area promises a seat with this effort left."""
    gone = taken >> area & 1
    if effort <= 0:
        return float(s["later"][area] if gone else s["first"][area])
    worth = float(s["later"][area])
    if not gone:
        more = s["first"][area] - s["later"][area]
        worth += more * likely(FIRST, nearest(w, seat, area) - effort)
    return worth * likely(IN_TIME, time - effort)


@compiled
def promised(s: SheetRecord, w: ThoughtRecord, seat: int, time: int) -> float:
    """What all open areas promise a seat."""
    taken, total = taken_by_others(w, seat), 0.0
    for area in range(s["areas"]):
        if not w["enclosed"][seat] >> area & 1:
            total += promise(s, w, seat, area, w["effort"][seat, area], taken, time)
    return total


@compiled
def outlook(s: SheetRecord, w: ThoughtRecord, seat: int) -> float:
    """The lead to be expected, as the planner reckons: points and promises, less those of the best other."""
    time, most = time_left(w), -FAR
    for other in range(w["seats"]):
        if other != seat:
            most = max(most, w["points"][other] + promised(s, w, other, time))
    return w["points"][seat] + promised(s, w, seat, time) - most  # type: ignore[no-any-return]


@compiled
def list_promises(s: SheetRecord, w: ThoughtRecord, seat: int, time: int, seen: Numbers, count: int) -> int:
    """What is promised to the seat, and to the others at most."""
    promise, most = promised(s, w, seat, time), 0.0
    for other in range(w["seats"]):
        if other != seat:
            most = max(most, promised(s, w, other, time))
    coarse = min(int(promise) // COARSE, HIGHEST)
    fine = min(int((promise - COARSE * coarse) * FINE / COARSE), FINE - 1)
    for step in range(coarse):
        seen[count + step] = PROMISE + step
    seen[count + coarse] = PROMISE + HIGHEST + fine
    seen[count + coarse + 1] = RIVAL + min(int(most) // COARSE, HIGHEST)
    return count + coarse + 2


@compiled
def list_area(
    w: ThoughtRecord, seat: int, area: int, time: int, taken: int, seen: Numbers, count: int
) -> int:
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
def list_rivals(w: ThoughtRecord, seat: int, area: int, seen: Numbers, count: int) -> int:
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
def list_board(s: SheetRecord, w: ThoughtRecord, seat: int, seen: Numbers, count: int) -> int:
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
def list_features(s: SheetRecord, w: ThoughtRecord, seat: int, expected: int, seen: Numbers) -> int:
    """Writes all inputs that are on for a seat into `seen` and says how many. It expects such a lead."""
    count = list_table(s, w, seat, expected, seen)
    count = list_open(s, w, seat, seen, count)
    time, taken = time_left(w), taken_by_others(w, seat)
    count = list_promises(s, w, seat, time, seen, count)
    for area in range(s["areas"]):
        count = list_area(w, seat, area, time, taken, seen, count)
        count = list_rivals(w, seat, area, seen, count)
    return list_board(s, w, seat, seen, count)


# What it foresees ------------------------------------------------------------------------------------------
@compiled
def aims(sheet: Records, state: Records, out: Numbers) -> None:
    """What a net learns to foresee: the final lead of each seat."""
    seats, points = state[0]["seats"], np.zeros(MOST_BOARDS, np.int32)
    scores(sheet, state, points)
    for seat in range(seats):
        most = 0
        for other in range(seats):
            if other != seat:
                most = max(most, points[other])
        out[seat] = points[seat] - most
