"""What comes to a sheet by itself: bombs that go off (D20), flags (D21), no number that could fit (D16)."""

from __future__ import annotations

from collections.abc import Iterator

from kritzel.game import LANGUAGES, Happening, Seat, Text
from kritzel.games.dizzle.material import Sheet
from kritzel.games.dizzle.state import PLACE, Mine, State
from kritzel.games.dizzle.view import view
from kritzel.mechanics.cells import each

EXPLODED = Text(
    "Die Bombe auf {cell} geht hoch: Jemand war zuerst da.",
    "The bomb on {cell} blows up: somebody was there first.",
)
FLAG = Text("Fahne auf {cell} erreicht: {points}.", "Flag on {cell} reached: {points}.")
POINTS = Text("{n} Punkte", "{n} points")
POINT = Text("1 Punkt", "1 point")
OUT = Text(
    "Keine Zahl könnte noch passen: raus, die Würfel bleiben liegen.",
    "No number could fit any more: out, the dice stay.",
)


def happened(before: State, after: State) -> list[Happening]:
    """What came to each seat; of choices that are not settled nothing is told."""
    if before.seats is after.seats:
        return []
    old, new = view(before, None), view(after, None)
    told: list[Happening] = []
    for seat, (was, now) in enumerate(zip(old.seats, new.seats, strict=True)):
        if now.lost != was.lost:
            told += _exploded(old.sheet, seat, was, now)
        if now.flags != was.flags:
            told += _reached(old.sheet, seat, was, now)
        if now.out and not was.out and not (old.phase == PLACE and old.turn == seat):
            told.append(Happening(seat, "out", "D16", "", OUT))
    return told


def _exploded(sheet: Sheet, seat: Seat, was: Mine, now: Mine) -> Iterator[Happening]:
    for cell in each(now.lost & ~was.lost):
        yield _about(seat, "exploded", "D20", sheet.name(cell), EXPLODED)


def _reached(sheet: Sheet, seat: Seat, was: Mine, now: Mine) -> Iterator[Happening]:
    for flag, had, got in zip(sheet.flags, was.flags, now.flags, strict=True):
        if got is not None and got != had:
            cell, *_ = each(flag.cells & now.crosses & ~was.crosses)
            yield _about(seat, "flag", "D21", sheet.name(cell), FLAG, got)


def _about(seat: Seat, kind: str, clause: str, cell: str, said: Text, n: int = 0) -> Happening:
    points = POINT if n == 1 else POINTS
    words = [said.say(lang).format(cell=cell, points=points.say(lang).format(n=n)) for lang in LANGUAGES]
    return Happening(seat, kind, clause, cell, Text(*words))
