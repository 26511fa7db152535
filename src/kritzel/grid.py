"""A sheet of squares in rows, with numbers and colours: reads its file and draws it. Knows no rule.

    cells = '''
    r2 r3 r4        a colour (docs/scene.md) and a number
    1  2  .         a number alone; a dot where there is no cell
    '''

The name of a cell is what is printed on it if all have a colour and differ, else a1, a2, b1, ...
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from string import ascii_lowercase
from types import MappingProxyType
from typing import Any

from kritzel.game import Drawing, Facts, ParseSheet, Score, Seat, State, Text
from kritzel.layout import Count, Layout, Picture, Sign, Slot, Spot
from kritzel.scene import SQUARE, Mark, Token
from kritzel.sheetfile import read
from kritzel.words import COLOURS

MARGIN = 10.0
GAP = "."
WANTED = Text(
    "erwartet: cells = '''r2 r3 .''', je Feld eine Zahl mit oder ohne Farbe, höchstens 26 Zeilen",
    "expected cells = '''r2 r3 .''', a number with or without a colour for each cell, at most 26 rows",
)
WANTED_ROWS = Text(
    "erwartet: eine Reihe für jede dieser Farben: {}; ohne Lücke, jede Zahl nur einmal",
    "expected one row for each of these colours: {}; without a gap, each number only once",
)
DICE = Text("Würfel", "Dice")
TINTS = {
    "r": "red",
    "o": "amber",
    "y": "amber",
    "g": "green",
    "b": "blue",
    "v": "violet",
    "a": "text",
}
"""In which tint the shape of a colour stands beside its points."""
SIGNS = (
    Sign("cross", (Mark("cross"),), Text("angekreuzt", "crossed")),
    Sign("legal", (Mark("legal"),), Text("darf angekreuzt werden", "may be crossed")),
)
_TOKEN = re.compile(rf"([{''.join(COLOURS)}]?)([0-9]{{1,2}})")


@dataclass(frozen=True, slots=True, eq=False)
class GridSheet:
    """A sheet of squares. Two sheets are equal only if they are the same."""

    game: str
    id: str
    version: int
    title: Text
    blurb: Text
    source: str
    rows: tuple[tuple[str, ...], ...]
    """The names of the cells row by row; empty where there is none."""
    numbers: dict[str, int]
    """The number of each cell, in reading order."""
    colours: dict[str, str]
    """The letter of each cell's colour; empty where it has none."""


def grid_reader(slug: str, row_colours: str = "") -> ParseSheet[GridSheet]:
    """What reads the sheets of this game.

    `row_colours`: one letter for each row from top to bottom. All cells of a row then have this colour, there
    are no gaps, and no number comes twice in a row.
    """

    def parse_sheet(text: str, name: str = "sheet") -> GridSheet:
        file = read(text, name, slug)
        lines = [line.split() for _, line in file.rows("cells", file.data.get("cells", ""))]
        tokens = [token for line in lines for token in line if token != GAP]
        if not tokens or len(lines) > len(ascii_lowercase) or not all(map(_TOKEN.fullmatch, tokens)):
            file.fatal(file.line("cells"), *WANTED)
        elif row_colours and not _are_rows_of(lines, row_colours):
            file.fatal(file.line("cells"), *[text.format(" ".join(row_colours)) for text in WANTED_ROWS])
        file.refuse()
        printed = len(set(tokens)) == len(tokens) and not any(token.isdigit() for token in tokens)
        rows = tuple(
            [
                tuple([_name(row, column, token, printed) for column, token in enumerate(line, 1)])
                for row, line in enumerate(lines)
            ]
        )
        cells = [cell for row in rows for cell in row if cell]
        split = [_TOKEN.fullmatch(token) for token in tokens]
        return GridSheet(
            game=slug,
            id=file.id,
            version=file.version,
            title=file.title,
            blurb=file.blurb,
            source=text,
            rows=rows,
            numbers={cell: int(found[2]) for cell, found in zip(cells, split, strict=True) if found},
            colours={cell: found[1] for cell, found in zip(cells, split, strict=True) if found},
        )

    return parse_sheet


def _are_rows_of(lines: Sequence[Sequence[str]], colours: str) -> bool:
    return len(lines) == len(colours) and all(
        len(set(line)) == len(line) and {token[0] for token in line} == {colour}
        for line, colour in zip(lines, colours, strict=True)
    )


def _name(row: int, column: int, token: str, printed: bool) -> str:
    if token == GAP:
        return ""
    return token if printed else f"{ascii_lowercase[row]}{column}"


def grid_drawing(
    facts: Facts,
    score: Callable[[Any], Sequence[Score]],
    crossed: Callable[[Any, Seat], Iterable[str]],
    faces: Callable[[Any], Sequence[str]],
    more: Mapping[Sign, Callable[[Any, Seat], Iterable[str]]] = MappingProxyType({}),
    icons: Mapping[str, str] = MappingProxyType({}),
    lines: Sequence[str] = (),
) -> Drawing[Any, Any, Any]:
    """The picture of such a sheet: crosses of a seat, its legal cells, the dice, a box for each score line.

    `faces` are the dice that lie there now, as their event shows them; `more` is what else a cell can be, and
    which cells are it for a seat. A score line whose key is a colour bears its shape, others a tick or the
    icon that `icons` names. `lines`: the keys of the score lines, where several share a name of the facts.
    """
    keys = tuple(lines or facts.lines)

    @lru_cache(16)
    def layouts(sheet: GridSheet) -> tuple[Layout]:
        printed = Layout(
            pad=facts.pad,
            title=facts.title.then(sheet.title),
            width=max(map(len, sheet.rows)) * SQUARE + 2 * MARGIN,
            height=len(sheet.rows) * SQUARE + 2 * MARGIN,
            cells=tuple(_spots(sheet)),
            signs=(*SIGNS, *more),
            fates={},
            slots=tuple([_slot(key, icons.get(key, "check"), facts.line(key)) for key in keys]),
            notes={},
            tray_kind="single",
            tray_note=DICE,
        )
        return (printed,)

    def picture(state: State, seat: Seat, moves: Sequence[str]) -> Picture:
        bits = {cell: 1 << bit for bit, cell in enumerate(state.sheet.numbers)}
        sets = crossed(state, seat), moves, *[cells(state, seat) for cells in more.values()]
        pad = score(state)[seat]
        by_key = {line.key: line for line in pad.lines}
        return Picture(
            sets=tuple([sum([bits[cell] for cell in cells if cell in bits]) for cells in sets]),
            tray=tuple(
                [Token("single" if face.isdigit() else "pips", face, "free") for face in faces(state)]
            ),
            total=pad.total,
            counts=tuple(
                [
                    Count(str(by_key[key].points), f"{by_key[key].have}/{by_key[key].of}", "open")
                    for key in keys
                ]
            ),
        )

    return Drawing(layouts=layouts, picture=picture)


def _slot(key: str, icon: str, name: Text) -> Slot:
    return Slot(key, f"sh_{key}", TINTS[key], name) if key in TINTS else Slot(key, icon, "ink", name)


def _spots(sheet: GridSheet) -> Iterable[Spot]:
    bits = {cell: bit for bit, cell in enumerate(sheet.numbers)}
    for y, row in enumerate(sheet.rows):
        for x, cell in enumerate(row):
            if cell:
                place = MARGIN + SQUARE * (x + 0.5), MARGIN + SQUARE * (y + 0.5)
                number, colour = sheet.numbers[cell], sheet.colours[cell]
                words = (Text.same(cell), *([COLOURS[colour]] if colour else []), Text.same(str(number)))
                yield Spot(cell, bits[cell], "square", *place, colour or "plain", words, number)
