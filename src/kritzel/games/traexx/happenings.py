"""What comes to a line when a round is settled: numbers reached, in full or by half (T5, T7)."""

from __future__ import annotations

from collections.abc import Iterator

from kritzel.game import Happening, Outcome, Seat, Text
from kritzel.games.traexx.material import Sheet
from kritzel.games.traexx.state import State

FULL = Text("Die {n} erreicht: {points} Punkte.", "Reached the {n}: {points} points.")
HALF = Text(
    "Die {n} erreicht: halbe Punkte, {points}. {by} war zuerst da.",
    "Reached the {n}: half points, {points}. {by} was there first.",
)
HALF_MANY = Text(
    "Die {n} erreicht: halbe Punkte, {points}. {by} waren zuerst da.",
    "Reached the {n}: half points, {points}. {by} were there first.",
)
ALONE = Text(
    "Die {n} erreicht: halbe Punkte, {points}. Eine höhere Zahl kam schon vorher.",
    "Reached the {n}: half points, {points}. A higher number came earlier.",
)


def happened(before: State, after: State, outcome: Outcome = ()) -> list[Happening]:
    """Every number that a seat has reached with the round."""
    return [
        told
        for seat, (was, now) in enumerate(zip(before.pads, after.pads, strict=True))
        if (was.full, was.half) != (now.full, now.half)
        for told in _reached(before, after, seat)
    ]


def _reached(before: State, after: State, seat: Seat) -> Iterator[Happening]:
    was, now = before.pads[seat], after.pads[seat]
    for number in sorted(after.sheet.numbers.values()):
        if (now.full & ~was.full) >> number & 1:
            yield _told(after.sheet, seat, number, number, FULL, ())
        elif (now.half & ~was.half) >> number & 1:
            by = tuple(
                nth for nth, other in enumerate(before.pads) if (other.full | other.half) >> number & 1
            )
            said = (HALF if len(by) == 1 else HALF_MANY) if by else ALONE
            yield _told(after.sheet, seat, number, (number + 1) // 2, said, by)


def _told(sheet: Sheet, seat: Seat, number: int, points: int, said: Text, by: tuple[Seat, ...]) -> Happening:
    words = said.filled(n=number, points=points, by="{by}")
    cell = next(cell for cell, printed in sheet.numbers.items() if printed == number)
    clause = "T7" if said is ALONE else "T5"
    return Happening(seat, "number", clause, sheet.names[cell], words, by=by)
