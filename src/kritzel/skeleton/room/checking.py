"""What is playable on a sheet but not good: remarks for those who draw their own."""

from __future__ import annotations

from kritzel.game import Defect, Text
from kritzel.sheetfile import read
from kritzel.skeleton.room.material import SLUG, Sheet


def defects(sheet: Sheet) -> tuple[Defect, ...]:
    """Numbers that are nowhere."""
    missing = " ".join([str(face) for face in range(1, 7) if face not in sheet.numbers.values()])
    said = Text(f"Es fehlen Zahlen: {missing}", f"numbers missing: {missing}")
    return (Defect(read(sheet.source, sheet.id, SLUG).line("cells"), said, False),) if missing else ()
