"""What lies on the table: the round, the dice, and what each seat has crossed. Nothing here decides."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from kritzel.game import Seat
from kritzel.games.border.material import Sheet
from kritzel.games.border.moves import Dice
from kritzel.mechanics.cells import Cells

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
    """Finished with action 2."""

    def running(self, new: Cells = 0, done: bool = False) -> Pad:
        """What is settled stays; this, and nothing else, runs."""
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
