"""What is in the box: dice, and a sheet of numbered cells. Knows no turn and no seat."""

from __future__ import annotations

from dataclasses import dataclass

from kritzel.game import Text

SLUG = "tiny"
SEAT_COUNTS = range(1, 5)
DICE = 2
ROUNDS = 6


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """The sheet that every seat has its own copy of. Two sheets are equal only if they are the same."""

    id: str
    version: int
    title: Text
    blurb: Text
    source: str
    rows: tuple[tuple[str, ...], ...]
    """The names of the cells as they are printed: a1, a2, ..."""
    numbers: dict[str, int]
    """The number of each cell, in reading order."""

    @property
    def game(self) -> str:
        """The slug of its game."""
        return SLUG
