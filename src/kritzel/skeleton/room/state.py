"""The table: what a seat can say, and what lies there. Nothing here decides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from kritzel.game import Seat
from kritzel.skeleton.room.sheet import ROUNDS, Sheet


# Moves ------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Cross:
    """Cross this cell (Q3)."""

    cell: str


@dataclass(frozen=True, slots=True)
class Skip:
    """Cross nothing (Q3)."""


Move: TypeAlias = Cross | Skip
SKIP = Skip()


# The table --------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class State:
    """The table: how many turns are over, the dice (none: they are to be thrown), everybody's crosses."""

    sheet: Sheet
    turn: int
    dice: tuple[int, ...]
    pads: tuple[frozenset[str], ...]

    @property
    def active(self) -> Seat:
        """Q1: whose turn it is."""
        return self.turn % len(self.pads)

    @property
    def is_over(self) -> bool:
        """Q5: all rounds are played."""
        return self.turn == ROUNDS * len(self.pads)
