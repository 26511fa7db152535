"""Display names that games share: points, chance, colours, rails. Words of a game alone stand in its facts.

The command line and the page take their words from here, so both say the same. Knows keys, no rules;
docs/glossary.md is the list for people. Every function raises LookupError for a key it does not know.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from kritzel.game import Text

T = TypeVar("T")

POINT, POINTS = Text("Punkt", "point"), Text("Punkte", "points")

CHANCES = {
    "volcano": Text("Vulkan", "Volcano"),
    "roll": Text("Wurf", "Roll"),
    "reroll": Text("Neuer Wurf", "Re-roll"),
    "remove": Text("Extrawürfel", "Extra dice"),
    "throw": Text("Farbwurf", "Throw"),
    "card": Text("Karte", "Card"),
}
"""What the table waits for when it waits for luck."""

COLOURS = {
    "r": Text("Rot", "red"),
    "o": Text("Orange", "orange"),
    "y": Text("Gelb", "yellow"),
    "g": Text("Grün", "green"),
    "b": Text("Blau", "blue"),
    "v": Text("Violett", "violet"),
    "a": Text("Grau", "grey"),
}
"""The letters of colours, in the order they are always written."""

PIECES = {
    "NS": Text("Gerade oben-unten", "straight top-bottom"),
    "EW": Text("Gerade links-rechts", "straight left-right"),
    "NE": Text("Kurve oben-rechts", "curve top-right"),
    "NW": Text("Kurve oben-links", "curve top-left"),
    "SE": Text("Kurve unten-rechts", "curve bottom-right"),
    "SW": Text("Kurve unten-links", "curve bottom-left"),
}
"""Pieces of rail, by the edges they join."""


def points(n: int | str, lang: str) -> str:
    """The word after a number of points, also a written one: 1 point, 2 points."""
    return (POINT if str(n).strip("-−") == "1" else POINTS).say(lang)


def chance(purpose: str, lang: str) -> str:
    """What luck is awaited for."""
    return _find(CHANCES, purpose, "chance purpose").say(lang)


def colour(letter: str, lang: str) -> str:
    """The name of a colour."""
    return _find(COLOURS, letter, "colour").say(lang)


def piece(ends: str, lang: str) -> str:
    """The name of a piece of rail."""
    return _find(PIECES, ends, "piece of rail").say(lang)


def faces(text: str, lang: str) -> str:
    """Dice or the colours of a card as one says them: `1123` is 1 1 2 3, `rryg` is 2 × red, yellow, green."""
    if text.isdigit():
        return " ".join(text)
    return ", ".join([_several(text.count(letter), colour(letter, lang)) for letter in dict.fromkeys(text)])


def _several(count: int, name: str) -> str:
    return f"{count} × {name}" if count > 1 else name


def _find(names: Mapping[str, T], key: str, kind: str) -> T:
    if key not in names:
        raise LookupError(f"no {kind} '{key}'; there are: {', '.join(names)}")
    return names[key]
