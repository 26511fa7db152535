"""Sheets from their files (docs/sheets.md), and what is wrong with them.

`parse_sheet` collects every fatal defect before it refuses. `defects` lists what is playable but not good:
cells out of reach, starved numbers, rows that never fill.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias, TypeGuard

from kritzel.game import Defect, Text
from kritzel.games.dizzle.placing import closed_locks
from kritzel.games.dizzle.sheet import (
    FACES,
    FLAG_VALUES,
    GAME_FILLS,
    KEY_COLOURS,
    RANKS,
    SLUG,
    Arrow,
    Back,
    Flag,
    Group,
    Lava,
    Lock,
    MoveTable,
    Piece,
    Planet,
    Rail,
    Sheet,
    Station,
    Take,
)
from kritzel.mechanics.cells import Cells, each, gather
from kritzel.mechanics.routes import PIECES
from kritzel.mechanics.square import LETTERS, SquareGrid
from kritzel.sheetfile import SheetFile, read

GAP = "."
_CELL = re.compile(
    r"([1-6])(g[123]|p[ab]|k[cts]|l[cts]|b|f[12]|h|r|o|s[1-9][0-9]?)?|x|v|o|" + "|".join(PIECES)
)
_HEAD = {"game", "id", "version", "title", "blurb", "grid", "areas", "rows", "columns", "points"}
_PRICES = {"gems", "puzzles", "areas", "flags", "bomb", "heap", "ranks"}
_MAX_POINTS = 999
MAX_ROWS = 99


@dataclass(frozen=True, slots=True)
class Page:
    """A file being read, and its picture: the words of each row and the line it is on."""

    file: SheetFile
    rows: list[list[str]] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)

    @property
    def grid(self) -> SquareGrid:
        return SquareGrid(len(self.rows[0]))

    def tokens(self) -> dict[int, str]:
        """What is drawn at each cell; gaps are left out."""
        places = [(x, y, token) for y, row in enumerate(self.rows) for x, token in enumerate(row)]
        return {self.grid.cell(x, y): token for x, y, token in places if token != GAP}

    def fatal(self, at: int | str, de: str, en: str) -> None:
        """Note a defect that makes the sheet unplayable, on a line or where this key stands."""
        self.file.fatal(self.file.line(at) if isinstance(at, str) else at, de, en)

    def priced_at(self, key: str) -> int:
        """The line where points of this name stand, or should."""
        return self.file.line(key) or self.file.line("points")

    def table(self, key: str) -> dict[str, object]:
        """A table of the file; empty if there is none."""
        found = self.file.data.get(key, {})
        if isinstance(found, dict):
            return found
        self.fatal(key, f"[{key}] muss eine Tabelle sein", f"[{key}] must be a table")
        return {}

    def price(self, key: str, missing: object = None) -> object:
        """What stands beside this key in the table of points."""
        return self.table("points").get(key, missing)


def parse_sheet(text: str, name: str = "sheet") -> Sheet:
    """A sheet from its text. Raises SheetError with every fatal defect."""
    page = Page(read(text, name, SLUG))
    _read_grid(page)
    if not page.rows:
        page.file.refuse()
    cells = page.tokens()
    _check_names(page)
    _check_whole(page, cells)
    areas = _read_areas(page, cells)
    arrows = (*_read_arrows(page, cells, "row"), *_read_arrows(page, cells, "column"))
    sheet = _assemble(page, cells, areas, arrows)
    page.file.refuse()
    return sheet


# The picture ---------------------------------------------------------------------------------------
def _read_grid(page: Page) -> None:
    """The grid's rows, with plain cells where a word is unknown, so that reading can go on."""
    drawn = page.file.data.get("grid")
    if not isinstance(drawn, str) or not drawn.strip():
        page.fatal("grid", "Es fehlt: grid = '''...'''", "missing: grid = '''...'''")
        return
    for line, text in page.file.rows("grid", drawn):
        page.lines.append(line)
        page.rows.append([_known(page, line, token) for token in text.split()])
    width = len(page.rows[0])
    most = len(LETTERS)
    if width > most:
        page.fatal(page.lines[0], f"mehr als {most} Spalten", f"more than {most} columns")
    if len(page.rows) > MAX_ROWS:
        page.fatal(page.lines[MAX_ROWS], f"mehr als {MAX_ROWS} Zeilen", f"more than {MAX_ROWS} rows")
    for line, row in zip(page.lines, page.rows, strict=True):
        _check_width(page, line, len(row), width)
        row[:] = (row + [GAP] * width)[: min(width, most)]


def _known(page: Page, line: int, token: str) -> str:
    if token == GAP or _CELL.fullmatch(token):
        return token
    page.fatal(line, f"unbekanntes Feld '{token}'", f"unknown cell '{token}'")
    return "1"


def _check_width(page: Page, line: int, got: int, width: int) -> None:
    if got != width:
        de, en = "{} statt {} Felder in der Zeile", "{} instead of {} cells in the row"
        page.fatal(line, de.format(got, width), en.format(got, width))


def _check_names(page: Page) -> None:
    """Unknown keys are typing errors."""
    for key in sorted(page.file.data.keys() - _HEAD):
        page.fatal(key, f"unbekannt: {key}", f"unknown: {key}")
    for key in sorted(page.table("points").keys() - _PRICES):
        page.fatal(key, f"unbekannte Punkte: {key}", f"unknown points: {key}")


def _check_whole(page: Page, cells: dict[int, str]) -> None:
    """Something must be playable at all, and rails do not go with crosses, rockets and volcanoes."""
    drawn = set(cells.values())
    if not any(token[0].isdigit() for token in drawn):
        page.fatal("grid", "kein Feld hat eine Zahl", "no cell has a number")
    if not drawn & {"x", *PIECES}:
        de = "kein Start: Es braucht ein Startkreuz x oder eine gedruckte Schiene"
        page.fatal("grid", de, "no start: a start cross x or a printed rail is needed")
    for name in ("f1", "f2"):
        if sum([token[1:] == name for token in cells.values()]) > 1:
            page.fatal("grid", f"Fahne {name} gibt es mehrmals", f"flag {name} is there more than once")
    for cell, token in cells.items() if drawn & {*PIECES} else ():
        if token in ("x", "v", "o") or token[1:] in ("r", "o"):
            name, line = page.grid.name(cell), page.lines[page.grid.place(cell)[1]]
            de = f"{token} auf {name} passt nicht zu Schienen"
            page.fatal(line, de, f"{token} on {name} can't go with rails")


def _read_areas(page: Page, cells: dict[int, str]) -> dict[str, Cells]:
    """The cells of every area, by its letter."""
    drawn = page.file.data.get("areas", "")
    if not isinstance(drawn, str):
        page.fatal("areas", "areas muss ein Bild sein", "areas must be a picture")
        return {}
    rows = page.file.rows("areas", drawn)
    if rows and len(rows) != len(page.rows):
        de, en = "areas hat {} statt {} Zeilen", "areas has {} instead of {} rows"
        counts = len(rows), len(page.rows)
        page.fatal("areas", de.format(*counts), en.format(*counts))
    areas: dict[str, Cells] = {}
    for y, (line, text) in enumerate(rows[: len(page.rows)]):
        tokens = text.split()
        _check_width(page, line, len(tokens), page.grid.width)
        for x, token in enumerate(tokens[: page.grid.width]):
            if token != GAP and _is_area(page, line, token, page.grid.cell(x, y) in cells):
                areas[token] = areas.get(token, 0) | 1 << page.grid.cell(x, y)
    return areas


def _is_area(page: Page, line: int, token: str, is_cell: bool) -> bool:
    if not re.fullmatch("[A-Za-z]", token):
        page.fatal(line, f"Bereich '{token}' ist kein Buchstabe", f"area '{token}' is no letter")
        return False
    if not is_cell:
        page.fatal(line, f"Bereich {token} liegt auf einer Lücke", f"area {token} lies on a gap")
    return is_cell


def _read_arrows(page: Page, cells: dict[int, str], axis: str) -> list[Arrow]:
    names = [str(y + 1) for y in range(len(page.rows))]
    if axis == "column":
        names = [*LETTERS[: page.grid.width]]
    arrows = []
    for key, points in page.table(f"{axis}s").items():
        if key not in names:
            page.fatal(key, f"{axis}s: {key} gibt es nicht", f"{axis}s: there is no {key}")
            continue
        place = names.index(key)
        along = gather([cell for cell in cells if page.grid.place(cell)[axis == "row"] == place])
        price = _read_points(page, page.file.line(key), f"{axis}s.{key}", points)
        arrows.append(Arrow(axis, place, along, price))
    return sorted(arrows)


# Points --------------------------------------------------------------------------------------------
def _is_points(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= _MAX_POINTS


def _read_points(page: Page, line: int, name: str, value: object) -> int:
    """A whole number of points, or a defect."""
    if _is_points(value):
        return value
    de, en = f"{name}: Punkte als ganze Zahl fehlen", f"{name}: points as a whole number are missing"
    page.fatal(line, de, en)
    return 0


def _read_minus(page: Page, key: str, there: Cells) -> int:
    """The minus points of bombs or heaps."""
    if not there:
        return 0
    line = page.priced_at(key)
    points = _read_points(page, line, key, page.price(key))
    if points > 0:
        page.fatal(line, f"{key}: Minuspunkte erwartet", f"{key}: minus points expected")
    return points


def _read_numbers(page: Page, key: str, value: object) -> tuple[int, ...]:
    """A descending list of whole numbers, or a defect."""
    line = page.priced_at(key)
    if not isinstance(value, list) or not value or not all(_is_points(number) for number in value):
        page.fatal(line, f"{key}: eine Liste ganzer Zahlen fehlt", f"{key}: a list of numbers is missing")
        return ()
    if sorted(value, reverse=True) != value:
        page.fatal(line, f"{key}: muss absteigen", f"{key}: must descend")
    return tuple(value)


def _nth(values: object, nth: int) -> object:
    """The n-th entry of a list, from 1; None where there is none."""
    return values[nth - 1] if isinstance(values, list) and len(values) >= nth else None


def _read_groups(page: Page, key: str, cells: dict[str, Cells]) -> tuple[Group, ...]:
    """Puzzles or areas with the points of their letters; points without cells are wrong, too."""
    line, prices = page.priced_at(key), page.price(key, {})
    if not isinstance(prices, dict):
        page.fatal(line, f"{key}: Punkte je Buchstabe fehlen", f"{key}: points by letter are missing")
        return ()
    for name in sorted(prices.keys() - cells.keys()):
        what = f"{key}.{name}"
        page.fatal(line, f"{what}: Punkte, aber keine Felder", f"{what}: points, but no cells")
    return tuple(
        [
            Group(name, cells[name], _read_points(page, line, f"{key}.{name}", prices.get(name)))
            for name in sorted(cells)
        ]
    )


def _read_gems(page: Page, drawn: dict[str, Cells]) -> tuple[Group, ...]:
    prices, line, gems = page.price("gems"), page.priced_at("gems"), []
    for nth in (1, 2, 3):
        if cells := drawn.get(f"g{nth}"):
            points = _read_points(page, line, f"gems: g{nth}", _nth(prices, nth))
            gems.append(Group(f"g{nth}", cells, points))
    return tuple(gems)


def _read_flags(page: Page, drawn: dict[str, Cells]) -> tuple[Flag, ...]:
    rows = page.price("flags")
    there = [(nth, drawn[f"f{nth}"]) for nth in (1, 2) if f"f{nth}" in drawn]
    return tuple([Flag(str(n), cells, _read_numbers(page, "flags", _nth(rows, n))) for n, cells in there])


def _read_ranks(page: Page) -> tuple[int, ...]:
    """D34: six bounds, the best first."""
    ranks = _read_numbers(page, "ranks", page.price("ranks", list(RANKS)))
    if ranks and len(set(ranks)) != len(RANKS):
        line = page.priced_at("ranks")
        page.fatal(line, "ranks: 6 verschiedene Grenzen", "ranks: 6 different bounds expected")
    return ranks


# The sheet -----------------------------------------------------------------------------------------
def _assemble(page: Page, cells: dict[int, str], areas: dict[str, Cells], arrows: tuple[Arrow, ...]) -> Sheet:
    places = range(page.grid.stride * len(page.rows))
    number = tuple([int(cells[c][0]) if c in cells and cells[c][0].isdigit() else 0 for c in places])
    symbol = tuple([cells.get(c, "").lstrip("123456") for c in places])
    drawn = {name: gather([c for c in places if symbol[c] == name]) for name in set(symbol)}
    return Sheet(
        id=page.file.id,
        version=page.file.version,
        title=page.file.title,
        blurb=page.file.blurb,
        source=page.file.source,
        grid=page.grid,
        height=len(page.rows),
        lines=tuple(page.lines),
        number=number,
        symbol=symbol,
        cells=gather(cells),
        numbered=gather([c for c in places if number[c]]),
        to_fill=gather(cells) & ~drawn.get("v", 0),
        showing=tuple([gather([c for c in places if n and number[c] == n]) for n in range(7)]),
        start=drawn.get("x", 0) | gather([c for c in places if symbol[c] in PIECES]),
        printed=tuple([Piece(c, symbol[c]) for c in places if symbol[c] in PIECES]),
        volcanoes=drawn.get("v", 0),
        bombs=drawn.get("b", 0),
        heaps=drawn.get("h", 0),
        rockets=drawn.get("r", 0),
        planets=drawn.get("o", 0),
        locks=_pair_locks(drawn),
        gems=_read_gems(page, drawn),
        puzzles=_read_groups(page, "puzzles", {n: drawn[f"p{n}"] for n in "ab" if f"p{n}" in drawn}),
        areas=_read_groups(page, "areas", areas),
        flags=_read_flags(page, drawn),
        bomb=_read_minus(page, "bomb", drawn.get("b", 0)),
        heap=_read_minus(page, "heap", drawn.get("h", 0)),
        ranks=_read_ranks(page),
        arrows=arrows,
        stations=tuple([Station(c, int(symbol[c][1:])) for c in places if symbol[c][:1] == "s"]),
        ready=_make_moves(number, drawn.get("o", 0)),
    )


def _pair_locks(drawn: dict[str, Cells]) -> tuple[Lock, ...]:
    """D24: keys and locks by colour, also where one of the two is missing."""
    colours = [(c, drawn.get(f"k{c}", 0), drawn.get(f"l{c}", 0)) for c in "cts"]
    return tuple([Lock(*colour) for colour in colours if colour[1] or colour[2]])


def _make_moves(number: tuple[int, ...], planets: Cells) -> MoveTable:
    cells = [cell for cell, shown in enumerate(number) if shown]
    return MoveTable(
        takes={cell: Take(number[cell], cell) for cell in cells},
        backs={cell: Back(cell) for cell in cells},
        lavas={cell: Lava(cell) for cell in cells},
        planets={cell: Planet(cell) for cell in each(planets)},
        rails={cell: tuple([Rail(cell, piece) for piece in PIECES]) for cell in cells},
    )


# Defects of sheets that can be played --------------------------------------------------------------
_STARVED, _CROWDED = 0.5, 1.6
"""A number has too few or too many cells beyond these parts of its fair share."""


def defects(sheet: Sheet) -> tuple[Defect, ...]:
    """Defects that do not keep a sheet from being played."""
    reach = reachable(sheet)
    found = (
        *_reach_defects(sheet, reach),
        *_lock_defects(sheet, reach),
        *_planet_defects(sheet),
        *_goal_defects(sheet),
        *_arrow_defects(sheet),
        *_whole_defects(sheet),
    )
    return tuple(sorted([Defect(line, Text(de, en), False) for line, de, en in found]))


Found: TypeAlias = Iterator[tuple[int, str, str]]
"""Lines of the file, each with what is wrong there in German and English."""


# Reach ---------------------------------------------------------------------------------------------
def reachable(sheet: Sheet) -> Cells:
    """The cells some game can cross: step by step from the start, through locks whose key was reached
    before, and to the planets once a rocket was.
    """
    reach = sheet.start
    while True:
        ways = sheet.numbered & ~closed_locks(sheet, reach)
        wider = reach | ways & sheet.grid.beside(reach)
        if reach & sheet.rockets:
            wider |= sheet.planets
        if wider == reach:
            return reach
        reach = wider


def _reach_defects(sheet: Sheet, reach: Cells) -> Found:
    """One defect per row with cells that can never be crossed."""
    missed = sheet.cells & ~(reach | sheet.volcanoes)
    for row, line in enumerate(sheet.lines):
        names = ", ".join([sheet.name(cell) for cell in each(missed) if sheet.grid.place(cell)[1] == row])
        if names:
            yield line, f"nie erreichbar: {names}", f"can never be reached: {names}"


def _lock_defects(sheet: Sheet, reach: Cells) -> Found:
    """D24: every lock wants a key that can be reached, every key a lock."""
    for lock in sheet.locks:
        de, en = KEY_COLOURS[lock.colour]
        if lock.locks and not lock.keys & reach:
            line = _line_of(sheet, lock.locks)
            yield line, f"Schloss ohne erreichbaren Schlüssel: {de}", f"lock without a reachable key: {en}"
        if lock.keys and not lock.locks:
            yield _line_of(sheet, lock.keys), f"Schlüssel ohne Schloss: {de}", f"key without a lock: {en}"


def _planet_defects(sheet: Sheet) -> Found:
    """D22: rockets want planets, and planets without a number want rockets."""
    bare = sheet.planets & ~sheet.numbered
    if sheet.rockets and not sheet.planets:
        yield _line_of(sheet, sheet.rockets), "Raketen ohne Planeten", "rockets without planets"
    elif bare and not sheet.rockets:
        de, en = "Planeten ohne Zahl, aber keine Rakete", "planets without a number, but no rocket"
        yield _line_of(sheet, bare), de, en


# What scores ---------------------------------------------------------------------------------------
def _goal_defects(sheet: Sheet) -> Found:
    """D28: a puzzle has several pieces. D29: an area is one patch of several cells, no volcano."""
    for name, cells, _ in [puzzle for puzzle in sheet.puzzles if puzzle.cells.bit_count() == 1]:
        yield _line_of(sheet, cells), f"Puzzle {name} hat nur 1 Teil", f"puzzle {name} has only 1 piece"
    for name, cells, _ in sheet.areas:
        line = _line_of(sheet, cells)
        if cells.bit_count() == 1:
            yield line, f"Bereich {name} hat nur 1 Feld", f"area {name} has only 1 cell"
        if not _connected(sheet, cells):
            yield line, f"Bereich {name} schließt sich nicht", f"area {name} does not close"
        if cells & sheet.volcanoes:
            yield _never_full(line, f"Bereich {name}", f"area {name}")


def _connected(sheet: Sheet, area: Cells) -> bool:
    patch = area & -area
    while (wider := patch | sheet.grid.beside(patch) & area) != patch:
        patch = wider
    return patch == area


def _arrow_defects(sheet: Sheet) -> Found:
    """D27: an arrow's row or column has cells, and all can be crossed."""
    for arrow in sheet.arrows:
        key = str(arrow.place + 1) if arrow.axis == "row" else sheet.name(arrow.place)[0]
        de, line = {"row": "Reihe", "column": "Spalte"}[arrow.axis], _line_in_file(sheet, key)
        if not arrow.cells:
            yield line, f"{de} {key} hat keine Felder", f"{arrow.axis} {key} has no cells"
        if arrow.cells & sheet.volcanoes:
            yield _never_full(line, f"{de} {key}", f"{arrow.axis} {key}")


# The whole -----------------------------------------------------------------------------------------
def _whole_defects(sheet: Sheet) -> Found:
    """D5: every number has about its share of the cells. D40: stations want rails. D21: a flag has a row of
    four values. D25: a sheet should not be full before the game is over.
    """
    share = sheet.numbered.bit_count() / len(FACES)
    for number in FACES:
        count = sheet.showing[number].bit_count()
        if not _STARVED * share <= count <= _CROWDED * share:
            de, en = "{} Felder mit {}, gerecht wären {:.0f}", "{} cells with {}, a fair share is {:.0f}"
            yield 0, de.format(count, number, share), en.format(count, number, share)
    if sheet.stations and not sheet.rails:
        line = _line_of(sheet, 1 << sheet.stations[0].cell)
        yield line, "Stationen, aber keine gedruckte Schiene", "stations, but no printed rail"
    for name, _, points in sheet.flags:
        if len(points) != FLAG_VALUES:
            de = f"Fahne {name} soll {FLAG_VALUES} Werte haben, nicht {len(points)}"
            en = f"flag {name} should have {FLAG_VALUES} values, not {len(points)}"
            yield _line_in_file(sheet, "flags"), de, en
    count = sheet.numbered.bit_count()
    if count < GAME_FILLS:
        de = f"{count} Felder mit Zahl, ein Spiel füllt bis zu {GAME_FILLS}"
        yield 0, de, f"{count} cells with a number, a game fills up to {GAME_FILLS}"


def _never_full(line: int, de: str, en: str) -> tuple[int, str, str]:
    return line, f"{de} wird nie voll: Da ist ein Vulkan", f"{en} can never be full: there is a volcano"


def _line_in_file(sheet: Sheet, key: str) -> int:
    return SheetFile("", sheet.source, {}).line(key)


def _line_of(sheet: Sheet, cells: Cells) -> int:
    """The line of the file with the first of the cells."""
    return sheet.lines[sheet.grid.place(next(each(cells)))[1]]
