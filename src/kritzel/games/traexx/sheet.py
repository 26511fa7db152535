"""The box: moves, the board of coloured hexagons with its cards, sheet files and remarks on them.

A `Sheet` has everything ready that a board alone decides. No turns, no lines.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

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

_WORD = re.compile(r"[^ ]+")
_CELL = re.compile(rf"([{COLOURS}])(10|[2-9])?")


# Moves --------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Extend:
    """Draw the line from its end to one more cell (T2-T4)."""

    end: int
    to: int


@dataclass(frozen=True, slots=True)
class Done:
    """Finished with this card; a pass if nothing was drawn (T2)."""


DONE = Done()

Move: TypeAlias = Extend | Done


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
        """The slug of its game."""
        return SLUG

    @property
    def rounds(self) -> int:
        """T1: as many rounds as there are cards."""
        return sum(self.pack)

    def cell_of_number(self, number: int) -> int:
        """The cell that a number is printed on."""
        return next(cell for cell, printed in self.numbers.items() if printed == number)


@dataclass(frozen=True, slots=True)
class Hexagon:
    """One cell as it is drawn: axial place, name, colour and number (0: none)."""

    q: int
    r: int
    name: str
    colour: str
    number: int


@dataclass(frozen=True, slots=True)
class Label:
    """The head of a sheet file: id, version, texts, and the file itself."""

    id: str
    version: int
    title: Text
    blurb: Text
    source: str


def build(label: Label, hexagons: Sequence[Hexagon], starts: Sequence[str], cards: Sequence[str]) -> Sheet:
    """Make the board of these hexagons (in reading order)."""
    grid = HexGrid.around((hexagon.q, hexagon.r) for hexagon in hexagons)
    drawn = {grid.cell(hexagon.q, hexagon.r): hexagon for hexagon in hexagons}
    cells = gather(drawn)
    around = {cell: grid.beside(1 << cell) & cells for cell in drawn}
    named = {hexagon.name: cell for cell, hexagon in drawn.items()}
    pack = Counter(sort_symbols(card) for card in cards)
    return Sheet(
        id=label.id,
        version=label.version,
        title=label.title,
        blurb=label.blurb,
        source=label.source,
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
    """The names of the starts: those of their cells."""
    return [Text(f"Start {sheet.names[cell]}", f"Start {sheet.names[cell]}") for cell in sheet.starts]


def sort_symbols(symbols: str) -> str:
    """Colour symbols in canonical order."""
    return "".join(sorted(symbols, key=COLOURS.index))


# Sheet files (docs/sheets.md) ---------------------------------------------------------------------
def parse_sheet(text: str, name: str = "sheet") -> Sheet:
    """Read a board. Raises SheetError naming every fatal defect."""
    file = read(text, name, SLUG)
    hexagons = _read_cells(file)
    starts = _read_starts(file, {hexagon.name for hexagon in hexagons})
    cards = _read_cards(file)
    file.refuse()
    return build(Label(file.id, file.version, file.title, file.blurb, text), hexagons, starts, cards)


@dataclass(frozen=True, slots=True)
class _FoundCell:
    """A cell in a sheet file: line of the file, row, character, place in the row from 1."""

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


def _find_cells(file: SheetFile) -> list[_FoundCell]:
    board = file.data.get("board")
    rows = file.rows("board", board) if isinstance(board, str) else []
    if not rows:
        file.fatal(file.line("board"), "Es fehlt der Plan: board = '''...'''", "missing: board = '''...'''")
    if len(rows) > len(ROW_NAMES):
        file.fatal(rows[len(ROW_NAMES)][0], "höchstens 26 Reihen (a bis z)", "at most 26 rows (a to z)")
    return [
        _FoundCell(line, row, found.start(), nth, found[0])
        for row, (line, text) in enumerate(rows[: len(ROW_NAMES)])
        for nth, found in enumerate(_WORD.finditer(text), 1)
    ]


def _hexagon(file: SheetFile, cell: _FoundCell, first: _FoundCell) -> Hexagon:
    """The hexagon of a cell; the first cell of the board is at the axial place (0, 0)."""
    q, odd = divmod(cell.at - first.at - cell.row * CELL_CHARS // 2, CELL_CHARS)
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


def _check_numbers(file: SheetFile, drawn: list[_FoundCell], hexagons: list[Hexagon]) -> None:
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


# Remarks: what is playable but not good -----------------------------------------------------------
def defects(sheet: Sheet) -> tuple[Defect, ...]:
    """Every remark on this board, in the order of its file."""
    file = read(sheet.source, sheet.id, SLUG)
    remarks = {
        "board": [*_colours_of_the_board(sheet), *_missing_numbers(sheet), *_unshown_colours(sheet)],
        "starts": [*_few_starts(sheet), *_bad_starts(sheet), *_unreachable(sheet)],
        "cards": [*_odd_cards(sheet), *_uneven_cards(sheet), *_useless_colours(sheet)],
    }
    return tuple(Defect(file.line(key), text, False) for key, texts in remarks.items() for text in texts)


def _colours_of_the_board(sheet: Sheet) -> list[Text]:
    counts = Counter(sheet.colours.values())
    return _if_uneven(counts, "Die Farben sind ungleich auf dem Plan", "the colours are uneven on the board")


def _missing_numbers(sheet: Sheet) -> list[Text]:
    missing = ", ".join(str(number) for number in NUMBERS if number not in sheet.numbers.values())
    return [Text(f"Es fehlen Zahlen: {missing}", f"numbers missing: {missing}")] if missing else []


def _unshown_colours(sheet: Sheet) -> list[Text]:
    shown = set("".join(sheet.cards))
    return [
        Text(
            f"{COLOUR_NAMES[colour].de} ist auf dem Plan, aber auf keiner Karte",
            f"{COLOUR_NAMES[colour].en} is on the board but on no card",
        )
        for colour in COLOURS
        if sheet.of_colour[colour] and colour not in shown
    ]


def _few_starts(sheet: Sheet) -> list[Text]:
    count, most = len(sheet.starts), SEAT_COUNTS[-1]
    if count >= most:
        return []
    de = f"Nur {count} von {most} Startfeldern: so viele können höchstens mitspielen"
    return [Text(de, f"only {count} of {most} start cells: no more can play")]


def _bad_starts(sheet: Sheet) -> list[Text]:
    remarks = []
    for start in sheet.starts:
        name = sheet.names[start]
        if start in sheet.numbers:
            de = f"Start {name} liegt auf der {sheet.numbers[start]}: Wer dort beginnt, bekommt sie nicht"
            remarks.append(
                Text(de, f"start {name} is on the {sheet.numbers[start]}: who starts there won't score it")
            )
        if not sheet.around[start]:
            remarks.append(
                Text(f"Start {name} berührt kein anderes Feld", f"start {name} touches no other cell")
            )
    return remarks


def _unreachable(sheet: Sheet) -> list[Text]:
    remarks = []
    for number, start in enumerate(sheet.starts, 1):
        if far := sheet.cells & ~_reach(sheet, start):
            names = ", ".join(sheet.names[cell] for cell in each(far))
            de = f"Von Start {number} ({sheet.names[start]}) aus unerreichbar: {names}"
            remarks.append(Text(de, f"out of reach from start {number} ({sheet.names[start]}): {names}"))
    return remarks


def _reach(sheet: Sheet, start: int) -> Cells:
    reached, fresh = 0, 1 << start
    while fresh:
        reached |= fresh
        fresh = sheet.grid.beside(fresh) & sheet.cells & ~reached
    return reached


def _odd_cards(sheet: Sheet) -> list[Text]:
    return [
        Text(
            f"Karte {card}: üblich sind 4 verschiedene Farben, höchstens eine davon doppelt",
            f"card {card}: usual are 4 different colours, at most one of them twice",
        )
        for card in sheet.cards
        if len(set(card)) != COLOURS_OF_A_CARD or len(card) > MOST_SYMBOLS
    ]


def _uneven_cards(sheet: Sheet) -> list[Text]:
    counts: Counter[str] = Counter()
    for card, times in zip(sheet.cards, sheet.pack, strict=True):
        counts.update(card * times)
    return _if_uneven(
        counts, "Die Farben sind ungleich auf den Karten", "the colours are uneven on the cards"
    )


def _useless_colours(sheet: Sheet) -> list[Text]:
    shown = set("".join(sheet.cards))
    return [
        Text(
            f"{COLOUR_NAMES[colour].de} ist auf Karten, aber nicht auf dem Plan",
            f"{COLOUR_NAMES[colour].en} is on cards but not on the board",
        )
        for colour in COLOURS
        if colour in shown and not sheet.of_colour[colour]
    ]


def _if_uneven(counts: Counter[str], de: str, en: str) -> list[Text]:
    """A remark if two colours differ by more than one."""
    numbers = [counts[colour] for colour in COLOURS]
    if max(numbers) - min(numbers) <= 1:
        return []
    listed = " ".join(f"{colour}={counts[colour]}" for colour in COLOURS)
    return [Text(f"{de}: {listed}", f"{en}: {listed}")]
