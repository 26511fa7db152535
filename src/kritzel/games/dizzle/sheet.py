"""What is in the box: dice, rounds, the printed sheet, and every move that can be made on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from kritzel.game import Text
from kritzel.mechanics.cells import Cells
from kritzel.mechanics.dice import Roll
from kritzel.mechanics.square import SquareGrid

SLUG = "dizzle"
SEAT_COUNTS = range(1, 5)
FACES = (1, 2, 3, 4, 5, 6)

POOL_DICE = {1: 8, 2: 7, 3: 10, 4: 13}
"""D1: dice in the pool by the number of seats."""

ROUNDS = {1: 10, 2: 6, 3: 4, 4: 3}
"""D2: rounds by the number of seats."""

EXTRA_DICE = 2
"""D33: the dice that remove others in solo."""

VOLCANO_DICE = 1
"""D35: the die that shows where lava flows."""

FLAG_VALUES = 4
"""D21: values in the row of a flag."""

SOLO_BOMB = 2
"""D31: what a crossed bomb counts in solo."""

RANKS = (90, 80, 70, 60, 50, 40)
"""D34: a sheet that names no ranks has these."""

OPEN_RAIL, CLOSED_RAIL, LONGEST_RAIL = 1, 2, 3
"""D39: points a cell of an open, a closed and the longest closed route."""

GAME_FILLS = 45
"""S: about as many cells as a seat crosses in a game, at most."""

KEY_COLOURS = {"c": Text("rot", "red"), "t": Text("blau", "blue"), "s": Text("grün", "green")}
"""D24: circle, triangle and square."""

ROLLS = {dice: Roll(dice, FACES) for dice in range(1, max(POOL_DICE.values()) + 1)}


def passes(seats: int) -> int:
    """D2: a round has one pass per seat."""
    return ROUNDS[seats] * seats


def start_player(pass_no: int, seats: int) -> int:
    """D3: the role moves clockwise after every pass; seat 0 begins."""
    return (pass_no - 1) % seats


# Moves: what a seat can do, legal or not -----------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Take:
    """Take a die with this number from the pool and place it on the cell (D5)."""

    number: int
    cell: int


@dataclass(frozen=True, slots=True)
class Reroll:
    """Roll the pool again (D11)."""


@dataclass(frozen=True, slots=True)
class Out:
    """Drop out of the pass (D11)."""


@dataclass(frozen=True, slots=True)
class Back:
    """Give the die on the cell back to the pool (D13)."""

    cell: int


@dataclass(frozen=True, slots=True)
class Lava:
    """Turn the cell into lava (D35)."""

    cell: int


@dataclass(frozen=True, slots=True)
class Planet:
    """Cross the planet a rocket flies to (D22)."""

    cell: int


@dataclass(frozen=True, slots=True)
class Rail:
    """Draw a piece of rail on the cell (D37)."""

    cell: int
    piece: str


Move: TypeAlias = Take | Reroll | Out | Back | Lava | Planet | Rail

REROLL_MOVE = Reroll()
OUT_MOVE = Out()


# The sheet -----------------------------------------------------------------------------------------
class Group(NamedTuple):
    """Cells that count together or alike: gems of a colour, a puzzle, an area."""

    name: str
    cells: Cells
    points: int


class Arrow(NamedTuple):
    """Points for a row or column (`axis`), the `place`-th from 0."""

    axis: str
    place: int
    cells: Cells
    points: int


class Flag(NamedTuple):
    """A flag and its row of points, best first (D21)."""

    name: str
    cells: Cells
    points: tuple[int, ...]


class Lock(NamedTuple):
    """The keys and locks of one colour (D24)."""

    colour: str
    keys: Cells
    locks: Cells


class Piece(NamedTuple):
    """A piece of rail: where, and which two edges it joins (D37)."""

    cell: int
    piece: str


class Station(NamedTuple):
    """A station and its points (D40)."""

    cell: int
    points: int


class MoveTable(NamedTuple):
    """Every move of a sheet by its cell, made once."""

    takes: dict[int, Take]
    backs: dict[int, Back]
    lavas: dict[int, Lava]
    planets: dict[int, Planet]
    rails: dict[int, tuple[Rail, ...]]


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """A printed sheet and what follows from it. `number` is 0 and `symbol` empty where there is none.

    `to_fill` are the cells that keep the sheet from being full until they are crossed or gone (D25).
    """

    id: str
    version: int
    title: Text
    blurb: Text
    source: str
    grid: SquareGrid
    height: int
    lines: tuple[int, ...]
    number: tuple[int, ...]
    symbol: tuple[str, ...]
    cells: Cells
    numbered: Cells
    to_fill: Cells
    showing: tuple[Cells, ...]
    start: Cells
    printed: tuple[Piece, ...]
    volcanoes: Cells
    bombs: Cells
    heaps: Cells
    rockets: Cells
    planets: Cells
    locks: tuple[Lock, ...]
    gems: tuple[Group, ...]
    puzzles: tuple[Group, ...]
    areas: tuple[Group, ...]
    arrows: tuple[Arrow, ...]
    flags: tuple[Flag, ...]
    stations: tuple[Station, ...]
    bomb: int
    heap: int
    ranks: tuple[int, ...]
    ready: MoveTable

    @property
    def game(self) -> str:
        return SLUG

    @property
    def rails(self) -> bool:
        """Whether rails are drawn here instead of crosses (D37)."""
        return bool(self.printed)

    def name(self, cell: int) -> str:
        return self.grid.name(cell)
