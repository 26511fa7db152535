"""A log without somebody's names: who wants to be forgotten stays at the tables of others as somebody."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from kritzel.server.table import log


def without(player: str, somebody: str, events: Sequence[log.Event]) -> Callable[[log.Event], log.Event]:
    """How an event of this log reads then. The number of the player stays: it leads to nobody any more."""
    old = dict.fromkeys(name for event in events for name in _names(event, player))
    names = {name: somebody if nth == 0 else f"{somebody} {nth + 1}" for nth, name in enumerate(old)}

    def change(event: log.Event) -> log.Event:
        match event:
            case log.Created():
                return replace(event, chairs=tuple(_chair(chair, player, names) for chair in event.chairs))
            case log.Sat() if event.player == player:
                return replace(event, name=names[event.name])
            case log.Began() if event.name in names:
                return replace(event, name=names[event.name])
        return event

    return change


def _names(event: log.Event, player: str) -> list[str]:
    """What the player is called there, and those who play at their device."""
    if isinstance(event, log.Created):
        return [chair.name for chair in event.chairs if chair.player == player]
    return [event.name] if isinstance(event, log.Sat) and event.player == player else []


def _chair(chair: log.Chair, player: str, names: dict[str, str]) -> log.Chair:
    return replace(chair, name=names[chair.name]) if chair.player == player else chair
