"""What is in the box: dice, boards, areas and border cells. Knows no turn and no seat.

Every hexagon of the map, border cell or area, is one number; sets of them are ints. The numbers run column
by column from the left and top down, so that the cells of a set come in the order people list them.
"""

from __future__ import annotations

from dataclasses import dataclass

from kritzel import words
from kritzel.game import Text
from kritzel.games.border.moves import Cross
from kritzel.mechanics.cells import Cells
from kritzel.mechanics.hexes import HexGrid

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
    """The map all seats share and the boards they differ in. Two sheets are equal only if the same."""

    id: str
    version: int
    title: Text
    blurb: Text
    source: str
    end: int
    """So many enclosed areas end the game (B8)."""

    grid: HexGrid
    cells: Cells
    """All border cells, the white ones too."""

    white: Cells
    areas: tuple[Area, ...]
    boards: tuple[Board, ...]
    seatings: dict[int, tuple[int, ...]]
    """B1: by how many play, the number of the board that each seat gets."""

    places: dict[int, tuple[int, int]]
    """Column and half line, both from 0, of every hexagon: border cells and areas."""

    names: dict[int, str]
    """The name of each border cell, in the order of listing."""

    cell_named: dict[str, int]
    crossings: dict[int, Cross]
    """The move that crosses each border cell, ready-made."""

    @property
    def game(self) -> str:
        """The slug of the game."""
        return SLUG


def boards(sheet: Sheet) -> list[Text]:
    """What the boards of a sheet are called."""
    return [board.name for board in sheet.boards]
