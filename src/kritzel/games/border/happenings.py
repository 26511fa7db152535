"""What comes to a board when an action is settled: areas enclosed, first or later (B6)."""

from __future__ import annotations

from kritzel import words
from kritzel.game import Happening, Outcome, Seat, Text
from kritzel.games.border.state import State

FIRST = Text("{area} umschlossen: {points}.", "{area} enclosed: {points}.")
LATER = Text(
    "{area} umschlossen: {points}. {by} war zuerst da.",
    "{area} enclosed: {points}. {by} was there first.",
)
LATER_MANY = Text(
    "{area} umschlossen: {points}. {by} waren zuerst da.",
    "{area} enclosed: {points}. {by} were there first.",
)


def happened(before: State, after: State, outcome: Outcome = ()) -> list[Happening]:
    """Every area that a seat has enclosed with the action."""
    return [
        _told(before, after, seat, index)
        for seat, (was, now) in enumerate(zip(before.pads, after.pads, strict=True))
        if was.points != now.points
        for index, got in enumerate(now.points)
        if got is not None and was.points[index] is None
    ]


def _told(before: State, after: State, seat: Seat, index: int) -> Happening:
    area, points = after.sheet.areas[index], after.pads[seat].points[index] or 0
    by = tuple(nth for nth, other in enumerate(before.pads) if other.points[index] is not None)
    said = FIRST if not by else LATER if len(by) == 1 else LATER_MANY
    told = said.filled(area=area.name, points=words.counted_points(points), by="{by}")
    return Happening(seat, "area", "B6", "", told, by=by)
