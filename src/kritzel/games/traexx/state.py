"""What lies on the table: the cards seen, the card that counts now, and everybody's line."""

from __future__ import annotations

from dataclasses import dataclass

from kritzel.games.traexx.material import Sheet
from kritzel.mechanics.cells import Cells


@dataclass(frozen=True, slots=True)
class Pad:
    """One seat's line, and what it has scored with it.

    `line` is settled and runs from one end to the other; `covered` are its cells as a set. `full` and
    `half` are the numbers scored, bit n for the number n. `new` and `done` belong to the running round:
    `new` begins with the end that grows (empty: nothing drawn) and is hidden from the other seats.
    """

    start: int
    line: tuple[int, ...]
    covered: Cells
    full: int
    half: int
    new: tuple[int, ...] = ()
    done: bool = False

    def running(self, new: tuple[int, ...] = (), done: bool = False) -> Pad:
        """What is settled stays; this, and nothing else, runs."""
        if new == self.new and done == self.done:
            return self
        return Pad(self.start, self.line, self.covered, self.full, self.half, new, done)


@dataclass(frozen=True, slots=True)
class State:
    """The table. `seen` are the kinds of the cards of the rounds before, `card` that of this round."""

    sheet: Sheet
    seen: tuple[int, ...]
    card: int | None
    pads: tuple[Pad, ...]


def cards_left(sheet: Sheet, seen: tuple[int, ...]) -> tuple[int, ...]:
    """T1: how many cards of each kind are still to come."""
    return tuple(count - seen.count(kind) for kind, count in enumerate(sheet.pack))
