"""Display names: what keys of score lines, chance, endings, places, ranks, colours and rails are called.

The command line and the page take their words from here, so both say the same. Knows keys, no rules;
docs/glossary.md is the list for people. Every function raises LookupError for a key it does not know.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from kritzel.game import Text

T = TypeVar("T")

POINT, POINTS = Text("Punkt", "point"), Text("Punkte", "points")

LINES = {
    "gems": Text("Edelsteine", "Gems"),
    "arrows": Text("Reihen und Spalten", "Rows and columns"),
    "puzzles": Text("Puzzles", "Puzzles"),
    "areas": Text("Bereiche", "Areas"),
    "flags": Text("Fahnen", "Flags"),
    "heaps": Text("Häufchen", "Heaps"),
    "bombs": Text("Bomben", "Bombs"),
    "routes": Text("Strecken", "Routes"),
    "stations": Text("Haltestellen", "Stations"),
    "area": Text("Gebiet {}", "Area {}"),
    "number": Text("Zahl {}", "Number {}"),
    "missed": Text("Verpasste Felder", "Missed cells"),
}
"""Score lines; one of several like it has its name after a dot: `area.a`, `number.2`."""

CHANCES = {
    "volcano": Text("Vulkan", "Volcano"),
    "roll": Text("Wurf", "Roll"),
    "reroll": Text("Neuer Wurf", "Re-roll"),
    "remove": Text("Extrawürfel", "Extra dice"),
    "throw": Text("Farbwurf", "Throw"),
    "card": Text("Karte", "Card"),
}
"""What the table waits for when it waits for luck."""

REASONS = {
    "last_round": Text("Die letzte Runde ist gespielt.", "The last round has been played."),
    "full_sheet": Text("Ein Blatt ist voll.", "A sheet is full."),
    "areas_enclosed": Text("Genug Gebiete sind umschlossen.", "Enough areas are enclosed."),
    "last_card": Text("Die letzte Karte ist gespielt.", "The last card has been played."),
}
"""Why a game ended."""

PLACINGS = {
    "points": Text("nach Punkten", "by points"),
    "crosses": Text("mit weniger Kreuzen", "by fewer crosses"),
    "best_area": Text("mit den meisten Punkten für ein Gebiet", "by most points for a single area"),
    "shared": Text("geteilt", "shared"),
}
"""What put a seat on its place."""

RANKS = {
    "dizzle": (
        Text("Goldener Bleistift", "Golden pencil"),
        Text("Frisch gespitzt", "Freshly sharpened"),
        Text("Ruhige Hand", "Steady hand"),
        Text("Sauberer Strich", "Clean stroke"),
        Text("Randkritzelei", "Margin doodle"),
        Text("Mine abgebrochen", "Broken lead"),
        Text("Nur radiert", "Eraser only"),
    ),
    "traexx": (
        Text("Super", "Super"),
        Text("Da geht noch mehr", "There is more in it"),
    ),
}
"""Solo ranks, best first (D34, T7)."""

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


def line(key: str, lang: str) -> str:
    """The name of a score line: `gems`, `area.a`, `number.2`."""
    kind, _, which = key.partition(".")
    return _find(LINES, kind, "score line").say(lang).format(which.upper())


def chance(purpose: str, lang: str) -> str:
    """What luck is awaited for."""
    return _find(CHANCES, purpose, "chance purpose").say(lang)


def reason(key: str, lang: str) -> str:
    """Why the game ended, as a sentence."""
    return _find(REASONS, key, "reason").say(lang)


def placed_by(key: str, lang: str) -> str:
    """What put a seat on its place: points, a tie-break, or nothing (`shared`)."""
    return _find(PLACINGS, key, "placing").say(lang)


def rank(game: str, nth: int, lang: str) -> str:
    """The title of a solo rank, 1 being the best."""
    titles = _find(RANKS, game, "game with solo ranks")
    if not 1 <= nth <= len(titles):
        raise LookupError(f"no rank {nth} in {game}; there are: 1 to {len(titles)}")
    return titles[nth - 1].say(lang)


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
