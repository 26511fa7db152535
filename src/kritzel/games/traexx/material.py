"""What is in the box: the board of coloured hexagons, its numbers and starts, and the cards.

Knows which cells touch, and has all that a board alone decides ready; knows no turns and no lines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kritzel import words
from kritzel.game import Text
from kritzel.games.traexx.moves import Extend
from kritzel.mechanics.cells import Cells, each, gather
from kritzel.mechanics.hexes import HexGrid

COLOURS = "roygba"
"""Red, orange, yellow, green, blue, grey: the order in which several are written."""

COLOUR_NAMES = {letter: words.COLOURS[letter] for letter in COLOURS}
NUMBERS = range(2, 11)
SLUG = "traexx"
SEAT_COUNTS = range(1, 5)
SUPER = 40
"""T7: points that are super for somebody who plays alone."""
COLOURS_OF_A_CARD = 4
MOST_SYMBOLS = 5


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """The board that all seats play on, and its cards. Two boards are equal only if they are the same."""

    id: str
    version: int
    title: Text
    blurb: Text
    source: str
    grid: HexGrid
    order: tuple[int, ...]
    """All cells in reading order: row by row, from the left."""
    cells: Cells
    names: Mapping[int, str]
    named: Mapping[str, int]
    colours: Mapping[int, str]
    numbers: Mapping[int, int]
    """The number of each cell that has one."""
    starts: tuple[int, ...]
    """The start cells; start 1 is the first."""
    cards: tuple[str, ...]
    """The kinds of cards, each as its colour symbols in canonical order."""
    pack: tuple[int, ...]
    """How many cards there are of each kind."""
    of_colour: Mapping[str, Cells]
    around: Mapping[int, Cells]
    """The neighbours of each cell."""
    steps: Mapping[int, tuple[tuple[Cells, Extend], ...]]
    """From each cell: every neighbour as a set of one, with the ready-made move to it."""

    @property
    def game(self) -> str:
        """The slug of its game."""
        return SLUG

    @property
    def rounds(self) -> int:
        """T1: as many rounds as there are cards."""
        return sum(self.pack)


@dataclass(frozen=True, slots=True)
class Hexagon:
    """One cell as it is drawn: axial place, name, colour and number (0: none)."""

    q: int
    r: int
    name: str
    colour: str
    number: int


@dataclass(frozen=True, slots=True)
class Label:
    """What a board says about itself."""

    id: str
    version: int
    title: Text
    blurb: Text
    source: str


def build(label: Label, hexagons: Sequence[Hexagon], starts: Sequence[str], cards: Sequence[str]) -> Sheet:
    """The board made of these hexagons (in reading order), with everything about it worked out once."""
    grid = HexGrid.around((hexagon.q, hexagon.r) for hexagon in hexagons)
    drawn = {grid.cell(hexagon.q, hexagon.r): hexagon for hexagon in hexagons}
    cells = gather(drawn)
    around = {cell: grid.beside(1 << cell) & cells for cell in drawn}
    named = {hexagon.name: cell for cell, hexagon in drawn.items()}
    pack = Counter(in_order(card) for card in cards)
    return Sheet(
        id=label.id,
        version=label.version,
        title=label.title,
        blurb=label.blurb,
        source=label.source,
        grid=grid,
        order=tuple(drawn),
        cells=cells,
        names={cell: hexagon.name for cell, hexagon in drawn.items()},
        named=named,
        colours={cell: hexagon.colour for cell, hexagon in drawn.items()},
        numbers={cell: hexagon.number for cell, hexagon in drawn.items() if hexagon.number},
        starts=tuple(named[name] for name in starts),
        cards=tuple(pack),
        pack=tuple(pack.values()),
        of_colour={c: gather(cell for cell, h in drawn.items() if h.colour == c) for c in COLOURS},
        around=around,
        steps={cell: tuple((1 << to, Extend(cell, to)) for to in each(around[cell])) for cell in drawn},
    )


def boards(sheet: Sheet) -> list[Text]:
    """What the starts of a board are called: by their cells."""
    return [Text(f"Start {sheet.names[cell]}", f"Start {sheet.names[cell]}") for cell in sheet.starts]


def in_order(symbols: str) -> str:
    """Colour symbols in the order in which they are written."""
    return "".join(sorted(symbols, key=COLOURS.index))
