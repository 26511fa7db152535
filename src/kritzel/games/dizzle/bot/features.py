"""What a seat sees of a Dizzle table, as inputs of the value network. Knows no network and no moves.

`list_features` lists the inputs that are on for one seat: its own sheet in detail (cells, goals, where the
next die may go and which numbers lie in the pool for it), the others' only as far as they matter to it
(flags, bombs, who is still in), and never what others are choosing right now (D23). Dice count as crosses to
come; lava, planets and rails the seat has just chosen as there already.

The first block of inputs is the same for all sheets; behind it come a few for every goal and cell of this
one. On sheets of rails each open route that can still be closed is seen by its length and by how many free
cells are missing between its ends (dice that wait for their piece cost nothing), each free cell by the rails
that end at it.
"""

from __future__ import annotations

import numpy as np

from kritzel.fast.bits import (
    NOTHING,
    ONE,
    WORD,
    Cells,
    both,
    count,
    first,
    has,
    is_empty,
    meets,
    minus,
    ones,
    single,
    union,
    wide,
    without_first,
)
from kritzel.fast.jit import compiled
from kritzel.fast.net import note
from kritzel.fast.records import Numbers, Records
from kritzel.games.dizzle.bot.analysis import crossed_cells, is_passing, public_points, spoilt_cells
from kritzel.games.dizzle.fast.passes import FACE_COUNT, start_player
from kritzel.games.dizzle.fast.placing import beside, closed_locks, open_cells, planets_left
from kritzel.games.dizzle.fast.scoring import follow, loose_ends, struck
from kritzel.games.dizzle.fast.sheet import ENDS, KINDS, MOST_SEATS, PASSES, SheetRecord, load
from kritzel.games.dizzle.fast.state import (
    FLOW,
    PLANETS,
    RAILS,
    REMOVE,
    REROLL,
    ROLL,
    SeatRecord,
    TableRecord,
)

FEATURES = 1
"""Version of the inputs: raised when they change."""

LOW, STEP = -12, 4
"""Points still to come that the first bin of a network stands for, and from one bin to the next."""

OUT, WAITING, TURN, ROLLING, REMOVING, CROSSED, DRAWING, BEFORE_ROLL, BEFORE_VOLCANO = range(9)
"""The moment, as the seat has it: out of this pass; others' turn; its own; its re-roll; two dice to be
removed; the pass is over but for planets, or for rails; the next one begins."""

MOMENTS, MOST_PASSES, MOST_POOL, MOST_OWN = 9, 12, 13, 8
OPEN = 4
LYING = 5
RING = 4
RING_LYING = 3
EDGE = 6
FLAG = 6
NEAR = 6
KEY = 3
OWED = 4
PLANETS_SEEN = 6
LAVA = 4
LEADS = 9
ROOM = 5
"""How many values each count is seen in, the last one for all above."""

AT_MOMENT = 0
AT_PASS = AT_MOMENT + MOST_SEATS * MOMENTS
AT_ORDER = AT_PASS + MOST_SEATS * (MOST_PASSES + 1)
AT_RIVALS = AT_ORDER + MOST_SEATS * MOST_SEATS
AT_POOL = AT_RIVALS + MOST_SEATS
AT_OWN = AT_POOL + MOST_POOL + 1
AT_OPEN = AT_OWN + MOST_OWN + 1
AT_RING = AT_OPEN + FACE_COUNT * OPEN * LYING
AT_REROLL = AT_RING + FACE_COUNT * RING * RING_LYING
AT_EDGE = AT_REROLL + FACE_COUNT * OPEN
AT_JUMP = AT_EDGE + FACE_COUNT * EDGE
AT_FLAG = AT_JUMP + 1
AT_NEAR = AT_FLAG + 2 * FLAG
AT_RACE = AT_NEAR + 2 * NEAR
AT_KEY = AT_RACE + 2 * NEAR
AT_ROCKET = AT_KEY + 3 * KEY
AT_OWED = AT_ROCKET + OWED
AT_PLANETS = AT_OWED + OWED
AT_LAVA = AT_PLANETS + PLANETS_SEEN
AT_LEAD = AT_LAVA + FACE_COUNT * LAVA
AT_ROOM = AT_LEAD + LEADS
AT_FULL = AT_ROOM + ROOM
AT_NEED = AT_FULL + ROOM
AT_SHEET = AT_NEED + FACE_COUNT * MOST_SEATS
"""Where each kind of input begins."""

GOAL = 16
"""Values of a goal: spoilt; complete; 1 to 3 cells missing and how many of those are at hand; 4 to 8."""

FULL, MISSING = 1, (2, 4, 7, 11)

GAP, LONG, TIMES = 5, 6, 3
"""Values of a route of rails: cells missing to close it, its length, and how many such routes there are."""

LOOP, LOOPS = 16, 4
"""Values of the longest loop, and of how many there are."""

ROUTES = GAP * LONG * TIMES + LOOP + LOOPS
CELL_ENDS = 4
"""Values of a free cell: how many rails end at it, and whether it would close a route."""


def inputs(packed: Records) -> int:
    s = packed[0]
    return int(after_cells(s)) + (ROUTES + CELL_ENDS * int(s["cells"]) if s["rails"] else 0)


# Where the inputs of this sheet begin ----------------------------------------------------------------
@compiled
def at_cells(s: SheetRecord) -> int:
    """Behind the goals: crosses or pieces of rail, dice, where dice of the pool fit, what may be lost."""
    return AT_SHEET + GOAL * s["goals"]


@compiled
def at_dice(s: SheetRecord) -> int:
    """Behind the crosses."""
    return at_cells(s) + s["cells"] * (1 + KINDS if s["rails"] else 1)


@compiled
def at_spoilt(s: SheetRecord) -> int:
    """Behind dice and open cells."""
    return at_dice(s) + 2 * s["cells"]


@compiled
def after_cells(s: SheetRecord) -> int:
    """Behind what is or may be lost: any cell where there are volcanoes, else only bombs."""
    if is_empty(load(s["volcanoes"])):
        return at_spoilt(s) + 2 * count(load(s["bombs"]))
    return at_spoilt(s) + 3 * s["cells"]


# The view --------------------------------------------------------------------------------------------
@compiled
def list_features(s: SheetRecord, g: TableRecord, seat: int, seen: Numbers) -> int:
    """Write the inputs that are on for this seat into `seen`; return how many."""
    m, have, spoilt = g["seats"][seat], crossed_cells(g, seat), spoilt_cells(g, seat)
    dice = minus(load(m["dice"]), load(m["drawn"]))
    edge = next_edge(s, m, have, dice, spoilt)
    count = list_clock(s, g, seat, seen)
    if is_passing(g):
        count = list_pass(s, g, seat, seen, count)
    count = list_faces(s, edge, EDGE, AT_EDGE, seen, count)
    count = list_things(s, g, seat, have, dice, seen, count)
    if g["players"] > 1:
        count = list_rivals(s, g, seat, seen, count)
    count = list_goals(s, union(have, dice), spoilt, edge, seen, count)
    count = list_cells(s, m, have, dice, seen, count)
    count = list_danger(s, g, seat, union(have, dice), spoilt, seen, count)
    if s["rails"]:
        count = list_rails(s, m, have, dice, spoilt, seen, count, after_cells(s))
    return count


@compiled
def next_edge(s: SheetRecord, m: SeatRecord, have: Cells, dice: Cells, spoilt: Cells) -> Cells:
    """Where the first die of the next pass could go, all dice being crosses then and their keys turned."""
    crosses = union(have, dice)
    free = minus(load(s["numbered"]), union(crosses, spoilt))
    free = minus(free, closed_locks(s, crosses))
    near = union(load(m["beside_crosses"]), load(m["beside_dice"]))
    if not is_empty(load(m["pick"])):
        near = union(near, beside(s, both(load(m["pick"]), have)))
    return both(free, near)


@compiled
def moment_of(s: SheetRecord, g: TableRecord, seat: int) -> int:
    """The moment as the seat has it. Others' re-rolls and choices make no difference to it."""
    if is_passing(g):
        if g["seats"][seat]["out"]:
            return OUT
        if g["phase"] == REMOVE:
            return REMOVING
        if g["phase"] == REROLL and g["turn"] == seat:
            return ROLLING
        return WAITING if g["players"] > 1 else TURN
    if g["phase"] == PLANETS or g["phase"] == RAILS:
        return CROSSED if g["phase"] == PLANETS else DRAWING
    if g["phase"] == ROLL or not is_empty(load(g["seats"][seat]["pick"])):
        return BEFORE_ROLL
    return BEFORE_VOLCANO


@compiled
def passes_left(g: TableRecord) -> int:
    """How many passes are left, with the one under way."""
    over = g["phase"] == PLANETS or g["phase"] == RAILS
    return PASSES[g["players"]] - g["pass_no"] + (0 if over else 1)


@compiled
def list_clock(s: SheetRecord, g: TableRecord, seat: int, seen: Numbers) -> int:
    """The moment, the passes left and, with company, the seat's turn in the next pass."""
    company = g["players"] - 1
    count = note(seen, 0, AT_MOMENT + company * MOMENTS + moment_of(s, g, seat))
    count = note(seen, count, AT_PASS + company * (MOST_PASSES + 1) + passes_left(g))
    if company:
        ahead = 1 if is_passing(g) or g["phase"] == PLANETS or g["phase"] == RAILS else 0
        place = (seat - start_player(g, g["pass_no"] + ahead)) % g["players"]
        count = note(seen, count, AT_ORDER + company * MOST_SEATS + place)
    return count


# The pass under way ----------------------------------------------------------------------------------
@compiled
def list_pass(s: SheetRecord, g: TableRecord, seat: int, seen: Numbers, size: int) -> int:
    """For each number, at how many cells a die of it fits now and a turn later, and how many there are."""
    m = g["seats"][seat]
    size = note(seen, size, AT_OWN + min(count(load(m["dice"])), MOST_OWN))
    if m["out"]:
        return size
    cells = open_cells(m)
    size = note(seen, size, AT_POOL + g["left"])
    if not meets(cells, load(m["beside_dice"])):
        size = note(seen, size, AT_JUMP)
    if g["phase"] == REROLL and g["turn"] == seat:
        return list_faces(s, cells, OPEN, AT_REROLL, seen, size)
    fits = both(cells, load(s["lying"][g["lying"]]))
    ring = minus(both(load(m["free"]), beside(s, fits)), cells)
    for face in range(FACE_COUNT):
        showing, dice = load(s["showing"][face + 1]), g["pool"][face + 1]
        places = min(count(both(cells, showing)), OPEN - 1)
        size = note(seen, size, AT_OPEN + (face * OPEN + places) * LYING + min(dice, LYING - 1))
        places = min(count(both(ring, showing)), RING - 1)
        size = note(seen, size, AT_RING + (face * RING + places) * RING_LYING + min(dice, RING_LYING - 1))
    return list_each(fits, at_dice(s) + s["cells"], seen, size)


@compiled
def list_faces(s: SheetRecord, cells: Cells, values: int, begin: int, seen: Numbers, size: int) -> int:
    """For each number, how many of these cells show it: `values` - 1 for all above."""
    for face in range(FACE_COUNT):
        places = min(count(both(cells, load(s["showing"][face + 1]))), values - 1)
        size = note(seen, size, begin + face * values + places)
    return size


# Things printed on the sheet -------------------------------------------------------------------------
@compiled
def list_things(
    s: SheetRecord, g: TableRecord, seat: int, have: Cells, dice: Cells, seen: Numbers, size: int
) -> int:
    """Flags, keys, rockets and planets, and how much room is left (D25)."""
    m = g["seats"][seat]
    for index in range(s["flag_kinds"]):
        size = list_flag(s, g, seat, index, seen, size)
    for index in range(s["lock_kinds"]):
        keys = load(s["keys"][index])
        turned = 2 if meets(keys, have) else 1 if meets(keys, dice) else 0
        size = note(seen, size, AT_KEY + index * KEY + turned)
    if not is_empty(load(s["planets"])):
        under = 0 if g["phase"] == PLANETS else count(both(dice, load(s["rockets"])))
        owed = m["rockets"] - count(load(m["pick"])) if g["phase"] == PLANETS else 0
        left = count(minus(planets_left(s, m), union(have, dice)))
        size = note(seen, size, AT_ROCKET + min(under, OWED - 1))
        size = note(seen, size, AT_OWED + min(owed, OWED - 1))
        size = note(seen, size, AT_PLANETS + min(left, PLANETS_SEEN - 1))
    return note(seen, size, AT_ROOM + room(s, g, seat))


@compiled
def list_flag(s: SheetRecord, g: TableRecord, seat: int, index: int, seen: Numbers, size: int) -> int:
    """D21: reached, under a die, or still to be had: what it is worth and how far away it is."""
    m = g["seats"][seat]
    if m["reached"][index]:
        return note(seen, size, AT_FLAG + index * FLAG)
    if meets(load(m["dice"]), load(s["flag"][index])):
        size = note(seen, size, AT_FLAG + index * FLAG + 1)
    else:
        size = note(seen, size, AT_FLAG + index * FLAG + 2 + min(struck(g, index), MOST_SEATS - 1))
        size = note(seen, size, AT_NEAR + index * NEAR + way_to(s, m, load(s["flag"][index])))
    rival = NEAR - 1
    for other in range(g["players"]):
        theirs = g["seats"][other]
        if other != seat and not theirs["reached"][index]:
            under = meets(load(theirs["dice"]), load(s["flag"][index]))
            rival = min(rival, 0 if under else 1 + way_to(s, theirs, load(s["flag"][index])))
    return note(seen, size, AT_RACE + index * NEAR + rival) if g["players"] > 1 else size


@compiled
def way_to(s: SheetRecord, m: SeatRecord, goal: Cells) -> int:
    """How many cells lie between this seat's crosses and dice and the goal, at most `NEAR` - 1."""
    mine = union(load(m["crosses"]), load(m["dice"]))
    gone = union(union(load(m["lost"]), load(m["lava"])), closed_locks(s, load(m["crosses"])))
    ways = minus(minus(load(s["numbered"]), mine), gone)
    wave, seen = both(goal, ways), goal
    for steps in range(NEAR - 1):
        around = beside(s, wave)
        if meets(around, mine):
            return steps
        seen = union(seen, wave)
        wave = minus(both(around, ways), seen)
    return NEAR - 1


@compiled
def room(s: SheetRecord, g: TableRecord, seat: int) -> int:
    """D25: how near the sheet is to being full."""
    m = g["seats"][seat]
    gone = union(union(load(m["crosses"]), load(m["dice"])), union(load(m["lost"]), load(m["lava"])))
    left = count(minus(load(s["numbered"]), gone))
    return 4 if left > 12 else 3 if left > 7 else 2 if left > 3 else 1 if left > 0 else 0


@compiled
def list_rivals(s: SheetRecord, g: TableRecord, seat: int, seen: Numbers, size: int) -> int:
    """Who is still in and needs which numbers, who leads, and whether a rival may end the game."""
    rivals, best, least = 0, -1000, ROOM - 1
    for other in range(g["players"]):
        if other != seat:
            rivals += 1 - g["seats"][other]["out"]
            best = max(best, public_points(s, g, other))
            least = min(least, room(s, g, other))
    if is_passing(g) and not g["seats"][seat]["out"]:
        size = note(seen, size, AT_RIVALS + rivals)
        size = list_needs(s, g, seat, seen, size)
    lead = min(max((public_points(s, g, seat) - best + 22) // 5, 0), LEADS - 1)
    size = note(seen, size, AT_LEAD + lead)
    return note(seen, size, AT_FULL + least)


@compiled
def list_needs(s: SheetRecord, g: TableRecord, seat: int, seen: Numbers, size: int) -> int:
    """For each number of the pool, how many others could take it now."""
    for face in range(FACE_COUNT):
        if g["pool"][face + 1] == 0:
            continue
        takers = 0
        for other in range(g["players"]):
            theirs = g["seats"][other]
            if other != seat and not theirs["out"]:
                takers += meets(open_cells(theirs), load(s["showing"][face + 1]))
        size = note(seen, size, AT_NEED + face * MOST_SEATS + takers)
    return size


# Goals and cells -------------------------------------------------------------------------------------
@compiled
def list_goals(s: SheetRecord, crosses: Cells, spoilt: Cells, edge: Cells, seen: Numbers, size: int) -> int:
    """How much each row, column, puzzle and area still lacks, and how much of that is at hand."""
    for index in range(s["goals"]):
        goal, value = load(s["goal"][index]), 0
        if not meets(goal, spoilt):
            left = minus(goal, crosses)
            missing = count(left)
            if missing == 0:
                value = FULL
            elif missing < len(MISSING):
                value = MISSING[missing - 1] + count(both(left, edge))
            else:
                value = min(MISSING[len(MISSING) - 1] + missing - len(MISSING), GOAL - 1)
        size = note(seen, size, AT_SHEET + GOAL * index + value)
    return size


@compiled
def list_cells(s: SheetRecord, m: SeatRecord, have: Cells, dice: Cells, seen: Numbers, size: int) -> int:
    """Each cell with a cross (which piece of rail lies there), and each with a die."""
    begin, cells = at_cells(s), have
    while not is_empty(cells):
        cell = first(cells)
        cells = without_first(cells)
        piece = wide(m["piece"][cell])
        size = note(seen, size, begin + ((1 + KINDS) * cell + piece if s["rails"] else cell))
    return list_each(dice, at_dice(s), seen, size)


# What is or may be lost ------------------------------------------------------------------------------
@compiled
def list_danger(
    s: SheetRecord, g: TableRecord, seat: int, crosses: Cells, spoilt: Cells, seen: Numbers, size: int
) -> int:
    """D20, D35: lava and exploded bombs; bombs about to explode; where lava may flow next."""
    begin, bombs = at_spoilt(s), load(s["bombs"])
    threat = minus(minus(both(bombs, others_dice(g, seat)), crosses), spoilt)
    if is_empty(load(s["volcanoes"])):
        size = list_ranked(spoilt, bombs, begin, seen, size)
        return list_ranked(threat, bombs, begin + count(bombs), seen, size)
    m, every = g["seats"][seat], load(s["numbered"])
    near = load(m["beside_lava"])
    if g["phase"] == FLOW:
        near = union(near, beside(s, load(m["pick"])))
    risk = both(near, minus(every, union(crosses, spoilt)))
    size = list_faces(s, risk, LAVA, AT_LAVA, seen, size)
    size = list_each(spoilt, begin, seen, size)
    size = list_each(risk, begin + s["cells"], seen, size)
    return list_each(threat, begin + 2 * s["cells"], seen, size)


@compiled
def others_dice(g: TableRecord, seat: int) -> Cells:
    cells = NOTHING
    for other in range(g["players"]):
        if other != seat:
            cells = union(cells, load(g["seats"][other]["dice"]))
    return cells


@compiled
def list_each(cells: Cells, begin: int, seen: Numbers, size: int) -> int:
    while not is_empty(cells):
        size = note(seen, size, begin + first(cells))
        cells = without_first(cells)
    return size


@compiled
def list_ranked(cells: Cells, of: Cells, begin: int, seen: Numbers, size: int) -> int:
    """One input for each of these cells, counted among those of a larger set."""
    while not is_empty(cells):
        size = note(seen, size, begin + rank(of, first(cells)))
        cells = without_first(cells)
    return size


@compiled
def rank(cells: Cells, cell: int) -> int:
    """How many cells of the set come before this one."""
    if cell < WORD:
        return ones(cells[0] & ((ONE << np.uint64(cell)) - ONE))
    return ones(cells[0]) + ones(cells[1] & ((ONE << np.uint64(cell - WORD)) - ONE))


# Rails (D37-D40) -------------------------------------------------------------------------------------
@compiled
def list_rails(
    s: SheetRecord,
    m: SeatRecord,
    rails: Cells,
    dice: Cells,
    spoilt: Cells,
    seen: Numbers,
    size: int,
    begin: int,
) -> int:
    """All routes and ends of rails; loops by the longest one and their number."""
    ways = minus(load(s["numbered"]), union(rails, spoilt))
    left, longest, loops, closers = rails, 0, 0, NOTHING
    times = np.zeros(GAP * LONG, np.int64)
    size = list_ends(s, m, rails, ways, seen, size, begin + ROUTES)
    while not is_empty(left):
        cell = first(left)
        route, one, closed = follow(s, m, rails, cell, ENDS[m["piece"][cell], 0])
        if closed:
            longest, loops = max(longest, count(route)), loops + 1
        else:
            more, two, _ = follow(s, m, rails, cell, ENDS[m["piece"][cell], 1])
            route = union(route, more)
            missing = gap(s, one, two, ways, dice)
            if missing <= GAP:
                times[(missing - 1) * LONG + length_value(count(route))] += 1
                if one == two:
                    closers = union(closers, single(one))
        left = minus(left, route)
    while not is_empty(closers):
        size = note(seen, size, begin + ROUTES + CELL_ENDS * first(closers) + CELL_ENDS - 1)
        closers = without_first(closers)
    for value in range(GAP * LONG):
        if times[value] > 0:
            size = note(seen, size, begin + value * TIMES + min(times[value], TIMES) - 1)
    size = note(seen, size, begin + GAP * LONG * TIMES + min(longest // 2, LOOP - 1))
    return note(seen, size, begin + GAP * LONG * TIMES + LOOP + min(loops, LOOPS - 1))


@compiled
def list_ends(
    s: SheetRecord, m: SeatRecord, rails: Cells, ways: Cells, seen: Numbers, size: int, begin: int
) -> int:
    """Each cell that may still get a piece, by the number of rails that end at it."""
    cells = both(ways, union(load(m["beside_crosses"]), load(m["beside_dice"])))
    while not is_empty(cells):
        cell = first(cells)
        cells = without_first(cells)
        ends = loose_ends(s, m, rails, cell)
        if ends > 0:
            size = note(seen, size, begin + CELL_ENDS * cell + min(ends, CELL_ENDS - 1) - 1)
    return size


@compiled
def length_value(length: int) -> int:
    """1, 2, 3-4, 5-7, 8-11 or more cells."""
    if length <= 2:
        return length - 1
    return 2 if length <= 4 else 3 if length <= 7 else 4 if length <= 11 else 5


@compiled
def gap(s: SheetRecord, begin: int, goal: int, ways: Cells, dice: Cells) -> int:
    """How many free cells the shortest way between two cells takes, both counted: 1 to `GAP`, or more."""
    if begin < 0 or goal < 0 or not has(ways, begin) or not has(ways, goal):
        return GAP + 1
    wave, seen, steps = single(begin), NOTHING, 0 if has(dice, begin) else 1
    while steps <= GAP and not is_empty(wave):
        grown = wave
        while not is_empty(grown):
            seen = union(seen, grown)
            grown = both(beside(s, grown), minus(both(ways, dice), seen))
            wave = union(wave, grown)
        if has(wave, goal):
            return max(steps, 1)
        wave = both(beside(s, wave), minus(minus(ways, dice), seen))
        steps += 1
    return GAP + 1
