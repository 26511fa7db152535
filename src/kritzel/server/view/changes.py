"""From one view of a table to the next: the message that says what is new, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

from kritzel.server.view import scenes
from kritzel.server.wire.parts import Told, View
from kritzel.server.wire.protocol import PROTOCOL, Table, Update

_FIELDS = (
    "phase",
    "seats",
    "waiting",
    "hands",
    "entry",
    "correction",
    "dice",
    "result",
    "rematch",
    "begins",
    "lots",
    "position",
)
_fields = attrgetter(*_FIELDS)
_fixed = attrgetter("table", "you", "owner")


def whole(view: View, entries: Sequence[Told], since: int) -> Table:
    """Everything. A page that claims to know more than there is gets the story from its beginning."""
    known = since if since <= len(entries) else 0
    return Table(PROTOCOL, view, known, tuple(entries[known:]))


def update(old: View, new: View, entries: Sequence[Told]) -> Table | Update | None:
    """What is new since `old`; None where nothing is; everything where the viewer has become another."""
    if _fixed(old) != _fixed(new) or _lang(old) != _lang(new):
        return whole(new, entries, 0)
    fields = scenes.differing(_FIELDS, _fields(old), _fields(new))
    changed = [
        scenes.change(seat, *both) for seat, both in enumerate(zip(old.scenes, new.scenes, strict=True))
    ]
    moved = tuple(change for change in changed if change is not None)
    if not fields and not moved and old.version == new.version:
        return None
    told = tuple(entries[old.version : new.version])
    return Update(old.version, new.version, told, scenes=moved, **fields)


def _lang(view: View) -> str:
    return view.scenes[0].lang
