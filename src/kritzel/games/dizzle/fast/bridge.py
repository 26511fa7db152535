"""Between the reference and the twin of Dizzle: tables, one way and back. Plain Python."""

from __future__ import annotations

from functools import lru_cache
from struct import Struct

import numpy as np

from kritzel.fast.bits import MOST_CELLS, words
from kritzel.fast.records import Records
from kritzel.games.dizzle import state as reference
from kritzel.games.dizzle.fast.rules import complete
from kritzel.games.dizzle.fast.sheet import Compact, compact_of
from kritzel.games.dizzle.fast.state import MINE, STATE, SeatRecord
from kritzel.games.dizzle.sheet import FACES, Piece, Sheet
from kritzel.mechanics.cells import each
from kritzel.mechanics.routes import PIECES


def from_state(packed: Records, position: reference.State) -> Records:
    """A table of the reference; the throws of the running pass count anew."""
    state = np.zeros(1, STATE)
    pour(state, position)
    complete(packed, state)
    return state


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


SETS = ("crosses", "dice", "lost", "lava", "pick")


_AT = {name: field[1] for name, field in (MINE.fields or {}).items()}


_SEATS_AT = {name: field[1] for name, field in (STATE.fields or {}).items()}["seats"]


_TABLE = Struct(f"={9 + len(FACES)}q")


_TWO, _ONE = Struct("=2q"), Struct("=q")


# From the reference --------------------------------------------------------------------------------
def pour(state: Records, position: reference.State) -> None:
    """Everything the reference keeps into the record; what follows from it is `derive`d by the rules."""
    record, cells = state[0], compact_of(position.sheet)
    record["players"], record["pass_no"] = len(position.pads), position.pass_no
    record["phase"], record["turn"] = PHASES.index(position.phase), position.turn
    record["shown"], record["left"] = position.shown, len(position.pool)
    for face in FACES:
        record["pool"][face] = position.pool.count(face)
    for index, mine in enumerate(position.pads):
        _pour_seat(record["seats"][index], mine, position.sheet, cells)


def _pour_seat(record: SeatRecord, mine: reference.Pad, sheet: Sheet, cells: Compact) -> None:
    for name in SETS:
        record[name] = words(cells.squeeze(getattr(mine, name)))
    record["out"], record["rockets"] = mine.out, mine.rockets
    for index, points in enumerate(mine.flags):
        record["reached"][index], record["won"][index] = points is not None, points or 0
    for at, piece in (*sheet.printed, *mine.rails, *mine.drawn):
        record["piece"][cells.index[at]] = 1 + PIECES.index(piece)
    record["drawn"] = words(sum([1 << cells.index[piece.cell] for piece in mine.drawn]))


# To the reference ----------------------------------------------------------------------------------
def to_state(sheet: Sheet, packed: Records, state: Records) -> reference.State:
    """The table as the reference keeps it. `packed` is not needed; all twins are called alike."""
    raw = state.tobytes()
    players, pass_no, phase, turn, shown, _, _, _, _, *counts = _TABLE.unpack_from(raw)
    pool = tuple([face for face, count in zip(FACES, counts, strict=True) for _ in range(count)])
    ends = range(_SEATS_AT, _SEATS_AT + players * MINE.itemsize, MINE.itemsize)
    seats = tuple([_seat(sheet, raw[end : end + MINE.itemsize]) for end in ends])
    return reference.State(sheet, pass_no, PHASES[phase], turn, pool, shown, seats)


@lru_cache(maxsize=1 << 10)
def _seat(sheet: Sheet, raw: bytes) -> reference.Pad:
    """One seat's sheet. Kept for a while: most moves change one seat only."""
    spread = compact_of(sheet).spread
    crosses, dice, lost, lava, pick = [spread(_set(raw, name)) for name in SETS]
    points, reached = _TWO.unpack_from(raw, _AT["won"]), _TWO.unpack_from(raw, _AT["reached"])
    flags = tuple([points[index] if reached[index] else None for index in range(len(sheet.flags))])
    rails, drawn = _pieces(sheet, raw) if sheet.rails else ((), ())
    (out,), (rockets,) = _ONE.unpack_from(raw, _AT["out"]), _ONE.unpack_from(raw, _AT["rockets"])
    return reference.Pad(crosses, lost, lava, rails, flags, dice, bool(out), rockets, pick, drawn)


def _set(raw: bytes, name: str) -> int:
    """A set of cells: two words, the lower one first."""
    low, high = _TWO.unpack_from(raw, _AT[name])
    return int(low & _WORD | (high & _WORD) << 64)


_WORD = (1 << 64) - 1


def _pieces(sheet: Sheet, raw: bytes) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    """The settled and the drawn rails of a seat; printed ones are the sheet's."""
    cells, codes = compact_of(sheet), raw[_AT["piece"] : _AT["piece"] + MOST_CELLS]
    drawn, printed = _set(raw, "drawn"), cells.squeeze(sheet.start)
    settled = _set(raw, "crosses") & ~printed
    return _laid(cells, codes, settled), _laid(cells, codes, drawn)


def _laid(cells: Compact, codes: bytes, where: int) -> tuple[Piece, ...]:
    return tuple([Piece(cells.places[cell], PIECES[codes[cell] - 1]) for cell in each(where)])
