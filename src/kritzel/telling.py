"""Moves and outcomes in words: what the notation means, said short. Knows notation, no rules."""

from __future__ import annotations

import re

from kritzel import words
from kritzel.game import Chance, Text

_MOVES = [
    (r"(\d)([a-z]\d+)", Text("{0} auf {1} legen", "place {0} on {1}")),
    (r"reroll", Text("neu würfeln", "re-roll")),
    (r"out", Text("aussteigen", "drop out")),
    (r"back (\w+)", Text("den Würfel von {0} zurückgeben", "give the die on {0} back")),
    (r"lava (\w+)", Text("{0} wird Lava", "turn {0} into lava")),
    (r"planet (\w+)", Text("Planet {0} ankreuzen", "cross planet {0}")),
    (r"rail (\w+) (\w+)", Text("Schiene {1} auf {0}", "rail {1} on {0}")),
    (r"roll ([a-z]+)", Text("noch einmal werfen: {0}", "throw again: {0}")),
    (r"stop", Text("so lassen", "keep them all")),
    (r"([a-z]\d+)", Text("{0} ankreuzen", "cross {0}")),
    (r"(\w+)-(\w+)", Text("Linie von {0} nach {1}", "line from {0} to {1}")),
    (r"done", Text("fertig", "done")),
]
"""Every sentence a seat can say (docs/notation.md), and what it means."""


def move_words(text: str, lang: str) -> str:
    """What a move means: `3d4` is `place 3 on d4`."""
    for pattern, said in _MOVES:
        if found := re.fullmatch(pattern, text):
            return said.say(lang).format(*found.groups())
    return text


def outcome_words(chance: Chance, text: str, lang: str) -> str:
    """What chance brought."""
    return f"{words.chance(chance.purpose, lang)}: {text}"


def in_writing_order(typed: str) -> str:
    """Dice as people read them off the table, in the order of the notation."""
    order = "123456" + "".join(words.COLOURS)
    faces = [face for face in typed.lower() if face not in " ,"]
    return "".join(sorted(faces, key=order.find))
