"""Sheets from their text. Collects everything that makes one unplayable."""

from __future__ import annotations

from collections import Counter

from kritzel.game import Defect, SheetError, Text
from kritzel.sheetfile import SheetFile, read
from kritzel_yacht.material import NAMES, SLUG, Sheet

MISSING = Text('Es fehlt: columns = [["ones", "twos"]]', 'missing: columns = [["ones", "twos"]]')


def parse_sheet(text: str, name: str = "sheet") -> Sheet:
    """A sheet from its text. Raises SheetError naming every fatal defect."""
    file = read(text, name, SLUG)
    columns = _columns(file)
    boxes = tuple([box for column in columns for box in column])
    if faults := _faults(boxes):
        raise SheetError(name, [Defect(file.line("columns"), fault, True) for fault in faults])
    return Sheet(file.id, file.version, file.title, file.blurb, text, columns, boxes)


def _columns(file: SheetFile) -> tuple[tuple[str, ...], ...]:
    """The columns as they are written; nothing where they are no lists of words."""
    drawn = file.data.get("columns")
    lists = drawn if isinstance(drawn, list) and all(isinstance(column, list) for column in drawn) else []
    return tuple([tuple(map(str, column)) for column in lists if column])


def _faults(boxes: tuple[str, ...]) -> list[Text]:
    return [MISSING] * (not boxes) + [
        _fault(box, times) for box, times in Counter(boxes).items() if times > 1 or box not in NAMES
    ]


def _fault(box: str, times: int) -> Text:
    if box in NAMES:
        return Text(f"{box} steht {times}-mal da", f"{box} is there {times} times")
    known = " ".join(NAMES)
    return Text(f"unbekanntes Feld {box!r}; es gibt: {known}", f"unknown box {box!r}; there are: {known}")
