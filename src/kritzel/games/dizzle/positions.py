"""Positions read from their line (docs/notation.md): every part is checked, then the table is carried on."""

from __future__ import annotations

import re

from kritzel.game import NotationError
from kritzel.games.dizzle.material import POOL_DICE, SEAT_COUNTS, Flag, Piece, Sheet, passes, start_player
from kritzel.games.dizzle.notation import CELL, parse_cell
from kritzel.games.dizzle.passes import any_full, carry_on
from kritzel.games.dizzle.placing import lava_cells, planets_left
from kritzel.games.dizzle.state import (
    CHOOSING,
    FLOW,
    OVER,
    PLACING,
    PLANETS,
    RAILS,
    REMOVE,
    ROLL,
    VOLCANO,
    Mine,
    State,
)
from kritzel.mechanics.cells import Cells, each, gather
from kritzel.mechanics.routes import PIECES

_PIECE = f"{CELL}(?:{'|'.join(PIECES)})"
_FLAG = "[12]:[0-9]{1,3}"
_PHASES = (*PLACING, *CHOOSING, VOLCANO, ROLL, OVER)

Words = dict[str, str | None]
"""What stands after each key; None for a single word."""


def parse_position(sheet: Sheet, text: str) -> State:
    """The table from its line. Raises NotationError naming the part that is wrong."""
    head, *sections = text.split("|")
    if len(sections) not in SEAT_COUNTS:
        raise NotationError(f"1 to 4 sections after bars expected, one per seat; found {len(sections)}")
    words = _words(_table_words(sheet, head), "the table")
    phase = _phase(sheet, words, len(sections))
    seats = tuple([_seat(sheet, phase, nth, section) for nth, section in enumerate(sections)])
    state = _table(sheet, phase, words, seats)
    _check_dice(state)
    _check_phase(state)
    _check_choices(state)
    return carry_on(state)


# Words ---------------------------------------------------------------------------------------------
def _table_words(sheet: Sheet, head: str) -> list[str]:
    game, *words = head.split() or [""]
    if game != f"dizzle/{sheet.id}":
        raise NotationError(f"dizzle/{sheet.id} expected first, not '{game}'")
    return words


def _words(tokens: list[str], where: str) -> Words:
    """Each word once."""
    words: Words = {}
    for token in tokens:
        key, equals, value = token.partition("=")
        if key in words:
            raise NotationError(f"{where}: '{key}' is there twice")
        words[key] = value if equals else None
    return words


def _value(words: Words, key: str, pattern: str, expected: str) -> str:
    """The value of a word that must be there."""
    value = words.get(key)
    if value is None or not re.fullmatch(pattern, value):
        raise NotationError(f"{key}={expected} expected" + (f", not '{key}={value}'" if key in words else ""))
    return value


def _only(words: Words, known: set[str], where: str) -> None:
    for key in words:
        if key not in known:
            raise NotationError(f"{where}: '{key}' is unknown or has no place here")


# The table -----------------------------------------------------------------------------------------
def _phase(sheet: Sheet, words: Words, seats: int) -> str:
    """The one word that says what the table waits for, if this sheet and company can have it."""
    phases = [phase for phase in _PHASES if phase in words]
    if len(phases) != 1:
        raise NotationError(f"exactly one of {', '.join(_PHASES)} expected")
    phase = phases[0]
    can_be = {
        VOLCANO: sheet.volcanoes,
        FLOW: sheet.volcanoes,
        PLANETS: sheet.rockets,
        RAILS: sheet.rails,
        REMOVE: seats == 1,
    }
    if not can_be.get(phase, True):
        raise NotationError(f"'{phase}' cannot be on sheet {sheet.id} with {seats} seats")
    if phase != FLOW and words[phase] is not None:
        raise NotationError(f"'{phase}' stands alone, not '{phase}={words[phase]}'")
    _only(words, {"pass", phase, *(("turn", "pool") if phase in PLACING else ())}, "the table")
    return phase


def _table(sheet: Sheet, phase: str, words: Words, seats: tuple[Mine, ...]) -> State:
    last = passes(len(seats))
    pass_no = int(_value(words, "pass", "[1-9][0-9]?", f"1..{last}"))
    if pass_no > last:
        raise NotationError(f"pass=1..{last} expected, not 'pass={pass_no}'")
    turn, pool, shown = start_player(pass_no, len(seats)), "", "0"
    if phase in PLACING:
        turn = int(_value(words, "turn", f"[0-{len(seats) - 1}]", f"0..{len(seats) - 1}"))
        pool = _value(words, "pool", "1*2*3*4*5*6*", "digits 1-6 in ascending order")
    if phase == FLOW:
        shown = _value(words, FLOW, "[1-6]", "1..6")
    return State(sheet, pass_no, phase, turn, tuple(map(int, pool)), int(shown), seats)


def _check_dice(state: State) -> None:
    """D1: there are only so many dice."""
    dice, there = POOL_DICE[len(state.seats)], len(state.pool)
    there += sum([mine.dice.bit_count() for mine in state.seats])
    if there > dice:
        raise NotationError(f"{there} dice in the pool and on the sheets; there are only {dice}")
    if state.phase in PLACING and not state.pool:
        raise NotationError(f"'{state.phase}' needs dice in the pool")


def _check_phase(state: State) -> None:
    """What a phase asks of the whole table."""
    if state.phase in PLACING and state.seats[state.turn].out:
        raise NotationError(f"seat {state.turn} is out and cannot be in turn")
    early = state.pass_no < passes(len(state.seats)) and not any_full(state.sheet, state.seats)
    if state.phase == OVER and early:
        raise NotationError("'over' before the last pass needs a full sheet")


# A seat --------------------------------------------------------------------------------------------
def _seat(sheet: Sheet, phase: str, nth: int, section: str) -> Mine:
    """One section, every word checked."""
    where, tokens = f"seat {nth}", section.split()
    if not tokens:
        raise NotationError(f"{where}: '-' expected where nothing is to be said")
    words = _words([] if tokens == ["-"] else tokens, where)
    _only(words, _allowed(sheet, phase), where)
    try:
        mine = _mine(sheet, phase, words)
        _check_apart(sheet, mine)
        _check_flags(sheet, mine)
    except NotationError as error:
        raise NotationError(f"{where}: {error}") from None
    return mine


def _allowed(sheet: Sheet, phase: str) -> set[str]:
    """The words a section can have on this sheet in this phase."""
    words = {"rails" if sheet.rails else "x", "lost", "lava", "flags"}
    words |= {"dice", "out"} if phase in PLACING else set()
    words |= {"pick"} if phase in CHOOSING else set()
    return words | {PLANETS: {"rockets"}, RAILS: {"dice"}}.get(phase, set())


def _mine(sheet: Sheet, phase: str, words: Words) -> Mine:
    """The sheet of a seat as its section tells."""
    rails = _pieces(sheet, words, "rails", sheet.numbered)
    crosses = _cells(sheet, words, "x", (sheet.numbered | sheet.planets) & ~sheet.start)
    drawn = _pieces(sheet, words, "pick", sheet.numbered) if phase == RAILS else ()
    rockets = _value(words, "rockets", "[1-9][0-9]?", "1 or more") if "rockets" in words else "0"
    if words.get("out") is not None:
        raise NotationError("'out' stands alone")
    return Mine(
        crosses=sheet.start | crosses | gather([piece.cell for piece in rails]),
        dice=_cells(sheet, words, "dice", sheet.numbered),
        lost=_cells(sheet, words, "lost", sheet.bombs),
        lava=_cells(sheet, words, "lava", sheet.numbered if sheet.volcanoes else 0),
        rails=rails,
        flags=_flags(sheet, words),
        out="out" in words,
        rockets=int(rockets),
        pick=0 if phase == RAILS else _cells(sheet, words, "pick", sheet.cells),
        drawn=drawn,
    )


def _cells(sheet: Sheet, words: Words, key: str, possible: Cells) -> Cells:
    """A list of cells, each possible and each once; nothing where the word is missing."""
    if key not in words:
        return 0
    value = _value(words, key, f"({CELL})+", "cells like c3c4")
    return _each_once(sheet, key, [parse_cell(sheet, name) for name in re.findall(CELL, value)], possible)


def _each_once(sheet: Sheet, key: str, cells: list[int], possible: Cells) -> Cells:
    together = 0
    for cell in cells:
        if not possible >> cell & 1:
            raise NotationError(f"{key}: {sheet.name(cell)} cannot be there")
        if together >> cell & 1:
            raise NotationError(f"{key}: {sheet.name(cell)} is there twice")
        together |= 1 << cell
    return together


def _pieces(sheet: Sheet, words: Words, key: str, possible: Cells) -> tuple[Piece, ...]:
    """A list of rails, each cell once."""
    if key not in words:
        return ()
    value = _value(words, key, f"{_PIECE}(,{_PIECE})*", "rails like c4NS,d4EW")
    found = re.findall(f"({CELL})([NSEW]+)", value)
    pieces = [Piece(parse_cell(sheet, name), piece) for name, piece in found]
    _each_once(sheet, key, [piece.cell for piece in pieces], possible)
    return tuple(sorted(pieces))


def _flags(sheet: Sheet, words: Words) -> tuple[int | None, ...]:
    """The points got for each flag of the sheet."""
    got: dict[str, int] = {}
    if "flags" in words:
        value = _value(words, "flags", f"{_FLAG}(,{_FLAG})*", "points like 1:10,2:6")
        for name, points in [entry.split(":") for entry in value.split(",")]:
            if name in got:
                raise NotationError(f"flags: {name} is there twice")
            got[name] = int(points)
    for name in got.keys() - {flag.name for flag in sheet.flags}:
        raise NotationError(f"flags: there is no flag {name}")
    return tuple([_flag_points(flag, got.get(flag.name)) for flag in sheet.flags])


def _flag_points(flag: Flag, points: int | None) -> int | None:
    if points in (None, 0, *flag.points):
        return points
    raise NotationError(f"flags: flag {flag.name} does not give {points} points")


# What must go together -----------------------------------------------------------------------------
def _check_apart(sheet: Sheet, mine: Mine) -> None:
    """A cell holds one thing."""
    held = 0
    for cells in (mine.crosses, mine.dice, mine.lost, mine.lava):
        for cell in each(held & cells):
            raise NotationError(f"{sheet.name(cell)} cannot hold two things")
        held |= cells


def _check_flags(sheet: Sheet, mine: Mine) -> None:
    """D21: who crossed a flag got points for it, if only 0, and nobody else did."""
    for flag, points in zip(sheet.flags, mine.flags, strict=True):
        if bool(flag.cells & mine.crosses) != (points is not None):
            raise NotationError(f"flags: points of flag {flag.name} and its cross go together")


def _check_choices(state: State) -> None:
    """D22, D35, D37: what is picked can be picked, and not too much of it."""
    sheet = state.sheet
    for nth, mine in enumerate(state.seats):
        possible, owed = _choice(state, mine)
        picked = mine.pick | gather([piece.cell for piece in mine.drawn])
        for cell in each(picked & ~possible):
            raise NotationError(f"seat {nth}: pick: {sheet.name(cell)} cannot be chosen")
        if picked.bit_count() > owed:
            raise NotationError(f"seat {nth}: pick: only {owed} expected")
        if mine.rockets > possible.bit_count():
            raise NotationError(f"seat {nth}: rockets: only {possible.bit_count()} planets are left")


def _choice(state: State, mine: Mine) -> tuple[Cells, int]:
    """The cells that can be chosen and how many are owed at most."""
    if state.phase == FLOW:
        return lava_cells(state.sheet, mine, state.shown), 1
    if state.phase == PLANETS:
        return planets_left(state.sheet, mine), mine.rockets
    return mine.dice, mine.dice.bit_count()
