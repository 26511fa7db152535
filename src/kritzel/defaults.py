"""Default functions for what a game leaves out of its notation and words; `Game` puts them in.

A game whose moves are strings needs no notation for them, dice know their own text, and a sentence for people
is made from the notation and the names in the facts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any

from kritzel.game import (
    AnyGame,
    Chance,
    Clock,
    Description,
    Notation,
    NotationError,
    Outcome,
    Rules,
    Setup,
    SetupError,
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


class Default(partial[Any]):
    """A default function with the game it belongs to. A changed copy of the game gets its own."""


def rules(game: AnyGame) -> Rules[Any, Any, Any]:
    """The game's rules; tables of a size that the facts do not name are refused."""
    start = game.rules.start
    own = start.args[1] if isinstance(start, Default) else start
    return replace(game.rules, start=Default(_start, game, own))


def _start(game: AnyGame, start: Callable[[Setup[Any]], State], setup: Setup[Any]) -> State:
    state = start(setup)  # the game's own refusal comes first
    if setup.seats not in game.seat_counts:
        least, most = game.seat_counts[0], game.seat_counts[-1]
        raise SetupError(Text(f"{least} bis {most} können mitspielen.", f"{least} to {most} can play."))
    return state


def notation(game: AnyGame) -> Notation[Any, Any, Any]:
    """The game's notation, complete."""
    functions: dict[str, Callable[..., object]] = {
        "parse_move": _parse_move,
        "outcome_text": _outcome_text,
        "parse_outcome": _parse_outcome,
    }
    return replace(game.notation, **_defaults(game, game.notation, functions))


def words(game: AnyGame) -> Words[Any, Any, Any]:
    """The game's words, complete."""
    functions: dict[str, Callable[..., object]] = {
        "say_move": _say_move,
        "say_outcome": _say_outcome,
        "clock": _clock,
    }
    return replace(game.words, **_defaults(game, game.words, functions))


def _defaults(game: AnyGame, part: object, functions: Mapping[str, Callable[..., object]]) -> dict[str, Any]:
    """The defaults for what `part` leaves out, or has from the game of which this one is a copy."""
    own = {name: getattr(part, name) for name in functions}
    missing = [
        name for name, function in own.items() if function is left_out or isinstance(function, Default)
    ]
    return {name: Default(functions[name], game) for name in missing}


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
def _say_move(game: AnyGame, sheet: Sheet, move: object) -> Description:
    """A move that is a cell's name crosses it; another one is a button with its own name."""
    text = game.notation.move_text(sheet, move)
    if text in _cells(game.drawing.layouts(sheet)[0]):
        return Description("mark", CROSS.filled(cell=text), text)
    return Description(text, Text.same(text))


@lru_cache(16)
def _cells(layout: Layout) -> frozenset[str]:
    return frozenset(spot.id for spot in layout.cells)


def _say_outcome(game: AnyGame, state: State, outcome: Outcome) -> Description:
    chance = _awaited(game, state)
    return with_faces(chance.purpose, game.facts.chance(chance.purpose), chance.event.tray(outcome))


def _clock(game: AnyGame, state: State) -> Clock:
    return Clock(NOTHING, 0, 0)
