"""What comes to a sheet by itself: bombs that go off (D20), flags (D21), no number that could fit (D16), and
what the extra dice take (D33)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from kritzel.game import LANGUAGES, Happening, Outcome, Seat, Text
from kritzel.games.dizzle.material import Sheet
from kritzel.games.dizzle.rules import removed
from kritzel.games.dizzle.state import PLACE, REMOVE, Mine, State
from kritzel.games.dizzle.view import view
from kritzel.mechanics.cells import each

EXPLODED = Text(
    "Die Bombe auf {cell} geht hoch: Jemand war zuerst da.",
    "The bomb on {cell} blows up: somebody was there first.",
)
FLAG = Text("Fahne auf {cell} erreicht: {points}.", "Flag on {cell} reached: {points}.")
POINTS = Text("{n} Punkte", "{n} points")
POINT = Text("1 Punkt", "1 point")
REMOVED = Text(
    "Die Extrawürfel {extra} nehmen {gone} aus der Mitte.",
    "The extra dice {extra} take {gone} out of the pool.",
)
TWO = Text("{} und {}", "{} and {}")
AND = Text(" und ", " and ")
A_DIE = Text("eine {n}", "a {n}")
DICE = Text("zwei {n}er", "two {n}s")
NOTHING = Text("nichts", "nothing")
OUT = Text(
    "Keine Zahl könnte noch passen: raus, die Würfel bleiben liegen.",
    "No number could fit any more: out, the dice stay.",
)


def happened(before: State, after: State, outcome: Outcome) -> list[Happening]:
    """What came to each seat; of choices that are not settled nothing is told."""
    taken = [_taken(before.pool, outcome)] if before.phase == REMOVE and outcome else []
    return taken + ([] if before.seats is after.seats else _came(before, after))


def _came(before: State, after: State) -> list[Happening]:
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


def _taken(pool: tuple[int, ...], extra: Outcome) -> Happening:
    """D33: what the extra dice take out of the middle, where somebody plays alone."""
    gone = Counter(removed(pool, extra))
    words = [
        REMOVED.say(lang).format(
            extra=TWO.say(lang).format(*extra),
            gone=AND.say(lang).join([_some(n, gone[n], lang) for n in sorted(gone)]) or NOTHING.say(lang),
        )
        for lang in LANGUAGES
    ]
    return Happening(0, "removed", "D33", "", Text(*words))


def _some(number: int, count: int, lang: str) -> str:
    return (A_DIE if count == 1 else DICE).say(lang).format(n=number, count=count)


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
