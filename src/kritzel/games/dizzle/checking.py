"""What is playable but not good about a sheet: cells out of reach, starved numbers, rows that never fill."""

from __future__ import annotations

from kritzel.game import Defect, Text
from kritzel.games.dizzle.material import FACES, FLAG_VALUES, GAME_FILLS, KEY_COLOURS, Group, Sheet
from kritzel.mechanics.cells import Cells, each
from kritzel.sheetfile import SheetFile

_STARVED, _CROWDED = 0.5, 1.6
"""A number has too few or too many cells beyond these parts of its fair share."""


def defects(sheet: Sheet) -> tuple[Defect, ...]:
    """Every defect of a sheet that can be played all the same."""
    reach = reachable(sheet)
    found = (
        *_out_of_reach(sheet, reach),
        *_keys_and_locks(sheet, reach),
        *_rockets_and_planets(sheet),
        *_puzzles(sheet),
        *_areas(sheet),
        *_arrows(sheet),
        *_balance(sheet),
        *_stations(sheet),
        *_flags(sheet),
        *_size(sheet),
    )
    return tuple(sorted(found))


# Reach ---------------------------------------------------------------------------------------------
def reachable(sheet: Sheet) -> Cells:
    """The cells some game can cross: step by step from the start, through locks whose key was reached
    before, and to the planets once a rocket was.
    """
    reach = sheet.start
    while True:
        wider = reach | _passable(sheet, reach) & sheet.grid.beside(reach)
        if reach & sheet.rockets:
            wider |= sheet.planets
        if wider == reach:
            return reach
        reach = wider


def _passable(sheet: Sheet, reach: Cells) -> Cells:
    """Cells a die could go to, given what was reached."""
    closed = 0
    for lock in sheet.locks:
        if not lock.keys & reach:
            closed |= lock.locks
    return sheet.numbered & ~closed


def _out_of_reach(sheet: Sheet, reach: Cells) -> list[Defect]:
    """One defect per row with cells that can never be crossed."""
    found = []
    missed = sheet.cells & ~(reach | sheet.volcanoes)
    for row, line in enumerate(sheet.lines):
        names = ", ".join([sheet.name(cell) for cell in each(missed) if sheet.grid.place(cell)[1] == row])
        if names:
            found.append(_defect(line, f"nie erreichbar: {names}", f"can never be reached: {names}"))
    return found


def _keys_and_locks(sheet: Sheet, reach: Cells) -> list[Defect]:
    """D24: every lock wants a key that can be reached, every key a lock."""
    found = []
    for lock in sheet.locks:
        colour = KEY_COLOURS[lock.colour]
        if lock.locks and not lock.keys & reach:
            line = _line(sheet, lock.locks)
            found.append(
                _defect(
                    line,
                    f"Schloss ohne erreichbaren Schlüssel: {colour.de}",
                    f"lock without a reachable key: {colour.en}",
                )
            )
        if lock.keys and not lock.locks:
            line = _line(sheet, lock.keys)
            found.append(
                _defect(line, f"Schlüssel ohne Schloss: {colour.de}", f"key without a lock: {colour.en}")
            )
    return found


def _rockets_and_planets(sheet: Sheet) -> list[Defect]:
    """D22: rockets want planets, and planets without a number want rockets."""
    if sheet.rockets and not sheet.planets:
        return [_defect(_line(sheet, sheet.rockets), "Raketen ohne Planeten", "rockets without planets")]
    bare = sheet.planets & ~sheet.numbered
    if bare and not sheet.rockets:
        line = _line(sheet, bare)
        return [
            _defect(line, "Planeten ohne Zahl, aber keine Rakete", "planets without a number, but no rocket")
        ]
    return []


# What scores ---------------------------------------------------------------------------------------
def _puzzles(sheet: Sheet) -> list[Defect]:
    """D28: a puzzle has several pieces."""
    single = [puzzle for puzzle in sheet.puzzles if puzzle.cells.bit_count() == 1]
    return [
        _defect(_line(sheet, p.cells), f"Puzzle {p.name} hat nur 1 Teil", f"puzzle {p.name} has only 1 piece")
        for p in single
    ]


def _areas(sheet: Sheet) -> list[Defect]:
    """D29: an area is one patch of several cells that can all be crossed."""
    found = []
    for area in sheet.areas:
        line = _line(sheet, area.cells)
        if area.cells.bit_count() == 1:
            found.append(
                _defect(line, f"Bereich {area.name} hat nur 1 Feld", f"area {area.name} has only 1 cell")
            )
        if not _connected(sheet, area):
            found.append(
                _defect(line, f"Bereich {area.name} schließt sich nicht", f"area {area.name} does not close")
            )
        if area.cells & sheet.volcanoes:
            found.append(_never_full(line, f"Bereich {area.name}", f"area {area.name}"))
    return found


def _connected(sheet: Sheet, area: Group) -> bool:
    """Whether one can walk through the whole area."""
    patch = area.cells & -area.cells
    while (wider := patch | sheet.grid.beside(patch) & area.cells) != patch:
        patch = wider
    return patch == area.cells


def _arrows(sheet: Sheet) -> list[Defect]:
    """D27: an arrow's row or column has cells, and all can be crossed."""
    found, file = [], SheetFile("", sheet.source, {})
    for arrow in sheet.arrows:
        key = str(arrow.place + 1) if arrow.axis == "row" else sheet.name(arrow.place)[0]
        de, line = {"row": "Reihe", "column": "Spalte"}[arrow.axis], file.line(key)
        if not arrow.cells:
            found.append(_defect(line, f"{de} {key} hat keine Felder", f"{arrow.axis} {key} has no cells"))
        if arrow.cells & sheet.volcanoes:
            found.append(_never_full(line, f"{de} {key}", f"{arrow.axis} {key}"))
    return found


def _stations(sheet: Sheet) -> list[Defect]:
    """D40: stations want rails."""
    if sheet.stations and not sheet.rails:
        line = sheet.lines[sheet.grid.place(sheet.stations[0].cell)[1]]
        return [_defect(line, "Stationen, aber keine gedruckte Schiene", "stations, but no printed rail")]
    return []


# The whole -----------------------------------------------------------------------------------------
def _balance(sheet: Sheet) -> list[Defect]:
    """D5: every number has about its share of the cells."""
    share = sheet.numbered.bit_count() / len(FACES)
    found = []
    for number in FACES:
        count = sheet.showing[number].bit_count()
        if not _STARVED * share <= count <= _CROWDED * share:
            de, en = "{} Felder mit {}, gerecht wären {:.0f}", "{} cells with {}, a fair share is {:.0f}"
            words = count, number, share
            found.append(_defect(0, de.format(*words), en.format(*words)))
    return found


def _flags(sheet: Sheet) -> list[Defect]:
    """D21: a row of four values."""
    line = SheetFile("", sheet.source, {}).line("flags")
    return [
        _defect(
            line,
            f"Fahne {flag.name} soll {FLAG_VALUES} Werte haben, nicht {len(flag.points)}",
            f"flag {flag.name} should have {FLAG_VALUES} values, not {len(flag.points)}",
        )
        for flag in sheet.flags
        if len(flag.points) != FLAG_VALUES
    ]


def _size(sheet: Sheet) -> list[Defect]:
    """D25: a sheet should not be full before the game is over."""
    count = sheet.numbered.bit_count()
    if count >= GAME_FILLS:
        return []
    de = f"{count} Felder mit Zahl, ein Spiel füllt bis zu {GAME_FILLS}"
    return [_defect(0, de, f"{count} cells with a number, a game fills up to {GAME_FILLS}")]


def _never_full(line: int, de: str, en: str) -> Defect:
    return _defect(
        line, f"{de} wird nie voll: Da ist ein Vulkan", f"{en} can never be full: there is a volcano"
    )


def _defect(line: int, de: str, en: str) -> Defect:
    return Defect(line, Text(de, en), False)


def _line(sheet: Sheet, cells: Cells) -> int:
    """The line of the file with the first of the cells."""
    return sheet.lines[sheet.grid.place(next(each(cells)))[1]]
