"""Display names that games share: points, colours, dice."""

from __future__ import annotations

from collections.abc import Sequence

from kritzel.game import LANGUAGES, Description, Text

POINT, POINTS = Text("Punkt", "point"), Text("Punkte", "points")

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


def points(n: int | str) -> Text:
    """The noun after a number of points: 1 point, 2 points."""
    return POINT if str(n).strip("-−") == "1" else POINTS


def counted_points(n: int | str) -> Text:
    return Text(*[f"{n} {word}" for word in points(n)])


def with_faces(kind: str, caption: Text, faces: Sequence[str]) -> Description:
    """A description with dice or colours, which are drawn after the caption, or named there."""
    named = [f"{caption.say(lang)}: {_faces(faces, lang)}" for lang in LANGUAGES]
    return Description(kind, Text(*named), faces=tuple(faces), caption=caption)


def _faces(faces: Sequence[str], lang: str) -> str:
    """Dice or colours in words: 1 1 2 3, or 2 × red, yellow, green, or 3, red 4."""
    if all(face.isdigit() for face in faces):
        return " ".join(faces)
    return ", ".join([_several(faces.count(face), face, lang) for face in dict.fromkeys(faces)])


def _several(count: int, face: str, lang: str) -> str:
    letter, pips = face[:1], face[1:]
    is_colour = letter in COLOURS and (not pips or pips.isdigit())
    name = f"{COLOURS[letter].say(lang)} {pips}".strip() if is_colour else face
    return f"{count} × {name}" if count > 1 else name
