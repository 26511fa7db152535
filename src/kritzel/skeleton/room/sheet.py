"""What is in the box: the sheet, how its file is read, what is odd about it. Knows no turn and no seat."""

from __future__ import annotations

from dataclasses import dataclass

from kritzel.game import Defect, Text
from kritzel.sheetfile import read

SLUG = "tiny"
SEAT_COUNTS = range(1, 5)
DICE = 2
ROUNDS = 6
LETTERS = "abcdefghij"
WANTED = Text("erwartet: cells = '''1 2 3''', Zahlen von 1 bis 6", "expected cells = '''1 2 3''', 1 to 6")


# The sheet --------------------------------------------------------------------------------------
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


# Sheet files ------------------------------------------------------------------------------------
def parse_sheet(text: str, name: str = "sheet") -> Sheet:
    """A sheet from its text. Raises SheetError naming every fatal defect."""
    file = read(text, name, SLUG)
    lines = [line.split() for _, line in file.rows("cells", file.data.get("cells", ""))]
    if not lines or len(lines) > len(LETTERS) or any(set(line) - set("123456") for line in lines):
        file.fatal(file.line("cells"), *WANTED)
    file.refuse()
    rows = [
        [f"{letter}{n}" for n in range(1, len(line) + 1)]
        for letter, line in zip(LETTERS, lines, strict=False)
    ]
    cells = [cell for row in rows for cell in row]
    numbers = [int(number) for line in lines for number in line]
    return Sheet(
        id=file.id,
        version=file.version,
        title=file.title,
        blurb=file.blurb,
        source=text,
        rows=tuple(map(tuple, rows)),
        numbers=dict(zip(cells, numbers, strict=True)),
    )


# Remarks: what is playable but not good ---------------------------------------------------------
def defects(sheet: Sheet) -> tuple[Defect, ...]:
    """Numbers that are nowhere."""
    missing = " ".join([str(face) for face in range(1, 7) if face not in sheet.numbers.values()])
    said = Text(f"Es fehlen Zahlen: {missing}", f"numbers missing: {missing}")
    return (Defect(read(sheet.source, sheet.id, SLUG).line("cells"), said, False),) if missing else ()
