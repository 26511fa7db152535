"""From a scene to a picture: as one SVG, or as text for the terminal. Knows no game and no rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kritzel.drawing.picture import board, style, svg
from kritzel.drawing.words import UnknownWord
from kritzel.scene import Scene

if TYPE_CHECKING:
    from rich.text import Text

__all__ = ["UnknownWord", "board", "style", "svg", "terminal"]


def terminal(scene: Scene) -> Text:
    """The scene in characters. Only this needs Rich."""
    from kritzel.drawing.text import terminal as drawn

    return drawn(scene)
