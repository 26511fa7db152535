"""What comes to a sheet by itself: bombs that go off (D20), flags (D21), no number that could fit (D16), and
what the extra dice take (D33)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from kritzel import words
from kritzel.game import LANGUAGES, Happening, Outcome, Seat, Text
from kritzel.games.dizzle.rules import removed
from kritzel.games.dizzle.state import PLACE, REMOVE, State
from kritzel.games.dizzle.view import view
from kritzel.mechanics.cells import each

EXPLODED = Text(
    "Die Bombe auf {cell} geht hoch: {by} war zuerst da.",
    "The bomb on {cell} blows up: {by} was there first.",
)
EXPLODED_MANY = Text(
    "Die Bombe auf {cell} geht hoch: {by} waren zuerst da.",
    "The bomb on {cell} blows up: {by} were there first.",
)
YOURS = Text(
    "{by} war an der Bombe auf {cell}. Deine ist hoch.", "{by} reached the bomb on {cell}. Yours blew up."
)
YOURS_MANY = Text(
    "{by} waren an der Bombe auf {cell}. Deine ist hoch.", "{by} reached the bomb on {cell}. Yours blew up."
)
FLAG = Text("Fahne auf {cell} erreicht: {points}.", "Flag on {cell} reached: {points}.")
FLAG_LATER = Text(
    "Fahne auf {cell} erreicht: {points}. {by} war zuerst da.",
    "Flag on {cell} reached: {points}. {by} was there first.",
)
FLAG_LATER_MANY = Text(
    "Fahne auf {cell} erreicht: {points}. {by} waren zuerst da.",
    "Flag on {cell} reached: {points}. {by} were there first.",
)
REMOVED = Text(
    "Die Extrawürfel {extra} nehmen {gone} aus der Mitte.",
    "The extra dice {extra} take {gone} out of the pool.",
)
AND = Text(" und ", " and ")
A_DIE = Text("eine {n}", "a {n}")
DICE = Text("zwei {n}er", "two {n}s")
NOTHING = Text("nichts", "nothing")
OUT = Text(
    "Keine Zahl könnte noch passen: raus, die Würfel bleiben liegen.",
    "No number could fit any more: out, the dice stay.",
)
OUT_YOURS = Text(
    "Für dich geht nichts mehr. Du bist raus, die Würfel bleiben.",
    "Nothing can fit. You're out, your dice stay.",
)


def happened(before: State, after: State, outcome: Outcome = ()) -> list[Happening]:
    """What came to each seat; of choices that are not settled nothing is told."""
    taken = [_taken(before.pool, outcome)] if before.phase == REMOVE and outcome else []
    return taken + ([] if before.pads is after.pads else _came(before, after))


def _came(before: State, after: State) -> list[Happening]:
    old, new = view(before, None), view(after, None)
    told: list[Happening] = []
    for seat, (was, now) in enumerate(zip(old.pads, new.pads, strict=True)):
        if now.lost != was.lost:
            told += _exploded(old, new, seat)
        if now.flags != was.flags:
            told += _reached(old, new, seat)
        if now.out and not was.out and not (old.phase == PLACE and old.turn == seat):
            told.append(Happening(seat, "out", "D16", "", OUT, OUT_YOURS))
    return told


def _taken(pool: tuple[int, ...], extra: Outcome) -> Happening:
    """D33: what the extra dice take out of the middle, where somebody plays alone."""
    gone = Counter(removed(pool, extra))
    some = [(A_DIE if gone[n] == 1 else DICE).filled(n=n) for n in sorted(gone)]
    told = REMOVED.filled(extra=_joined([Text(str(n), str(n)) for n in extra]), gone=_joined(some))
    return Happening(0, "removed", "D33", "", told)


def _joined(some: list[Text]) -> Text:
    joined = [AND.say(lang).join([each.say(lang) for each in some]) for lang in LANGUAGES]
    return Text(*joined) if some else NOTHING


def _exploded(old: State, new: State, seat: Seat) -> Iterator[Happening]:
    for cell in each(new.pads[seat].lost & ~old.pads[seat].lost):
        both = zip(old.pads, new.pads, strict=True)
        by = tuple(nth for nth, (was, now) in enumerate(both) if (now.crosses & ~was.crosses) >> cell & 1)
        said, yours = (EXPLODED, YOURS) if len(by) == 1 else (EXPLODED_MANY, YOURS_MANY)
        name = old.sheet.name(cell)
        yield Happening(seat, "exploded", "D20", name, _filled(said, name), _filled(yours, name), by)


def _reached(old: State, new: State, seat: Seat) -> Iterator[Happening]:
    was, now = old.pads[seat], new.pads[seat]
    for nth, flag in enumerate(old.sheet.flags):
        if now.flags[nth] != was.flags[nth]:
            by = tuple(other for other, mine in enumerate(old.pads) if mine.flags[nth] is not None)
            said = FLAG if not by else FLAG_LATER if len(by) == 1 else FLAG_LATER_MANY
            cell, *_ = each(flag.cells & now.crosses & ~was.crosses)
            name = old.sheet.name(cell)
            yield Happening(seat, "flag", "D21", name, _filled(said, name, now.flags[nth] or 0), by=by)


def _filled(said: Text, cell: str, n: int = 0) -> Text:
    """The sentence with its cell and points; the names come later."""
    return said.filled(cell=cell, points=words.counted_points(n), by="{by}")
