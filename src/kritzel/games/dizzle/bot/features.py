"""What a seat sees of a Dizzle table, as inputs of the value network. Knows no network and no moves.

`list_features` lists the inputs that are on for one seat: its own sheet in detail (cells, goals, where the
next die may go and which numbers lie in the pool for it), the others' only as far as they matter to it
(flags, bombs, who is still in), and never what others are choosing right now (D23). Dice count as crosses to
come; lava, planets and rails the seat has just chosen as there already.
"""

from __future__ import annotations

from kritzel.fast.bits import (
    Cells,
    both,
    count,
    first,
    is_empty,
    meets,
    minus,
    union,
    without_first,
)
from kritzel.fast.jit import compiled
from kritzel.fast.net import note
from kritzel.fast.records import Numbers
from kritzel.games.dizzle.bot.inputs import (
    AT_EDGE,
    AT_FLAG,
    AT_FULL,
    AT_JUMP,
    AT_KEY,
    AT_LEAD,
    AT_MOMENT,
    AT_NEAR,
    AT_NEED,
    AT_OPEN,
    AT_ORDER,
    AT_OWED,
    AT_OWN,
    AT_PASS,
    AT_PLANETS,
    AT_POOL,
    AT_RACE,
    AT_REROLL,
    AT_RING,
    AT_RIVALS,
    AT_ROCKET,
    AT_ROOM,
    BEFORE_ROLL,
    BEFORE_VOLCANO,
    CROSSED,
    DRAWING,
    EDGE,
    FLAG,
    KEY,
    LEADS,
    LYING,
    MOMENTS,
    MOST_OWN,
    MOST_PASSES,
    NEAR,
    OPEN,
    OUT,
    OWED,
    PLANETS_SEEN,
    REMOVING,
    RING,
    RING_LYING,
    ROLLING,
    ROOM,
    TURN,
    WAITING,
    after_cells,
    at_dice,
)
from kritzel.games.dizzle.bot.marks import had, list_cells, list_danger, list_goals, lost, settled
from kritzel.games.dizzle.bot.tracks import list_rails
from kritzel.games.dizzle.fast.passes import FACE_COUNT, start_player
from kritzel.games.dizzle.fast.placing import beside, closed_locks, open_cells, planets_left
from kritzel.games.dizzle.fast.scoring import struck
from kritzel.games.dizzle.fast.sheet import MOST_SEATS, PASSES, SheetRecord, load
from kritzel.games.dizzle.fast.state import (
    PLACE,
    PLANETS,
    RAILS,
    REMOVE,
    REROLL,
    REROLLED,
    ROLL,
    SeatRecord,
    TableRecord,
)


# The view --------------------------------------------------------------------------------------------
@compiled
def list_features(s: SheetRecord, g: TableRecord, seat: int, seen: Numbers) -> int:
    """Writes the inputs that are on for this seat into `seen`; how many there are."""
    m, have, spoilt = g["seats"][seat], had(g, seat), lost(g, seat)
    dice = minus(load(m["dice"]), load(m["drawn"]))
    edge = next_edge(s, m, have, dice, spoilt)
    count = list_clock(s, g, seat, seen)
    if is_passing(g):
        count = list_pass(s, g, seat, seen, count)
    count = list_edge(s, edge, seen, count)
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
    for index in range(s["lock_kinds"]):
        if not meets(load(s["keys"][index]), crosses):
            free = minus(free, load(s["locks"][index]))
    near = union(load(m["beside_crosses"]), load(m["beside_dice"]))
    if not is_empty(load(m["pick"])):
        near = union(near, beside(s, both(load(m["pick"]), have)))
    return both(free, near)


@compiled
def is_passing(g: TableRecord) -> bool:
    """Whether dice are being taken."""
    return g["phase"] == PLACE or g["phase"] == REROLLED or g["phase"] == REROLL or g["phase"] == REMOVE  # type: ignore[no-any-return]


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
    return PASSES[g["players"]] - g["pass_no"] + (0 if over else 1)  # type: ignore[no-any-return]


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
        for face in range(FACE_COUNT):
            places = min(count(both(cells, load(s["showing"][face + 1]))), OPEN - 1)
            size = note(seen, size, AT_REROLL + face * OPEN + places)
        return size
    fits = both(cells, load(s["lying"][g["lying"]]))
    ring = minus(both(load(m["free"]), beside(s, fits)), cells)
    for face in range(FACE_COUNT):
        showing, dice = load(s["showing"][face + 1]), g["pool"][face + 1]
        places = min(count(both(cells, showing)), OPEN - 1)
        size = note(seen, size, AT_OPEN + (face * OPEN + places) * LYING + min(dice, LYING - 1))
        places = min(count(both(ring, showing)), RING - 1)
        size = note(seen, size, AT_RING + (face * RING + places) * RING_LYING + min(dice, RING_LYING - 1))
    return list_fits(s, fits, seen, size)


@compiled
def list_fits(s: SheetRecord, fits: Cells, seen: Numbers, size: int) -> int:
    """Each cell that a die of the pool could go to."""
    begin = at_dice(s) + s["cells"]
    while not is_empty(fits):
        size = note(seen, size, begin + first(fits))
        fits = without_first(fits)
    return size


@compiled
def list_edge(s: SheetRecord, edge: Cells, seen: Numbers, size: int) -> int:
    """For each number, at how many cells the next pass could begin with it."""
    for face in range(FACE_COUNT):
        places = min(count(both(edge, load(s["showing"][face + 1]))), EDGE - 1)
        size = note(seen, size, AT_EDGE + face * EDGE + places)
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
    gone = union(union(load(m["lost"]), load(m["lava"])), closed_locks(s, m))
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
    """Who is still in and needs which numbers, who leads, and whether somebody may end the game."""
    rivals, best, least = 0, -1000, ROOM - 1
    for other in range(g["players"]):
        if other != seat:
            rivals += 1 - g["seats"][other]["out"]
            best = max(best, settled(s, g, other))
            least = min(least, room(s, g, other))
    if is_passing(g) and not g["seats"][seat]["out"]:
        size = note(seen, size, AT_RIVALS + rivals)
        size = list_needs(s, g, seat, seen, size)
    lead = min(max((settled(s, g, seat) - best + 22) // 5, 0), LEADS - 1)
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
            if (
                other != seat
                and not theirs["out"]
                and meets(open_cells(theirs), load(s["showing"][face + 1]))
            ):
                takers += 1
        size = note(seen, size, AT_NEED + face * MOST_SEATS + takers)
    return size
