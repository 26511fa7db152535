"""The words a scene may use for its kinds (docs/scene.md). A word that is not listed is refused."""

from __future__ import annotations

import re
from collections.abc import Collection

from kritzel.scene import Cell, Scene

SHAPES = ("square", "pointy", "flat")
COLOURS = ("r", "o", "y", "g", "b", "v", "a")
FILLS = ("plain", "special", "white", *COLOURS)
TINTS = ("", "text", "ink", "red", "amber", "green", "blue", "violet", "teal", "brown")
MARKS = (
    "legal", "open", "pick", "last",
    "cross", "start", "die", "locked", "exploded", "lava", "rail", "printed",
    "line", "end", "rest", "origin", "full", "half",
)  # fmt: skip
PIECES = ("NS", "EW", "NE", "NW", "SE", "SW")
STROKES = ("land", "enclosed", "area", "segment", "line", "new")
TAGS = ("row", "column", "area", "place", "ruler", "name")
TAG_STATES = ("open", "won", "lost", "first", "later", "late")
TOKENS = ("die", "single", "pips", "colour", "symbol", "card")
TOKEN_STATES = ("free", "fits", "used", "removed", "kept", "now")
BOX_STATES = ("open", "won", "lost")
KEYS = ("mark", "icon")


class UnknownWord(ValueError):
    """A scene uses a word that the drawing does not know."""


def check(scene: Scene) -> None:
    """Raises UnknownWord."""
    if not re.fullmatch(r"#[0-9A-Fa-f]{6}", scene.pad):
        raise UnknownWord(f"unknown pad: {scene.pad!r}; expected a colour, #RRGGBB")
    _known("token", scene.tray_kind, TOKENS)
    for cell in scene.cells:
        _check_cell(cell)
    for stroke in scene.strokes:
        _known("stroke", stroke.kind, STROKES)
    for tag in scene.tags:
        _known("tag", tag.kind, TAGS)
        _known("state of a tag", tag.state, TAG_STATES)
    for token in scene.tray:
        _known("token", token.kind, TOKENS)
        _known("state of a token", token.state, TOKEN_STATES)
        if token.kind == "pips" and not re.fullmatch(f"[{''.join(COLOURS)}][1-9]", token.face):
            raise UnknownWord(f"unknown face of pips: {token.face!r}; expected colour and number: r4")
    for box in scene.boxes:
        _known("state of a box", box.state, BOX_STATES)
        _known("tint", box.tint, TINTS)
    for key in scene.legend:
        _known("key", key.kind, KEYS)


def _check_cell(cell: Cell) -> None:
    _known("shape", cell.shape, SHAPES)
    _known("fill", cell.fill, FILLS)
    _known("tint", cell.tint, TINTS)
    for mark in cell.marks:
        _known("mark", mark.kind, MARKS)
        if mark.kind in ("rail", "printed"):
            _known("rail", mark.detail, PIECES)


def _known(what: str, word: str, words: Collection[str]) -> None:
    if word not in words:
        raise UnknownWord(f"unknown {what}: {word!r}; known are {', '.join(w or '(none)' for w in words)}")
