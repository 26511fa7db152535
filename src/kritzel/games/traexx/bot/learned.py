"""The learned bot of Träxx, compiled: looks at every way to draw the card, and asks a network about each.

Ways that cover the same cells between the same ends with the same numbers are one. Each is looked at as if
the seat were done there (see `features`); the bot goes the first step of the best way, or is done where
that is best. Noise belongs to a way and a round, not to a call, so the next call goes on with the same plan.
On the last card the points are known, and nobody is asked about them.

With company it plays mostly for the chance to win (see `net`): the others are looked at without the numbers
that a way is the first to reach, since they get half for those from the next card on (T5).

It knows what the seat may see: its own line, the cards left, and the others' settled lines.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kritzel.fast.bits import MOST_CELLS, Cells
from kritzel.fast.jit import compiled, hold
from kritzel.fast.luck import MOVES, below, key, mixed
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
    Context,
    add_features,
    as_seen,
    context_of,
    list_cells,
    list_line,
    list_table,
    points_of,
)
from kritzel.games.traexx.bot.inputs import STATES, TAKEN
from kritzel.games.traexx.bot.ways import MOST_WAYS, WAY, WayRecord, begin, list_ways
from kritzel.games.traexx.fast.rules import cells_in, drawn, step_to, wide
from kritzel.games.traexx.fast.sheet import SheetRecord
from kritzel.games.traexx.fast.state import TableRecord, TrackRecord

PLAN, PLAN_STEPS, MOST_STEPS = 400, 406, 100
"""The last places of `Scratch.chosen`, which no inputs reach, hold the plan for the card under way: how many
steps, its word in two parts, what is told at its end; then the cells to go to."""


# The bot ----------------------------------------------------------------------------------------------
@compiled
def learned(
    sheet: Records, state: Records, seat: int, seed: Seed, net: Net, noise: float, scratch: Scratch
) -> int:
    """The first step of the way that the network likes best, or done; ties are broken by luck."""
    s, g = sheet[0], state[0]
    fresh = g["tracks"][seat]["grown"] == 0
    word = plan_word(s, g, seat, np.uint64(seed), net, noise)
    if not fresh and is_planned(g["tracks"][seat], word, scratch.chosen):
        return go_on_as_planned(s, g["tracks"][seat], scratch)
    ways = np.empty(MOST_WAYS, WAY)
    came = np.empty(MOST_WAYS, np.int64)
    values = np.empty(MOST_WAYS)
    context = context_of(s, g, seat, False)
    begin(s, g, seat, context.reached, ways[0])
    count = list_ways(s, g, ways, came, fresh, context.reached, MOST_WAYS)
    value_ways(s, g, seat, context, ways, count, net, scratch, values)
    luck = key(np.uint64(seed), wide(g["seen_count"]) + 1, MOVES, seat * MOST_CELLS)
    if noise > 0.0:
        add_noise(ways, count, luck, noise, values)
    chosen = best_of(values, count, luck)
    scratch.stats[COUNT], scratch.stats[POINTS] = 0, 0
    if context.cards and (fresh or chosen == 0):
        scratch.stats[COUNT], scratch.stats[POINTS] = add_features(s, context, ways[chosen], scratch.chosen)
    if fresh:
        keep_plan(ways, came, chosen, word, scratch)
    else:
        scratch.chosen[PLAN] = 0
        if chosen == 0 and context.cards and noise > 0.0:
            hope(s, g, seat, context, ways, came, net, scratch, values)
    move = wide(ways[chosen]["move"])
    hold(ways)
    return move


@compiled
def value_ways(
    s: SheetRecord,
    g: TableRecord,
    seat: int,
    context: Context,
    ways: Records,
    count: int,
    net: Net,
    scratch: Scratch,
    values: Reals,
) -> None:
    """What each way is worth: on the last card its points, else what the network says."""
    if context.cards == 0:
        set_wish(s, g, seat, 0, net, scratch)
        for index in range(count):
            points = points_of(s, ways[index])
            values[index] = points + (WIN * scratch.winning[total_at(points)] if context.seats > 1 else 0.0)
        return
    judge_all(s, g, seat, context, ways, count, net, scratch, values)


@compiled
def set_wish(s: SheetRecord, g: TableRecord, seat: int, gone: int, net: Net, scratch: Scratch) -> None:
    """What the seat plays for: points if alone, else to be ahead of what the others may end with once these
    numbers are gone (bits). Leaves the last of them in `scratch`."""
    if g["seats"] == 1:
        play_for_points(scratch.wish)
        return
    begin_win(scratch)
    line = np.empty(1, WAY)
    for other in range(g["seats"]):
        if other != seat:
            as_seen(s, g, other, line[0])
            context = without_numbers(context_of(s, g, other, True), gone)
            count, mine = add_features(s, context, line[0], scratch.seen)
            look(net, scratch, count)
            count_rival(net, scratch, mine)
    end_win(scratch)
    hold(line)


@compiled
def without_numbers(context: Context, gone: int) -> Context:
    """T5: the context once somebody has reached these numbers."""
    return Context(
        context.board,
        context.there,
        context.reached | gone,
        context.rivals,
        context.left,
        context.cards,
        context.symbols,
        context.seats,
        context.best,
        context.far,
        context.places,
    )


@compiled
def reached_first(context: Context, way: WayRecord) -> int:
    """T5: the numbers (bits) that this way is the first to reach; alone it makes no difference."""
    return wide(way["full"]) & ~context.reached if context.seats > 1 else 0


@compiled
def best_of(values: Reals, count: int, event: Key) -> int:
    """Where the best value stands; ties are broken by luck."""
    chosen, ties = 0, 1
    for index in range(1, count):
        if values[index] > values[chosen]:
            chosen, ties = index, 1
        elif values[index] == values[chosen]:
            ties += 1
            chosen = index if below(event, ties, ties) == 0 else chosen
    return chosen


@compiled
def add_noise(ways: Records, count: int, event: Key, noise: float, values: Reals) -> None:
    """Noise on each value, always the same for the same line after this card."""
    for index in range(count):
        values[index] += noise * gaussian(mixed(event ^ line_word(ways[index])), 0)


# What they are worth ----------------------------------------------------------------------------------
@compiled
def judge(
    s: SheetRecord, context: Context, ways: Records, count: int, net: Net, scratch: Scratch, values: Reals
) -> int:
    """Fills in what each way is worth by the network and the wish in `scratch`; the chances of the best are
    kept. Where it stands."""
    best, known = -1, cells_in(ways[0]["taken"])
    ground = lay_ground(s, context, known, net, scratch)
    for index in range(count):
        best = judge_one(s, context, ways, index, best, known, ground, net, scratch, values)
    return best


@compiled
def judge_all(
    s: SheetRecord,
    g: TableRecord,
    seat: int,
    context: Context,
    ways: Records,
    count: int,
    net: Net,
    scratch: Scratch,
    values: Reals,
) -> None:
    """The same with a wish for each set of numbers that ways are the first to reach, worked out once."""
    best, known = -1, cells_in(ways[0]["taken"])
    ground = lay_ground(s, context, known, net, scratch)
    values[:count] = -np.inf
    for begin_at in range(count):
        if values[begin_at] == -np.inf:
            gone = reached_first(context, ways[begin_at])
            set_wish(s, g, seat, gone, net, scratch)
            for index in range(begin_at, count):
                if reached_first(context, ways[index]) == gone:
                    best = judge_one(s, context, ways, index, best, known, ground, net, scratch, values)


@compiled
def judge_one(
    s: SheetRecord,
    context: Context,
    ways: Records,
    index: int,
    best: int,
    known: Cells,
    ground: Reals,
    net: Net,
    scratch: Scratch,
    values: Reals,
) -> int:
    """Fills in what one way is worth, and keeps its chances if none was better. Where the best stands now."""
    points = look_at(s, context, ways[index], known, ground, net, scratch)
    values[index] = expected(net, scratch.chances, points, scratch.wish)
    if best >= 0 and values[index] <= values[best]:
        return best
    scratch.stats[BEST_POINTS] = points
    scratch.hoped[:] = scratch.chances
    return index


@compiled
def lay_ground(s: SheetRecord, context: Context, known: Cells, net: Net, scratch: Scratch) -> Any:
    """The first sums of what all ways have in common: the table, and the cells already on the line."""
    clear(net, scratch)
    count = list_table(s, context, scratch.seen)
    count = list_cells(known, context.places.cell + TAKEN, STATES, scratch.seen, count)
    put_all(net, scratch.sums, scratch.seen, count)
    return scratch.sums.copy()


@compiled
def look_at(
    s: SheetRecord, context: Context, way: WayRecord, known: Cells, ground: Reals, net: Net, scratch: Scratch
) -> int:
    """The chances of all outcomes of a way on this ground; returns the points that go with it."""
    scratch.sums[:] = ground
    count, points = list_line(s, context, way, known, scratch.seen, 0)
    put_all(net, scratch.sums, scratch.seen, count)
    conclude(net, scratch.sums, scratch)
    return points


@compiled
def hope(
    s: SheetRecord,
    g: TableRecord,
    seat: int,
    context: Context,
    ways: Records,
    came: Numbers,
    net: Net,
    scratch: Scratch,
    values: Reals,
) -> None:
    """The best way for the whole card: noise may have led the steps before somewhere else."""
    as_seen(s, g, seat, ways[0])
    count = list_ways(s, g, ways, came, True, context.reached, MOST_WAYS)
    judge_all(s, g, seat, context, ways, count, net, scratch, values)


# Plans ------------------------------------------------------------------------------------------------
@compiled
def plan_word(s: SheetRecord, g: TableRecord, seat: int, seed: Seed, net: Net, noise: float) -> Any:
    """A word for everything that a plan for this card comes from: the table before it, luck, the network."""
    word = mixed(seed ^ np.uint64(seat + (wide(g["seats"]) << 4) + (wide(g["seen_count"]) << 8)))
    word = mixed(word ^ np.uint64(np.int64(noise * 1e6)) ^ (np.uint64(wide(g["card"]) + 1) << np.uint64(48)))
    word = mixed(word ^ np.uint64(np.int64(net.last_bias[0] * 1e12)))
    word = mixed(word ^ np.uint64(np.int64(net.first[0, 0] * 1e12)))
    for kind in range(s["kinds"]):
        word = mixed(word ^ np.uint64(wide(g["left"][kind])))
    line = np.empty(1, WAY)
    for index in range(g["seats"]):
        as_seen(s, g, index, line[0])
        word = mixed(word ^ line_word(line[0]))
    return word


@compiled
def line_word(way: WayRecord) -> Any:
    """A word for a line: its cells, its ends in any order, its numbers."""
    word = mixed(mixed(way["taken"][0]) ^ way["taken"][1])
    ends = np.uint64(way["end"] + way["other"]), np.uint64(way["end"] * way["other"])
    numbers = np.uint64(way["full"]), np.uint64(way["half"])
    word ^= (ends[0] << np.uint64(48)) ^ (ends[1] << np.uint64(32))
    return mixed(word ^ (numbers[0] << np.uint64(16)) ^ numbers[1])


@compiled
def keep_plan(ways: Records, came: Numbers, chosen: int, word: Key, scratch: Scratch) -> None:
    """Notes the steps of the chosen way in the last places of `chosen`, and what it is about."""
    notes, steps = scratch.chosen, wide(ways[chosen]["length"]) - wide(ways[0]["length"])
    notes[PLAN] = 0
    if steps == 0:
        return
    if steps <= MOST_STEPS:
        notes[PLAN], notes[PLAN + 1], notes[PLAN + 2] = steps, word_part(word, 0), word_part(word, 1)
        for index in range(len(scratch.stats)):
            notes[PLAN + 3 + index] = scratch.stats[index]
        at = chosen
        for index in range(steps - 1, -1, -1):
            notes[PLAN_STEPS + index] = ways[at]["end"]
            at = came[at]
    scratch.stats[COUNT] = 0


@compiled
def word_part(word: Key, part: int) -> int:
    """Half of a word, less a bit, as it is noted."""
    return wide((word >> np.uint64(32 * part)) & np.uint64(0x7FFFFFFF))


@compiled
def is_planned(track: TrackRecord, word: Key, notes: Numbers) -> bool:
    """Whether what is drawn so far is the beginning of the plan noted for this card."""
    if notes[PLAN + 1] != word_part(word, 0) or notes[PLAN + 2] != word_part(word, 1):
        return False
    if track["grown"] > notes[PLAN]:
        return False
    same = True
    for index in range(track["grown"]):
        same = same and drawn(track, index) == notes[PLAN_STEPS + index]
    return same


@compiled
def go_on_as_planned(s: SheetRecord, track: TrackRecord, scratch: Scratch) -> int:
    """The next step of the plan; at its end the seat is done, and what the plan was about is told."""
    notes, gone = scratch.chosen, wide(track["grown"])
    for index in range(len(scratch.stats)):
        scratch.stats[index] = notes[PLAN + 3 + index]
    if gone == notes[PLAN]:
        return wide(s["steps"])
    scratch.stats[COUNT] = 0
    return step_to(s, notes[PLAN_STEPS + gone - 1], notes[PLAN_STEPS + gone])
