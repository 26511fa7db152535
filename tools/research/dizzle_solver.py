"""Dizzle for one seat on a small sheet, solved: the value of every position of the last three passes.

D2 gives a seat alone ten passes, and a sheet cannot say otherwise; so the small game begins with the eighth
pass and a blank sheet. What ends a pass is worth what the next one begins with, and that depends only on the
crosses: 2,048 sets at most, of which the file beside this one keeps the values. The tables within a pass
are computed again when they are asked for (`dizzle_kernel`).

`python -m tools.research.dizzle_solver` works the file out, in about a minute.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache, lru_cache
from itertools import combinations_with_replacement, product
from math import factorial, prod
from pathlib import Path
from typing import Any

import numpy as np

from kritzel.game import Setup
from kritzel.games.dizzle import GAME
from kritzel.games.dizzle.rules import fresh_pad
from kritzel.games.dizzle.scoring import score_pad
from kritzel.games.dizzle.sheet import Sheet, passes
from kritzel.games.dizzle.state import OVER, REMOVE, REROLL, REROLLED, ROLL, State
from kritzel.mechanics.cells import Cells, each, gather
from kritzel.sheetfile import digest
from tools.research.dizzle_kernel import DICE, FACES, Pass, Pools, Print, all_begins, rolled, solve, take_best

MICRO = Path(__file__).with_name("dizzle-4x4.toml")
KEPT = MICRO.with_name("dizzle-4x4-values.npz")
PASSES = 3
PAIRS = 21
"""How many different pairs two dice can show."""


# Tables of the kernel -------------------------------------------------------------------------------
@cache
def all_pools() -> Pools:
    """D1, D33: all pools, the smaller ones first, and how they follow each other."""
    faces = range(FACES)
    listed = [pool for dice in range(DICE + 1) for pool in combinations_with_replacement(faces, dice)]
    number = {pool: nth for nth, pool in enumerate(listed)}
    counts = [tuple(pool.count(face) for face in faces) for pool in listed]
    rows = [row_of_removals(pool) for pool in listed]
    return Pools(
        many=np.array(counts),
        upto=np.searchsorted([len(pool) for pool in listed], np.arange(DICE + 2)),
        fewer=np.array([[number.get(without(pool, face), -1) for face in faces] for pool in listed]),
        more=np.array([[number.get(tuple(sorted((*pool, face))), -1) for face in faces] for pool in listed]),
        chance=np.array([chance(count) for count in counts]),
        left=np.array([[number[pool] for pool, _ in row] for row in rows]),
        share=np.array([[ways for _, ways in row] for row in rows]),
    )


def chance(count: tuple[int, ...]) -> float:
    """The probability that a roll shows exactly these counts of faces."""
    dice = sum(count)
    return factorial(dice) / (prod(map(factorial, count)) * float(FACES**dice))


def without(pool: tuple[int, ...], face: int) -> tuple[int, ...]:
    """The pool with one die of the face less, if there is one."""
    at = pool.index(face) if face in pool else len(pool)
    return pool[:at] + pool[at + 1 :]


def removals(pool: tuple[int, ...]) -> dict[tuple[int, ...], int]:
    """D33: the smaller pools that two dice may leave, and in how many of 36 ways."""
    found: dict[tuple[int, ...], int] = {}
    for one, two in product(range(FACES), repeat=2):
        left = without(without(pool, one), two)
        if left != pool:
            found[left] = found.get(left, 0) + 1
    return found


def row_of_removals(pool: tuple[int, ...]) -> list[tuple[tuple[int, ...], int]]:
    """The same as a row of a table: filled up with nothing, and the pool itself last."""
    lost = removals(pool)
    stays = FACES**2 - sum(lost.values())
    return [*lost.items(), *[(pool, 0)] * (PAIRS - len(lost)), (pool, stays)]


# The solver -----------------------------------------------------------------------------------------
@cache
def micro() -> Solver:
    """The sheet of 4x4 places with the values that were kept."""
    solver = Solver(GAME.notation.parse_sheet(MICRO.read_text(encoding="utf-8"), MICRO.name))
    with np.load(KEPT) as kept:
        assert str(kept["sheet"]) == digest(solver.sheet.source), (
            "values of another sheet: work them out anew"
        )
        solver.begins.update({left: kept[f"left{left}"] for left in range(1, PASSES + 1)})
    return solver


class Solver:
    """The values of one sheet without volcanoes, rockets and rails for a seat alone."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.cells = [*each(sheet.numbered)]
        self.number = {cell: nth for nth, cell in enumerate(self.cells)}
        self.printed = self._print()
        points = [self._points(crosses) for crosses in range(1 << len(self.cells))]
        self.final = np.array(points, np.float64)
        self.begins: dict[int, Any] = {0: self.final}
        """By passes left: the value before the roll, by crosses; nan where it is not known."""
        self.pools = all_pools()
        self.pool_number = {tuple(pool): nth for nth, pool in enumerate(self.pools.many.tolist())}
        self.within = lru_cache(64)(self._within)

    def _print(self) -> Print:
        grid, locks = self.sheet.grid, self.sheet.locks or ()
        return Print(
            face=np.array([self.sheet.number[cell] - 1 for cell in self.cells]),
            beside=np.array([self.bits(grid.beside(1 << cell)) for cell in self.cells]),
            begin=self.bits(grid.beside(self.sheet.start)),
            keys=np.array([self.bits(lock.keys) for lock in locks], np.int64),
            locks=np.array([self.bits(lock.locks) for lock in locks], np.int64),
        )

    def bits(self, cells: Cells) -> int:
        """Cells of the reference as the kernel numbers them; those without a number are left out."""
        return gather(self.number[cell] for cell in each(cells & self.sheet.numbered))

    def _points(self, crosses: int) -> float:
        """D26-D31: the points of these crosses, by the reference; alone a flag brings its best."""
        cells = self.sheet.start | gather(self.cells[nth] for nth in each(crosses))
        got = tuple(flag.points[0] if flag.cells & cells else None for flag in self.sheet.flags)
        return score_pad(
            self.sheet, replace(fresh_pad(self.sheet), crosses=cells, flags=got).settled, True
        ).total

    # Working out --------------------------------------------------------------------------------------
    def after(self, left: int) -> Any:
        """D25: the value of crosses after a pass, with that many passes left: a full sheet ends the game."""
        worth = self.begins[left].copy()
        worth[-1] = self.final[-1]
        return worth

    def work_out(self, left: int, wanted: Iterable[int]) -> Any:
        """The value before the roll with that many passes left, by crosses."""
        asked, values = np.zeros(len(self.final), np.bool_), np.full(len(self.final), np.nan)
        asked[[*wanted]] = True
        all_begins(self.printed, self.pools, asked, self.after(left - 1), values)
        return values

    def _within(self, left: int, crosses: int) -> Pass:
        """All tables of a pass that began with these crosses."""
        sets = np.arange(len(self.final))
        return solve(self.printed, self.pools, crosses, self.after(left - 1)[sets | crosses])

    def compute(self, left: int, crosses: int) -> float:
        """The value before the roll by the tables of the pass: what `begins` should say."""
        return float(rolled(self.pools, self.within(left, crosses)))

    # Asking -------------------------------------------------------------------------------------------
    def begin(self) -> State:
        """A blank sheet before the last three passes."""
        start = GAME.rules.start(Setup(self.sheet, 1))
        return replace(start, pass_no=passes(1) - PASSES + 1)

    def value(self, state: State) -> float:
        """The points that the best play ends with on average, from any position of these passes."""
        left, mine = passes(1) - state.pass_no + 1, state.pads[0]
        crosses, dice = self.bits(mine.crosses), self.bits(mine.dice)
        if state.phase == OVER:
            return float(self.final[crosses])
        if state.phase == ROLL:
            return float(self.begins[left][crosses])
        return self._running(state, left, crosses, dice)

    def _running(self, state: State, left: int, crosses: int, dice: int) -> float:
        """The value within a pass."""
        it = self.within(left, crosses)
        pool = self.pool_number[tuple(state.pool.count(face + 1) for face in range(FACES))]
        if state.phase == REMOVE:
            return float(it.taken[it.begin[dice] + pool])
        if state.phase == REROLL:
            return float(it.reroll[dice, len(state.pool)])
        if state.phase == REROLLED:
            sets = np.arange(len(self.final))
            after = self.after(left - 1)[sets | crosses]
            takes = take_best(self.printed, self.pools, it, after, dice, pool)
            return float(takes if takes > -np.inf else self._given_back(it, dice, state.pool))
        return float(it.place[it.begin[dice] + pool])

    def _given_back(self, it: Pass, dice: int, pool: tuple[int, ...]) -> float:
        """D13: what it is worth to give the best die back."""
        best = -np.inf
        for cell in each(dice):
            face = int(self.printed.face[cell]) + 1
            more = [*pool, face]
            number = self.pool_number[tuple(more.count(each_face + 1) for each_face in range(FACES))]
            best = max(best, float(it.place[it.begin[dice ^ 1 << cell] + number]))
        return best


def keep(path: Path = KEPT) -> None:
    """Work everything out and keep it: three passes before the end of a blank sheet, later of all crosses."""
    solver = Solver(GAME.notation.parse_sheet(MICRO.read_text(encoding="utf-8"), MICRO.name))
    everything = range(len(solver.final) - 1)
    for left in range(1, PASSES + 1):
        solver.begins[left] = solver.work_out(left, everything if left < PASSES else [0])
    values = {f"left{left}": solver.begins[left] for left in range(1, PASSES + 1)}
    np.savez_compressed(path, sheet=np.array(digest(solver.sheet.source)), **values)


if __name__ == "__main__":
    keep()
