"""A table shown the plain way: everything made anew, nothing remembered, compared cell by cell.

This is what the messages of a page are defined by; the server takes short cuts, and has to arrive at the
same bytes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

from kritzel import scene as laid
from kritzel.server.table.room import Room
from kritzel.server.view import changes, scenes
from kritzel.server.view.showing import Presence, Showing, Viewer
from kritzel.server.wire import parts, protocol

CHANGING = ("strokes", "tags", "tray", "boxes", "total", "note", "tray_note", "legend")


def view(room: Room, presence: Presence, player: str, lang: str) -> parts.View:
    """What this player sees, with an empty memory."""
    forget()
    folded = room.standing.copy()
    folded._now = None
    viewer = Viewer(player, room.seats_of(player), lang, notation=True)
    with patch.object(scenes, "drawn", drawn):
        return Showing(folded, presence).view(viewer, len(room.feed(player).entries))


def drawn(seen: Any, scene: laid.Scene, before: scenes.Drawn | None = None) -> scenes.Drawn:
    """Every part of a scene made for itself."""
    part = parts.Scene(
        pad=scene.pad,
        title=scene.title,
        lang=scene.lang,
        width=scene.width,
        height=scene.height,
        cells=tuple(cell(each) for each in scene.cells),
        strokes=tuple(parts.Stroke(*stroke) for stroke in scene.strokes),
        tags=tuple(parts.Tag(*tag) for tag in scene.tags),
        tray=tuple(parts.Token(*token) for token in scene.tray),
        boxes=tuple(parts.Box(*box) for box in scene.boxes),
        total=scene.total,
        note=scene.note,
        tray_note=scene.tray_note,
        legend=tuple(parts.Key(*key) for key in scene.legend),
        tray_kind=scene.tray_kind,
        tap=scene.tap,
    )
    return scenes.Drawn(seen, scene, part)


def cell(c: laid.Cell) -> parts.Cell:
    marks = tuple(parts.Mark(*mark) for mark in c.marks)
    return parts.Cell(c.id, c.shape, c.x, c.y, c.fill, c.number, c.icon, c.tint, marks, c.label, c.note)


def message(old: parts.View, new: parts.View, entries: list[parts.Told]) -> bytes:
    """What is sent when one view follows the other; empty for nothing."""
    with patch.object(scenes, "change", change):
        said = changes.update(old, new, entries)
    return protocol.encode(said) if said is not None else b""


def change(seat: int, old: parts.Scene, new: parts.Scene) -> parts.SceneChange | None:
    """Every cell compared with the one it was."""
    cells = tuple(after for before, after in zip(old.cells, new.cells, strict=True) if before != after)
    fields = {name: getattr(new, name) for name in CHANGING if getattr(new, name) != getattr(old, name)}
    return parts.SceneChange(seat, cells, **fields) if cells or fields else None


def forget() -> None:
    """Empty every memory of the games and of the server."""
    for memory in _memories():
        memory.cache_clear()
    scenes._CELLS.clear()


def _memories() -> Iterator[Any]:
    for name, module in tuple(sys.modules.items()):
        if (
            name.startswith(("kritzel.server.", "kritzel.games.", "kritzel.mechanics."))
            and "catalogue" not in name
        ):
            yield from (each for each in vars(module).values() if hasattr(each, "cache_clear"))
