"""Reading sheets (docs/sheets.md): from TOML with a drawn map to a sheet ready to play.

Finds everything that makes a sheet unplayable; what is merely odd is found by `checking`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from typing import Any, NamedTuple, TypeAlias, TypeGuard

from kritzel.game import Text
from kritzel.games.border.material import COLOURS, ICONS, MOST_BOARDS, SEAT_COUNTS, SLUG, Area, Board, Sheet
from kritzel.games.border.moves import Cross
from kritzel.mechanics.cells import Cells, each, gather
from kritzel.mechanics.hexes import HexGrid
from kritzel.sheetfile import SheetFile, as_text, read

COLUMNS = "abcdefghijklmnopqrstuvwxyz"
AREA_LETTERS = COLUMNS.upper()
CELL, WHITE = "#", "*"
MOST_POINTS = 999

Colouring: TypeAlias = dict[tuple[int, int], str]
"""The colour letter of each border cell, by column and half line."""

Table: TypeAlias = dict[str, Any]
Tables: TypeAlias = dict[str, Table]


class Spot(NamedTuple):
    """A character of a picture: column, half line of the picture, what is drawn, line of the file."""

    column: int
    half: int
    drawn: str
    line: int


class Picture(NamedTuple):
    """The map as drawn: what stands at which column and half line, counted from its top left."""

    at: dict[tuple[int, int], str]
    left: int
    top: int

    def border(self) -> set[tuple[int, int]]:
        """The places of border cells that have a colour."""
        return {place for place, drawn in self.at.items() if drawn == CELL}

    def letters(self) -> set[str]:
        """The letters of the areas."""
        return set(self.at.values()) - {CELL, WHITE}


class Reader:
    """Reads one sheet file part by part; the file notes what is wrong with it."""

    def __init__(self, file: SheetFile) -> None:
        self.file = file

    # The map ----------------------------------------------------------------------------------
    def picture(self) -> Picture:
        """The drawn map, checked for places that cannot be."""
        drawn = self.file.data.get("map")
        if not isinstance(drawn, str) or not drawn.strip():
            self.file.fatal(
                self.file.line("map"), "Es fehlt die Karte: map = '''...'''", "missing: map = '''...'''"
            )
            return Picture({}, 0, 0)
        spots = [spot for spot in self.spots("map", drawn, 1) if self.is_map(spot)]
        left, top = min((s.column for s in spots), default=0), min((s.half for s in spots), default=0)
        self.check_map(spots, left)
        named = [spot for spot in spots if spot.column - left < len(COLUMNS)]
        return Picture({(s.column - left, s.half - top): s.drawn for s in named}, left, top)

    def spots(self, key: str, drawn: str, nth: int) -> Iterator[Spot]:
        """Everything drawn in a picture. Between two columns nothing may stand."""
        first = self.file.line(key, nth) + 1
        for line, text in self.file.rows(key, drawn, nth):
            for place, char in enumerate(text):
                if char != " " and place % 2:
                    de = f"Zeichen {char!r} an Stelle {place} steht zwischen zwei Spalten"
                    self.file.fatal(line, de, f"{char!r} at place {place} stands between two columns")
                elif char != " ":
                    yield Spot(place // 2, line - first, char, line)

    def is_map(self, spot: Spot) -> bool:
        """Whether the character means something in a map."""
        if spot.drawn in (CELL, WHITE, *AREA_LETTERS):
            return True
        de = f"{spot.drawn!r} gibt es in der Karte nicht; es gibt #, * und A bis Z"
        self.file.fatal(spot.line, de, f"{spot.drawn!r} means nothing in a map; there are #, * and A to Z")
        return False

    def check_map(self, spots: list[Spot], left: int) -> None:
        """Hexagons beside each other are shifted by a half line; columns are named a to z."""
        for spot in spots:
            if (spot.column + spot.half - spots[0].column - spots[0].half) % 2:
                de = f"{spot.drawn} in Spalte {spot.column + 1} ist um eine halbe Zeile verschoben"
                en = f"{spot.drawn} in column {spot.column + 1} is off by a half line"
                self.file.fatal(spot.line, de, en)
            if spot.column - left >= len(COLUMNS):
                self.file.fatal(spot.line, "mehr als 26 Spalten", "more than 26 columns")
        if not any(spot.drawn == WHITE for spot in spots):
            de = "Kein weißes Feld (*): Aktion 2 könnte nie beginnen"
            self.file.fatal(self.file.line("map"), de, "no white cell (*): action 2 could never begin")

    # Areas ------------------------------------------------------------------------------------
    def areas(self, drawn: set[str]) -> Tables:
        """The tables of the areas, by letter. Map and tables name the same ones."""
        tables = self.file.data.get("areas", {})
        if not isinstance(tables, dict):
            self.file.fatal(self.file.line("areas"), "areas ist keine Tabelle", "areas is no table")
            tables = {}
        for letter in sorted(drawn - set(tables)):
            de, en = f"Es fehlt die Tabelle [areas.{letter}]", f"missing: table [areas.{letter}]"
            self.file.fatal(self.file.line("map"), de, en)
        if not drawn:
            self.file.fatal(self.file.line("map"), "Die Karte hat kein Gebiet", "the map has no area")
        return {letter: table for letter in sorted(tables) if (table := self.table(letter, tables, drawn))}

    def table(self, letter: str, tables: Tables, drawn: set[str]) -> Table:
        """One area's table, empty where it cannot be used."""
        table, line = tables[letter], self.file.line(letter)
        if letter not in drawn:
            de, en = f"Gebiet {letter} ist nicht in der Karte", f"area {letter} is not in the map"
            self.file.fatal(line, de, en)
            return {}
        if not isinstance(table, dict):
            self.file.fatal(line, f"areas.{letter} ist keine Tabelle", f"areas.{letter} is no table")
            return {}
        self.check_area(letter, table, line)
        return table

    def check_area(self, letter: str, table: Table, line: int) -> None:
        """B6: two numbers of points; an icon that can be drawn."""
        points = table.get("points")
        if not isinstance(points, list) or len(points) != 2 or not all(map(is_count, points)):
            de = f"Gebiet {letter}: erwartet points = [12, 6], gefunden: {points!r}"
            self.file.fatal(line, de, f"area {letter}: expected points = [12, 6], found {points!r}")
        if table.get("icon", ICONS[0]) not in ICONS:
            de = f"Gebiet {letter}: icon muss eins sein von {', '.join(ICONS)}"
            self.file.fatal(line, de, f"area {letter}: icon must be one of {', '.join(ICONS)}")

    def end(self, areas: int) -> int:
        """B8: how many areas end the game."""
        end, line = self.file.data.get("end"), self.file.line("end")
        if not is_count(end) or end == 0:
            found = "nichts" if end is None else repr(end), "nothing" if end is None else repr(end)
            de = f"end sagt, wie viele Gebiete das Spiel beenden (B8), etwa end = 6; gefunden: {found[0]}"
            en = f"end says how many areas end the game (B8), as in end = 6; found {found[1]}"
            self.file.fatal(line, de, en)
            return 0
        if end > areas:
            de = f"end = {end}, aber die Karte hat nur {areas} Gebiete"
            self.file.fatal(line, de, f"end = {end}, but the map has only {areas} areas")
        return end

    # Boards -----------------------------------------------------------------------------------
    def boards(self, picture: Picture) -> list[tuple[Text, Colouring]]:
        """Name and colouring of each board."""
        tables = self.file.data.get("boards", [])
        if not isinstance(tables, list) or not 1 <= len(tables) <= MOST_BOARDS:
            line, most = self.file.line("boards"), MOST_BOARDS
            de, en = f"erwartet: 1 bis {most} Tafeln [[boards]]", f"expected 1 to {most} tables [[boards]]"
            self.file.fatal(line, de, en)
            return []
        boards, drawings = [], 0
        for number, table in enumerate(tables, 1):
            drawn = table.get("colours") if isinstance(table, dict) else None
            if not isinstance(drawn, str):
                de, en = (
                    f"Tafel {number}: Es fehlt colours = '''...'''",
                    f"board {number}: missing colours = '''...'''",
                )
                self.file.fatal(self.file.line("boards", number), de, en)
                continue
            drawings += 1
            name = as_text(table.get("name", {"de": f"Tafel {number}", "en": f"Board {number}"}))
            boards.append((name, self.colouring(number, drawn, drawings, picture)))
        return boards

    def seatings(self, boards: int) -> dict[int, tuple[int, ...]]:
        """B1: by how many play, the boards of the seats; where nothing is said, 1, 2, 3, 4."""
        counts = [seats for seats in SEAT_COUNTS if seats <= boards]
        found = {seats: tuple(range(1, seats + 1)) for seats in counts}
        told = self.file.data.get("seating", {})
        if not isinstance(told, dict) or not set(told) <= {str(seats) for seats in counts}:
            self.misplaced("seating", told)
            return found
        for seats in counts:
            given = told.get(str(seats), list(found[seats]))
            if not isinstance(given, list) or len(given) != seats or not _differ(given, boards):
                self.misplaced(f"seating.{seats}", given)
            else:
                found[seats] = tuple(given)
        return found

    def misplaced(self, where: str, told: Any) -> None:
        """Boards that seats cannot have."""
        de = f"{where}: je Platz eine andere Tafel, etwa seating = {{ 2 = [2, 1] }}; gefunden: {told!r}"
        en = f"{where}: a different board for each seat, as in seating = {{ 2 = [2, 1] }}; found {told!r}"
        self.file.fatal(self.file.line("seating"), de, en)

    def colouring(self, number: int, drawn: str, nth: int, picture: Picture) -> Colouring:
        """The letters of a board at the border cells, checked against the map."""
        there: Colouring = {}
        if not picture.at:
            return there
        for spot in self.spots("colours", drawn, nth):
            place = spot.column - picture.left, spot.half - picture.top
            if self.fits(number, spot, picture.at.get(place, " ")):
                there[place] = spot.drawn
        self.check_missing(number, nth, there, picture)
        return there

    def fits(self, number: int, spot: Spot, mapped: str) -> bool:
        """Whether a letter of a board may stand where the map has this character."""
        if mapped == CELL and spot.drawn not in COLOURS:
            de = f"Tafel {number}: {spot.drawn!r} ist keine Farbe; es gibt {COLOURS}"
            self.file.fatal(
                spot.line, de, f"board {number}: {spot.drawn!r} is no colour; there are {COLOURS}"
            )
        elif mapped == WHITE and spot.drawn != WHITE:
            de = f"Tafel {number}: {spot.drawn!r} steht, wo die Karte ein weißes Feld (*) hat"
            en = f"board {number}: {spot.drawn!r} stands where the map has a white cell (*)"
            self.file.fatal(spot.line, de, en)
        elif mapped == " ":
            de = f"Tafel {number}: {spot.drawn!r} an Stelle {2 * spot.column} steht, wo die Karte nichts hat"
            en = f"board {number}: {spot.drawn!r} at place {2 * spot.column} stands where the map has nothing"
            self.file.fatal(spot.line, de, en)
        return mapped == CELL

    def check_missing(self, number: int, nth: int, there: Colouring, picture: Picture) -> None:
        """Every border cell has a colour on every board."""
        first = self.file.line("colours", nth) + 1 + picture.top
        for column, half in sorted(picture.border() - set(there), key=lambda place: place[::-1]):
            name = cell_name(column, half)
            de, en = f"Tafel {number}: {name} hat keine Farbe", f"board {number}: {name} has no colour"
            self.file.fatal(first + half, de, en)


def _differ(boards: list[Any], there: int) -> bool:
    """Whether these are different boards of so many."""
    return all(is_count(board) for board in boards) and len({*boards} & {*range(1, there + 1)}) == len(boards)


def parse_sheet(text: str, name: str = "sheet") -> Sheet:
    """A sheet from its text. Raises SheetError naming everything that makes it unplayable."""
    file = read(text, name, SLUG)
    reader = Reader(file)
    picture = reader.picture()
    tables = reader.areas(picture.letters())
    end = reader.end(len(picture.letters()))
    boards = reader.boards(picture)
    seatings = reader.seatings(len(boards))
    file.refuse()
    sheet = build(file, picture, tables, boards, seatings, end)
    check_areas(file, sheet)
    file.refuse()
    return sheet


def check_areas(file: SheetFile, sheet: Sheet) -> None:
    """No area is enclosed before anybody crossed anything."""
    for area in sheet.areas:
        if not area.ring & ~sheet.white:
            de = f"Gebiet {area.letter} berührt kein Grenzfeld, das anzukreuzen wäre"
            en = f"area {area.letter} touches no border cell that could be crossed"
            file.fatal(file.line(area.letter), de, en)


# From places to sets of cells ---------------------------------------------------------------------
def build(
    file: SheetFile,
    picture: Picture,
    tables: Tables,
    boards: list[tuple[Text, Colouring]],
    seatings: dict[int, tuple[int, ...]],
    end: int,
) -> Sheet:
    """The sheet of a flawless file."""
    grid = HexGrid.around(axial(*place) for place in picture.at)
    places = {grid.cell(*axial(*place)): place for place in picture.at}
    drawn = {cell: picture.at[place] for cell, place in sorted(places.items())}
    cells = gather(cell for cell, char in drawn.items() if char in (CELL, WHITE))
    names = {cell: cell_name(*places[cell]) for cell in each(cells)}
    return Sheet(
        id=file.id,
        version=file.version,
        title=file.title,
        blurb=file.blurb,
        source=file.source,
        end=end,
        grid=grid,
        cells=cells,
        white=gather(cell for cell, char in drawn.items() if char == WHITE),
        areas=tuple(
            build_area(letter, {"icon": icon} | tables[letter], drawn, grid, cells)
            for letter, icon in zip(tables, cycle(ICONS), strict=False)
        ),
        boards=tuple(build_board(name, colouring, grid) for name, colouring in boards),
        seatings=seatings,
        places=places,
        names=names,
        cell_named={name: cell for cell, name in names.items()},
        crossings={cell: Cross(cell) for cell in names},
    )


def build_area(letter: str, table: Table, drawn: dict[int, str], grid: HexGrid, cells: Cells) -> Area:
    """B6: an area with the border cells around it."""
    hexes = gather(cell for cell, char in drawn.items() if char == letter)
    first, later = table["points"]
    name = as_text(table.get("name", letter))
    return Area(letter, name, table["icon"], first, later, hexes, grid.beside(hexes) & cells)


def build_board(name: Text, colouring: Colouring, grid: HexGrid) -> Board:
    """A colouring with its segments: connected cells of one colour."""
    colour_of = {grid.cell(*axial(*place)): COLOURS.index(letter) for place, letter in colouring.items()}
    colours = tuple(
        gather(cell for cell, colour in colour_of.items() if colour == wanted)
        for wanted in range(len(COLOURS))
    )
    return Board(name, colours, tuple(tuple(parts(grid, cells)) for cells in colours), colour_of)


def parts(grid: HexGrid, cells: Cells) -> Iterator[Cells]:
    """The connected parts of a set of cells."""
    while cells:
        part, grown = 0, cells & -cells
        while part != grown:
            part = grown
            grown |= grid.beside(part) & cells
        yield part
        cells &= ~part


def axial(column: int, half: int) -> tuple[int, int]:
    """A place on the grid. The column is the grid's row, so that cells are numbered column by column."""
    return (half - column) // 2, column


def cell_name(column: int, half: int) -> str:
    """The name people use: column letter, number from the top of the map."""
    return f"{COLUMNS[column]}{half // 2 + 1}"


def is_count(value: object) -> TypeGuard[int]:
    """A whole number that is not negative and not beyond all reason."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST_POINTS
