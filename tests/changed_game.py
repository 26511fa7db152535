"""Games that differ from ours in a few answers, for tests."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from kritzel.game import AnyGame

PARTS = ("rules", "notation", "words", "drawing")


def changed(game: AnyGame, **answers: Any) -> AnyGame:
    """The game with other answers, each in the part that has it; other fields are the game's own."""
    parts = {}
    for name in PARTS:
        part = getattr(game, name)
        own = {field.name for field in fields(part)} & set(answers)
        parts[name] = replace(part, **{each: answers.pop(each) for each in own})
    return replace(game, **parts, **answers)
