"""Puzzles that ship: one for each day, the same for all players. At each table one move is surely best.

`puzzles.json` holds them with the value of every whole move; `python -m tools.puzzles` makes it out of games
of bots. A puzzle of another version of its sheet or rules is left out.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from importlib import resources
from typing import Any

from kritzel.game import AnyGame, Seat, State
from kritzel.games import catalogue
from kritzel.review.move_values import MoveValue, MoveValues
from kritzel.sheetfile import digest

FILE = "puzzles.json"
VERSION = 1
FIRST = date(2026, 1, 1)
"""Days are counted from here."""


@dataclass(frozen=True)
class Puzzle:
    """A table at which a seat is to decide, and the values of all its moves."""

    game: AnyGame
    state: State
    names: tuple[str, ...]
    values: MoveValues

    @property
    def seat(self) -> Seat:
        return self.values.seat


@lru_cache(1)
def stored_puzzles() -> tuple[Puzzle, ...]:
    """All that fit the sheets and rules of today."""
    file = resources.files(__package__).joinpath(FILE)
    content: dict[str, Any] = json.loads(file.read_text("utf-8")) if file.is_file() else {}
    found = content["puzzles"] if content.get("version") == VERSION else []
    return tuple(puzzle for each in found if (puzzle := read_puzzle(each)))


def read_puzzle(stored: dict[str, Any]) -> Puzzle | None:
    """None where the sheet or the rules have changed since."""
    try:
        game, sheet = catalogue.find(stored["sheet"])
    except catalogue.UnknownName:
        return None
    if (digest(sheet.source), game.rules.version) != (stored["hash"], stored["rules"]):
        return None
    moves = tuple(MoveValue(tuple(texts), *figures) for texts, *figures in stored["ways"])
    values = MoveValues(stored["unit"], stored["seat"], moves, stored["whole"])
    return Puzzle(
        game, game.notation.parse_position(sheet, stored["position"]), tuple(stored["names"]), values
    )


def puzzle_of_day(day: date) -> Puzzle | None:
    """The puzzle of a day; after the last one the first comes again. None where there is none at all."""
    puzzles = stored_puzzles()
    return puzzles[(day - FIRST).days % len(puzzles)] if puzzles else None
