"""The learned bot, compiled: lists every way to draw the card, and asks a network about each.

Ways that cover the same cells between the same ends with the same numbers are one. Each is valued as if the
seat were done there (see `features`). The bot makes the first step of the best way, or is done if that is
best. Noise is the same for a way in all calls of a round, so the next call follows the same plan. On the last
card points are known and the network is not asked.

In company it plays mostly for the chance to win (see `net`). The others are valued without the numbers that a
way is the first to reach, since they get half for those from the next card on (T5).

It knows what the seat may see: its own line, the cards left, and the others' settled lines.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kritzel.fast.bits import Cells, wide
from kritzel.fast.jit import compiled, hold
from kritzel.fast.levels import Hyperparameters
from kritzel.fast.luck import mixed
from kritzel.fast.net import (
    BEST_POINTS,
    COUNT,
    POINTS,
    WIN,
    Net,
    Scratch,
    begin_win,
    clear,
    conclude,
    count_rival,
    end_win,
    expected,
    gaussian,
    look,
    play_for_points,
    put_all,
    total_at,
)
from kritzel.fast.records import Key, Numbers, Reals, Records, Seed
from kritzel.games.traexx.bot.features import (
    STATES,
    TAKEN,
    Situation,
    add_features,
    begin_settled,
    change_context,
    context_of,
    list_cells,
    list_features,
    list_line,
    list_table,
    points_of,
)
from kritzel.games.traexx.bot.ways import (
    MOST_WAYS,
    WAY,
    WayList,
    WayRecord,
    best_of,
    list_all,
    list_ways,
    luck_of,
    new_ways,
)
from kritzel.games.traexx.fast.rules import cells_in, drawn_cell, step_to
from kritzel.games.traexx.fast.sheet import SheetRecord
from kritzel.games.traexx.fast.state import TableRecord, TrackRecord

COURSE = Hyperparameters(games=122_880, noise=1.5, trace=0.5, decisions=40)
"""How nets are trained."""

FORESEEN = 3
"""With fewer cards to come than this there is less noise; on the last card, whose points are known, none."""

PLAN, PLAN_STEPS, MOST_STEPS = 400, 406, 100
"""The end of `Scratch.chosen`, which no inputs reach, holds the plan for this card: how many steps, its hash
in two parts, the stats at its end; then the cells to go to."""


# The bot ----------------------------------------------------------------------------------------------
@compiled
def learned(
    sheet: Records, state: Records, seat: int, seed: Seed, net: Net, noise: float, scratch: Scratch
) -> int:
    """The first step of the way that the network likes best, or done; ties are broken by luck."""
    s, g = sheet[0], state[0]
    fresh = g["tracks"][seat]["grown"] == 0
    noise *= min(1.0, (wide(s["rounds"]) - wide(g["seen_count"]) - 1) / FORESEEN)
    word = plan_hash(s, g, seat, np.uint64(seed), net, noise)
    if not fresh and is_planned(g["tracks"][seat], word, scratch.chosen):
        return follow_plan(s, g["tracks"][seat], scratch)
    ways, context = new_ways(), context_of(s, g, seat, False)
    count = list_all(s, g, seat, context.reached, ways)
    value_ways(s, g, context, ways, count, net, scratch)
    luck = luck_of(g, seat, seed, 0)
    if noise > 0.0:
        add_noise(ways, count, luck, noise)
    chosen = best_of(ways.values, count, luck)
    features, points = 0, 0
    if context.cards and (fresh or chosen == 0):
        features, points = add_features(s, context, ways.lines[chosen], scratch.chosen)
    scratch.stats[COUNT], scratch.stats[POINTS] = features, points
    if fresh:
        store_plan(ways, chosen, word, scratch)
    else:
        scratch.chosen[PLAN] = 0
        if chosen == 0 and context.cards and noise > 0.0:
            begin_settled(s, g, seat, ways.lines[0])  # the noise may have led the steps before elsewhere
            count = list_ways(s, ways, True, context.reached, context.seats == 1, MOST_WAYS)
            judge_all(s, g, context, ways, count, net, scratch)
    move = wide(ways.lines[chosen]["move"])
    hold(ways.lines)
    return move


@compiled
def value_ways(
    s: SheetRecord, g: TableRecord, context: Situation, ways: WayList, count: int, net: Net, scratch: Scratch
) -> None:
    """Fills in the value of each way: on the last card its points, else what the network says."""
    if context.cards:
        judge_all(s, g, context, ways, count, net, scratch)
        return
    set_wish(s, g, context.seat, 0, net, scratch)
    for index in range(count):
        points = points_of(s, ways.lines[index])
        win = WIN * scratch.winning[total_at(points)] if context.seats > 1 else 0.0
        ways.values[index] = points + win


@compiled
def set_wish(s: SheetRecord, g: TableRecord, seat: int, gone: int, net: Net, scratch: Scratch) -> None:
    """What the seat plays for: points if alone, else to finish ahead of the others.

    `gone` are numbers (bits) that the others would be too late for. Leaves the last seat in `scratch`.
    """
    if g["seats"] == 1:
        play_for_points(scratch.wish)
        return
    begin_win(scratch)
    line = np.empty(1, WAY)
    for other in range(g["seats"]):
        if other != seat:
            begin_settled(s, g, other, line[0])
            now = context_of(s, g, other, True)
            context = change_context(now, now.reached | gone, now.left, now.cards, now.symbols)
            count, mine = add_features(s, context, line[0], scratch.seen)
            look(net, scratch, count)
            count_rival(net, scratch, mine)
    end_win(scratch)
    hold(line)


@compiled
def reached_first(context: Situation, way: WayRecord) -> int:
    """T5: the numbers (bits) that this way is the first to reach; alone it makes no difference."""
    return wide(way["full"]) & ~context.reached if context.seats > 1 else 0


@compiled
def add_noise(ways: WayList, count: int, event: Key, noise: float) -> None:
    """Noise on each value, always the same for the same line after this card."""
    for index in range(count):
        ways.values[index] += noise * gaussian(mixed(event ^ line_hash(ways.lines[index])), 0)


# What the network says --------------------------------------------------------------------------------
class Common(NamedTuple):
    """What all ways to draw a card have in common."""

    context: Situation
    cells: Cells
    """The cells already on the line."""
    sums: Any
    """The first sums of the network over these cells and the table."""


@compiled
def judge(s: SheetRecord, context: Situation, ways: WayList, count: int, net: Net, scratch: Scratch) -> int:
    """Fills in the value of each way by the network and the wish in `scratch`; returns the index of the best,
    whose chances stay in `scratch.hoped`."""
    best, common = -1, common_part(s, context, ways, net, scratch)
    for index in range(count):
        best = judge_one(s, common, ways, index, best, net, scratch)
    return best


@compiled
def judge_all(
    s: SheetRecord, g: TableRecord, context: Situation, ways: WayList, count: int, net: Net, scratch: Scratch
) -> None:
    """The same, with one wish for each set of numbers that ways are the first to reach."""
    best, common = -1, common_part(s, context, ways, net, scratch)
    ways.values[:count] = -np.inf
    for begin_at in range(count):
        if ways.values[begin_at] == -np.inf:
            gone = reached_first(context, ways.lines[begin_at])
            set_wish(s, g, context.seat, gone, net, scratch)
            for index in range(begin_at, count):
                if reached_first(context, ways.lines[index]) == gone:
                    best = judge_one(s, common, ways, index, best, net, scratch)


@compiled
def judge_one(
    s: SheetRecord, common: Common, ways: WayList, index: int, best: int, net: Net, scratch: Scratch
) -> int:
    """Fills in the value of one way, and stores its chances if it is the best; returns the best index now."""
    points = look_at(s, common, ways.lines[index], net, scratch)
    ways.values[index] = expected(net, scratch.chances, points, scratch.wish)
    if best >= 0 and ways.values[index] <= ways.values[best]:
        return best
    scratch.stats[BEST_POINTS] = points
    scratch.hoped[:] = scratch.chances
    return index


@compiled
def common_part(s: SheetRecord, context: Situation, ways: WayList, net: Net, scratch: Scratch) -> Common:
    cells = cells_in(ways.lines[0]["taken"])
    clear(net, scratch)
    count = list_table(s, context, scratch.seen)
    count = list_cells(cells, context.places.cell + TAKEN, STATES, scratch.seen, count)
    put_all(net, scratch.sums, scratch.seen, count)
    return Common(context, cells, scratch.sums.copy())


@compiled
def look_at(s: SheetRecord, common: Common, way: WayRecord, net: Net, scratch: Scratch) -> int:
    """Fills in the chances of all outcomes of a way; returns the points that go with it."""
    scratch.sums[:] = common.sums
    count, points = list_line(s, common.context, way, common.cells, scratch.seen, 0)
    put_all(net, scratch.sums, scratch.seen, count)
    conclude(net, scratch.sums, scratch)
    return points


# Plans ------------------------------------------------------------------------------------------------
@compiled
def plan_hash(s: SheetRecord, g: TableRecord, seat: int, seed: Seed, net: Net, noise: float) -> Any:
    """A hash of everything that a plan for this card depends on: the table before it, luck, the network."""
    word = mixed(seed ^ np.uint64(seat + (wide(g["seats"]) << 4) + (wide(g["seen_count"]) << 8)))
    word = mixed(word ^ np.uint64(np.int64(noise * 1e6)) ^ (np.uint64(wide(g["card"]) + 1) << np.uint64(48)))
    word = mixed(word ^ np.uint64(np.int64(net.last_bias[0] * 1e12)))
    word = mixed(word ^ np.uint64(np.int64(net.first[0, 0] * 1e12)))
    for kind in range(s["kinds"]):
        word = mixed(word ^ np.uint64(wide(g["left"][kind])))
    line = np.empty(1, WAY)
    for index in range(g["seats"]):
        begin_settled(s, g, index, line[0])
        word = mixed(word ^ line_hash(line[0]))
    return word


@compiled
def line_hash(way: WayRecord) -> Any:
    """A hash of a line: its cells, its ends in any order, its numbers."""
    word = mixed(mixed(way["taken"][0]) ^ way["taken"][1])
    ends = np.uint64(way["end"] + way["other"]), np.uint64(way["end"] * way["other"])
    numbers = np.uint64(way["full"]), np.uint64(way["half"])
    word ^= (ends[0] << np.uint64(48)) ^ (ends[1] << np.uint64(32))
    return mixed(word ^ (numbers[0] << np.uint64(16)) ^ numbers[1])


@compiled
def store_plan(ways: WayList, chosen: int, word: Key, scratch: Scratch) -> None:
    """Stores the steps of the chosen way and its stats (see PLAN)."""
    lines, notes = ways.lines, scratch.chosen
    steps = wide(lines[chosen]["length"]) - wide(lines[0]["length"])
    notes[PLAN] = 0
    if steps == 0:
        return
    if steps <= MOST_STEPS:
        notes[PLAN], notes[PLAN + 1], notes[PLAN + 2] = steps, hash_part(word, 0), hash_part(word, 1)
        for index in range(len(scratch.stats)):
            notes[PLAN + 3 + index] = scratch.stats[index]
        at = chosen
        for index in range(steps - 1, -1, -1):
            notes[PLAN_STEPS + index] = lines[at]["end"]
            at = ways.parents[at]
    scratch.stats[COUNT] = 0


@compiled
def hash_part(word: Key, part: int) -> int:
    """Half of a hash, less a bit, as it is stored."""
    return wide((word >> np.uint64(32 * part)) & np.uint64(0x7FFFFFFF))


@compiled
def is_planned(track: TrackRecord, word: Key, notes: Numbers) -> bool:
    """Whether what is drawn so far is the beginning of the plan stored for this card."""
    if notes[PLAN + 1] != hash_part(word, 0) or notes[PLAN + 2] != hash_part(word, 1):
        return False
    if track["grown"] > notes[PLAN]:
        return False
    same = True
    for index in range(track["grown"]):
        same = same and drawn_cell(track, index) == notes[PLAN_STEPS + index]
    return same


@compiled
def follow_plan(s: SheetRecord, track: TrackRecord, scratch: Scratch) -> int:
    """The next step of the plan; at its end the seat is done, and the stats are those of the plan."""
    notes, gone = scratch.chosen, wide(track["grown"])
    for index in range(len(scratch.stats)):
        scratch.stats[index] = notes[PLAN + 3 + index]
    if gone == notes[PLAN]:
        return wide(s["steps"])
    scratch.stats[COUNT] = 0
    return step_to(s, notes[PLAN_STEPS + gone - 1], notes[PLAN_STEPS + gone])


# What a hint asks -------------------------------------------------------------------------------------
@compiled
def weigh_moves(
    sheet: Records, state: Records, seat: int, net: Net, scratch: Scratch, moves: Numbers, values: Reals
) -> int:
    """Fills in every move and the value of the best way that begins with it; returns how many."""
    s, g = sheet[0], state[0]
    ways, context = new_ways(), context_of(s, g, seat, False)
    count = list_all(s, g, seat, context.reached, ways)
    value_ways(s, g, context, ways, count, net, scratch)
    found = 0
    for index in range(count):
        found = add_move(moves, values, found, wide(ways.lines[index]["move"]), ways.values[index])
    hold(ways.lines)
    return found


@compiled
def add_move(moves: Numbers, values: Reals, count: int, move: int, value: float) -> int:
    """Add a move, or raise its value; returns how many moves there are now."""
    for index in range(count):
        if moves[index] == move:
            values[index] = max(values[index], value)
            return count
    moves[count], values[count] = move, value
    return count + 1


# What a review asks -----------------------------------------------------------------------------------
@compiled
def anticipate(sheet: Records, state: Records, seat: int, net: Net, scratch: Scratch) -> int:
    """Fills in `scratch.chances` for a seat; returns the points they count from."""
    count, points = list_features(sheet[0], state[0], seat, scratch.seen)
    look(net, scratch, count)
    return points


@compiled
def rests(sheet: Records, state: Records, seat: int) -> bool:
    """Whether a rollout for a seat may end here: never, it goes on to the end."""
    return False


@compiled
def weigh_throws(
    sheet: Records, state: Records, net: Net, scratch: Scratch, throws: Numbers, dice: int, values: Reals
) -> int:
    """-1: no values of cards are filled in, the tables after them are looked at instead."""
    return -1
