"""Sets of cells as ints: bit i stands for cell i. Union |, both &, without & ~, empty 0."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

Cells: TypeAlias = int


def each(cells: Cells) -> Iterator[int]:
    """The cells of a set, in ascending order."""
    while cells:
        lowest = cells & -cells
        yield lowest.bit_length() - 1
        cells ^= lowest


def gather(cells: Iterable[int]) -> Cells:
    together = 0
    for cell in cells:
        together |= 1 << cell
    return together
