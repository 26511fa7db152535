"""From a scene to a picture: as one SVG, or as text for the terminal. Knows no game and no rule."""

from kritzel.drawing.picture import svg
from kritzel.drawing.text import terminal
from kritzel.drawing.words import UnknownWord

__all__ = ["UnknownWord", "svg", "terminal"]
