"""Puzzles that ship: one for each day, the same for everybody. At each table one move is surely best.

`puzzles.json` holds them with what every whole move is worth; `python -m tools.puzzles` makes it out of games
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
from kritzel.review.ways import Way, Ways
from kritzel.sheetfile import digest

FILE = "puzzles.json"
VERSION = 1
FIRST = date(2026, 1, 1)
"""Days are counted from here."""


@dataclass(frozen=True)
class Puzzle:
    """A table at which a seat is to decide, and what all of its ways are worth."""

    game: AnyGame
    state: State
    names: tuple[str, ...]
    ways: Ways

    @property
    def seat(self) -> Seat:
        """Who is to move."""
        return self.ways.seat


@lru_cache(1)
def stored() -> tuple[Puzzle, ...]:
    """All that fit the sheets and rules of today."""
    file = resources.files(__package__).joinpath(FILE)
    told: dict[str, Any] = json.loads(file.read_text("utf-8")) if file.is_file() else {}
    found = told["puzzles"] if told.get("version") == VERSION else []
    return tuple(puzzle for each in found if (puzzle := read(each)))


def read(told: dict[str, Any]) -> Puzzle | None:
    """A puzzle as it is stored; None where the sheet or the rules have changed since."""
    try:
        game, sheet = catalogue.find(told["sheet"])
    except catalogue.UnknownName:
        return None
    if (digest(sheet.source), game.rules.version) != (told["hash"], told["rules"]):
        return None
    ways = tuple(Way(tuple(moves), *values) for moves, *values in told["ways"])
    state = game.notation.parse_position(sheet, told["position"])
    return Puzzle(game, state, tuple(told["names"]), Ways(told["unit"], told["seat"], ways, told["whole"]))


def of_day(day: date) -> Puzzle | None:
    """The puzzle of a day; after the last one the first comes again. None where there is none at all."""
    every = stored()
    return every[(day - FIRST).days % len(every)] if every else None
