"""The Border for two seats on a small map, solved: who wins how often from every position, if both play best.

It stands on the map and the boards of the reference; what dice can cross, who encloses what first and who
wins is worked out here once more, from the rulebook (`border_kernel`). The value is the share of the win of
seat 0: 1 for a win, a half for a tie that even the best area does not break. With two seats the
decisions are never simultaneous, so there is such a value and no seat needs to play at random.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement
from pathlib import Path
from typing import Any

import numpy as np

from kritzel.game import Setup
from kritzel.games.border import GAME
from kritzel.games.border.scoring import ranking
from kritzel.games.border.sheet import COLOURS, Board, Sheet
from kritzel.games.border.state import Dice, Phase, State
from kritzel.mechanics.cells import Cells, each, gather
from tools.research.border_kernel import (
    FIVE,
    THROWS,
    Boards,
    Hands,
    Round,
    blank,
    late_now,
    round_over,
    solve,
    think,
)

MICRO = Path(__file__).with_name("border-4.toml")
Ways = dict[int, Dice]
"""Crosses after an action, and the dice for it."""


@cache
def micro() -> Solver:
    """The map of four areas, boards 1 and 2, with everything worked out."""
    return Solver(GAME.notation.parse_sheet(MICRO.read_text(encoding="utf-8"), MICRO.name))


class Ink:
    """What one board allows: cells numbered from 0, white ones left out."""

    def __init__(self, sheet: Sheet, board: Board) -> None:
        self.sheet, self.board = sheet, board
        self.cells = [*each(sheet.cells & ~sheet.white)]
        self.number = {cell: nth for nth, cell in enumerate(self.cells)}
        self.colour = [board.colour_of[cell] for cell in self.cells]
        self.segments = [self.bits(segment) for segments in board.segments for segment in segments]
        self.beside = [self.bits(sheet.grid.beside(1 << cell)) for cell in self.cells]
        self.begin = self.bits(sheet.grid.beside(sheet.white))
        self.rings = [self.bits(area.ring) for area in sheet.areas]

    def bits(self, cells: Cells) -> int:
        """Cells of the reference in our numbers."""
        return gather(self.number[cell] for cell in each(cells & ~self.sheet.white & self.sheet.cells))

    def dice(self, cells: int) -> Dice:
        """B3, B4: the dice that cross these cells."""
        return tuple(sorted(self.colour[cell] for cell in each(cells)))

    def fills(self, crosses: int) -> Ways:
        """B3: nothing first, then every set of segments that five dice could fill."""
        missing = [segment & ~crosses for segment in self.segments if segment & ~crosses]
        found = {}
        for many in range(len(missing) + 1):
            for chosen in combinations(missing, many):
                cells = gather(cell for segment in chosen for cell in each(segment))
                if cells.bit_count() <= FIVE:
                    found[crosses | cells] = self.dice(cells)
        return found

    def follows(self, crosses: int) -> Ways:
        """B4: every set of cells that grows from crossed ones, one beside another."""
        found: Ways = {crosses: ()}
        new = [crosses]
        while new:
            now = new.pop()
            beside = self.begin | gather(to for cell in each(now) for to in each(self.beside[cell]))
            for cell in each(beside & ~now):
                more = now | 1 << cell
                if more not in found and (more & ~crosses).bit_count() <= FIVE:
                    found[more] = self.dice(more & ~crosses)
                    new.append(more)
        return found

    def enclosed(self, crosses: int) -> int:
        """B6: the areas enclosed."""
        return gather(nth for nth, ring in enumerate(self.rings) if not ring & ~crosses)

    def possible(self) -> set[int]:
        """All crosses that there can be."""
        found, new = {0}, [0]
        while new:
            crosses = new.pop()
            further = ({*self.fills(crosses)} | {*self.follows(crosses)}) - found
            found |= further
            new += further
        return found


class Solver:
    """The values of a small sheet for two seats on its first two boards."""

    def __init__(self, sheet: Sheet, guess: float = 0.0) -> None:
        self.sheet = sheet
        self.inks = [Ink(sheet, board) for board in sheet.boards[:2]]
        used = sorted({colour for ink in self.inks for colour in ink.colour})
        self.kind = [used.index(colour) if colour in used else len(used) for colour in range(len(COLOURS))]
        self.hands, self.hand_number = hands_of(self.kind)
        self.boards = self._boards()
        self.values = np.full((2, 1 << len(sheet.areas), *[1 << len(self.inks[0].cells)] * 2), np.nan)
        self.steps = solve(self.boards, self.hands, self.values, guess)
        self.round = lru_cache(1024)(self._round)

    # Tables of the kernel -----------------------------------------------------------------------------
    def hand(self, dice: Dice) -> int:
        """The number of a hand of dice."""
        return self.hand_number[tuple(sorted(self.kind[colour] for colour in dice))]

    def _boards(self) -> Boards:
        areas = self.sheet.areas
        enclosed = np.full((2, 1 << len(self.inks[0].cells)), -1)
        for seat, ink in enumerate(self.inks):
            for crosses in ink.possible():
                enclosed[seat, crosses] = ink.enclosed(crosses)
        return Boards(
            fills=self._ways([[ink.fills(at) for at in range(enclosed.shape[1])] for ink in self.inks]),
            follows=self._ways([[ink.follows(at) for at in range(enclosed.shape[1])] for ink in self.inks]),
            enclosed=enclosed,
            first=np.array([area.first for area in areas]),
            later=np.array([area.later for area in areas]),
            end=self.sheet.end,
        )

    def _ways(self, ways: list[list[Ways]]) -> Any:
        """Ways by seat and crosses, those that are not there filled up with -1."""
        most = 1 + max(len(found) for seat in ways for found in seat)
        table = np.full((2, len(ways[0]), most, 2), -1)
        for seat, by_crosses in enumerate(ways):
            for crosses, found in enumerate(by_crosses):
                rows = [(after, self.hand(dice)) for after, dice in found.items()]
                table[seat, crosses, : len(rows)] = rows
        return table

    # Asking -------------------------------------------------------------------------------------------
    def begin(self) -> State:
        """The table before the first throw."""
        return GAME.rules.start(Setup(self.sheet, 2))

    def value(self, state: State) -> float:
        """The share of the win of seat 0 from any position, if both play their best."""
        if state.phase is Phase.OVER:
            places = {place.seat: place.place for place in ranking(state)}
            return 0.5 if places[0] == places[1] else float(places[0] < places[1])
        table = self._table(state)
        if state.phase is Phase.THROW:
            return float(self._thinking(state, table).kept[THROWS + 1 - state.throw, self.hand(state.dice)])
        if state.phase is Phase.KEEP:
            return float(self._thinking(state, table).thrown[THROWS - state.throw, self.hand(state.dice)])
        return self._marking(state, table) if state.phase is Phase.MARK else self._following(state, table)

    def _table(self, state: State) -> Table:
        """The settled crosses, and which areas seat 0 had after seat 1."""
        one, two = (ink.bits(pad.crosses) for ink, pad in zip(self.inks, state.pads, strict=True))
        got = zip(state.pads[0].points, state.pads[1].points, self.sheet.areas, strict=True)
        late = [mine is not None and yours is not None and mine == area.later for mine, yours, area in got]
        return Table(one, two, gather(nth for nth, is_late in enumerate(late) if is_late))

    def _thinking(self, state: State, table: Table) -> Round:
        return self.round(state.active, table.late, table.mine, table.yours)

    def _round(self, seat: int, late: int, mine: int, yours: int) -> Round:
        """All that a round may come to."""
        it = blank(self.boards, self.hands)
        ways = self.boards.fills.shape[2]
        think(self.boards, self.hands, self.values, it, ways, seat, late, mine, yours)
        return it

    def _marking(self, state: State, table: Table) -> float:
        """B3: the best of the ways that go on with what is crossed already."""
        seat, pad = state.active, state.pads[state.active]
        before, it = (table.mine, table.yours)[seat], self._thinking(state, table)
        new, dice, found = self.inks[seat].bits(pad.new), self.hand(state.dice), []
        for nth, (after, used) in enumerate(self._listed(self.boards.fills[seat, before])):
            left = int(self.hands.minus[dice, used])
            if left >= 0 and not new & ~after:
                found.append(float(it.fill[nth, left] if left else it.one[nth, dice]))
        return min(found) if seat else max(found)

    def _following(self, state: State, table: Table) -> float:
        """B4, B5: the best of the ways that go on with what is crossed already."""
        seat = 1 - state.active
        before, new = (table.mine, table.yours)[seat], self.inks[seat].bits(state.pads[seat].new)
        dice, found = self.hand(state.dice), []
        for after, used in self._listed(self.boards.follows[seat, before]):
            few_enough = not state.one or (after & ~before).bit_count() <= 1
            if self.hands.minus[dice, used] >= 0 and few_enough and not new & ~after:
                found.append(self._followed(table, seat, after))
        return min(found) if seat else max(found)

    def _followed(self, table: Table, seat: int, after: int) -> float:
        """B6, B8: the value after an action 2."""
        mine, yours, late = table.mine, table.yours, table.late
        if seat:
            return float(round_over(self.boards, self.values, mine, after, late, seat))
        late = late_now(self.boards, late, mine, after, yours)
        return float(round_over(self.boards, self.values, after, yours, late, seat))

    @staticmethod
    def _listed(ways: Any) -> Iterator[tuple[int, int]]:
        """The ways that are there."""
        yield from ((int(after), int(used)) for after, used in ways if used >= 0)


@dataclass(frozen=True, slots=True)
class Table:
    """A table of the kernel."""

    mine: int
    yours: int
    late: int


def hands_of(kind: list[int]) -> tuple[Hands, dict[Dice, int]]:
    """All hands of up to five dice with that many kinds of colours, and their numbers."""
    kinds = range(max(kind) + 1)
    listed = [hand for dice in range(FIVE + 1) for hand in combinations_with_replacement(kinds, dice)]
    number = {hand: nth for nth, hand in enumerate(listed)}
    minus = np.full((len(listed), len(listed)), -1)
    for small in listed:
        for rest in listed:
            whole = tuple(sorted(small + rest))
            if whole in number:
                minus[number[whole], number[small]] = number[rest]
    one_more = [[number.get(tuple(sorted((*hand, one))), -1) for one in kinds] for hand in listed]
    hands = Hands(
        upto=np.searchsorted([len(hand) for hand in listed], np.arange(FIVE + 2)),
        fewer=np.array([[minus[number[hand], number[(one,)]] for one in kinds] for hand in listed]),
        more=np.array(one_more),
        minus=minus,
        weight=np.array([kind.count(one) / len(kind) for one in kinds]),
    )
    return hands, number
