"""Small sheets for one test each, and tables that begin on them. Knows no rule."""

from __future__ import annotations

from typing import Any

from kritzel.games.dizzle import GAME
from tests.table import Table


def sheet(drawn: str) -> Any:
    """A sheet from its drawing and points, without the head that every file needs."""
    return GAME.notation.parse_sheet(f'game = "dizzle"\nid = "t"\nversion = 1\n{drawn}')


def start(sheet: Any, seats: int) -> Table:
    """A table before anything happened."""
    return Table.start(GAME, sheet, seats)


def at(sheet: Any, position: str) -> Table:
    """A table in the middle of things: a position without the name of game and sheet."""
    return Table.at(GAME, sheet, f"dizzle/t {position}")


def dice_awaited(table: Table) -> int:
    """How many dice the awaited chance event has."""
    outcome, _ = next(iter(table.chance.event.outcomes()))
    return len(outcome)
