"""The record of a table that this version cannot read, from the events that it can.

No rule is asked, so nothing is checked: outcomes and moves are as they were stored, without what was taken
back. The record of a running game ends with the last outcome of chance: every hidden choice before it is
settled, and none after it is shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from kritzel.games import catalogue
from kritzel.games.catalogue import UnknownName
from kritzel.record.text import FIRST_LINE
from kritzel.server.table import log
from kritzel.sheetfile import digest

GameEvent: TypeAlias = log.Revealed | log.Played


def record(rows: Sequence[log.LogRow], *, ended: bool) -> str:
    """The text of a record; empty if the first event cannot be read. `ended`: nothing is hidden."""
    if not rows or not isinstance(rows[0].event, log.Created):
        return ""
    events = [row.event for row in rows]
    played = _without_undone(events)
    if not ended and not any(isinstance(event, log.Stopped) for event in events):
        played = played[: _last_outcome(played) + 1]
    notes = [
        "# Von einem Tisch, den dieses Kritzel nicht lesen kann: ungeprüft, so weit es geht.",
        "# Of a table that this Kritzel cannot read: not checked, as far as it goes.",
    ]
    return "\n".join([*_head(rows[0].event, _names(events)), "", *notes, *map(_line, played)]) + "\n"


def _without_undone(events: Sequence[log.TableEvent]) -> list[GameEvent]:
    left: list[GameEvent] = []
    for event in events:
        if isinstance(event, log.Revealed | log.Played):
            left.append(event)
        elif isinstance(event, log.Undone):
            if mine := [nth for nth, each in enumerate(left) if each.seat == event.seat]:
                del left[mine[-1]]
        elif isinstance(event, log.TakenUp) and _last_outcome(left) >= 0:
            del left[_last_outcome(left) :]
    return left


def _last_outcome(events: Sequence[GameEvent]) -> int:
    """The index of the last outcome of chance, -1 without one."""
    return max((nth for nth, each in enumerate(events) if isinstance(each, log.Revealed)), default=-1)


def _names(events: Sequence[log.TableEvent]) -> list[str]:
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


def _line(event: GameEvent) -> str:
    return (
        f"{event.seat}: {event.move}"
        if isinstance(event, log.Played)
        else f"{event.purpose}: {event.outcome}"
    )
