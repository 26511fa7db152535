"""What comes to a board when an action is settled: areas enclosed, first or later (B6)."""

from __future__ import annotations

from kritzel import words
from kritzel.game import LANGUAGES, Happening, Outcome, Seat, Text
from kritzel.games.border.material import Area
from kritzel.games.border.state import State

FIRST = Text("{area} umschlossen: {points} {word}.", "{area} enclosed: {points} {word}.")
LATER = Text(
    "{area} umschlossen: {points} {word}. {by} war zuerst da.",
    "{area} enclosed: {points} {word}. {by} was there first.",
)
LATER_MANY = Text(
    "{area} umschlossen: {points} {word}. {by} waren zuerst da.",
    "{area} enclosed: {points} {word}. {by} were there first.",
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
    area, points = after.sheet.areas[index], after.pads[seat].points[index]
    by = tuple(nth for nth, other in enumerate(before.pads) if other.points[index] is not None)
    said = FIRST if not by else LATER if len(by) == 1 else LATER_MANY
    told = Text(*[_said(said, area, points or 0, lang) for lang in LANGUAGES])
    return Happening(seat, "area", "B6", "", told, by=by)


def _said(said: Text, area: Area, points: int, lang: str) -> str:
    """The sentence in a language; who was there first stays open."""
    word = words.points(points, lang)
    return said.say(lang).format(area=area.name.say(lang), points=points, word=word, by="{by}")
