"""The lines of a grid in characters: which sign has which arms, thin (1) or thick (2)."""

from __future__ import annotations

from functools import cache
from typing import TypeAlias
from unicodedata import name

Arms: TypeAlias = tuple[int, int, int, int]
"""How thick the arms of a sign are: up, right, down, left; 0 = none."""

_FIRST, _LAST = 0x2500, 0x257F
_ODD = ("DASH", "DOUBLE", "ARC", "DIAGONAL")
_DIRECTIONS = {
    "UP": (0,),
    "RIGHT": (1,),
    "DOWN": (2,),
    "LEFT": (3,),
    "VERTICAL": (0, 2),
    "HORIZONTAL": (1, 3),
}


@cache
def signs() -> dict[Arms, str]:
    """Every sign of box drawing by its arms, read off the signs' own names."""
    named = {chr(code): name(chr(code)) for code in range(_FIRST, _LAST + 1)}
    return {_arms(text): sign for sign, text in named.items() if not any(word in text for word in _ODD)}


def sign(up: int, right: int, down: int, left: int) -> str:
    """The sign with these arms; a blank where there are none."""
    return signs().get((up, right, down, left), " ")


def _arms(text: str) -> Arms:
    """From a name like BOX DRAWINGS DOWN HEAVY AND RIGHT LIGHT."""
    arms, weight = [0, 0, 0, 0], 1
    for part in text.removeprefix("BOX DRAWINGS ").split(" AND "):
        words = part.split()
        weight = 2 if "HEAVY" in words else 1 if "LIGHT" in words else weight
        for word in words:
            for at in _DIRECTIONS.get(word, ()):
                arms[at] = weight
    return arms[0], arms[1], arms[2], arms[3]
