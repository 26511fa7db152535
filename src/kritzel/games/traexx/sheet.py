"""The box: moves, the board of coloured hexagons with its cards, sheet files and remarks on them.

A `Sheet` has everything ready that a board alone decides. No turns, no lines.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from kritzel import words
from kritzel.game import Defect, Text
from kritzel.mechanics.cells import Cells, each, gather
from kritzel.mechanics.hexes import HexGrid
from kritzel.sheetfile import SheetFile, read

COLOURS = "roygba"
"""Red, orange, yellow, green, blue, grey: the canonical order."""

COLOUR_NAMES = {letter: words.COLOURS[letter] for letter in COLOURS}
NUMBERS = range(2, 11)
SLUG = "traexx"
SEAT_COUNTS = range(1, 5)
SUPER_POINTS = 40
"""T7: from here on a game alone is super."""
COLOURS_OF_A_CARD = 4
MOST_SYMBOLS = 5
ROW_NAMES = "abcdefghijklmnopqrstuvwxyz"
CELL_CHARS = 4
"""Characters from one cell of a row to the next; the next row is shifted by half."""

KEYS = {"game", "id", "version", "title", "blurb", "board", "starts", "cards"}
"""What a sheet file may have; other keys are typing errors."""

_WORD = re.compile(r"[^ ]+")
_CELL = re.compile(rf"([{COLOURS}])(10|[2-9])?")


# Moves --------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Extend:
    """Draw the line from its end to one more cell (T2-T4)."""

    end: int
    to: int


@dataclass(frozen=True, slots=True)
class FinishCard:
    """Finished with this card; a pass if nothing was drawn (T2)."""


DONE = FinishCard()

Move: TypeAlias = Extend | FinishCard


# The board ----------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """The board that all seats play on, and its cards. Compared by identity."""

    id: str
    version: int
    title: Text
    blurb: Text
    source: str
    grid: HexGrid
    order: tuple[int, ...]
    """All cells in reading order: row by row, from the left."""
    cells: Cells
    names: Mapping[int, str]
    named: Mapping[str, int]
    colours: Mapping[int, str]
    numbers: Mapping[int, int]
    """The number of each cell that has one."""
    starts: tuple[int, ...]
    """The start cells; start 1 is the first."""
    cards: tuple[str, ...]
    """The kinds of cards, each as its colour symbols in canonical order."""
    pack: tuple[int, ...]
    """How many cards there are of each kind."""
    of_colour: Mapping[str, Cells]
    around: Mapping[int, Cells]
    """The neighbours of each cell."""
    steps: Mapping[int, tuple[tuple[Cells, Extend], ...]]
    """For each cell: every neighbour as a set of one cell, and the move to it."""

    @property
    def game(self) -> str:
        return SLUG

    @property
    def rounds(self) -> int:
        """T1: as many rounds as there are cards."""
        return sum(self.pack)

    def cell_of_number(self, number: int) -> int:
        return next(cell for cell, printed in self.numbers.items() if printed == number)


class Hexagon(NamedTuple):
    """One cell as it is drawn: line of the file, axial place, name, colour and number (0: none)."""

    line: int
    q: int
    r: int
    name: str
    colour: str
    number: int


def build(file: SheetFile, hexagons: Sequence[Hexagon], starts: Sequence[str], cards: Sequence[str]) -> Sheet:
    """The board of these hexagons, which are in reading order."""
    grid = HexGrid.around((hexagon.q, hexagon.r) for hexagon in hexagons)
    drawn = {grid.cell(hexagon.q, hexagon.r): hexagon for hexagon in hexagons}
    cells = gather(drawn)
    around = {cell: grid.beside(1 << cell) & cells for cell in drawn}
    named = {hexagon.name: cell for cell, hexagon in drawn.items()}
    pack = Counter(sort_symbols(card) for card in cards)
    return Sheet(
        id=file.id,
        version=file.version,
        title=file.title,
        blurb=file.blurb,
        source=file.source,
        grid=grid,
        order=tuple(drawn),
        cells=cells,
        names={cell: hexagon.name for cell, hexagon in drawn.items()},
        named=named,
        colours={cell: hexagon.colour for cell, hexagon in drawn.items()},
        numbers={cell: hexagon.number for cell, hexagon in drawn.items() if hexagon.number},
        starts=tuple(named[name] for name in starts),
        cards=tuple(pack),
        pack=tuple(pack.values()),
        of_colour={c: gather(cell for cell, h in drawn.items() if h.colour == c) for c in COLOURS},
        around=around,
        steps={cell: tuple((1 << to, Extend(cell, to)) for to in each(around[cell])) for cell in drawn},
    )


def boards(sheet: Sheet) -> list[Text]:
    return [Text(f"Start {sheet.names[cell]}", f"Start {sheet.names[cell]}") for cell in sheet.starts]


def sort_symbols(symbols: str) -> str:
    return "".join(sorted(symbols, key=COLOURS.index))


# Sheet files (docs/sheets.md) ---------------------------------------------------------------------
def parse_sheet(text: str, name: str = "sheet") -> Sheet:
    file = read(text, name, SLUG)
    for key in sorted(file.data.keys() - KEYS):
        file.fatal(file.line(key), f"unbekannt: {key}", f"unknown: {key}")
    hexagons = _read_hexagons(file)
    starts = _read_starts(file, {hexagon.name for hexagon in hexagons})
    cards = _read_cards(file)
    file.refuse()
    return build(file, hexagons, starts, cards)


def _read_hexagons(file: SheetFile) -> list[Hexagon]:
    board = file.data.get("board")
    rows = file.rows("board", board) if isinstance(board, str) else []
    if not rows:
        file.fatal(file.line("board"), "Es fehlt der Plan: board = '''...'''", "missing: board = '''...'''")
        return []
    if len(rows) > len(ROW_NAMES):
        file.fatal(rows[len(ROW_NAMES)][0], "höchstens 26 Reihen (a bis z)", "at most 26 rows (a to z)")
    indent = len(rows[0][1]) - len(rows[0][1].lstrip(" "))
    hexagons = [
        _hexagon(file, line, row, nth, found.start() - indent, found[0])
        for row, (line, text) in enumerate(rows[: len(ROW_NAMES)])
        for nth, found in enumerate(_WORD.finditer(text), 1)
    ]
    seen: dict[int, str] = {}
    for hexagon in hexagons:
        number, name = hexagon.number, hexagon.name
        if number in seen:
            de = f"die {number} steht zweimal da: {seen[number]} und {name}"
            file.fatal(hexagon.line, de, f"the {number} is there twice: {seen[number]} and {name}")
        elif number:
            seen[number] = name
    return hexagons


def _hexagon(file: SheetFile, line: int, row: int, nth: int, at: int, drawn: str) -> Hexagon:
    """The hexagon of a cell; `at`: characters to the right of the first cell of the board."""
    q, odd = divmod(at - row * CELL_CHARS // 2, CELL_CHARS)
    name = f"{ROW_NAMES[row]}{nth}"
    if odd:
        file.fatal(
            line,
            f"{name} steht schief: in der Reihe 4 Zeichen Abstand, die nächste Reihe um 2 versetzt",
            f"{name} is out of place: cells of a row are 4 characters apart, the next row is shifted by 2",
        )
    found = _CELL.fullmatch(drawn)
    if not found:
        file.fatal(
            line,
            f"{name}: erwartet wird eine Farbe ({COLOURS}), vielleicht mit Zahl 2-10, nicht {drawn!r}",
            f"{name}: expected a colour ({COLOURS}), perhaps with a number 2-10, not {drawn!r}",
        )
        return Hexagon(line, q, row, name, COLOURS[0], 0)
    return Hexagon(line, q, row, name, found[1], int(found[2] or 0))


def _read_starts(file: SheetFile, names: set[str]) -> list[str]:
    line, starts = file.line("starts"), _strings(file, "starts", '["d4", "d5"]')
    for start, count in Counter(starts).items():
        if names and start not in names:
            de = f"Start {start!r} ist kein Feld des Plans"
            file.fatal(line, de, f"start {start!r} is no cell of the board")
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


# Remarks: what is playable but not good -----------------------------------------------------------
def defects(sheet: Sheet) -> tuple[Defect, ...]:
    """Every remark on this board, in the order of its file."""
    file = read(sheet.source, sheet.id, SLUG)
    remarks = {"board": _on_board(sheet), "starts": _on_starts(sheet), "cards": _on_cards(sheet)}
    return tuple(Defect(file.line(key), text, False) for key, texts in remarks.items() for text in texts)


def _on_board(sheet: Sheet) -> Iterator[Text]:
    counts = Counter(sheet.colours.values())
    yield from _uneven(counts, "Die Farben sind ungleich auf dem Plan", "the colours are uneven on the board")
    if missing := ", ".join(str(number) for number in NUMBERS if number not in sheet.numbers.values()):
        yield Text(f"Es fehlen Zahlen: {missing}", f"numbers missing: {missing}")
    for colour in COLOURS:
        name = COLOUR_NAMES[colour]
        if sheet.of_colour[colour] and not any(colour in card for card in sheet.cards):
            de = f"{name.de} ist auf dem Plan, aber auf keiner Karte"
            yield Text(de, f"{name.en} is on the board but on no card")


def _on_starts(sheet: Sheet) -> Iterator[Text]:
    count, most = len(sheet.starts), SEAT_COUNTS[-1]
    if count < most:
        de = f"Nur {count} von {most} Startfeldern: so viele können höchstens mitspielen"
        yield Text(de, f"only {count} of {most} start cells: no more can play")
    for start in sheet.starts:
        name = sheet.names[start]
        if number := sheet.numbers.get(start):
            de = f"Start {name} liegt auf der {number}: Wer dort beginnt, bekommt sie nicht"
            yield Text(de, f"start {name} is on the {number}: who starts there won't score it")
        if not sheet.around[start]:
            yield Text(f"Start {name} berührt kein anderes Feld", f"start {name} touches no other cell")
    for nth, start in enumerate(sheet.starts, 1):
        if far := sheet.cells & ~_reach(sheet, start):
            names, name = ", ".join(sheet.names[cell] for cell in each(far)), sheet.names[start]
            de = f"Von Start {nth} ({name}) aus unerreichbar: {names}"
            yield Text(de, f"out of reach from start {nth} ({name}): {names}")


def _reach(sheet: Sheet, start: int) -> Cells:
    reached, fresh = 0, 1 << start
    while fresh:
        reached |= fresh
        fresh = sheet.grid.beside(fresh) & sheet.cells & ~reached
    return reached


def _on_cards(sheet: Sheet) -> Iterator[Text]:
    for card in sheet.cards:
        if len(set(card)) != COLOURS_OF_A_CARD or len(card) > MOST_SYMBOLS:
            de = f"Karte {card}: üblich sind 4 verschiedene Farben, höchstens eine davon doppelt"
            yield Text(de, f"card {card}: usual are 4 different colours, at most one of them twice")
    counts: Counter[str] = Counter()
    for card, times in zip(sheet.cards, sheet.pack, strict=True):
        counts.update(card * times)
    yield from _uneven(
        counts, "Die Farben sind ungleich auf den Karten", "the colours are uneven on the cards"
    )
    for colour in COLOURS:
        name = COLOUR_NAMES[colour]
        if counts[colour] and not sheet.of_colour[colour]:
            de = f"{name.de} ist auf Karten, aber nicht auf dem Plan"
            yield Text(de, f"{name.en} is on cards but not on the board")


def _uneven(counts: Counter[str], de: str, en: str) -> Iterator[Text]:
    """A remark if two colours differ by more than one."""
    numbers = [counts[colour] for colour in COLOURS]
    if max(numbers) - min(numbers) > 1:
        listed = " ".join(f"{colour}={counts[colour]}" for colour in COLOURS)
        yield Text(f"{de}: {listed}", f"{en}: {listed}")
