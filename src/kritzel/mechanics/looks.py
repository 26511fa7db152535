"""Cells that look alike are made once. How a cell looks depends on the sets it is in, and on nothing else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Generic, TypeAlias, TypeVar

from kritzel.mechanics.cells import Cells, each, gather

Look = TypeVar("Look")

Sets: TypeAlias = Sequence[tuple[str, Cells]]
"""What cells can be, each with the cells that are it: `("cross", crosses)`."""
KEPT = 2048
"""Sheets that are kept as they looked: most look the same a move later."""


class Looks(Generic[Look]):
    """The cells of one sheet. `make` makes a cell from the names of the sets it is in, in their order."""

    def __init__(self, cells: Iterable[int], make: Callable[[int, tuple[str, ...]], Look]) -> None:
        self._cells = tuple(cells)
        self._all = gather(self._cells)
        self._make = make
        self._made: list[dict[int, Look]] = [{} for _ in self._cells]
        self._sheets: dict[tuple[Cells, ...], tuple[Look, ...]] = {}

    def of(self, sets: Sets) -> tuple[Look, ...]:
        """Every cell as it looks now. The names are always the same ones, in the same order.

        A cell that is in the same sets as at some time before is the same object as then, and so is a sheet
        whose cells all are.
        """
        now = tuple([cells for _, cells in sets])
        found = self._sheets.get(now)
        if found is None:
            if len(self._sheets) >= KEPT:
                self._sheets.clear()
            found = self._sheets[now] = self._drawn(sets)
        return found

    def _drawn(self, sets: Sets) -> tuple[Look, ...]:
        within = [0] * (self._all.bit_length())
        for nth, (_, cells) in enumerate(sets):
            for cell in _listed(cells & self._all):
                within[cell] |= 1 << nth
        return tuple(
            [
                made.get(within[cell]) or self._new(made, cell, within[cell], sets)
                for cell, made in zip(self._cells, self._made, strict=True)
            ]
        )

    def _new(self, made: dict[int, Look], cell: int, within: int, sets: Sets) -> Look:
        names = tuple([name for nth, (name, _) in enumerate(sets) if within >> nth & 1])
        look = made[within] = self._make(cell, names)
        return look


@lru_cache(4096)
def _listed(cells: Cells) -> tuple[int, ...]:
    return tuple(each(cells))
