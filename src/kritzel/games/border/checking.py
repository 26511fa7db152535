"""What is playable about a sheet but not good. What is not even playable is found by `reading`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from kritzel.game import Defect, Text
from kritzel.games.border.material import (
    COLOUR_NAMES,
    MOST_BOARDS,
    SEAT_COUNTS,
    SEGMENT_LENGTHS,
    SLUG,
    Area,
    Board,
    Sheet,
)
from kritzel.games.border.reading import cell_name, parts
from kritzel.mechanics.cells import Cells, each, gather
from kritzel.mechanics.hexes import STEPS
from kritzel.sheetfile import read

WHITE_CELLS = 2
LONELY = Text(
    "Tafeln: 1. Das Spiel braucht mindestens 2: So kann noch niemand spielen (B1)",
    "boards: 1. The game needs at least 2: nobody can play this yet (B1)",
)


def defects(sheet: Sheet) -> tuple[Defect, ...]:
    """Everything odd about a sheet, with the line of its file."""
    file = read(sheet.source, sheet.id, SLUG)
    found = [(file.line("map"), text) for text in map_defects(sheet)]
    for area in sheet.areas:
        found += [(file.line(area.letter), text) for text in area_defects(sheet, area)]
    found += [(file.line("boards"), text) for text in boards_defects(sheet)]
    lonely = [Defect(file.line("boards"), LONELY, True)] if len(sheet.boards) < SEAT_COUNTS[0] else []
    for number, board in enumerate(sheet.boards, 1):
        found += [(file.line("boards", number), text) for text in board_defects(number, board)]
    return (*lonely, *[Defect(line, text, False) for line, text in found])


# The map ------------------------------------------------------------------------------------------
def map_defects(sheet: Sheet) -> Iterator[Text]:
    """Border cells that are good for nothing or hard to reach, and too few white ones."""
    rings = gather(cell for area in sheet.areas for cell in each(area.ring))
    if idle := sheet.cells & ~rings:
        cells = listed(sheet, idle)
        yield Text(f"berührt kein Gebiet: {cells}", f"touches no area: {cells}")
    parts_reached = [part for part in parts(sheet.grid, sheet.cells) if part & sheet.white]
    if lonely := sheet.cells & ~sum(parts_reached):
        cells = listed(sheet, lonely)
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
        cells = listed(sheet, outside)
        yield Text(
            f"Gebiet {letter} schließt nicht: {cells} grenzt an den Rand der Karte",
            f"area {letter} does not close: {cells} touches the outside of the map",
        )
    for other in sheet.areas:
        if other is not area and (beside := sheet.grid.beside(other.hexes) & area.hexes):
            cells = listed(sheet, beside)
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


# The boards ---------------------------------------------------------------------------------------
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
            found, wanted = numbers(lengths), numbers(SEGMENT_LENGTHS)
            yield Text(
                f"Tafel {number}: Abschnitte in {colour.de}: {found}; es sollten {wanted} sein",
                f"board {number}: segments in {colour.en}: {found}; there should be {wanted}",
            )
    counts = [cells.bit_count() for cells in board.colours]
    if len(set(counts)) > 1:
        de = ", ".join(f"{name.de} {count}" for name, count in zip(COLOUR_NAMES, counts, strict=True))
        en = ", ".join(f"{name.en} {count}" for name, count in zip(COLOUR_NAMES, counts, strict=True))
        yield Text(f"Tafel {number}: ungleich viele Felder: {de}", f"board {number}: unequal colours: {en}")


# Words --------------------------------------------------------------------------------------------
def listed(sheet: Sheet, cells: Cells) -> str:
    """The names of hexagons, areas included."""
    return ", ".join(cell_name(*sheet.places[cell]) for cell in each(cells))


def numbers(lengths: list[int] | tuple[int, ...]) -> str:
    """Lengths as people list them."""
    return ", ".join(map(str, lengths)) or "0"
