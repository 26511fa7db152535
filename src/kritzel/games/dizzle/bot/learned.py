"""The learned Dizzle player, compiled: every move by what the value network says of the table after it.

A seat looks at the table with the others' choices under way covered (D23), so its own choice never settles a
phase in which others still choose. Alone it plays for points, with company mostly for the chance to win (see
`net`): for that the others are looked at again on the table after each move, so what the move does to them
counts as well: dice taken away, flags reached first, bombs. Rails are drawn one by one, each time on the cell
where most rails end. Where the game is over, the final points count and no network is asked.
"""

from __future__ import annotations

import numpy as np

from kritzel.fast.bits import NOTHING, Cells, first, has, is_empty, without_first
from kritzel.fast.jit import compiled
from kritzel.fast.levels import Hyperparameters
from kritzel.fast.luck import NO_MOVE, NOISE, OWN, better, key
from kritzel.fast.net import (
    BEST_POINTS,
    COUNT,
    POINTS,
    WIN,
    Net,
    Scratch,
    begin_win,
    count_rival,
    end_win,
    expected,
    gaussian,
    look,
    play_for_points,
)
from kritzel.fast.records import Numbers, Reals, Records, Seed
from kritzel.games.dizzle.bot.analysis import current_points, moment
from kritzel.games.dizzle.bot.features import LOW, STEP, list_features
from kritzel.games.dizzle.fast.placing import ask, block, choices
from kritzel.games.dizzle.fast.rules import play
from kritzel.games.dizzle.fast.scoring import opens_to, place, total
from kritzel.games.dizzle.fast.sheet import KINDS, PASSES, SheetRecord, load, store
from kritzel.games.dizzle.fast.state import FLOW, OVER, PLACE, PLANETS, RAILS, STATE, SeatRecord, TableRecord

COURSE = Hyperparameters(games=81_920, noise=0.8, trace=0.8, decisions=40)
"""How nets for Dizzle are trained."""

RAIL_NOISE = 0.5
"""The share of the noise that is left while rails are drawn: that is one more decision for every die, and a
wrong piece stays."""

FORESEEN = 6
"""With no more dice in the last pool than this there is less noise, and none for its last die: points can be
counted."""

MOST_OPTIONS = 128
LOWEST_VALUE = -1e9
"""Below any value of a table."""


@compiled
def learned(
    sheet: Records, state: Records, seat: int, seed: Seed, net: Net, noise: float, scratch: Scratch
) -> int:
    """The move after which the network sees most for an asked seat; ties by lot."""
    scratch.stats[COUNT] = 0
    moves = np.empty(MOST_OPTIONS, np.int32)
    count = options(sheet[0], state[0], seat, moves)
    if count == 1:
        return moves[0]
    tables = np.empty(2, STATE)
    tables[0] = state[0]
    cover(sheet[0], tables[0], seat)
    g = tables[0]
    now = moment(g, g["seats"][seat], seat)
    ties = key(np.uint64(seed), g["pass_no"], OWN, now)
    noises = key(np.uint64(seed), g["pass_no"], NOISE, now)
    noise *= unforeseen(sheet[0], g, moves[0])
    best, highest = NO_MOVE, LOWEST_VALUE
    for index in range(count):
        value, on = value_after(sheet, tables, seat, moves[index], net, scratch)
        if value > highest:
            highest = value
            scratch.hoped[:] = scratch.chances
            scratch.stats[BEST_POINTS] = current_points(sheet[0], tables[1], seat)
        if noise != 0.0:
            value += noise * gaussian(noises, index)
        best = better(best, index, value, ties)
        if best.move == index:
            scratch.chosen[:on] = scratch.seen[:on]
            scratch.stats[COUNT], scratch.stats[POINTS] = on, current_points(sheet[0], tables[1], seat)
    return moves[best.move]


@compiled
def unforeseen(s: SheetRecord, g: TableRecord, move: int) -> float:
    """The share of the noise that there is. Whether to roll again, no noise decides: dice can be counted."""
    if s["cells"] <= move < s["cells"] + 2:
        return 0.0
    share = RAIL_NOISE if g["phase"] == RAILS else 1.0
    last = g["phase"] == PLACE and g["pass_no"] == PASSES[g["players"]]
    return share * min(1.0, (g["left"] - 1) / FORESEEN) if last else share


# What can be done ------------------------------------------------------------------------------------
@compiled
def options(s: SheetRecord, g: TableRecord, seat: int, moves: Numbers) -> int:
    """The moves that are looked at, and how many: all legal ones, but rails on one cell only."""
    cells, begin = choices(s, g, seat), block(s, g)
    if is_empty(cells):
        moves[0], moves[1] = s["cells"], s["cells"] + 1
        return 2
    if g["phase"] == RAILS:
        cell = most_joined(s, g["seats"][seat], cells)
        for kind in range(KINDS):
            moves[kind] = begin + KINDS * cell + kind
        return KINDS
    count = 0
    while not is_empty(cells):
        moves[count] = begin + first(cells)
        count += 1
        cells = without_first(cells)
    return count


@compiled
def most_joined(s: SheetRecord, m: SeatRecord, cells: Cells) -> int:
    """The first of the cells at which most rails end."""
    best, most = first(cells), -1
    while not is_empty(cells):
        cell, ends = first(cells), 0
        cells = without_first(cells)
        for edge in range(4):
            other = s["near"][cell, edge]
            if other >= 0 and opens_to(rail_at(m, other), edge ^ 1):
                ends += 1
        if ends > most:
            best, most = cell, ends
    return best


@compiled
def rail_at(m: SeatRecord, cell: int) -> int:
    """The piece that lies on a cell; 0 for none."""
    if has(load(m["crosses"]), cell) or has(load(m["drawn"]), cell):
        return m["piece"][cell]
    return 0


# What a seat may see ---------------------------------------------------------------------------------
@compiled
def cover(s: SheetRecord, g: TableRecord, seat: int) -> None:
    """D23: the table without the choices that others have under way, as if none had chosen yet."""
    if g["phase"] != FLOW and g["phase"] != PLANETS and g["phase"] != RAILS:
        return
    for other in range(g["players"]):
        if other != seat:
            store(g["seats"][other]["pick"], NOTHING)
            store(g["seats"][other]["drawn"], NOTHING)
    ask(s, g, g["phase"])


@compiled
def set_wish(s: SheetRecord, g: TableRecord, seat: int, net: Net, scratch: Scratch) -> None:
    """What each final total is worth to the seat, by what the others may end with on this table. Leaves the
    last of them in `scratch`."""
    if g["players"] == 1:
        play_for_points(scratch.wish)
        return
    begin_win(scratch)
    for other in range(g["players"]):
        if other != seat:
            look(net, scratch, list_features(s, g, other, scratch.seen))
            count_rival(net, scratch, current_points(s, g, other))
    end_win(scratch)


# What a move is worth --------------------------------------------------------------------------------
@compiled
def value_after(
    sheet: Records, tables: Records, seat: int, move: int, net: Net, scratch: Scratch
) -> tuple[float, int]:
    """What the table is worth after this move, and how many inputs were on (0: the game is over). Chances and
    inputs in `scratch` are the seat's own then."""
    tables[1] = tables[0]
    s, g = sheet[0], tables[1]
    play(s, g, seat, move)
    if g["phase"] == OVER:
        scratch.chances[:] = 0.0
        scratch.chances[-LOW // STEP] = 1.0
        return final_value(s, g, seat), 0
    set_wish(s, g, seat, net, scratch)
    count = list_features(s, g, seat, scratch.seen)
    look(net, scratch, count)
    return expected(net, scratch.chances, current_points(s, g, seat), scratch.wish), count


@compiled
def final_value(s: SheetRecord, g: TableRecord, seat: int) -> float:
    points = 1.0 * total(s, g["seats"][seat], g["players"] == 1)
    if g["players"] == 1:
        return points
    if place(s, g, seat) > 1:
        return points
    winners = 0
    for other in range(g["players"]):
        winners += place(s, g, other) == 1
    return points + WIN / winners


# Hints and reviews ---------------------------------------------------------------------------------
@compiled
def weigh_moves(
    sheet: Records, state: Records, seat: int, net: Net, scratch: Scratch, moves: Numbers, values: Reals
) -> int:
    """Fills in the moves that the learned bot looks at and what the table is worth after each; how many."""
    count = options(sheet[0], state[0], seat, moves)
    tables = np.empty(2, STATE)
    tables[0] = state[0]
    cover(sheet[0], tables[0], seat)
    for index in range(count):
        values[index], _ = value_after(sheet, tables, seat, moves[index], net, scratch)
    return count


@compiled
def anticipate(sheet: Records, state: Records, seat: int, net: Net, scratch: Scratch) -> int:
    """Fill `scratch.chances` for a seat; return the points that its outcomes count from."""
    look(net, scratch, list_features(sheet[0], state[0], seat, scratch.seen))
    return current_points(sheet[0], state[0], seat)


@compiled
def rests(sheet: Records, state: Records, seat: int) -> bool:
    """Whether a rollout for a seat may end here: in Dizzle it goes on to the end."""
    return False


@compiled
def weigh_throws(
    sheet: Records, state: Records, net: Net, scratch: Scratch, throws: Numbers, dice: int, values: Reals
) -> int:
    """-1: no values of throws are filled in; a review looks at the tables after them."""
    return -1
