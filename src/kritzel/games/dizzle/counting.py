"""What a report counts: crossed cells."""

from __future__ import annotations

from kritzel.game import Counting
from kritzel.games.dizzle.material import Sheet
from kritzel.games.dizzle.state import State
from kritzel.mechanics.cells import Cells, each


def crossable(sheet: Sheet) -> dict[int, str]:
    """All cells but those with a start cross and volcanoes."""
    return {cell: sheet.name(cell) for cell in each(sheet.cells & ~(sheet.start | sheet.volcanoes))}


def crossed(state: State) -> list[Cells]:
    """What each seat has crossed, start crosses left out."""
    return [mine.crosses & ~state.sheet.start for mine in state.pads]


COUNTING = Counting(crossable=crossable, crossed=crossed)
