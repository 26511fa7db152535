"""Scenes of the games as parts of a message, and what is new between two of them. Knows no game."""

from __future__ import annotations

from typing import Any

from kritzel import scene as laid
from kritzel.server.parts import Box, Cell, Key, Mark, Scene, SceneChange, Stroke, Tag, Token

_CHANGING = ("strokes", "tags", "tray", "boxes", "total", "note", "tray_note", "legend")
"""What a change sends as a whole; the other fields of a scene never change during a game."""


def part(scene: laid.Scene) -> Scene:
    """A scene, ready to be sent."""
    return Scene(
        pad=scene.pad,
        title=scene.title,
        lang=scene.lang,
        width=scene.width,
        height=scene.height,
        cells=tuple([_cell(cell) for cell in scene.cells]),
        strokes=tuple([Stroke(*stroke) for stroke in scene.strokes]),
        tags=tuple([Tag(*tag) for tag in scene.tags]),
        tray=tuple([Token(*token) for token in scene.tray]),
        boxes=tuple([Box(*box) for box in scene.boxes]),
        total=scene.total,
        note=scene.note,
        tray_note=scene.tray_note,
        legend=tuple([Key(*key) for key in scene.legend]),
    )


def _cell(c: laid.Cell) -> Cell:
    marks = tuple([Mark(*mark) for mark in c.marks])
    return Cell(c.id, c.shape, c.x, c.y, c.fill, c.number, c.icon, c.tint, marks, c.label, c.note)


def change(seat: int, old: Scene, new: Scene) -> SceneChange | None:
    """What is new on a seat's sheet; None where nothing is."""
    if old is new:
        return None
    cells = tuple(after for before, after in zip(old.cells, new.cells, strict=True) if before != after)
    fields: dict[str, Any] = {
        name: getattr(new, name) for name in _CHANGING if getattr(new, name) != getattr(old, name)
    }
    return SceneChange(seat, cells, **fields) if cells or fields else None
