"""Scenes of the games as parts of a message, and what is new between two of them. Knows no game.

A game hands over the same object again where nothing has changed. So what is the same object as before is
neither made into a part nor compared again; cells that look alike are one part for all tables.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Any, NamedTuple, TypeVar

from kritzel import scene as laid
from kritzel.game import State
from kritzel.server.wire.parts import Box, Cell, Key, Mark, Scene, SceneChange, Stroke, Tag, Token

_CHANGING = ("strokes", "tags", "tray", "boxes", "total", "note", "tray_note", "legend")
"""What a change sends as a whole; the other fields of a scene never change during a game."""
_changing = attrgetter(*_CHANGING)

Thing = TypeVar("Thing")
Part = TypeVar("Part")


class Drawn(NamedTuple):
    """A scene, the state it was laid out from, and the part it has become."""

    seen: Any
    laid: laid.Scene
    part: Scene


def drawn(seen: State | None, scene: laid.Scene, before: Drawn | None = None) -> Drawn:
    """A scene, ready to be sent; `before` is an earlier one of the same sheet."""
    old, made = (before.laid, before.part) if before else (_NOTHING, _NO_PART)
    part = Scene(
        pad=scene.pad,
        title=scene.title,
        lang=scene.lang,
        width=scene.width,
        height=scene.height,
        cells=_parts(_cell, scene.cells, old.cells, made.cells),
        strokes=_parts(lambda stroke: Stroke(*stroke), scene.strokes, old.strokes, made.strokes),
        tags=_parts(lambda tag: Tag(*tag), scene.tags, old.tags, made.tags),
        tray=_parts(_token, scene.tray, old.tray, made.tray),
        boxes=_parts(lambda box: Box(*box), scene.boxes, old.boxes, made.boxes),
        total=scene.total,
        note=scene.note,
        tray_note=scene.tray_note,
        legend=_parts(lambda key: Key(*key), scene.legend, old.legend, made.legend),
        tray_kind=scene.tray_kind,
        tap=scene.tap,
    )
    return Drawn(seen, scene, part)


def part(scene: laid.Scene) -> Scene:
    """A scene without a story, ready to be sent."""
    return drawn(None, scene).part


_NOTHING = laid.Scene("", "", "", 0, 0, (), (), (), (), (), "")
_NO_PART = Scene("", "", "", 0, 0, (), (), (), (), (), "", "", "", (), "", "")


def _parts(
    make: Callable[[Thing], Part], things: Sequence[Thing], old: Sequence[Thing], made: tuple[Part, ...]
) -> tuple[Part, ...]:
    """The parts of these things. What is among the `old` ones, at the same place, is `made` already."""
    if things is old:
        return made
    if len(things) != len(old):
        return tuple([make(thing) for thing in things])
    known = zip(things, old, made, strict=True)
    return tuple([part if thing is same else make(thing) for thing, same, part in known])


@lru_cache(1024)
def _token(token: laid.Token) -> Token:
    return Token(*token)


_CELLS: dict[int, tuple[laid.Cell, Cell]] = {}
"""Every cell that was seen, by its identity, and its part. As long as it is kept here it stays the same."""
MOST = 100_000
"""Far more than all sheets have looks; those of sheets that are gone are forgotten some day."""


def _remembered(c: laid.Cell) -> tuple[laid.Cell, Cell]:
    if len(_CELLS) >= MOST:
        _CELLS.clear()
    marks = tuple([Mark(*mark) for mark in c.marks])
    part = Cell(c.id, c.shape, c.x, c.y, c.fill, c.number, c.icon, c.tint, marks, c.label, c.note)
    _CELLS[id(c)] = c, part
    return _CELLS[id(c)]


def _cell(c: laid.Cell) -> Cell:
    return (_CELLS.get(id(c)) or _remembered(c))[1]


def differing(names: Sequence[str], old: Sequence[Any], new: Sequence[Any]) -> dict[str, Any]:
    """The new values that are not the old ones, by name."""
    each = zip(names, old, new, strict=True)
    return {name: after for name, before, after in each if before is not after and before != after}


def change(seat: int, old: Scene, new: Scene) -> SceneChange | None:
    """What is new on a seat's sheet; None where nothing is. Pages that see the same are told the same."""
    if old is new:
        return None
    told = _TOLD.get(seat)
    if told is None or told[0] is not old or told[1] is not new:
        told = _TOLD[seat] = old, new, _change(seat, old, new)
    return told[2]


_TOLD: dict[int, tuple[Scene, Scene, SceneChange | None]] = {}
"""For each number of a seat, what was new there last: the pages of a table look one after the other."""


def _change(seat: int, old: Scene, new: Scene) -> SceneChange | None:
    cells: tuple[Cell, ...] = ()
    if old.cells is not new.cells:
        both = zip(old.cells, new.cells, strict=True)
        cells = tuple([after for before, after in both if before is not after and before != after])
    fields = differing(_CHANGING, _changing(old), _changing(new))
    return SceneChange(seat, cells, **fields) if cells or fields else None
