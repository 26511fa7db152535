"""What a game says where it has left a function out; `kritzel.game` asks when a game is put together.

A game whose moves are strings needs no notation for them, dice know their own text, and a sentence for people
is made from the notation and the names in the facts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any

from kritzel.game import (
    AnyGame,
    Chance,
    Clock,
    Notation,
    NotationError,
    Outcome,
    Said,
    Sheet,
    State,
    Text,
    Words,
    left_out,
)
from kritzel.layout import Layout
from kritzel.words import with_faces

CROSS = Text("{cell} ankreuzen", "cross {cell}")
NOTHING = Text("", "")
NO_THROW = Text("Gerade wird kein Wurf erwartet.", "No throw is awaited now.")


def notation(game: AnyGame) -> Notation[Any, Any, Any]:
    """The game's notation with what it left out."""
    return replace(game.notation, **_left_out(game, "notation", _parse_move, _outcome_text, _parse_outcome))


def words(game: AnyGame) -> Words[Any, Any, Any]:
    """The game's words with what it left out."""
    return replace(game.words, **_left_out(game, "words", _say_move, _say_outcome, _clock))


def _left_out(game: AnyGame, part: str, *usual: Callable[..., object]) -> dict[str, Any]:
    """The usual functions, by the field each is named after, where the game has left its own out."""
    fields = {function.__name__[1:]: function for function in usual}
    own = {name: getattr(getattr(game, part), name) for name in fields}
    return {name: partial(fields[name], game) for name, function in own.items() if _is_usual(function)}


def _is_usual(function: Callable[..., object]) -> bool:
    """Whether it is left out, or was put there for a game with other rules."""
    inner = getattr(function, "func", function)
    return inner is left_out or getattr(inner, "__module__", "") == __name__


# Notation ---------------------------------------------------------------------------------------
def _parse_move(game: AnyGame, sheet: Sheet, text: str) -> str:
    """A move that is a string: one of those that the game lists."""
    move = text.strip()
    there = game.notation.every_move(sheet) if game.notation.every_move else ()
    if move in there:
        return move
    some = " ".join(there)
    raise NotationError(Text(f"kein Zug: '{move}'; es gibt: {some}", f"no move: '{move}'; there are: {some}"))


def _outcome_text(game: AnyGame, state: State, outcome: Outcome) -> str:
    return _awaited(game, state).event.text(outcome)


def _parse_outcome(game: AnyGame, state: State, text: str) -> Outcome:
    event = _awaited(game, state).event
    try:
        return event.parse(text)
    except ValueError:
        like = event.text(next(iter(event.outcomes()))[0])
        de, en = (
            f"erwartet: etwas wie {like}, nicht '{text}'",
            f"expected something like {like}, not '{text}'",
        )
        raise NotationError(Text(de, en)) from None


def _awaited(game: AnyGame, state: State) -> Chance:
    if isinstance(pending := game.rules.pending(state), Chance):
        return pending
    raise NotationError(NO_THROW)


# Words ------------------------------------------------------------------------------------------
def _say_move(game: AnyGame, sheet: Sheet, move: object) -> Said:
    """A move that is a cell's name crosses it; another one is a button with its own name."""
    text = game.notation.move_text(sheet, move)
    if text in _cells(game.drawing.layouts(sheet)[0]):
        return Said("mark", CROSS.filled(cell=text), text)
    return Said(text, Text.same(text))


@lru_cache(16)
def _cells(layout: Layout) -> frozenset[str]:
    return frozenset(spot.id for spot in layout.cells)


def _say_outcome(game: AnyGame, state: State, outcome: Outcome) -> Said:
    chance = _awaited(game, state)
    return with_faces(chance.purpose, game.facts.chance(chance.purpose), chance.event.tray(outcome))


def _clock(game: AnyGame, state: State) -> Clock:
    return Clock(NOTHING, 0, 0)
