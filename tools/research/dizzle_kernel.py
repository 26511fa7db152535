"""One pass of solo Dizzle, solved by compiled code: the value of every table that can lie there within it.

Knows no file and no reference: cells are numbered from 0, sets of them are bits, and what the end of the pass
is worth is given, by the crosses then. Pools are all multisets of up to eight dice, the smaller ones first.

A die given back (D13) may be taken again, so tables of a pass can follow each other in circles; all dice of
such a circle are on the sheet or in the pool. So tables are solved by how many dice there still are, and
those with equally many again and again until nothing changes. Every die taken is removed or removes another
with some chance, and a re-roll finds a die that fits with some chance: so there is just one solution.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from kritzel.fast.jit import compiled

DICE, FACES = 8, 6
STILL = 1e-13
"""Values that change by less no longer do."""


class Pools(NamedTuple):
    """All pools of up to eight dice by number, and how they follow each other."""

    many: Any
    """How many dice of each face are in a pool: [pool][face from 0]."""
    upto: Any
    """How many pools have fewer dice, by dice: those with n are `upto[n]` to `upto[n + 1]`."""
    fewer: Any
    more: Any
    """The pool with a die of a face less or more; -1 where there is none."""
    chance: Any
    """How likely a roll of as many dice shows just this pool."""
    left: Any
    share: Any
    """D33: what two dice may leave of a pool and in how many of 36 ways, the pool itself last."""


class Print(NamedTuple):
    """What is printed on the sheet."""

    face: Any
    """The number of each cell, from 0."""
    beside: Any
    """The neighbours of each cell."""
    begin: Any
    """The cells beside a start cross."""
    keys: Any
    locks: Any


class Pass(NamedTuple):
    """The tables of a pass: sets of dice on the sheet, and the values with each pool."""

    dice: Any
    """The sets, and by set where its values begin, -1 for one that cannot be."""
    begin: Any
    open: Any
    """Where the next die may go, by set."""
    place: Any
    """The value before a turn: [begin of the set + pool]."""
    taken: Any
    """The value right after a die was taken, before the two dice are rolled."""
    reroll: Any
    """The value before a re-roll: [set][dice in the pool]."""


class Desk(NamedTuple):
    """Room to think."""

    base: Any
    """Of the values after a die was taken, the part with dice removed."""
    worth: Any
    """By pool: the best value by taking a die or, where none fits, by giving one back."""
    fits: Any
    again: Any
    """By pool: whether a die fits; whether one that was given back could be taken again."""


@compiled
def free_cells(printed: Print, crosses: int) -> int:
    """D6, D24: cells that hold no cross and are no closed lock."""
    free = (1 << len(printed.face)) - 1 & ~crosses
    for nth in range(len(printed.keys)):
        if printed.keys[nth] & crosses == 0:
            free &= ~printed.locks[nth]
    return free


@compiled
def around(printed: Print, cells: int) -> int:
    """The cells beside some of these."""
    found = 0
    for cell in range(len(printed.face)):
        if cells >> cell & 1:
            found |= printed.beside[cell]
    return found


@compiled
def size(cells: int) -> int:
    """How many cells these are."""
    many = 0
    while cells:
        cells &= cells - 1
        many += 1
    return many


@compiled
def open_cells(printed: Print, crosses: int, free: int, dice: int) -> int:
    """D7-D9: where the next die may go, whatever its number."""
    beside = free & ~dice & around(printed, dice)
    return beside if beside else free & ~dice & (printed.begin | around(printed, crosses))


@compiled
def tables(printed: Print, pools: Pools, crosses: int) -> Pass:
    """Every set of dice that can lie on the sheet in a pass, with room for the values."""
    cells = len(printed.face)
    begin, opened = np.full(1 << cells, -1, np.int64), np.zeros(1 << cells, np.int64)
    found, many, room = np.zeros(1 << cells, np.int64), 1, 0
    free, at = free_cells(printed, crosses), 0
    begin[0] = 0
    while at < many:
        dice = found[at]
        begin[dice], at = room, at + 1
        room += pools.upto[DICE + 1 - size(dice)]
        opened[dice] = open_cells(printed, crosses, free, dice)
        for cell in range(cells):
            other = dice ^ 1 << cell
            if (dice | opened[dice]) >> cell & 1 and begin[other] < 0 and size(other) <= DICE:
                found[many], begin[other], many = other, 0, many + 1
    return Pass(
        found[:many].copy(), begin, opened, np.zeros(room), np.zeros(room), np.zeros((1 << cells, DICE + 1))
    )


@compiled
def take_best(printed: Print, pools: Pools, it: Pass, after: Any, dice: int, pool: int) -> float:
    """D5, D10: the value of the best die that can be placed; -inf where none fits."""
    best, left = -np.inf, it.open[dice]
    cell = 0
    while left:
        if left & 1 and pools.many[pool, printed.face[cell]]:
            more, rest = dice | 1 << cell, pools.fewer[pool, printed.face[cell]]
            best = max(best, it.taken[it.begin[more] + rest] if rest else after[more])
        left, cell = left >> 1, cell + 1
    return best


@compiled
def give_back(printed: Print, pools: Pools, it: Pass, dice: int, pool: int) -> tuple[float, bool]:
    """D13: the value of the best die to be given back, and whether one of them could be taken again."""
    best, again = -np.inf, False
    for cell in range(len(printed.face)):
        if dice >> cell & 1:
            fewer = dice ^ 1 << cell
            best = max(best, it.place[it.begin[fewer] + pools.more[pool, printed.face[cell]]])
            again = again or it.open[fewer] >> cell & 1 == 1
    return best, again


@compiled
def roll_again(pools: Pools, it: Pass, stop: float, dice: int, there: int, desk: Desk) -> float:
    """D12, D13: the value of a re-roll. Its shortest circle is solved at once: nothing fits, a die is given
    back and taken again, no die is removed, and again nothing fits; or there is no die to be given back.
    """
    known, begin, stay = 0.0, it.begin[dice], pools.left.shape[1] - 1
    for pool in range(pools.upto[there], pools.upto[there + 1]):
        if desk.fits[pool]:
            known += pools.chance[pool] * desk.worth[pool]
    value, before = known, -np.inf
    while abs(value - before) > STILL / 10:
        before, value, stuck = value, known, max(stop, value)
        for pool in range(pools.upto[there], pools.upto[there + 1]):
            if not desk.fits[pool]:
                worth = desk.worth[pool]
                if desk.again[pool]:
                    again = desk.base[begin + pool] + pools.share[pool, stay] / 36.0 * stuck
                    worth = max(worth, again if dice else stuck)
                value += pools.chance[pool] * worth
    return value


@compiled
def before_removal(pools: Pools, it: Pass, after: Any, dice: int, there: int, desk: Desk) -> None:
    """D33: of the value after a die was taken, the part with dice removed: fewer dice, so it is known."""
    begin = it.begin[dice]
    for pool in range(pools.upto[there], pools.upto[there + 1]):
        together = 0.0
        for nth in range(pools.left.shape[1] - 1):
            if pools.share[pool, nth] > 0:
                left = pools.left[pool, nth]
                together += pools.share[pool, nth] * (it.place[begin + left] if left else after[dice])
        desk.base[begin + pool] = together / 36.0


@compiled
def look(printed: Print, pools: Pools, it: Pass, after: Any, dice: int, there: int, desk: Desk) -> None:
    """The value of every pool of that many dice by taking a die, or else by giving one back."""
    for pool in range(pools.upto[there], pools.upto[there + 1]):
        worth = take_best(printed, pools, it, after, dice, pool)
        desk.fits[pool], desk.worth[pool], desk.again[pool] = worth > -np.inf, worth, dice == 0
        if dice and worth == -np.inf:
            desk.worth[pool], desk.again[pool] = give_back(printed, pools, it, dice, pool)


@compiled
def turn(printed: Print, pools: Pools, it: Pass, after: Any, dice: int, there: int, desk: Desk) -> float:
    """D10-D16: the values before and after a turn with that many dice in the pool; how much they changed."""
    begin, stay, changed = it.begin[dice], pools.left.shape[1] - 1, 0.0
    stuck = after[dice]
    look(printed, pools, it, after, dice, there, desk)
    if it.open[dice]:
        it.reroll[dice, there] = roll_again(pools, it, stuck, dice, there, desk)
        stuck = max(stuck, it.reroll[dice, there])
    for pool in range(pools.upto[there], pools.upto[there + 1]):
        worth = desk.worth[pool] if desk.fits[pool] else stuck
        changed = max(changed, abs(worth - it.place[begin + pool]))
        it.place[begin + pool] = worth
        it.taken[begin + pool] = desk.base[begin + pool] + pools.share[pool, stay] / 36.0 * worth
    return changed


@compiled
def is_moved(it: Pass, cells: int, dice: int, moved: Any, sweep: int) -> bool:
    """Whether values changed lately that those of a set of dice depend on: with a die more or less."""
    if moved[dice] >= sweep - 1:
        return True
    for cell in range(cells):
        other = dice ^ 1 << cell
        if it.begin[other] >= 0 and moved[other] >= sweep - 1:
            return True
    return False


@compiled
def settle(printed: Print, pools: Pools, it: Pass, after: Any, together: int, desk: Desk) -> None:
    """The values of all tables with that many dice, on the sheet and in the pool, until nothing changes."""
    moved, sweep, going = np.zeros(len(it.begin), np.int64), 0, True
    while going:
        sweep, going = sweep + 1, False
        for many in range(together - 1, -1, -1):
            for dice in it.dice:
                if size(dice) != many or not is_moved(it, len(printed.face), dice, moved, sweep):
                    continue
                if turn(printed, pools, it, after, dice, together - many, desk) > STILL:
                    moved[dice], going = sweep, True


@compiled
def solve(printed: Print, pools: Pools, crosses: int, after: Any) -> Pass:
    """All values of a pass; `after` says by the set of dice what the end of the pass is worth."""
    it = tables(printed, pools, crosses)
    pool = pools.upto[DICE + 1]
    fits, again = np.zeros(pool, np.bool_), np.zeros(pool, np.bool_)
    desk = Desk(np.zeros(len(it.place)), np.zeros(pool), fits, again)
    for together in range(1, DICE + 1):
        for dice in it.dice:
            if size(dice) < together:
                before_removal(pools, it, after, dice, together - size(dice), desk)
        settle(printed, pools, it, after, together, desk)
    return it


@compiled
def rolled(pools: Pools, it: Pass) -> float:
    """D4: the value before the roll that begins a pass."""
    value = 0.0
    for pool in range(pools.upto[DICE], pools.upto[DICE + 1]):
        value += pools.chance[pool] * it.place[pool]
    return value


@compiled
def all_begins(printed: Print, pools: Pools, wanted: Any, later: Any, values: Any) -> None:
    """The value before the roll of a pass, by crosses; `later` says what the end of the pass is worth."""
    after = np.zeros(len(later))
    for crosses in range(len(later)):
        if wanted[crosses]:
            for dice in range(len(later)):
                after[dice] = later[crosses | dice]
            values[crosses] = rolled(pools, solve(printed, pools, crosses, after))
