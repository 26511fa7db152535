"""What is told when a box is written: what it brought."""

from __future__ import annotations

from kritzel import words
from kritzel.game import Happening, Outcome, Text
from kritzel_yacht.material import NAMES
from kritzel_yacht.scoring import clause
from kritzel_yacht.state import State

WRITTEN = Text("{box}: {points}.", "{box}: {points}.")


def happened(before: State, after: State, outcome: Outcome = ()) -> list[Happening]:
    """Y3: the box that was written, if one was."""
    if after.turn == before.turn:
        return []
    seat = before.active
    at = next(at for at, points in enumerate(after.pads[seat]) if points != before.pads[seat][at])
    box, points = after.sheet.boxes[at], after.pads[seat][at] or 0
    said = WRITTEN.filled(box=NAMES[box], points=words.counted_points(points))
    return [Happening(seat, "written", clause(box), box, said)]
