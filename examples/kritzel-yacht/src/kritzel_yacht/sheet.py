"""What is in the box: dice and the sheet; how its file is read, what is odd about it. Knows no turn."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from kritzel.game import Defect, Text
from kritzel.sheetfile import SheetFile, read

SLUG = "yacht"
SEAT_COUNTS = range(1, 5)
DICE = 5
FACES = (1, 2, 3, 4, 5, 6)
THROWS = 3

NUMBERS = ("ones", "twos", "threes", "fours", "fives", "sixes")
"""The boxes for single numbers, 1 first."""
NAMES = {
    "ones": Text("Einser", "Ones"),
    "twos": Text("Zweier", "Twos"),
    "threes": Text("Dreier", "Threes"),
    "fours": Text("Vierer", "Fours"),
    "fives": Text("Fünfer", "Fives"),
    "sixes": Text("Sechser", "Sixes"),
    "full": Text("Volles Haus", "Full house"),
    "four": Text("Vierling", "Four of a kind"),
    "little": Text("Kleine Straße", "Little straight"),
    "big": Text("Große Straße", "Big straight"),
    "choice": Text("Freie Wahl", "Choice"),
    "yacht": Text("Yacht", "Yacht"),
}
"""Every box there can be: its key in notation and sheet files, and its name for people."""


# The sheet --------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """The sheet that every seat has its own copy of. Two sheets are equal only if they are the same."""

    id: str
    version: int
    title: Text
    blurb: Text
    source: str
    columns: tuple[tuple[str, ...], ...]
    """The keys of the boxes as they are printed, column by column from the left."""
    boxes: tuple[str, ...]
    """All of them in that order."""

    @property
    def game(self) -> str:
        """The slug of its game."""
        return SLUG


# Sheet files ------------------------------------------------------------------------------------
def parse_sheet(text: str, name: str = "sheet") -> Sheet:
    """A sheet from its text. Raises SheetError naming every fatal defect."""
    file = read(text, name, SLUG)
    columns = _read_columns(file)
    boxes = tuple([box for column in columns for box in column])
    _check_boxes(file, boxes)
    file.refuse()
    return Sheet(file.id, file.version, file.title, file.blurb, text, columns, boxes)


def _read_columns(file: SheetFile) -> tuple[tuple[str, ...], ...]:
    """The columns as they are written; nothing where they are no lists of words."""
    drawn = file.data.get("columns")
    lists = drawn if isinstance(drawn, list) and all(isinstance(column, list) for column in drawn) else []
    return tuple([tuple(map(str, column)) for column in lists if column])


def _check_boxes(file: SheetFile, boxes: tuple[str, ...]) -> None:
    """Boxes that are known, each once."""
    line, known, example = file.line("columns"), " ".join(NAMES), 'columns = [["ones", "twos"]]'
    if not boxes:
        file.fatal(line, f"Es fehlt: {example}", f"missing: {example}")
    for box, times in Counter(boxes).items():
        if box not in NAMES:
            file.fatal(
                line,
                f"unbekanntes Feld {box!r}; es gibt: {known}",
                f"unknown box {box!r}; there are: {known}",
            )
        elif times > 1:
            file.fatal(line, f"{box} steht {times}-mal da", f"{box} is there {times} times")


# Remarks: what is playable but not the usual game -----------------------------------------------
def defects(sheet: Sheet) -> tuple[Defect, ...]:
    """Boxes left out."""
    missing = " ".join([box for box in NAMES if box not in sheet.boxes])
    line = read(sheet.source, sheet.id, SLUG).line("columns")
    said = Text(f"Es fehlen Felder: {missing}", f"boxes left out: {missing}")
    return (Defect(line, said, False),) if missing else ()
