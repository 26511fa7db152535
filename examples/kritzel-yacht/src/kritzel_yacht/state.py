"""The table: what a seat can say, the dice, what every seat has written. Nothing here decides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from kritzel.game import Seat
from kritzel_yacht.sheet import DICE, THROWS, Sheet

# Moves ------------------------------------------------------------------------------------------
Dice: TypeAlias = tuple[int, ...]
"""Faces of dice in ascending order."""


@dataclass(frozen=True, slots=True)
class Again:
    """Throw these dice again and keep the others (Y2)."""

    dice: Dice


@dataclass(frozen=True, slots=True)
class Stop:
    """No further throw (Y2)."""


@dataclass(frozen=True, slots=True)
class Write:
    """Write what the dice are worth into this box (Y3)."""

    box: str


Move: TypeAlias = Again | Stop | Write

STOP = Stop()


# The table --------------------------------------------------------------------------------------
Pad: TypeAlias = tuple[int | None, ...]
"""One seat's points, box by box of the sheet; None where nothing is written yet."""


@dataclass(frozen=True, slots=True)
class State:
    """The whole table."""

    sheet: Sheet
    turn: int
    """How many boxes are written so far, all seats together."""
    throw: int
    """Which throw is to be made or lies there; the last one also where no more are wanted."""
    dice: Dice
    """The dice that lie there. Fewer than five: these were kept, the others are about to be thrown."""
    pads: tuple[Pad, ...]

    @property
    def active(self) -> Seat:
        """Y1: whose turn it is."""
        return self.turn % len(self.pads)

    @property
    def is_over(self) -> bool:
        """Y10: every box of every seat is written."""
        return self.turn == len(self.pads) * len(self.sheet.boxes)

    @property
    def is_thrown(self) -> bool:
        """Y2: all five dice lie there."""
        return len(self.dice) == DICE

    @property
    def may_throw(self) -> bool:
        """Y2: dice can be thrown again."""
        return self.is_thrown and self.throw < THROWS
