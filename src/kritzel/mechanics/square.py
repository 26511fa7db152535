"""Square grids: cells a1, b1, ... from the top left; neighbours share an edge."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from kritzel.mechanics.cells import Cells

LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class SquareGrid:
    """A grid of `width` columns. Each row is one place longer than it looks, so that a step over the
    right or left edge lands on a place that is never a cell; callers keep to their own cells by `&`.
    """

    width: int

    @property
    def stride(self) -> int:
        """How far the cell below is."""
        return self.width + 1

    def cell(self, column: int, row: int) -> int:
        """The cell at a column and row, both from 0."""
        return row * self.stride + column

    def place(self, cell: int) -> tuple[int, int]:
        """Column and row of a cell, both from 0."""
        row, column = divmod(cell, self.stride)
        return column, row

    def name(self, cell: int) -> str:
        """The name people use: column letter, row number from the top."""
        return _name(self.stride, cell)

    def beside(self, cells: Cells) -> Cells:
        """All places that share an edge with one of the cells (some may be no cells)."""
        return cells << 1 | cells >> 1 | cells << self.stride | cells >> self.stride


@cache
def _name(stride: int, cell: int) -> str:
    row, column = divmod(cell, stride)
    return f"{LETTERS[column]}{row + 1}"
