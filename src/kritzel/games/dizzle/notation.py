"""Moves, outcomes and positions as text and back (docs/notation.md). Reading refuses what cannot be."""

from __future__ import annotations

import re

from kritzel.game import NotationError, Outcome, Seat, Text, Touch
from kritzel.games.dizzle.material import Piece, Sheet
from kritzel.games.dizzle.moves import OUT, REROLL, Back, Lava, Move, Out, Planet, Rail, Reroll, Take
from kritzel.games.dizzle.placing import fitting, free_cells
from kritzel.games.dizzle.refusals import NO_ROLL
from kritzel.games.dizzle.rules import awaited_throw
from kritzel.games.dizzle.state import FLOW, PLACING, PLANETS, RAILS, REROLLED, Pad, State
from kritzel.mechanics.cells import Cells, each
from kritzel.mechanics.dice import read_off
from kritzel.mechanics.routes import PIECES
from kritzel.mechanics.square import LETTERS

CELL = "[a-z][1-9][0-9]?"
_TAKE = re.compile(f"([1-6])({CELL})")
_ON_CELL = re.compile(f"(back|lava|planet) ({CELL})")
_RAIL = re.compile(f"rail ({CELL}) ({'|'.join(PIECES)})")
_DIGITS = re.compile("[1-6]+")
ON_A_CELL = {FLOW: "lava", PLANETS: "planet"}
"""What is chosen together, by phase."""
_KINDS: dict[str, type[Back | Lava | Planet]] = {"back": Back, "lava": Lava, "planet": Planet}


# Moves ---------------------------------------------------------------------------------------------
def move_text(sheet: Sheet, move: Move) -> str:
    """A move as text."""
    if isinstance(move, Take):
        return f"{move.number}{sheet.name(move.cell)}"
    if isinstance(move, Rail):
        return f"rail {sheet.name(move.cell)} {move.piece}"
    if isinstance(move, Reroll):
        return "reroll"
    if isinstance(move, Out):
        return "out"
    return f"{type(move).__name__.lower()} {sheet.name(move.cell)}"


def parse_move(sheet: Sheet, text: str) -> Move:
    """A text as move, legal or not."""
    if text == "reroll":
        return REROLL
    if text == "out":
        return OUT
    if found := _TAKE.fullmatch(text):
        return Take(int(found[1]), parse_cell(sheet, found[2]))
    if found := _ON_CELL.fullmatch(text):
        return _KINDS[found[1]](parse_cell(sheet, found[2]))
    if found := _RAIL.fullmatch(text):
        return Rail(parse_cell(sheet, found[1]), found[2])
    de = f"kein Zug in Dizzle: '{text}'; erwartet wird zum Beispiel 3d4, reroll, out, back d4"
    en = f"no move of Dizzle: '{text}'; expected for example 3d4, reroll, out, back d4"
    raise NotationError(Text(de, en))


def parse_cell(sheet: Sheet, name: str) -> int:
    """The cell of this name."""
    column, row = LETTERS.index(name[0]), int(name[1:]) - 1
    cell = sheet.grid.cell(column, row)
    if column >= sheet.grid.width or not sheet.cells >> cell & 1:
        de = f"kein Feld '{name}' auf Blatt {sheet.id}"
        raise NotationError(Text(de, f"no cell '{name}' on sheet {sheet.id}"))
    return cell


def touched(state: State, seat: Seat, touch: Touch) -> str:
    """What touching a cell means in this phase; touching a die, it is a cell of that number."""
    if touch.kind:
        return touch.kind
    cell = touch.cell or (_wanted(state, seat, touch.die) if touch.die else "")
    if state.phase == RAILS:
        return f"rail {cell} {PIECES[0]}"
    if state.phase in ON_A_CELL:
        return f"{ON_A_CELL[state.phase]} {cell}"
    if state.phase == REROLLED and not fitting(state):
        return f"back {cell}"
    return f"{touch.die or _number(state.sheet, cell)}{cell}"


def _wanted(state: State, seat: Seat, die: int) -> str:
    """A cell with the number of a die, rather a free one: what is wrong with it names the rule."""
    sheet = state.sheet
    free = free_cells(sheet, state.pads[seat])
    cells = sorted(each(sheet.cells), key=lambda cell: (sheet.number[cell] != die, not free >> cell & 1))
    return sheet.name(cells[0])


def _number(sheet: Sheet, name: str) -> int:
    """The number that stands on a cell; any die where there is none."""
    return next((sheet.number[cell] for cell in each(sheet.cells) if sheet.name(cell) == name), 0) or 1


# Outcomes ------------------------------------------------------------------------------------------
def outcome_text(state: State, outcome: Outcome) -> str:
    """Digits in ascending order."""
    return "".join(map(str, outcome))


def parse_outcome(state: State, text: str) -> Outcome:
    """A text as outcome of the awaited throw, in whatever order the dice were read."""
    throw = awaited_throw(state)
    if throw is None:
        raise NotationError(NO_ROLL)
    faces = read_off(text)
    outcome = tuple(sorted(map(int, faces))) if _DIGITS.fullmatch(faces) else ()
    if outcome not in throw:
        de = f"{state.phase}: {throw.dice} Ziffern 1-6 erwartet, nicht '{text}'"
        raise NotationError(Text(de, f"{state.phase}: {throw.dice} digits 1-6, not '{text}'"))
    return outcome


# Positions, written --------------------------------------------------------------------------------
def position_text(state: State) -> str:
    """The whole table in one line."""
    sections = [section_text(state, mine) or "-" for mine in state.pads]
    return " | ".join([head_text(state), *sections])


def head_text(state: State) -> str:
    """The words about the table."""
    head = f"dizzle/{state.sheet.id} pass={state.pass_no} {state.phase}"
    if state.phase in PLACING:
        return f"{head} turn={state.turn} pool={outcome_text(state, state.pool)}"
    return f"{head}={state.shown}" if state.phase == FLOW else head


def section_text(state: State, mine: Pad) -> str:
    """The words about one seat."""
    sheet = state.sheet
    pick = pieces_text(sheet, mine.drawn) if state.phase == RAILS else cells_text(sheet, mine.pick)
    words = {
        "x": "" if sheet.rails else cells_text(sheet, mine.crosses & ~sheet.start),
        "dice": cells_text(sheet, mine.dice),
        "lost": cells_text(sheet, mine.lost),
        "lava": cells_text(sheet, mine.lava),
        "rails": pieces_text(sheet, mine.rails),
        "flags": flags_text(sheet, mine),
    }
    after = {"rockets": str(mine.rockets or ""), "pick": pick}
    said = [f"{key}={value}" for key, value in words.items() if value]
    said += ["out"] if mine.out else []
    return " ".join(said + [f"{key}={value}" for key, value in after.items() if value])


def cells_text(sheet: Sheet, cells: Cells) -> str:
    """Cells in reading order."""
    return "".join([sheet.name(cell) for cell in each(cells)])


def pieces_text(sheet: Sheet, pieces: tuple[Piece, ...]) -> str:
    """Pieces of rail in reading order."""
    return ",".join([f"{sheet.name(piece.cell)}{piece.piece}" for piece in pieces])


def flags_text(sheet: Sheet, mine: Pad) -> str:
    """Points got for each flag."""
    got = zip(sheet.flags, mine.flags, strict=True)
    return ",".join([f"{flag.name}:{points}" for flag, points in got if points is not None])
