"""Moves, outcomes and positions as text and back (docs/notation.md). Reading refuses what cannot be."""

from __future__ import annotations

import re

from kritzel.game import NotationError, Outcome, Seat, Text, Touch
from kritzel.games.dizzle.passes import any_full, carry_on
from kritzel.games.dizzle.placing import fitting_cells, free_cells, lava_cells, planets_left
from kritzel.games.dizzle.refusals import NO_ROLL
from kritzel.games.dizzle.rules import awaited_throw
from kritzel.games.dizzle.sheet import (
    OUT_MOVE,
    POOL_DICE,
    REROLL_MOVE,
    SEAT_COUNTS,
    Back,
    Lava,
    Move,
    Out,
    Piece,
    Planet,
    Rail,
    Reroll,
    Sheet,
    Take,
    passes,
    start_player,
)
from kritzel.games.dizzle.state import (
    CHOOSING,
    FLOW,
    OVER,
    PLACING,
    PLANETS,
    RAILS,
    REMOVE,
    REROLLED,
    ROLL,
    VOLCANO,
    Pad,
    State,
)
from kritzel.mechanics.cells import Cells, each, gather
from kritzel.mechanics.dice import read_off
from kritzel.mechanics.routes import PIECES
from kritzel.mechanics.square import LETTERS
from kritzel.position import Part, table_and_seats

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
        return REROLL_MOVE
    if text == "out":
        return OUT_MOVE
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
    cell = touch.cell or (_cell_for_die(state, seat, touch.die) if touch.die else "")
    if state.phase == RAILS:
        return f"rail {cell} {PIECES[0]}"
    if state.phase in ON_A_CELL:
        return f"{ON_A_CELL[state.phase]} {cell}"
    if state.phase == REROLLED and not fitting_cells(state):
        return f"back {cell}"
    return f"{touch.die or _number_on(state.sheet, cell)}{cell}"


def _cell_for_die(state: State, seat: Seat, die: int) -> str:
    """A cell with the number of a die, rather a free one: what is wrong with it names the rule."""
    sheet = state.sheet
    free = free_cells(sheet, state.pads[seat])
    cells = sorted(each(sheet.cells), key=lambda cell: (sheet.number[cell] != die, not free >> cell & 1))
    return sheet.name(cells[0])


def _number_on(sheet: Sheet, name: str) -> int:
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
    return " | ".join([_head_text(state), *[_seat_text(state, mine) or "-" for mine in state.pads]])


def _head_text(state: State) -> str:
    head = f"dizzle/{state.sheet.id} pass={state.pass_no} {state.phase}"
    if state.phase in PLACING:
        return f"{head} turn={state.turn} pool={outcome_text(state, state.pool)}"
    return f"{head}={state.shown}" if state.phase == FLOW else head


def _seat_text(state: State, mine: Pad) -> str:
    sheet, got = state.sheet, zip(state.sheet.flags, mine.flags, strict=True)
    words = (
        "x=" + _cells_text(sheet, 0 if sheet.rails else mine.crosses & ~sheet.start),
        "dice=" + _cells_text(sheet, mine.dice),
        "lost=" + _cells_text(sheet, mine.lost),
        "lava=" + _cells_text(sheet, mine.lava),
        "rails=" + _pieces_text(sheet, mine.rails),
        "flags=" + ",".join([f"{flag.name}:{points}" for flag, points in got if points is not None]),
        "out" if mine.out else "",
        f"rockets={mine.rockets or ''}",
        "pick=" + (_pieces_text(sheet, mine.drawn) or _cells_text(sheet, mine.pick)),
    )
    return " ".join([word for word in words if word and not word.endswith("=")])


def _cells_text(sheet: Sheet, cells: Cells) -> str:
    return "".join([sheet.name(cell) for cell in each(cells)])


def _pieces_text(sheet: Sheet, pieces: tuple[Piece, ...]) -> str:
    return ",".join([f"{sheet.name(cell)}{piece}" for cell, piece in pieces])


# Positions, read -----------------------------------------------------------------------------------
PIECE = f"{CELL}(?:{'|'.join(PIECES)})"
FLAG = "[12]:[0-9]{1,3}"
PHASES = (*PLACING, *CHOOSING, VOLCANO, ROLL, OVER)
TABLE_WORDS = ("pass=", "turn=", "pool=", "flow=", *[phase for phase in PHASES if phase != FLOW])
SEAT_WORDS = ("x=", "dice=", "lost=", "lava=", "rails=", "flags=", "out", "rockets=", "pick=")
CELLS_LIKE = Text("Felder wie c3c4", "cells like c3c4")
RAILS_LIKE = Text("Schienen wie c4NS,d4EW", "rails like c4NS,d4EW")
POINTS_LIKE = Text("Punkte wie 1:10,2:6", "points like 1:10,2:6")
DIGITS_LIKE = Text("Ziffern 1-6 in aufsteigender Folge", "digits 1-6 in ascending order")
MAX_ROCKETS = 99


def parse_position(sheet: Sheet, text: str) -> State:
    """The table from its line. Raises NotationError naming the part that is wrong."""
    table, seats = table_and_seats(sheet, text, SEAT_COUNTS, TABLE_WORDS, SEAT_WORDS)
    phase = _read_phase(sheet, table, len(seats))
    pads = tuple([_read_pad(sheet, phase, seat) for seat in seats])
    state = _read_table(sheet, phase, table, pads)
    _check_table(table, state)
    _check_choices(state, seats)
    return carry_on(state)


# The table -----------------------------------------------------------------------------------------
def _read_phase(sheet: Sheet, table: Part, seats: int) -> str:
    """The word for what the table waits for, if this sheet and number of seats can have it."""
    phases = [phase for phase in PHASES if phase in table]
    if len(phases) != 1:
        there = ", ".join(PHASES)
        raise table.wrong(f"genau eines von {there} erwartet", f"exactly one of {there} expected")
    phase = phases[0]
    can_be = {
        VOLCANO: sheet.volcanoes,
        FLOW: sheet.volcanoes,
        PLANETS: sheet.rockets,
        RAILS: sheet.rails,
        REMOVE: seats == 1,
    }
    if not can_be.get(phase, True):
        de = f"'{phase}' gibt es auf Blatt {sheet.id} mit {seats} Plätzen nicht"
        raise table.wrong(de, f"'{phase}' cannot be on sheet {sheet.id} with {seats} seats")
    table.only({"pass", phase, *(("turn", "pool") if phase in PLACING else ())})
    return phase


def _read_table(sheet: Sheet, phase: str, table: Part, pads: tuple[Pad, ...]) -> State:
    """The clock, and the pool while dice are taken from it."""
    pass_no = table.number("pass", 1, passes(len(pads)))
    if phase in PLACING:
        turn = table.number("turn", 0, len(pads) - 1)
        pool = tuple(map(int, table.value("pool", "1*2*3*4*5*6*", DIGITS_LIKE)))
        return State(sheet, pass_no, phase, turn, pool, 0, pads)
    shown = table.number(FLOW, 1, 6) if phase == FLOW else 0
    return State(sheet, pass_no, phase, start_player(pass_no, len(pads)), (), shown, pads)


def _check_table(table: Part, state: State) -> None:
    """D1: the number of dice is limited. Then what a phase asks of the whole table."""
    phase, turn = state.phase, state.turn
    most = POOL_DICE[len(state.pads)]
    there = len(state.pool) + sum([mine.dice.bit_count() for mine in state.pads])
    if there > most:
        de = f"{there} Würfel im Vorrat und auf den Blättern; es gibt nur {most}"
        raise table.wrong(de, f"{there} dice in the pool and on the sheets; there are only {most}")
    if phase in PLACING and not state.pool:
        raise table.wrong(f"'{phase}' braucht Würfel im Vorrat", f"'{phase}' needs dice in the pool")
    if phase in PLACING and state.pads[turn].out:
        de = f"Platz {turn} ist raus und kann nicht am Zug sein"
        raise table.wrong(de, f"seat {turn} is out and cannot be in turn")
    early = state.pass_no < passes(len(state.pads)) and not any_full(state.sheet, state.pads)
    if phase == OVER and early:
        de = "'over' vor dem letzten Durchgang braucht ein volles Blatt"
        raise table.wrong(de, "'over' before the last pass needs a full sheet")


# A seat --------------------------------------------------------------------------------------------
def _read_pad(sheet: Sheet, phase: str, seat: Part) -> Pad:
    """A seat's pad from its section, every word checked."""
    seat.only(_allowed_words(sheet, phase))
    rails = _read_pieces(sheet, seat, "rails")
    crosses = _read_cells(sheet, seat, "x", (sheet.numbered | sheet.planets) & ~sheet.start)
    mine = Pad(
        crosses=sheet.start | crosses | gather([piece.cell for piece in rails]),
        lost=_read_cells(sheet, seat, "lost", sheet.bombs),
        lava=_read_cells(sheet, seat, "lava", sheet.numbered if sheet.volcanoes else 0),
        rails=rails,
        flags=_read_flags(sheet, seat),
        dice=_read_cells(sheet, seat, "dice", sheet.numbered),
        out="out" in seat,
        rockets=seat.number("rockets", 1, MAX_ROCKETS, missing=0),
        pick=0 if phase == RAILS else _read_cells(sheet, seat, "pick", sheet.cells),
        drawn=_read_pieces(sheet, seat, "pick") if phase == RAILS else (),
    )
    _check_pad(sheet, seat, mine)
    return mine


def _allowed_words(sheet: Sheet, phase: str) -> set[str]:
    words = {"rails" if sheet.rails else "x", "lost", "lava", "flags"}
    words |= {"dice", "out"} if phase in PLACING else set()
    words |= {"pick"} if phase in CHOOSING else set()
    return words | {PLANETS: {"rockets"}, RAILS: {"dice"}}.get(phase, set())


def _read_cells(sheet: Sheet, seat: Part, key: str, possible: Cells) -> Cells:
    """A list of cells, each possible and each once; nothing where the word is missing."""
    if key not in seat:
        return 0
    names = re.findall(CELL, seat.value(key, f"({CELL})+", CELLS_LIKE))
    return _each_once(sheet, seat, key, [parse_cell(sheet, name) for name in names], possible)


def _each_once(sheet: Sheet, seat: Part, key: str, cells: list[int], possible: Cells) -> Cells:
    """These cells as a set."""
    found = 0
    for cell in cells:
        name = sheet.name(cell)
        if not possible >> cell & 1:
            raise seat.wrong(f"{key}: {name} kann da nicht sein", f"{key}: {name} cannot be there")
        if found >> cell & 1:
            raise seat.wrong(f"{key}: {name} steht zweimal da", f"{key}: {name} is there twice")
        found |= 1 << cell
    return found


def _read_pieces(sheet: Sheet, seat: Part, key: str) -> tuple[Piece, ...]:
    """A list of rails, each cell once."""
    if key not in seat:
        return ()
    found = re.findall(f"({CELL})([NSEW]+)", seat.value(key, f"{PIECE}(,{PIECE})*", RAILS_LIKE))
    pieces = [Piece(parse_cell(sheet, name), piece) for name, piece in found]
    _each_once(sheet, seat, key, [piece.cell for piece in pieces], sheet.numbered)
    return tuple(sorted(pieces))


def _read_flags(sheet: Sheet, seat: Part) -> tuple[int | None, ...]:
    """The points got for each flag of the sheet: those of its row, or none left."""
    got: dict[str, int] = {}
    text = seat.value("flags", f"{FLAG}(,{FLAG})*", POINTS_LIKE) if "flags" in seat else ""
    for name, points in [entry.split(":") for entry in text.split(",") if entry]:
        if name in got:
            raise seat.wrong(f"flags: {name} steht zweimal da", f"flags: {name} is there twice")
        got[name] = int(points)
    for name in got.keys() - {flag.name for flag in sheet.flags}:
        raise seat.wrong(f"flags: eine Fahne {name} gibt es nicht", f"flags: there is no flag {name}")
    for name, _, row in sheet.flags:
        if name in got and got[name] not in (0, *row):
            de, en = "flags: Fahne {} bringt keine {} Punkte", "flags: flag {} does not give {} points"
            raise seat.wrong(de.format(name, got[name]), en.format(name, got[name]))
    return tuple([got.get(flag.name) for flag in sheet.flags])


# What must go together -----------------------------------------------------------------------------
def _check_pad(sheet: Sheet, seat: Part, mine: Pad) -> None:
    """A cell holds one thing. D21: a seat has points for a flag, possibly 0, exactly if it crossed it."""
    held = 0
    for cells in (mine.crosses, mine.dice, mine.lost, mine.lava):
        for cell in each(held & cells):
            name = sheet.name(cell)
            raise seat.wrong(f"auf {name} kann nicht zweierlei sein", f"{name} cannot hold two things")
        held |= cells
    for flag, points in zip(sheet.flags, mine.flags, strict=True):
        if bool(flag.cells & mine.crosses) != (points is not None):
            de = f"flags: Punkte für Fahne {flag.name} und ihr Kreuz gehören zusammen"
            raise seat.wrong(de, f"flags: points of flag {flag.name} and its cross go together")


def _check_choices(state: State, seats: list[Part]) -> None:
    """D22, D35, D37: what is picked can be picked, and not too much of it."""
    for seat, mine in zip(seats, state.pads, strict=True):
        possible, owed = _choice_cells(state, mine)
        picked = mine.pick | gather([piece.cell for piece in mine.drawn])
        for cell in each(picked & ~possible):
            name = state.sheet.name(cell)
            raise seat.wrong(f"pick: {name} kann nicht gewählt werden", f"pick: {name} cannot be chosen")
        if picked.bit_count() > owed:
            raise seat.wrong(f"pick: nur {owed} erwartet", f"pick: only {owed} expected")
        left = possible.bit_count()
        if mine.rockets > left:
            de = f"rockets: nur {left} Planeten sind übrig"
            raise seat.wrong(de, f"rockets: only {left} planets are left")


def _choice_cells(state: State, mine: Pad) -> tuple[Cells, int]:
    """The cells that can be chosen and how many are owed at most."""
    if state.phase == FLOW:
        return lava_cells(state.sheet, mine, state.shown), 1
    if state.phase == PLANETS:
        return planets_left(state.sheet, mine), mine.rockets
    return mine.dice, mine.dice.bit_count()
