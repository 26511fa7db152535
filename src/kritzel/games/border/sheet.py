"""Sheets of The Border: what is in the box, how a sheet file is read, and what may be odd about one.

Every hexagon of the map, border cell or area, is one number; sets of them are ints. The numbers run column
by column from the left and top down, so the cells of a set come in the order people list them.

`parse_sheet` refuses files that cannot be played (docs/sheets.md); `defects` lists what is playable but odd.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, cycle
from typing import Any, NamedTuple, TypeAlias, TypeGuard

from kritzel import words
from kritzel.game import Defect, Text
from kritzel.mechanics.cells import Cells, each, gather
from kritzel.mechanics.hexes import STEPS, HexGrid
from kritzel.sheetfile import SheetFile, as_text, read

SLUG = "border"
COLOURS = "roygba"
"""The letters of the six colours of a die; everywhere else a colour is its index in here."""

COLOUR_NAMES = tuple(words.COLOURS[letter] for letter in COLOURS)
DICE = 5
THROWS = 3
MOST_BOARDS = 4
SEAT_COUNTS = range(2, MOST_BOARDS + 1)
SEGMENT_LENGTHS = (2, 3, 4, 5)
"""Each colour has exactly one segment of each of these lengths."""

ICONS = ("m_tree", "m_hill", "m_lake", "m_house", "m_sun", "m_wheat", "m_tower", "m_fish", "m_mill")


@dataclass(frozen=True, slots=True, eq=False)
class Area:
    """An area: its capital letter in the map, the points for the first and for later seats (B6)."""

    letter: str
    name: Text
    icon: str
    first: int
    later: int
    hexes: Cells
    ring: Cells
    """The border cells around it."""

    @property
    def key(self) -> str:
        """Its letter in positions and score lines."""
        return self.letter.lower()


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """One colouring of the border: the cells of each colour, and its segments, by colour index."""

    name: Text
    colours: tuple[Cells, ...]
    segments: tuple[tuple[Cells, ...], ...]
    colour_of: dict[int, int]
    """The colour of each border cell; white ones have none."""


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """The map that all seats share and the boards they differ in. Compared by identity."""

    id: str
    version: int
    title: Text
    blurb: Text
    source: str
    end: int
    """Number of enclosed areas that ends the game (B8)."""
    grid: HexGrid
    cells: Cells
    """All border cells, the white ones too."""
    white: Cells
    areas: tuple[Area, ...]
    boards: tuple[Board, ...]
    seatings: dict[int, tuple[int, ...]]
    """B1: the board number of each seat, by number of seats."""
    places: dict[int, tuple[int, int]]
    """Column and half line, both from 0, of every hexagon: border cells and areas."""
    names: dict[int, str]
    """The name of each border cell, in the order of listing."""
    cell_named: dict[str, int]

    @property
    def game(self) -> str:
        return SLUG


def boards(sheet: Sheet) -> list[Text]:
    return [board.name for board in sheet.boards]


# Reading a sheet file -----------------------------------------------------------------------------
COLUMNS = "abcdefghijklmnopqrstuvwxyz"
AREA_LETTERS = COLUMNS.upper()
CELL, WHITE = "#", "*"
MOST_POINTS = 999

Colouring: TypeAlias = dict[tuple[int, int], str]
"""The colour letter of each border cell, by column and half line."""

Table: TypeAlias = dict[str, Any]


class DrawnChar(NamedTuple):
    """A character of a picture: column, half line of the picture, what is drawn, line of the file."""

    column: int
    half: int
    drawn: str
    line: int


class DrawnMap(NamedTuple):
    """The map as drawn: what stands at which column and half line, counted from its top left."""

    at: dict[tuple[int, int], str]
    left: int
    top: int


# The map ------------------------------------------------------------------------------------------
def read_map(file: SheetFile) -> DrawnMap:
    drawn = file.data.get("map")
    if not isinstance(drawn, str) or not drawn.strip():
        file.fatal(file.line("map"), "Es fehlt die Karte: map = '''...'''", "missing: map = '''...'''")
        return DrawnMap({}, 0, 0)
    chars = [char for char in find_chars(file, "map", drawn, 1) if is_map(file, char)]
    left, top = min((c.column for c in chars), default=0), min((c.half for c in chars), default=0)
    check_map(file, chars, left)
    named = [char for char in chars if char.column - left < len(COLUMNS)]
    return DrawnMap({(c.column - left, c.half - top): c.drawn for c in named}, left, top)


def find_chars(file: SheetFile, key: str, drawn: str, nth: int) -> Iterator[DrawnChar]:
    """Everything drawn in a picture. Between two columns nothing may stand."""
    first = file.line(key, nth) + 1
    for line, text in file.rows(key, drawn, nth):
        for place, char in enumerate(text):
            if char != " " and place % 2:
                de = f"Zeichen {char!r} an Stelle {place} steht zwischen zwei Spalten"
                file.fatal(line, de, f"{char!r} at place {place} stands between two columns")
            elif char != " ":
                yield DrawnChar(place // 2, line - first, char, line)


def is_map(file: SheetFile, char: DrawnChar) -> bool:
    if char.drawn in (CELL, WHITE, *AREA_LETTERS):
        return True
    de = f"{char.drawn!r} gibt es in der Karte nicht; es gibt #, * und A bis Z"
    file.fatal(char.line, de, f"{char.drawn!r} means nothing in a map; there are #, * and A to Z")
    return False


def check_map(file: SheetFile, chars: list[DrawnChar], left: int) -> None:
    """Hexagons beside each other are shifted by a half line; columns are named a to z."""
    for char in chars:
        if (char.column + char.half - chars[0].column - chars[0].half) % 2:
            de = f"{char.drawn} in Spalte {char.column + 1} ist um eine halbe Zeile verschoben"
            file.fatal(char.line, de, f"{char.drawn} in column {char.column + 1} is off by a half line")
        if char.column - left >= len(COLUMNS):
            file.fatal(char.line, "mehr als 26 Spalten", "more than 26 columns")
    if not any(char.drawn == WHITE for char in chars):
        de = "Kein weißes Feld (*): Aktion 2 könnte nie beginnen"
        file.fatal(file.line("map"), de, "no white cell (*): action 2 could never begin")


# Areas --------------------------------------------------------------------------------------------
def read_areas(file: SheetFile, drawn: set[str]) -> dict[str, Table]:
    """The tables of the areas, by letter. Map and tables name the same ones."""
    tables = file.data.get("areas", {})
    if not isinstance(tables, dict):
        file.fatal(file.line("areas"), "areas ist keine Tabelle", "areas is no table")
        tables = {}
    for letter in sorted(drawn - set(tables)):
        de = f"Es fehlt die Tabelle [areas.{letter}]"
        file.fatal(file.line("map"), de, f"missing: table [areas.{letter}]")
    if not drawn:
        file.fatal(file.line("map"), "Die Karte hat kein Gebiet", "the map has no area")
    for letter, table in sorted(tables.items()):
        check_area(file, letter, table, drawn)
    return dict(sorted(tables.items()))


def check_area(file: SheetFile, letter: str, table: object, drawn: set[str]) -> None:
    """B6: two numbers of points; an icon that can be drawn."""
    line = file.line(letter)
    if letter not in drawn:
        file.fatal(line, f"Gebiet {letter} ist nicht in der Karte", f"area {letter} is not in the map")
        return
    if not isinstance(table, dict):
        file.fatal(line, f"areas.{letter} ist keine Tabelle", f"areas.{letter} is no table")
        return
    points = table.get("points")
    if not isinstance(points, list) or len(points) != 2 or not all(map(is_count, points)):
        de = f"Gebiet {letter}: erwartet points = [12, 6], gefunden: {points!r}"
        file.fatal(line, de, f"area {letter}: expected points = [12, 6], found {points!r}")
    if table.get("icon", ICONS[0]) not in ICONS:
        de = f"Gebiet {letter}: icon muss eins sein von {', '.join(ICONS)}"
        file.fatal(line, de, f"area {letter}: icon must be one of {', '.join(ICONS)}")


def read_end(file: SheetFile, areas: int) -> int:
    """B8: how many areas end the game."""
    end, line = file.data.get("end"), file.line("end")
    if not is_count(end) or end == 0:
        found = Text("nichts", "nothing") if end is None else Text.same(repr(end))
        de = f"end sagt, wie viele Gebiete das Spiel beenden (B8), etwa end = 6; gefunden: {found.de}"
        file.fatal(line, de, f"end says how many areas end the game (B8), as in end = 6; found {found.en}")
        return 0
    if end > areas:
        de = f"end = {end}, aber die Karte hat nur {areas} Gebiete"
        file.fatal(line, de, f"end = {end}, but the map has only {areas} areas")
    return end


# Boards -------------------------------------------------------------------------------------------
def read_boards(file: SheetFile, picture: DrawnMap) -> list[tuple[Text, Colouring]]:
    tables = file.data.get("boards", [])
    if not isinstance(tables, list) or not 1 <= len(tables) <= MOST_BOARDS:
        de = f"erwartet: 1 bis {MOST_BOARDS} Tafeln [[boards]]"
        file.fatal(file.line("boards"), de, f"expected 1 to {MOST_BOARDS} tables [[boards]]")
        return []
    boards, drawings = [], 0
    for number, table in enumerate(tables, 1):
        drawn = table.get("colours") if isinstance(table, dict) else None
        if not isinstance(drawn, str):
            de = f"Tafel {number}: Es fehlt colours = '''...'''"
            file.fatal(file.line("boards", number), de, f"board {number}: missing colours = '''...'''")
            continue
        drawings += 1
        name = as_text(table.get("name", {"de": f"Tafel {number}", "en": f"Board {number}"}))
        boards.append((name, read_colouring(file, number, drawn, drawings, picture)))
    return boards


def read_seatings(file: SheetFile, boards: int) -> dict[int, tuple[int, ...]]:
    """B1: the boards of the seats by number of seats; the default is 1, 2, 3, 4."""
    counts = [seats for seats in SEAT_COUNTS if seats <= boards]
    found = {seats: tuple(range(1, seats + 1)) for seats in counts}
    named = file.data.get("seating", {})
    if not isinstance(named, dict) or not set(named) <= {str(seats) for seats in counts}:
        refuse_seating(file, "seating", named)
        return found
    for seats in counts:
        given = named.get(str(seats), list(found[seats]))
        if not isinstance(given, list) or len(given) != seats or not _are_different(given, boards):
            refuse_seating(file, f"seating.{seats}", given)
        else:
            found[seats] = tuple(given)
    return found


def refuse_seating(file: SheetFile, where: str, given: Any) -> None:
    de = f"{where}: je Platz eine andere Tafel, etwa seating = {{ 2 = [2, 1] }}; gefunden: {given!r}"
    en = f"{where}: a different board for each seat, as in seating = {{ 2 = [2, 1] }}; found {given!r}"
    file.fatal(file.line("seating"), de, en)


def read_colouring(file: SheetFile, number: int, drawn: str, nth: int, picture: DrawnMap) -> Colouring:
    """The letters of a board at the border cells, checked against the map."""
    there: Colouring = {}
    if not picture.at:
        return there
    for char in find_chars(file, "colours", drawn, nth):
        place = char.column - picture.left, char.half - picture.top
        if may_stand(file, number, char, picture.at.get(place, " ")):
            there[place] = char.drawn
    first = file.line("colours", nth) + 1 + picture.top
    missing = [place for place, mapped in picture.at.items() if mapped == CELL and place not in there]
    for column, half in sorted(missing, key=lambda place: place[::-1]):
        name = cell_name(column, half)
        de, en = f"Tafel {number}: {name} hat keine Farbe", f"board {number}: {name} has no colour"
        file.fatal(first + half, de, en)
    return there


def may_stand(file: SheetFile, number: int, char: DrawnChar, mapped: str) -> bool:
    """Whether a letter of a board may stand where the map has this character."""
    de, en = f"Tafel {number}: {char.drawn!r}", f"board {number}: {char.drawn!r}"
    if mapped == CELL and char.drawn not in COLOURS:
        file.fatal(
            char.line, f"{de} ist keine Farbe; es gibt {COLOURS}", f"{en} is no colour; there are {COLOURS}"
        )
    elif mapped == WHITE and char.drawn != WHITE:
        de = f"{de} steht, wo die Karte ein weißes Feld (*) hat"
        file.fatal(char.line, de, f"{en} stands where the map has a white cell (*)")
    elif mapped == " ":
        de = f"{de} an Stelle {2 * char.column} steht, wo die Karte nichts hat"
        file.fatal(char.line, de, f"{en} at place {2 * char.column} stands where the map has nothing")
    return mapped == CELL


def _are_different(boards: list[Any], there: int) -> bool:
    return all(is_count(board) for board in boards) and len({*boards} & {*range(1, there + 1)}) == len(boards)


def parse_sheet(text: str, name: str = "sheet") -> Sheet:
    """A sheet from its text. Raises SheetError naming everything that makes it unplayable."""
    file = read(text, name, SLUG)
    picture = read_map(file)
    letters = set(picture.at.values()) - {CELL, WHITE}
    tables = read_areas(file, letters)
    end = read_end(file, len(letters))
    boards = read_boards(file, picture)
    seatings = read_seatings(file, len(boards))
    file.refuse()
    sheet = build(file, picture, tables, boards, seatings, end)
    for area in sheet.areas:
        if not area.ring & ~sheet.white:
            de = f"Gebiet {area.letter} berührt kein Grenzfeld, das anzukreuzen wäre"
            en = f"area {area.letter} touches no border cell that could be crossed"
            file.fatal(file.line(area.letter), de, en)
    file.refuse()
    return sheet


# From places to sets of cells ---------------------------------------------------------------------
def build(
    file: SheetFile,
    picture: DrawnMap,
    tables: dict[str, Table],
    boards: list[tuple[Text, Colouring]],
    seatings: dict[int, tuple[int, ...]],
    end: int,
) -> Sheet:
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
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST_POINTS


# What is odd about a sheet ------------------------------------------------------------------------
WHITE_CELLS = 2
ONE_BOARD = Text(
    "Tafeln: 1. Das Spiel braucht mindestens 2: So kann noch niemand spielen (B1)",
    "boards: 1. The game needs at least 2: nobody can play this yet (B1)",
)


def defects(sheet: Sheet) -> tuple[Defect, ...]:
    """Everything odd about a sheet that can be played, with lines of its file."""
    file = read(sheet.source, sheet.id, SLUG)
    found = [(file.line("map"), text) for text in map_defects(sheet)]
    for area in sheet.areas:
        found += [(file.line(area.letter), text) for text in area_defects(sheet, area)]
    found += [(file.line("boards"), text) for text in boards_defects(sheet)]
    too_few = [Defect(file.line("boards"), ONE_BOARD, True)] if len(sheet.boards) < SEAT_COUNTS[0] else []
    for number, board in enumerate(sheet.boards, 1):
        found += [(file.line("boards", number), text) for text in board_defects(number, board)]
    return (*too_few, *[Defect(line, text, False) for line, text in found])


def map_defects(sheet: Sheet) -> Iterator[Text]:
    """Border cells that touch no area or cannot be reached, and too few white cells."""
    rings = gather(cell for area in sheet.areas for cell in each(area.ring))
    if idle := sheet.cells & ~rings:
        cells = cell_names(sheet, idle)
        yield Text(f"berührt kein Gebiet: {cells}", f"touches no area: {cells}")
    parts_reached = [part for part in parts(sheet.grid, sheet.cells) if part & sheet.white]
    if cut_off := sheet.cells & ~sum(parts_reached):
        cells = cell_names(sheet, cut_off)
        yield Text(f"von keinem weißen Feld erreichbar: {cells}", f"not reachable from a white cell: {cells}")
    if (white := sheet.white.bit_count()) < WHITE_CELLS:
        yield Text(
            f"weiße Felder: {white}, im Spiel sind es {WHITE_CELLS}",
            f"white cells: {white}, the game has {WHITE_CELLS}",
        )


def area_defects(sheet: Sheet, area: Area) -> Iterator[Text]:
    """An area that is open, touches another, falls apart, or pays late seats more (B6)."""
    letter = area.letter
    if outside := open_hexes(sheet, area):
        cells = cell_names(sheet, outside)
        yield Text(
            f"Gebiet {letter} schließt nicht: {cells} grenzt an den Rand der Karte",
            f"area {letter} does not close: {cells} touches the outside of the map",
        )
    for other in sheet.areas:
        if other is not area and (beside := sheet.grid.beside(other.hexes) & area.hexes):
            cells = cell_names(sheet, beside)
            yield Text(
                f"Gebiet {letter} schließt nicht: {cells} grenzt an Gebiet {other.letter}",
                f"area {letter} does not close: {cells} touches area {other.letter}",
            )
    if (pieces := len(list(parts(sheet.grid, area.hexes)))) > 1:
        yield Text(f"Gebiet {letter} hat {pieces} getrennte Teile", f"area {letter} is in {pieces} parts")
    if area.later > area.first:
        yield Text(
            f"Gebiet {letter}: Spätere bekommen mehr ({area.later}) als Erste ({area.first})",
            f"area {letter}: later seats get more ({area.later}) than the first ({area.first})",
        )


def open_hexes(sheet: Sheet, area: Area) -> Cells:
    """The hexagons of an area beside which the map has nothing."""
    places = {sheet.grid.place(cell) for cell in sheet.places}
    return gather(
        cell
        for cell in each(area.hexes)
        for q, r in [sheet.grid.place(cell)]
        if any((q + step_q, r + step_r) not in places for step_q, step_r in STEPS)
    )


def boards_defects(sheet: Sheet) -> Iterator[Text]:
    """B1: a board for each seat, and each a different one."""
    if SEAT_COUNTS[0] <= (there := len(sheet.boards)) < MOST_BOARDS:
        yield Text(
            f"Tafeln: {there}, es können also höchstens {there} mitspielen",
            f"boards: {there}, so at most {there} can play",
        )
    for (one, board), (two, other) in combinations(enumerate(sheet.boards, 1), 2):
        if board.colours == other.colours:
            yield Text(
                f"Tafel {one} und Tafel {two} sind gleich gefärbt",
                f"board {one} and board {two} have the same colouring",
            )


def board_defects(number: int, board: Board) -> Iterator[Text]:
    """Each colour has one segment of each length, so all have equally many cells."""
    for colour, segments in zip(COLOUR_NAMES, board.segments, strict=True):
        lengths = sorted(segment.bit_count() for segment in segments)
        if tuple(lengths) != SEGMENT_LENGTHS:
            found, wanted = [", ".join(map(str, each)) or "0" for each in (lengths, SEGMENT_LENGTHS)]
            yield Text(
                f"Tafel {number}: Abschnitte in {colour.de}: {found}; es sollten {wanted} sein",
                f"board {number}: segments in {colour.en}: {found}; there should be {wanted}",
            )
    counts = [cells.bit_count() for cells in board.colours]
    if len(set(counts)) > 1:
        named = [[f"{word} {count}" for word in COLOUR_NAMES[nth]] for nth, count in enumerate(counts)]
        de, en = [", ".join(words) for words in zip(*named, strict=True)]
        yield Text(f"Tafel {number}: ungleich viele Felder: {de}", f"board {number}: unequal colours: {en}")


def cell_names(sheet: Sheet, cells: Cells) -> str:
    return ", ".join(cell_name(*sheet.places[cell]) for cell in each(cells))
