"""The table: the line of each seat, the cards, and what a line may do. No turns.

Apart from `rules`, because scores and refusals need a table too.
"""

from __future__ import annotations

from dataclasses import dataclass

from kritzel.games.traexx.sheet import Sheet
from kritzel.mechanics.cells import Cells, gather


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

    def with_round(self, new: tuple[int, ...] = (), done: bool = False) -> Pad:
        """The same settled line with this running round."""
        if new == self.new and done == self.done:
            return self
        return Pad(self.start, self.line, self.covered, self.full, self.half, new, done)


@dataclass(frozen=True, slots=True)
class State:
    """The table. `seen`: the kinds of card of the rounds before; `card`: that of this round."""

    sheet: Sheet
    seen: tuple[int, ...]
    card: int | None
    pads: tuple[Pad, ...]


def reached_numbers(state: State) -> int:
    """The numbers that any seat has reached in a settled round, bit n for the number n."""
    reached = 0
    for mine in state.pads:
        reached |= mine.full | mine.half
    return reached


def cards_left(sheet: Sheet, seen: tuple[int, ...]) -> tuple[int, ...]:
    """T1: how many cards of each kind are to come."""
    return tuple(count - seen.count(kind) for kind, count in enumerate(sheet.pack))


# Lines --------------------------------------------------------------------------------------------
def outer_ends(mine: Pad) -> tuple[int, ...]:
    """T3: the two ends of the settled line; the start cell alone is one end."""
    first, last = mine.line[0], mine.line[-1]
    return (first,) if first == last else (first, last)


def growing_ends(mine: Pad) -> tuple[int, ...]:
    """T4: where the line may grow now; once it has grown in this round, only from there."""
    return mine.new[-1:] or outer_ends(mine)


def symbols_left(sheet: Sheet, card: str, drawn: tuple[int, ...]) -> str:
    """T2: the card's symbols that are left after these cells took one each."""
    for cell in drawn:
        card = card.replace(sheet.colours[cell], "", 1)
    return card


def taken_cells(mine: Pad) -> Cells:
    """T3: every cell of the line, settled or drawn in this round."""
    return mine.covered | gather(mine.new)


def open_cells(sheet: Sheet, card: str, mine: Pad) -> Cells:
    """T2, T3: cells of a colour that is left and not on the line, wherever they lie."""
    fitting = 0
    for colour in symbols_left(sheet, card, mine.new[1:]):
        fitting |= sheet.of_colour[colour]
    return fitting & ~taken_cells(mine)


def join(line: tuple[int, ...], new: tuple[int, ...]) -> tuple[int, ...]:
    """T4: the line together with what was drawn at one of its ends."""
    if not new or new[0] == line[-1]:
        return line + new[1:]
    return new[:0:-1] + line
