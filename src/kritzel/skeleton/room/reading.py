"""Sheets from their text, and what is wrong with them."""

from __future__ import annotations

from kritzel.game import Text
from kritzel.sheetfile import read
from kritzel.skeleton.room.material import SLUG, Sheet

LETTERS = "abcdefghij"
WANTED = Text("erwartet: cells = '''1 2 3''', Zahlen von 1 bis 6", "expected cells = '''1 2 3''', 1 to 6")


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
