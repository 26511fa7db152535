"""Hexagonal grids in axial coordinates (q, r): neighbours are the six hexes that share an edge."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from kritzel.mechanics.cells import Cells

STEPS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))


@dataclass(frozen=True, slots=True)
class HexGrid:
    """The axial grid that holds a map. Each row is one place longer than the map is wide, so that a
    step over its edge lands on a place that is never a cell; callers keep to their own cells by `&`.
    """

    left: int
    top: int
    stride: int

    @staticmethod
    def around(places: Iterable[tuple[int, int]]) -> HexGrid:
        """The grid that just holds these places."""
        held = list(places)
        left, right = min(q for q, _ in held), max(q for q, _ in held)
        return HexGrid(left, min(r for _, r in held), right - left + 2)

    def cell(self, q: int, r: int) -> int:
        return (r - self.top) * self.stride + q - self.left

    def place(self, cell: int) -> tuple[int, int]:
        """The axial coordinates of a cell."""
        row, column = divmod(cell, self.stride)
        return column + self.left, row + self.top

    def apart(self, one: int, other: int) -> int:
        """How many steps it is from one cell to another."""
        (q, r), (to_q, to_r) = self.place(one), self.place(other)
        return max(abs(to_q - q), abs(to_r - r), abs(to_q + to_r - q - r))

    def beside(self, cells: Cells) -> Cells:
        """All places that share an edge with one of the cells (some may be no cells)."""
        down = self.stride
        aslant = down - 1
        return cells << 1 | cells >> 1 | cells << down | cells >> down | cells << aslant | cells >> aslant
