"""Sheets from their texts (docs/sheets.md). Collects everything that is fatally wrong before it refuses."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TypeGuard

from kritzel.games.dizzle.material import (
    RANKS,
    SLUG,
    Arrow,
    Flag,
    Group,
    Lock,
    Piece,
    Ready,
    Sheet,
    Station,
)
from kritzel.games.dizzle.moves import Back, Lava, Planet, Rail, Take
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
_MOST_POINTS = 999
MOST_ROWS = 99


@dataclass(frozen=True, slots=True)
class Page:
    """A file being read, and its picture."""

    file: SheetFile
    rows: list[list[str]] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)

    @property
    def grid(self) -> SquareGrid:
        """The grid the picture lies on."""
        return SquareGrid(len(self.rows[0]))

    def tokens(self) -> dict[int, str]:
        """What is drawn at each cell; gaps are left out."""
        places = [(x, y, token) for y, row in enumerate(self.rows) for x, token in enumerate(row)]
        return {self.grid.cell(x, y): token for x, y, token in places if token != GAP}

    def priced_at(self, key: str) -> int:
        """The line where points of this name stand, or should."""
        return self.file.line(key) or self.file.line("points")

    def table(self, key: str) -> dict[str, object]:
        """A table of the file; empty if there is none."""
        found = self.file.data.get(key, {})
        if isinstance(found, dict):
            return found
        self.file.fatal(self.file.line(key), f"[{key}] muss eine Tabelle sein", f"[{key}] must be a table")
        return {}


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
        page.file.fatal(page.file.line("grid"), "Es fehlt: grid = '''...'''", "missing: grid = '''...'''")
        return
    for line, text in page.file.rows("grid", drawn):
        page.lines.append(line)
        page.rows.append([_known(page, line, token) for token in text.split()])
    width = len(page.rows[0])
    if width > len(LETTERS):
        page.file.fatal(
            page.lines[0], f"mehr als {len(LETTERS)} Spalten", f"more than {len(LETTERS)} columns"
        )
    if len(page.rows) > MOST_ROWS:
        page.file.fatal(page.lines[MOST_ROWS], f"mehr als {MOST_ROWS} Zeilen", f"more than {MOST_ROWS} rows")
    for line, row in zip(page.lines, page.rows, strict=True):
        _check_width(page, line, len(row), width)
        row[:] = (row + [GAP] * width)[: min(width, len(LETTERS))]


def _known(page: Page, line: int, token: str) -> str:
    if token == GAP or _CELL.fullmatch(token):
        return token
    page.file.fatal(line, f"unbekanntes Feld '{token}'", f"unknown cell '{token}'")
    return "1"


def _check_width(page: Page, line: int, got: int, width: int) -> None:
    if got != width:
        page.file.fatal(
            line, f"{got} statt {width} Felder in der Zeile", f"{got} instead of {width} cells in the row"
        )


def _check_names(page: Page) -> None:
    """Words that are no words of a sheet file are slips of the pen."""
    for key in sorted(page.file.data.keys() - _HEAD):
        page.file.fatal(page.file.line(key), f"unbekannt: {key}", f"unknown: {key}")
    for key in sorted(page.table("points").keys() - _PRICES):
        page.file.fatal(page.file.line(key), f"unbekannte Punkte: {key}", f"unknown points: {key}")


def _check_whole(page: Page, cells: dict[int, str]) -> None:
    """Something must be playable at all, and rails do not go with crosses, rockets and volcanoes."""
    line, drawn = page.file.line("grid"), set(cells.values())
    if not any(token[0].isdigit() for token in drawn):
        page.file.fatal(line, "kein Feld hat eine Zahl", "no cell has a number")
    if not drawn & {"x", *PIECES}:
        page.file.fatal(
            line,
            "kein Start: Es braucht ein Startkreuz x oder eine gedruckte Schiene",
            "no start: a start cross x or a printed rail is needed",
        )
    for name in ("f1", "f2"):
        if sum([token[1:] == name for token in cells.values()]) > 1:
            page.file.fatal(line, f"Fahne {name} gibt es mehrmals", f"flag {name} is there more than once")
    if drawn & {*PIECES}:
        _check_rails(page, cells)


def _check_rails(page: Page, cells: dict[int, str]) -> None:
    for cell, token in cells.items():
        if token in ("x", "v", "o") or token[1:] in ("r", "o"):
            name, line = page.grid.name(cell), page.lines[page.grid.place(cell)[1]]
            page.file.fatal(
                line, f"{token} auf {name} passt nicht zu Schienen", f"{token} on {name} can't go with rails"
            )


def _read_areas(page: Page, cells: dict[int, str]) -> dict[str, Cells]:
    """The cells of every area, by its letter."""
    drawn = page.file.data.get("areas", "")
    if not isinstance(drawn, str):
        page.file.fatal(page.file.line("areas"), "areas muss ein Bild sein", "areas must be a picture")
        return {}
    rows = page.file.rows("areas", drawn)
    if rows and len(rows) != len(page.rows):
        de, en = "areas hat {} statt {} Zeilen", "areas has {} instead of {} rows"
        counts = len(rows), len(page.rows)
        page.file.fatal(page.file.line("areas"), de.format(*counts), en.format(*counts))
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
        page.file.fatal(line, f"Bereich '{token}' ist kein Buchstabe", f"area '{token}' is no letter")
        return False
    if not is_cell:
        page.file.fatal(line, f"Bereich {token} liegt auf einer Lücke", f"area {token} lies on a gap")
    return is_cell


def _read_arrows(page: Page, cells: dict[int, str], axis: str) -> list[Arrow]:
    """The arrows at rows or columns."""
    names = {str(y + 1): y for y in range(len(page.rows))}
    if axis == "column":
        names = {letter: x for x, letter in enumerate(LETTERS[: page.grid.width])}
    arrows = []
    for key, points in page.table(f"{axis}s").items():
        line = page.file.line(key)
        if key not in names:
            page.file.fatal(line, f"{axis}s: {key} gibt es nicht", f"{axis}s: there is no {key}")
            continue
        place = names[key]
        along = gather([cell for cell in cells if page.grid.place(cell)[axis == "row"] == place])
        arrows.append(Arrow(axis, place, along, _points(page, line, f"{axis}s.{key}", points)))
    return sorted(arrows)


# Points --------------------------------------------------------------------------------------------
def _whole(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= _MOST_POINTS


def _points(page: Page, line: int, name: str, value: object) -> int:
    """A whole number of points, or a defect."""
    if _whole(value):
        return value
    page.file.fatal(
        line, f"{name}: Punkte als ganze Zahl fehlen", f"{name}: points as a whole number are missing"
    )
    return 0


def _minus(page: Page, key: str, there: Cells) -> int:
    """The minus points of bombs or heaps."""
    if not there:
        return 0
    points = _points(page, page.priced_at(key), key, page.table("points").get(key))
    if points > 0:
        page.file.fatal(page.priced_at(key), f"{key}: Minuspunkte erwartet", f"{key}: minus points expected")
    return points


def _numbers(page: Page, key: str, value: object) -> tuple[int, ...]:
    """A list of whole numbers that gets smaller, or a defect."""
    if not isinstance(value, list) or not value or not all(_whole(number) for number in value):
        page.file.fatal(
            page.priced_at(key),
            f"{key}: eine Liste ganzer Zahlen fehlt",
            f"{key}: a list of numbers is missing",
        )
        return ()
    if sorted(value, reverse=True) != value:
        page.file.fatal(page.priced_at(key), f"{key}: muss absteigen", f"{key}: must descend")
    return tuple(value)


def _nth(values: object, nth: int) -> object:
    """The n-th entry of a list, from 1; None where there is none."""
    return values[nth - 1] if isinstance(values, list) and len(values) >= nth else None


def _groups(page: Page, key: str, cells: dict[str, Cells]) -> tuple[Group, ...]:
    """Puzzles or areas with the points of their letters; points without cells are wrong, too."""
    line, prices = page.priced_at(key), page.table("points").get(key, {})
    if not isinstance(prices, dict):
        page.file.fatal(line, f"{key}: Punkte je Buchstabe fehlen", f"{key}: points by letter are missing")
        return ()
    for name in sorted(prices.keys() - cells.keys()):
        page.file.fatal(
            line, f"{key}.{name}: Punkte, aber keine Felder", f"{key}.{name}: points, but no cells"
        )
    priced = [(name, cells[name], prices.get(name)) for name in sorted(cells)]
    return tuple([Group(name, there, _points(page, line, f"{key}.{name}", p)) for name, there, p in priced])


def _gems(page: Page, drawn: dict[str, Cells]) -> tuple[Group, ...]:
    prices, line = page.table("points").get("gems"), page.priced_at("gems")
    there = [(nth, drawn[f"g{nth}"]) for nth in (1, 2, 3) if f"g{nth}" in drawn]
    return tuple(
        [Group(f"g{n}", cells, _points(page, line, f"gems: g{n}", _nth(prices, n))) for n, cells in there]
    )


def _puzzles(page: Page, drawn: dict[str, Cells]) -> tuple[Group, ...]:
    return _groups(page, "puzzles", {name: drawn[f"p{name}"] for name in "ab" if f"p{name}" in drawn})


def _flags(page: Page, drawn: dict[str, Cells]) -> tuple[Flag, ...]:
    rows = page.table("points").get("flags")
    there = [(nth, drawn[f"f{nth}"]) for nth in (1, 2) if f"f{nth}" in drawn]
    return tuple([Flag(str(n), cells, _numbers(page, "flags", _nth(rows, n))) for n, cells in there])


def _ranks(page: Page) -> tuple[int, ...]:
    """D34: six bounds, the best first."""
    ranks = _numbers(page, "ranks", page.table("points").get("ranks", list(RANKS)))
    if ranks and len(set(ranks)) != len(RANKS):
        page.file.fatal(
            page.priced_at("ranks"), "ranks: 6 verschiedene Grenzen", "ranks: 6 different bounds expected"
        )
    return ranks


# The sheet -----------------------------------------------------------------------------------------
def _assemble(page: Page, cells: dict[int, str], areas: dict[str, Cells], arrows: tuple[Arrow, ...]) -> Sheet:
    """Everything about the sheet, worked out once."""
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
        locks=_locks(drawn),
        gems=_gems(page, drawn),
        puzzles=_puzzles(page, drawn),
        areas=_groups(page, "areas", areas),
        flags=_flags(page, drawn),
        bomb=_minus(page, "bomb", drawn.get("b", 0)),
        heap=_minus(page, "heap", drawn.get("h", 0)),
        ranks=_ranks(page),
        arrows=arrows,
        stations=tuple([Station(c, int(symbol[c][1:])) for c in places if symbol[c][:1] == "s"]),
        ready=_ready(number, drawn.get("o", 0)),
    )


def _locks(drawn: dict[str, Cells]) -> tuple[Lock, ...]:
    """D24: keys and locks by colour, also where one of the two is missing."""
    colours = [(c, drawn.get(f"k{c}", 0), drawn.get(f"l{c}", 0)) for c in "cts"]
    return tuple([Lock(*colour) for colour in colours if colour[1] or colour[2]])


def _ready(number: tuple[int, ...], planets: Cells) -> Ready:
    """Every move of the sheet, made once."""
    cells = [cell for cell, shown in enumerate(number) if shown]
    return Ready(
        takes={cell: Take(number[cell], cell) for cell in cells},
        backs={cell: Back(cell) for cell in cells},
        lavas={cell: Lava(cell) for cell in cells},
        planets={cell: Planet(cell) for cell in each(planets)},
        rails={cell: tuple([Rail(cell, piece) for piece in PIECES]) for cell in cells},
    )
