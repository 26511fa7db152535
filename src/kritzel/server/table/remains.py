"""What is left of a table that this Kritzel cannot read: its record, from the lines that still can be.

No rule is asked, so nothing is checked: outcomes and moves stand as they were written down. What was taken
back is gone, as in any record. While a game runs it ends with what chance brought last: by then every hidden
choice before it is settled, and none after it is told.
"""

from __future__ import annotations

from collections.abc import Sequence

from kritzel.games import catalogue
from kritzel.games.catalogue import UnknownName
from kritzel.record.text import FIRST_LINE
from kritzel.server.table import log
from kritzel.sheetfile import digest

Told = log.Revealed | log.Played


def record(rows: Sequence[log.Row], *, ended: bool) -> str:
    """The text of a record; empty where not even the first line is left. `ended`: nothing is hidden."""
    if not rows or not isinstance(rows[0].event, log.Created):
        return ""
    events = [row.event for row in rows]
    stopped = any(isinstance(event, log.Stopped) for event in events)
    told = _told(events)
    if not (ended or stopped):
        told = told[
            : max((n + 1 for n, each in enumerate(told) if isinstance(each, log.Revealed)), default=0)
        ]
    notes = [
        "# Von einem Tisch, den dieses Kritzel nicht lesen kann: ungeprüft, so weit es geht.",
        "# Of a table that this Kritzel cannot read: not checked, as far as it goes.",
    ]
    return "\n".join([*_head(rows[0].event, _names(events)), "", *notes, *map(_line, told)]) + "\n"


def _told(events: Sequence[log.Event]) -> list[Told]:
    """What chance brought and what was moved, without what was taken back."""
    told: list[Told] = []
    for event in events:
        if isinstance(event, log.Revealed | log.Played):
            told.append(event)
        elif isinstance(event, log.Undone):
            _drop(told, max((n for n, each in enumerate(told) if each.seat == event.seat), default=-1))
        elif isinstance(event, log.TakenUp):
            last = max(
                (n for n, each in enumerate(told) if isinstance(each, log.Revealed)), default=len(told)
            )
            del told[last:]
    return told


def _drop(told: list[Told], nth: int) -> None:
    if nth >= 0:
        del told[nth]


def _names(events: Sequence[log.Event]) -> list[str]:
    """Who sits where."""
    names: list[str] = []
    for event in events:
        if isinstance(event, log.Created):
            names = [chair.name or "?" for chair in event.chairs]
        elif isinstance(event, log.Sat | log.Filled) and event.seat < len(names):
            names[event.seat] = event.name
        elif isinstance(event, log.Began) and sorted(event.order) == list(range(len(names))):
            names = [names[chair] for chair in event.order]
    return names


def _head(created: log.Created, names: Sequence[str]) -> list[str]:
    game, _, sheet = created.sheet.partition("/")
    try:
        known = [f"hash: {digest(catalogue.find(created.sheet, created.sheet_version)[1].source)}"]
    except UnknownName:
        known = []
    head = [FIRST_LINE, f"game: {game}", f"sheet: {sheet}", f"version: {created.sheet_version}"]
    return [*head, *known, f"rules: {created.rules}", f"seats: {', '.join(names)}"]


def _line(event: Told) -> str:
    return (
        f"{event.seat}: {event.move}"
        if isinstance(event, log.Played)
        else f"{event.purpose}: {event.outcome}"
    )
