"""Moves as data, ready to be sent. Knows no rule and no notation: the game says what a move is."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from kritzel.game import Sheet
from kritzel.games.catalogue import AnyGame
from kritzel.server.wire.parts import Option, Words

KEPT = 8192
"""How many moves are kept ready; all sheets together have fewer."""


@lru_cache(KEPT)
def option(game: AnyGame, sheet: Sheet, move: Any) -> Option:
    """A move as it travels: its notation, what it means, what a hand touches to make it."""
    said = game.say_move(sheet, move)
    return Option(
        text=game.move_text(sheet, move),
        kind=said.kind,
        words=Words.of(said.words),
        beside=Words.of(said.caption) if said.caption else None,
        cell=said.cell,
        die=said.die,
        colours="".join(said.faces),
        piece=said.piece,
        start=said.start,
        clauses=said.clauses,
    )
