"""The table of The Border: moves, dice, the boards of the seats, and who has to act. Changes nothing."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache
from typing import TypeAlias

from kritzel.game import Seat
from kritzel.games.border.sheet import Board, Sheet
from kritzel.mechanics.cells import Cells, each

# Moves ------------------------------------------------------------------------------------------
Dice: TypeAlias = tuple[int, ...]
"""Colours of dice as indices into `sheet.COLOURS`, in ascending order."""


@dataclass(frozen=True, slots=True)
class ThrowAgain:
    """Throw these dice again and keep the others (B2)."""

    dice: Dice


@dataclass(frozen=True, slots=True)
class StopThrowing:
    """No further throw (B2)."""


@dataclass(frozen=True, slots=True)
class CrossCell:
    """Cross this cell with a die of its colour (B3, B4)."""

    cell: int


@dataclass(frozen=True, slots=True)
class FinishAction:
    """Finished crossing (B3, B4)."""


Move: TypeAlias = ThrowAgain | StopThrowing | CrossCell | FinishAction

STOP = StopThrowing()
DONE = FinishAction()


@lru_cache(16)
def crossings(sheet: Sheet) -> dict[int, CrossCell]:
    return {cell: CrossCell(cell) for cell in sheet.names}


# The table --------------------------------------------------------------------------------------
Points: TypeAlias = tuple[int | None, ...]
"""What a seat got for each area of the sheet; None where it has not enclosed it."""


class Phase(Enum):
    """Where in a round the table stands; the value is its word in positions."""

    THROW = "throw"
    KEEP = "keep"
    MARK = "mark"
    FOLLOW = "follow"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Pad:
    """One seat's board: settled crosses (white cells included) and points, and the running action apart."""

    board: int
    """From 1, as the boards are named."""
    crosses: Cells
    points: Points
    new: Cells = 0
    """Crossed in the running action; settled with it."""
    done: bool = False
    """Done with action 2."""

    def with_action(self, new: Cells = 0, done: bool = False) -> Pad:
        """The same settled crosses with another running action."""
        if new == self.new and done == self.done:
            return self
        return Pad(self.board, self.crosses, self.points, new, done)


@dataclass(frozen=True, slots=True)
class State:
    """The whole table."""

    sheet: Sheet
    round: int
    phase: Phase
    throw: int
    """Which throw is to be made or lies there; 0 once the throwing is over."""
    dice: Dice
    """Dice kept (throw), lying there (keep, mark), or open to the others (follow)."""
    one: bool
    """Action 2 after all five dice were used: one die for each (B5)."""
    pads: tuple[Pad, ...]

    @property
    def active(self) -> Seat:
        """B1: the seat whose round this is."""
        return (self.round - 1) % len(self.pads)


# Read off the table -----------------------------------------------------------------------------
def acting_seats(state: State) -> tuple[Seat, ...]:
    """B1: in action 1 only the active player decides. B4: in action 2 all others that are not done."""
    if state.phase is Phase.FOLLOW:
        active = state.active
        return tuple([seat for seat, mine in enumerate(state.pads) if not mine.done and seat != active])
    return (state.active,) if state.phase in (Phase.KEEP, Phase.MARK) else ()


def unfilled_cells(board: Board, mine: Pad) -> Cells:
    """B3: what is missing in the segments touched in this action."""
    missing = 0
    for segments in board.segments:
        for segment in segments:
            if segment & mine.new:
                missing |= segment & ~(mine.crosses | mine.new)
    return missing


# Dice -------------------------------------------------------------------------------------------
@cache
def tally(dice: Dice) -> tuple[tuple[int, int], ...]:
    return tuple((colour, dice.count(colour)) for colour in sorted(set(dice)))


def colours_of(board: Board, cells: Cells) -> Dice:
    """B3: the dice that crossed these cells."""
    return tuple(sorted([board.colour_of[cell] for cell in each(cells)]))


@cache
def remove_dice(dice: Dice, gone: Dice) -> Dice:
    left = list(dice)
    for colour in gone:
        left.remove(colour)
    return tuple(left)
