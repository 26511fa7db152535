"""Small sheets for the tests of the table, so that the real ones may change."""

from __future__ import annotations

from typing import Any

from kritzel.game import Setup
from kritzel.games.dizzle import GAME as DIZZLE
from kritzel.games.traexx import GAME as TRAEXX
from kritzel.record import Table

HEAD = 'game = "{}"\nid = "tiny"\nversion = 1\ntitle = "Tiny"\n'

PLAIN = (
    HEAD.format("dizzle")
    + """
grid = '''
x  1  2  3  4
5  6  1  2  3
4  5  6  1  2
'''
[points]
"""
)
LAVA = (
    HEAD.format("dizzle")
    + """
grid = '''
x  1  2  v  3
4  5  3  3  6
1  2  3  4  5
'''
[points]
"""
)
HEXES = (
    HEAD.format("traexx")
    + """
board = '''
  r   b   y
g   a2  o   r
  b   y   g
'''
starts = ["b2", "b3"]
cards = ["royg", "gbba"]
"""
)


def dizzle(position: str, sheet: str = PLAIN) -> Table:
    return Table(DIZZLE, DIZZLE.notation.parse_position(DIZZLE.notation.parse_sheet(sheet), position))


def traexx_sheet() -> Any:
    return TRAEXX.notation.parse_sheet(HEXES)


def traexx(seats: int, boards: tuple[int, ...] = ()) -> Table:
    return Table.new(TRAEXX, Setup(traexx_sheet(), seats, boards))
