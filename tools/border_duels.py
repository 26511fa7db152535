"""Games of The Border with two seats for a net of duels, compiled.

Each table after an action is a sample twice, once from each seat: what one wins the other loses. Two things
are foreseen: the final lead, by TD(lambda) as in `kritzel.training.selfplay`, and what the table is worth,
with luck taken off: of every throw what it was worth to the active seat less the mean over all throws.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kritzel.fast.bits import lowest
from kritzel.fast.jit import compiled, released
from kritzel.fast.luck import DECISION, OVER, OWN, below, key
from kritzel.fast.net import BINS, COUNT, LEAST_TOTAL, TOTALS, WIN, Net, Scratch, expected, look, total_at
from kritzel.fast.records import Numbers, Reals, Records, Seed
from kritzel.games.border.bot.analysis import ANY_DICE, FULL, KEPT_SET, NEVER, SETS
from kritzel.games.border.bot.evaluation import LATER, LEAD_VALUES, POINT, new_workspace, weigh_others
from kritzel.games.border.bot.features import list_features, outlook, targets
from kritzel.games.border.bot.greedy import greedy
from kritzel.games.border.bot.learned import WIDTH, begin, best_throw, decide, key_of, learned, new_search
from kritzel.games.border.bot.planner import planner
from kritzel.games.border.bot.throws import MOST_PLANS, PLAN, look_back, set_of, value_throws
from kritzel.games.border.fast.rules import active, apply, deciding, legal, outcome, pending, reveal
from kritzel.games.border.fast.scoring import places
from kritzel.games.border.fast.sheet import SheetRecord
from kritzel.games.border.fast.state import KEEPING, MANY_CHOICES, TableRecord, choices_of
from kritzel.games.border.sheet import THROWS
from kritzel.training.selfplay import GREEDY, MOST_DECISIONS, MOST_FACES, NOISY, PLANNER, WILD

WIDEST = 192
"""No sample has more inputs that are on."""
MOST_MOVES = 4096


class Lesson(NamedTuple):
    """Samples, a row each; an even row and the next are two views of one table."""

    inputs: Any
    """What is on."""
    counts: Any
    lead: Any
    """The lead to be expected: what bins count from."""
    target: Any
    """The chances of each bin."""
    worth: Any
    """What the table is worth: what came, luck taken off, mixed with what the net said later on."""
    ended: Any
    """The same by what came alone."""
    said: Any
    """What the net said that played."""
    chances: Any
    luck: Any
    """Of the first seat, from this table to the next, in the first of two rows."""


def empty(samples: int, nothing: int) -> Lesson:
    """Room for so many samples; places without input hold this number."""
    return Lesson(
        inputs=np.full((samples, WIDEST), nothing, np.int16),
        counts=np.zeros(samples, np.int32),
        lead=np.zeros(samples, np.int32),
        target=np.zeros((samples, BINS), np.float32),
        worth=np.zeros(samples, np.float32),
        ended=np.zeros(samples, np.float32),
        said=np.zeros(samples, np.float32),
        chances=np.zeros((samples, BINS), np.float32),
        luck=np.zeros(samples),
    )


@compiled
def other_move(
    sheet: Records,
    state: Records,
    seat: int,
    kind: int,
    seed: Any,
    net: Net,
    scratch: Scratch,
    moves: Numbers,
) -> Any:
    """A move of somebody else."""
    if kind == GREEDY:
        return np.int64(greedy(sheet, state, seat, seed))
    if kind == PLANNER:
        return np.int64(planner(sheet, state, seat, seed))
    if kind == NOISY:
        return np.int64(learned(sheet, state, seat, seed, net, WILD, scratch))
    return np.int64(moves[below(seed, 0, legal(sheet, state, seat, moves))])


@compiled
def final_throws(s: SheetRecord, g: TableRecord, net: Net, scratch: Scratch) -> Any:
    """What each final throw is worth to the active seat."""
    m = new_workspace(active(g), net, scratch)
    plans, values = np.zeros(MOST_PLANS, PLAN), np.zeros(SETS)
    begin(s, g, m, True)
    weigh_others(s, m, ANY_DICE)
    value_throws(s, m, plans, values, 0)
    return values


@compiled
def thrown_worth(finals: Reals, dice: int, left: int) -> float:
    """What five dice are worth with so many throws to come."""
    row = choices_of(dice)
    if left == 0:
        return finals[FULL + row]
    worth, best = look_back(finals.copy(), left), NEVER
    for index in range(MANY_CHOICES[row]):
        best = max(best, worth[KEPT_SET[row, index]])
    return best


@compiled
def note_views(s: SheetRecord, later: Any, net: Net, scratch: Scratch, lesson: Lesson, at: int) -> None:
    """One table, seen from both seats."""
    for seat in range(2):
        lead = round(outlook(s, later, seat))
        count = list_features(s, later, seat, lead, scratch.seen)
        look(net, scratch, count)
        lesson.counts[at + seat], lesson.lead[at + seat] = count, lead
        lesson.said[at + seat] = expected(net, scratch.chances, lead, LEAD_VALUES)
        for index in range(count):
            lesson.inputs[at + seat, index] = scratch.seen[index]
        lesson.chances[at + seat] = scratch.chances
    lesson.luck[at] = 0.0


@compiled
def throw(sheet: Records, state: Records, seed: Seed, finals: Reals, faces: Numbers) -> float:
    """The throw that is awaited, in place; how lucky it is for the first seat."""
    g = state[0]
    left = THROWS - g["throw"]
    before = look_back(finals.copy(), left + 1)[set_of(g["dice"])]
    reveal(sheet, state, faces, outcome(sheet, state, seed, faces))
    luck = thrown_worth(finals, g["dice"], left) - before
    return luck if active(g) == 0 else -luck


@compiled
def own_move(
    s: SheetRecord,
    g: TableRecord,
    seat: int,
    seed: Any,
    net: Net,
    scratch: Scratch,
    finals: Reals,
    lesson: Lesson,
    at: int,
) -> Any:
    """The net's move, and where the next sample goes: a table after an action is one."""
    event = key_of(g, seat, seed)
    if g["phase"] == KEEPING:
        worth = look_back(finals.copy(), THROWS - g["throw"])
        return np.int64(best_throw(g, worth, event, 0.0)), at
    m = new_workspace(seat, net, scratch)
    move = np.int64(decide(s, g, m, new_search(event, 0.0, WIDTH, 0, 1)))
    if scratch.stats[COUNT] == 0 or at + 2 > len(lesson.counts):
        return move, at
    note_views(s, m.states[LATER], net, scratch, lesson, at)
    return move, at + 2


@compiled
def play(
    sheet: Records,
    state: Records,
    seed: Seed,
    net: Net,
    before: int,
    kinds: Numbers,
    scratch: Scratch,
    lesson: Lesson,
    at: int,
    moves: Numbers,
    faces: Numbers,
) -> int:
    """One game to its end, in place; where the next sample goes."""
    s, g, start, decided = sheet[0], state[0], at, 0
    finals = np.zeros(SETS)
    for _ in range(MOST_DECISIONS):
        waits = pending(sheet, state)
        if waits == OVER:
            break
        if waits != DECISION:
            if g["throw"] == 1:
                finals = final_throws(s, g, net, scratch)
            luck = throw(sheet, state, seed, finals, faces)
            if at > start:
                lesson.luck[at - 2] += luck
            continue
        seat: Any = np.int64(lowest(np.uint64(deciding(sheet, state))))
        if decided < before:
            own = key(seed, seat, OWN, 1 + decided) >> np.uint64(1)
            move: Any = other_move(sheet, state, seat, kinds[seat], own, net, scratch, moves)
        else:
            own = key(seed, seat, OWN, 0) >> np.uint64(1)
            move, at = own_move(s, g, seat, own, net, scratch, finals, lesson, at)
        apply(sheet, state, seat, move)
        decided += 1
    return at


@compiled
def into_bins(net: Net, coming: Reals, lead: int, mirrored: bool, target: Reals) -> None:
    """Chances of final leads of seat 0 as chances of a seat's bins."""
    target[:] = 0.0
    for total in range(TOTALS):
        if coming[total] > 0.0:
            final = LEAST_TOTAL + total
            place = (-final if mirrored else final) - lead - net.scale[0]
            target[min(max(place, 0), BINS - 1)] += coming[total]


@compiled
def set_targets(
    sheet: Records,
    state: Records,
    net: Net,
    lesson: Lesson,
    begin: int,
    end: int,
    trace: float,
    steady: float,
) -> None:
    """What came after each sample, from the last one back; values are those of seat 0."""
    coming, final, place = np.zeros(TOTALS), np.zeros(4, np.int32), np.zeros(4, np.int32)
    targets(sheet, state, final)
    places(sheet, state, place)
    coming[total_at(final[0])] = 1.0
    share = 0.5 if place[0] == place[1] else (1.0 if place[0] < place[1] else 0.0)
    worth = WIN * share + POINT * final[0]
    ended = worth
    for at in range(end - 2, begin - 1, -2):
        worth -= lesson.luck[at]
        ended -= lesson.luck[at]
        lesson.worth[at], lesson.worth[at + 1] = worth, WIN - worth
        lesson.ended[at], lesson.ended[at + 1] = ended, WIN - ended
        for seat in range(2):
            into_bins(net, coming, lesson.lead[at + seat], seat == 1, lesson.target[at + seat])
        said = (lesson.said[at] + WIN - lesson.said[at + 1]) / 2
        worth = steady * worth + (1.0 - steady) * said
        coming *= trace
        for index in range(BINS):
            one = total_at(lesson.lead[at] + net.scale[0] + index)
            two = total_at(-(lesson.lead[at + 1] + net.scale[0] + index))
            coming[one] += (1.0 - trace) / 2 * lesson.chances[at, index]
            coming[two] += (1.0 - trace) / 2 * lesson.chances[at + 1, index]


@released
def play_many(
    sheet: Records,
    begins: Records,
    seeds: Numbers,
    before: Numbers,
    kinds: Numbers,
    net: Net,
    scratch: Scratch,
    lesson: Lesson,
    trace: float,
    steady: float,
) -> int:
    """Games from these tables; how many samples there are."""
    state, at = begins[:1].copy(), 0
    moves, faces = np.zeros(MOST_MOVES, np.int32), np.zeros(MOST_FACES, np.int32)
    for game in range(len(seeds)):
        state[0] = begins[game]
        start = at
        at = play(
            sheet, state, seeds[game], net, before[game], kinds[game], scratch, lesson, at, moves, faces
        )
        set_targets(sheet, state, net, lesson, start, at, trace, steady)
    return at
