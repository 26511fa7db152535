"""Scenes as parts of a message, and what is new between two: for lessons and examples. Knows no game."""

from __future__ import annotations

from operator import attrgetter

from kritzel import scene as laid
from kritzel.server.wire.scenes import Box, Cell, Key, Mark, Scene, SceneChange, Stroke, Tag, Token

_CHANGING = ("strokes", "tags", "tray", "boxes", "total", "note", "tray_note", "legend")
"""What a change sends as a whole; the other fields of a scene never change during a game."""
_changing = attrgetter(*_CHANGING)


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
        tray_kind=scene.tray_kind,
    )


def _cell(c: laid.Cell) -> Cell:
    marks = tuple([Mark(*mark) for mark in c.marks])
    return Cell(c.id, c.shape, c.x, c.y, c.fill, c.number, c.icon, c.tint, marks, c.label, c.note)


def change(seat: int, old: Scene, new: Scene) -> SceneChange | None:
    """What is new on a seat's sheet; None where nothing is."""
    cells = tuple([after for before, after in zip(old.cells, new.cells, strict=True) if before != after])
    both = zip(_CHANGING, _changing(old), _changing(new), strict=True)
    fields = {name: after for name, before, after in both if before != after}
    return SceneChange(seat, cells, **fields) if cells or fields else None
