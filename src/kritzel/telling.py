"""Moves and outcomes in words: what the notation means, said short. Knows notation, no rules."""

from __future__ import annotations

import re

from kritzel import words
from kritzel.game import Text

_CELL = r"(?P<cell>[a-z]\d+)"
_MOVES = [
    (rf"(?P<number>\d){_CELL}", Text("{number} auf {cell} legen", "place {number} on {cell}")),
    (r"reroll", Text("neu würfeln", "re-roll")),
    (r"out", Text("aussteigen", "drop out")),
    (rf"back {_CELL}", Text("den Würfel von {cell} zurückgeben", "give the die on {cell} back")),
    (rf"lava {_CELL}", Text("{cell} wird Lava", "turn {cell} into lava")),
    (rf"planet {_CELL}", Text("Planet {cell} ankreuzen", "cross planet {cell}")),
    (rf"rail {_CELL} (?P<piece>\w+)", Text("{piece} auf {cell}", "{piece} on {cell}")),
    (r"roll (?P<faces>[a-z]+)", Text("noch einmal werfen: {faces}", "throw again: {faces}")),
    (r"stop", Text("so lassen", "keep them all")),
    (_CELL, Text("{cell} ankreuzen", "cross {cell}")),
    (rf"(?P<start>\w+)-{_CELL}", Text("Linie von {start} nach {cell}", "line from {start} to {cell}")),
    (r"done", Text("fertig", "done")),
]
"""Every sentence a seat can say (docs/notation.md), and what it means."""
_SHOWN = {"piece": words.piece, "faces": words.faces}
"""What is a code in the notation, and how people call it."""


def move_words(text: str, lang: str) -> str:
    """What a move means: `3d4` is `place 3 on d4`."""
    for pattern, said in _MOVES:
        if found := re.fullmatch(pattern, text):
            parts = {
                name: _SHOWN.get(name, _as_it_is)(code, lang) for name, code in found.groupdict().items()
            }
            return said.say(lang).format(**parts)
    return text


def _as_it_is(code: str, lang: str) -> str:
    return code


def outcome_words(purpose: str, text: str, lang: str) -> str:
    """What chance brought: `throw` and `rryg` are `Throw: 2 × red, yellow, green`."""
    return f"{words.chance(purpose, lang)}: {words.faces(text, lang)}"


def in_writing_order(typed: str) -> str:
    """Dice as people read them off the table, in the order of the notation."""
    order = "123456" + "".join(words.COLOURS)
    faces = [face for face in typed.lower() if face not in " ,"]
    return "".join(sorted(faces, key=order.find))
