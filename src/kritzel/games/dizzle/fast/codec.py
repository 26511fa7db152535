"""Between the reference and the twin: moves as numbers, tables as records, both ways. Plain Python.

Moves are compact and stable for a sheet of n cells (cells in reading order, gaps left out):

    0 .. n-1        take a die onto this cell (its number follows from the cell)
    n               re-roll
    n+1             drop out
    n+2 + c         give the die on cell c back
    then, only on sheets that have use for them, in this order:
    lava + c        the lava flows to cell c (sheets with volcanoes)
    planet + c      a rocket flies to cell c (sheets with planets)
    rail + 6c + p   piece p (NS, EW, NE, NW, SE, SW) on cell c (sheets of rails)
"""

from __future__ import annotations

from functools import lru_cache
from struct import Struct

import numpy as np

from kritzel.fast.bits import MOST_CELLS, words
from kritzel.fast.luck import CHANCE
from kritzel.fast.records import Records
from kritzel.games.dizzle import state as reference
from kritzel.games.dizzle.fast.rules import derive
from kritzel.games.dizzle.fast.sheet import Compact, compact_of
from kritzel.games.dizzle.fast.state import MINE, NUMBERS, SETS, STATE, SeatRecord
from kritzel.games.dizzle.sheet import (
    FACES,
    OUT_MOVE,
    REROLL_MOVE,
    Back,
    Lava,
    Move,
    Piece,
    Planet,
    Rail,
    Sheet,
    Take,
)
from kritzel.mechanics.cells import each
from kritzel.mechanics.routes import PIECES

# Moves and kinds of chance -------------------------------------------------------------------------
VOLCANO, ROLL, REROLL, REMOVE = range(CHANCE, CHANCE + 4)
"""The kinds of chance, by their purpose in the reference; also events in keys of luck, round by pass."""

CHANCES = {VOLCANO: "volcano", ROLL: "roll", REROLL: "reroll", REMOVE: "remove"}
"""The purpose of each kind of chance."""

MOST_MOVES = 128
"""A seat never has more legal moves: one for each cell, or six pieces for each of thirteen dice."""


def actions(packed: Records) -> int:
    return int(packed[0]["actions"])


@lru_cache(maxsize=64)
def _moves_of(sheet: Sheet) -> tuple[Move, ...]:
    """Every move of the sheet by its number. Impossible ones have numbers, so that cells give numbers."""
    ready, places = sheet.ready, compact_of(sheet).places
    takes = [ready.takes.get(place) or Take(0, place) for place in places]
    backs = [ready.backs.get(place) or Back(place) for place in places]
    lavas = [ready.lavas.get(place) or Lava(place) for place in places if sheet.volcanoes]
    planets = [ready.planets.get(place) or Planet(place) for place in places if sheet.planets]
    rails = [Rail(place, piece) for place in places if sheet.rails for piece in PIECES]
    return (*takes, REROLL_MOVE, OUT_MOVE, *backs, *lavas, *planets, *rails)


@lru_cache(maxsize=64)
def _numbers_of(sheet: Sheet) -> dict[Move, int]:
    return {move: number for number, move in enumerate(_moves_of(sheet))}


def to_move(sheet: Sheet, number: int) -> Move:
    """The reference's move of this number. IndexError for numbers the sheet does not have."""
    return _moves_of(sheet)[number]


def to_int(sheet: Sheet, move: Move) -> int:
    """The number of a move. KeyError for one that no game on this sheet can have."""
    return _numbers_of(sheet)[move]


# Tables from the reference -------------------------------------------------------------------------
PHASES = (
    reference.OVER,
    reference.PLACE,
    reference.REROLLED,
    reference.FLOW,
    reference.PLANETS,
    reference.RAILS,
    reference.VOLCANO,
    reference.ROLL,
    reference.REROLL,
    reference.REMOVE,
)
"""The reference's name of each phase: the end, decisions, then chance."""

_AT = {name: field[1] for name, field in (MINE.fields or {}).items()}
_SEATS_AT = {name: field[1] for name, field in (STATE.fields or {}).items()}["seats"]
_TABLE = Struct(f"={len(NUMBERS) + 1 + len(FACES)}q")
_TWO, _ONE = Struct("=2q"), Struct("=q")


def from_state(packed: Records, position: reference.State) -> Records:
    """A table of the reference as a record; throws of the running pass are counted from 0 again."""
    state, cells = np.zeros(1, STATE), compact_of(position.sheet)
    record = state[0]
    record["players"], record["pass_no"] = len(position.pads), position.pass_no
    record["phase"], record["turn"] = PHASES.index(position.phase), position.turn
    record["shown"], record["left"] = position.shown, len(position.pool)
    for face in FACES:
        record["pool"][face] = position.pool.count(face)
    for index, mine in enumerate(position.pads):
        _fill_seat(record["seats"][index], mine, position.sheet, cells)
    derive(packed, state)
    return state


def _fill_seat(record: SeatRecord, mine: reference.Pad, sheet: Sheet, cells: Compact) -> None:
    for name in SETS:
        record[name] = words(cells.squeeze(getattr(mine, name)))
    record["out"], record["rockets"] = mine.out, mine.rockets
    for index, points in enumerate(mine.flags):
        record["reached"][index], record["won"][index] = points is not None, points or 0
    for at, piece in (*sheet.printed, *mine.rails, *mine.drawn):
        record["piece"][cells.index[at]] = 1 + PIECES.index(piece)
    record["drawn"] = words(sum([1 << cells.index[piece.cell] for piece in mine.drawn]))


# Tables to the reference ---------------------------------------------------------------------------
def to_state(sheet: Sheet, packed: Records, state: Records) -> reference.State:
    """The table as a state of the reference. `packed` is unused; all twins have this signature."""
    raw = state.tobytes()
    players, pass_no, phase, turn, shown, _, _, _, _, *counts = _TABLE.unpack_from(raw)
    pool = tuple([face for face, count in zip(FACES, counts, strict=True) for _ in range(count)])
    ends = range(_SEATS_AT, _SEATS_AT + players * MINE.itemsize, MINE.itemsize)
    seats = tuple([_read_seat(sheet, raw[end : end + MINE.itemsize]) for end in ends])
    return reference.State(sheet, pass_no, PHASES[phase], turn, pool, shown, seats)


@lru_cache(maxsize=1 << 10)
def _read_seat(sheet: Sheet, raw: bytes) -> reference.Pad:
    """One seat's pad. Cached: most moves change one seat only."""
    spread = compact_of(sheet).spread
    crosses, dice, lost, lava, pick = [spread(_read_set(raw, name)) for name in SETS]
    points, reached = _TWO.unpack_from(raw, _AT["won"]), _TWO.unpack_from(raw, _AT["reached"])
    flags = tuple([points[index] if reached[index] else None for index in range(len(sheet.flags))])
    rails, drawn = _read_pieces(sheet, raw) if sheet.rails else ((), ())
    (out,), (rockets,) = _ONE.unpack_from(raw, _AT["out"]), _ONE.unpack_from(raw, _AT["rockets"])
    return reference.Pad(crosses, lost, lava, rails, flags, dice, bool(out), rockets, pick, drawn)


def _read_set(raw: bytes, name: str) -> int:
    """A set of cells: two words, the lower one first."""
    low, high = _TWO.unpack_from(raw, _AT[name])
    return int(low & _WORD | (high & _WORD) << 64)


_WORD = (1 << 64) - 1


def _read_pieces(sheet: Sheet, raw: bytes) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    """The settled and the drawn rails of a seat; printed ones are the sheet's."""
    cells, codes = compact_of(sheet), raw[_AT["piece"] : _AT["piece"] + MOST_CELLS]
    drawn, printed = _read_set(raw, "drawn"), cells.squeeze(sheet.start)
    settled = _read_set(raw, "crosses") & ~printed
    return _pieces_on(cells, codes, settled), _pieces_on(cells, codes, drawn)


def _pieces_on(cells: Compact, codes: bytes, where: int) -> tuple[Piece, ...]:
    return tuple([Piece(cells.places[cell], PIECES[codes[cell] - 1]) for cell in each(where)])
