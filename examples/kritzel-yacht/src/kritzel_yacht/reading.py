"""Sheets from their text. Collects everything that makes one unplayable."""

from __future__ import annotations

from collections import Counter

from kritzel.sheetfile import SheetFile, read
from kritzel_yacht.material import NAMES, SLUG, Sheet


def parse_sheet(text: str, name: str = "sheet") -> Sheet:
    """A sheet from its text. Raises SheetError naming every fatal defect."""
    file = read(text, name, SLUG)
    columns = _columns(file)
    boxes = tuple([box for column in columns for box in column])
    _check(file, boxes)
    file.refuse()
    return Sheet(file.id, file.version, file.title, file.blurb, text, columns, boxes)


def _columns(file: SheetFile) -> tuple[tuple[str, ...], ...]:
    """The columns as they are written; nothing where they are no lists of words."""
    drawn = file.data.get("columns")
    lists = drawn if isinstance(drawn, list) and all(isinstance(column, list) for column in drawn) else []
    return tuple([tuple(map(str, column)) for column in lists if column])


def _check(file: SheetFile, boxes: tuple[str, ...]) -> None:
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
