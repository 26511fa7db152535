"""Moves of Dizzle, and what its table waits for, as numbers; and back to the reference's moves.

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

from kritzel.fast.luck import CHANCE
from kritzel.fast.records import Records
from kritzel.games.dizzle import sheet as reference
from kritzel.games.dizzle.fast.sheet import compact_of
from kritzel.games.dizzle.sheet import Sheet
from kritzel.mechanics.routes import PIECES

VOLCANO, ROLL, REROLL, REMOVE = range(CHANCE, CHANCE + 4)
"""The kinds of chance, by their purpose in the reference; also events in keys of luck, round by pass."""


CHANCES = {VOLCANO: "volcano", ROLL: "roll", REROLL: "reroll", REMOVE: "remove"}
"""The purpose of each kind of chance."""


MOST_MOVES = 128
"""More legal moves a seat never has: one for each cell, or six pieces for each of thirteen dice."""


def actions(packed: Records) -> int:
    """How many move numbers the sheet has."""
    return int(packed[0]["actions"])


@lru_cache(maxsize=64)
def _listed(sheet: Sheet) -> tuple[reference.Move, ...]:
    """Every move of the sheet, by its number. Places where no such move can be are kept for stability."""
    ready, places_ = sheet.ready, compact_of(sheet).places
    takes = [ready.takes.get(place) or reference.Take(0, place) for place in places_]
    backs = [ready.backs.get(place) or reference.Back(place) for place in places_]
    lavas = [ready.lavas.get(place) or reference.Lava(place) for place in places_ if sheet.volcanoes]
    planets = [ready.planets.get(place) or reference.Planet(place) for place in places_ if sheet.planets]
    drawn = [ready.rails.get(place) or _six_rails(place) for place in places_ if sheet.rails]
    rails = [rail for rails in drawn for rail in rails]
    return (*takes, reference.REROLL_MOVE, reference.OUT_MOVE, *backs, *lavas, *planets, *rails)


def _six_rails(place: int) -> tuple[reference.Rail, ...]:
    return tuple([reference.Rail(place, piece) for piece in PIECES])


@lru_cache(maxsize=64)
def _numbers(sheet: Sheet) -> dict[reference.Move, int]:
    return {move: number for number, move in enumerate(_listed(sheet))}


def to_move(sheet: Sheet, number: int) -> reference.Move:
    """The reference's move of this number. IndexError for numbers the sheet does not have."""
    return _listed(sheet)[number]


def to_int(sheet: Sheet, move: reference.Move) -> int:
    """The number of a move. KeyError for one that no game on this sheet can have."""
    return _numbers(sheet)[move]
