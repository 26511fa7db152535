"""What a report counts on the tables of a game: crossed cells, and who was first. Optional, part by part.

Part of the contract; `kritzel.game` hands it on, so import it from there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from kritzel.said import Text

SheetT = TypeVar("SheetT")
StateT = TypeVar("StateT")


@dataclass(frozen=True, slots=True, kw_only=True)
class Counting(Generic[SheetT, StateT]):
    """What a report counts on the tables of a game. Sets of cells are ints, bit by bit."""

    crossable: Callable[[SheetT], Mapping[int, str]]
    """The cells that can be crossed, by their number, with their names in pictures."""
    crossed: Callable[[StateT], Sequence[int]]
    """For each seat the cells it has crossed in the game; what was printed so does not count."""
    firsts: Callable[[SheetT], Mapping[str, int]] = lambda sheet: {}
    """The points of whoever is first, by score line, where being first counts on a line of its own."""
    about_firsts: Text | None = None
    """What these lines are, and what it means to be first, later or neither."""
    about_cells: Text | None = None
    """What the share of games in which a cell is crossed means, where the report's own words do not fit."""
    line: Callable[[SheetT, str], Text] | None = None
    """The name of a score line on this sheet, where it says more than that of the facts."""
    games: int = 1000
    """How many games tell something about a sheet in a minute or two."""
