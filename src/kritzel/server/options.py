"""Legal moves as data: what a hand touches to make them. Knows notation (docs/notation.md), no rules."""

from __future__ import annotations

import re
from functools import lru_cache

from kritzel.game import LANGUAGES, Text
from kritzel.server.parts import Option, Words
from kritzel.telling import move_words

_CELL = r"(?P<cell>[a-z]\d+)"
_KINDS = [
    ("take", rf"(?P<die>\d){_CELL}"),
    ("reroll", r"reroll"),
    ("out", r"out"),
    ("back", rf"back {_CELL}"),
    ("lava", rf"lava {_CELL}"),
    ("planet", rf"planet {_CELL}"),
    ("rail", rf"rail {_CELL} (?P<piece>[A-Z]+)"),
    ("again", r"roll (?P<colours>[a-z]+)"),
    ("stop", r"stop"),
    ("cross", _CELL),
    ("extend", rf"(?P<start>[a-z]\d+)-{_CELL}"),
    ("done", r"done"),
]
KINDS = tuple(kind for kind, _ in _KINDS)
"""What a hand can do, over all games."""
KEPT = 8192
"""How many moves are kept ready; all sheets together have fewer."""


@lru_cache(KEPT)
def option(text: str) -> Option:
    """A move in notation as data."""
    for kind, pattern in _KINDS:
        if found := re.fullmatch(pattern, text):
            parts: dict[str, str] = found.groupdict()
            die = int(parts["die"]) if "die" in parts else None
            return Option(text, kind, said(text), **{**parts, "die": die})  # type: ignore[arg-type]
    raise LookupError(f"no kind of move: {text}")


@lru_cache(KEPT)
def said(text: str) -> Words:
    """What a move means, in both languages."""
    return Words.of(Text(*(move_words(text, lang) for lang in LANGUAGES)))


def cell_of(text: str) -> str:
    """The cell a move is about, or nothing."""
    return option(text).cell
