"""Kritzel: roll-and-write games, played and understood.

    table = kritzel.start("dizzle/1", seats=2)

Everything goes in and comes out in notation (docs/notation.md). A table remembers: it knows its moves,
takes them back, counts the score and writes the record of the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kritzel import drawing
from kritzel.game import IllegalMove, IllegalOutcome, NotationError, Seat, Setup, Sheet, SheetError
from kritzel.games import catalogue
from kritzel.record import CannotUndo, Dealer, RecordError, SeededDealer, Table, read
from kritzel.review import review

__all__ = [
    "CannotUndo",
    "IllegalMove",
    "IllegalOutcome",
    "NotationError",
    "RecordError",
    "SheetError",
    "Table",
    "position",
    "replay",
    "review",
    "sheet_from",
    "start",
    "svg",
]


def start(
    sheet: str | Any,
    seats: int = 2,
    *,
    names: Sequence[str] = (),
    boards: tuple[int, ...] = (),
    seed: int | None = None,
    dealer: Dealer | None = None,
) -> Table:
    """A new game on a sheet of the catalogue (`dizzle/1`) or one of your own (see `sheet_from`).

    `table.roll()` asks the dealer; with a `seed` it rolls the same again.
    """
    game, paper = _sheet(sheet)
    return Table.new(game, Setup(paper, seats, boards), names, dealer or SeededDealer(seed))


def position(line: str, sheet: Sheet | None = None) -> Table:
    """A table at any position, written as one line."""
    game, paper = _sheet(sheet or (line.split() or [""])[0])
    return Table(game, game.notation.parse_position(paper, line))


def replay(text: str, sheet: Sheet | None = None) -> Table:
    """The table of a record, at its end; `sheet` where it was played on one of your own."""
    return read(text, sheet)


def sheet_from(path: str | Path) -> Any:
    """A sheet of your own from its file (docs/sheets.md). Raises SheetError with all that is wrong."""
    return catalogue.from_text(Path(path).read_text("utf-8-sig"), str(path))[1]


def svg(table: Table, seat: Seat = 0, *, lang: str = "en", theme: str = "light") -> str:
    """A seat's sheet as that seat sees it, drawn as one SVG."""
    return drawing.svg(table.game.scene(table.view(seat), seat, lang), theme=theme)


def _sheet(sheet: str | Any) -> tuple[catalogue.AnyGame, Any]:
    return catalogue.find(sheet) if isinstance(sheet, str) else (catalogue.game(sheet.game), sheet)
