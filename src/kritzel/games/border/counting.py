"""What a report counts: crossed border cells, and who encloses an area first."""

from __future__ import annotations

from collections.abc import Mapping

from kritzel.game import Counting, Text
from kritzel.games.border.material import Sheet
from kritzel.games.border.state import State
from kritzel.mechanics.cells import Cells, each


def crossable(sheet: Sheet) -> dict[int, str]:
    """All border cells but the white ones, which are crossed from the start."""
    return {cell: sheet.names[cell] for cell in each(sheet.cells & ~sheet.white)}


def crossed(state: State) -> list[Cells]:
    """What each seat has crossed."""
    return [pad.crosses & ~state.sheet.white for pad in state.pads]


def firsts(sheet: Sheet) -> Mapping[str, int]:
    """The higher number of each area."""
    return {f"area.{area.letter.lower()}": area.first for area in sheet.areas if area.first}


def line(sheet: Sheet, key: str) -> Text:
    """Areas with their own names."""
    area = next(area for area in sheet.areas if key == f"area.{area.letter.lower()}")
    return Text(*[f"{area.letter} {name}" for name in area.name])


COUNTING = Counting(
    crossable=crossable,
    crossed=crossed,
    firsts=firsts,
    line=line,
    about_firsts=Text(
        "Gebiete zu zweit zwischen Starken: zuerst, später oder gar nicht umschlossen. Ein Gebiet, das fast "
        "nie jemand umschließt, ist nur Landschaft.",
        "Areas between two strong bots: enclosed first, later or not at all. An area that hardly anybody "
        "encloses is mere scenery.",
    ),
)
