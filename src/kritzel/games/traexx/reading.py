"""Boards from their text (docs/sheets.md). Collects everything that makes one unplayable."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from kritzel.games.traexx.material import COLOURS, SLUG, Hexagon, Label, Sheet, build
from kritzel.sheetfile import SheetFile, read

ROW_NAMES = "abcdefghijklmnopqrstuvwxyz"
ACROSS = 4
"""Characters between the cells of a row; the next row is shifted by half of them."""

_WORD = re.compile(r"[^ ]+")
_CELL = re.compile(rf"([{COLOURS}])(10|[2-9])?")


def parse_sheet(text: str, name: str = "sheet") -> Sheet:
    """A board from its text. Raises SheetError naming every fatal defect."""
    file = read(text, name, SLUG)
    hexagons = _read_cells(file)
    starts = _read_starts(file, {hexagon.name for hexagon in hexagons})
    cards = _read_cards(file)
    file.refuse()
    return build(Label(file.id, file.version, file.title, file.blurb, text), hexagons, starts, cards)


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A cell where it was found: line of the file, row and character, and its place in the row."""

    line: int
    row: int
    at: int
    nth: int
    text: str


def _read_cells(file: SheetFile) -> list[Hexagon]:
    drawn = _find_cells(file)
    if not drawn:
        return []
    hexagons = [_hexagon(file, cell, drawn[0]) for cell in drawn]
    _check_numbers(file, drawn, hexagons)
    return hexagons


def _find_cells(file: SheetFile) -> list[_Drawn]:
    board = file.data.get("board")
    rows = file.rows("board", board) if isinstance(board, str) else []
    if not rows:
        file.fatal(file.line("board"), "Es fehlt der Plan: board = '''...'''", "missing: board = '''...'''")
    if len(rows) > len(ROW_NAMES):
        file.fatal(rows[len(ROW_NAMES)][0], "höchstens 26 Reihen (a bis z)", "at most 26 rows (a to z)")
    return [
        _Drawn(line, row, found.start(), nth, found[0])
        for row, (line, text) in enumerate(rows[: len(ROW_NAMES)])
        for nth, found in enumerate(_WORD.finditer(text), 1)
    ]


def _hexagon(file: SheetFile, cell: _Drawn, first: _Drawn) -> Hexagon:
    """The hexagon of a cell; the first cell of the board stands at the axial place (0, 0)."""
    q, odd = divmod(cell.at - first.at - cell.row * ACROSS // 2, ACROSS)
    name = f"{ROW_NAMES[cell.row]}{cell.nth}"
    if odd:
        file.fatal(
            cell.line,
            f"{name} steht schief: in der Reihe 4 Zeichen Abstand, die nächste Reihe um 2 versetzt",
            f"{name} is out of place: cells of a row are 4 characters apart, the next row is shifted by 2",
        )
    found = _CELL.fullmatch(cell.text)
    if not found:
        file.fatal(
            cell.line,
            f"{name}: erwartet wird eine Farbe ({COLOURS}), vielleicht mit Zahl 2-10, nicht {cell.text!r}",
            f"{name}: expected a colour ({COLOURS}), perhaps with a number 2-10, not {cell.text!r}",
        )
        return Hexagon(q, cell.row, name, COLOURS[0], 0)
    return Hexagon(q, cell.row, name, found[1], int(found[2] or 0))


def _check_numbers(file: SheetFile, drawn: list[_Drawn], hexagons: list[Hexagon]) -> None:
    seen: dict[int, str] = {}
    for cell, hexagon in zip(drawn, hexagons, strict=True):
        if hexagon.number in seen:
            both = seen[hexagon.number], hexagon.name
            file.fatal(
                cell.line,
                "die {} steht zweimal da: {} und {}".format(hexagon.number, *both),
                "the {} is there twice: {} and {}".format(hexagon.number, *both),
            )
        elif hexagon.number:
            seen[hexagon.number] = hexagon.name


def _read_starts(file: SheetFile, names: set[str]) -> list[str]:
    line, starts = file.line("starts"), _strings(file, "starts", '["d4", "d5"]')
    for start, count in Counter(starts).items():
        if names and start not in names:
            file.fatal(
                line,
                f"Start {start!r} ist kein Feld des Plans",
                f"start {start!r} is no cell of the board",
            )
        if count > 1:
            file.fatal(line, f"Start {start!r} ist doppelt", f"start {start!r} is named twice")
    return starts


def _read_cards(file: SheetFile) -> list[str]:
    line, cards = file.line("cards"), _strings(file, "cards", '["royg", "rrob"]')
    for card in cards:
        if not card or set(card) - set(COLOURS):
            de = f"Karte {card!r}: erwartet werden Farben aus {COLOURS}"
            file.fatal(line, de, f"card {card!r}: expected colours out of {COLOURS}")
    return cards


def _strings(file: SheetFile, key: str, example: str) -> list[str]:
    value = file.data.get(key)
    if isinstance(value, list) and value and all(isinstance(entry, str) for entry in value):
        return value
    file.fatal(file.line(key), f"erwartet: {key} = {example}", f"expected {key} = {example}")
    return []
