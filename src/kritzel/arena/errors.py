"""What the arena refuses or could not finish, as a sentence for people."""

from __future__ import annotations

from kritzel.game import Explained, Text


class ArenaError(Explained, ValueError):
    """Something the arena cannot do, and why. What was finished before stays."""


def refuse(de: str, en: str) -> ArenaError:
    """An error with this sentence."""
    return ArenaError(Text(de, en))
