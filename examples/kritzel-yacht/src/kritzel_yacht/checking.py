"""What is playable on a sheet but not the usual game: remarks for those who lay out their own."""

from __future__ import annotations

from kritzel.game import Defect, Text
from kritzel.sheetfile import read
from kritzel_yacht.material import NAMES, SLUG, Sheet


def defects(sheet: Sheet) -> tuple[Defect, ...]:
    """Boxes left out."""
    missing = " ".join([box for box in NAMES if box not in sheet.boxes])
    line = read(sheet.source, sheet.id, SLUG).line("columns")
    said = Text(f"Es fehlen Felder: {missing}", f"boxes left out: {missing}")
    return (Defect(line, said, False),) if missing else ()
