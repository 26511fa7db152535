"""Why one line is better than another: numbers, cells, and what the cards left can do with its ends.

Points are what the sentence itself accounts for, at most. Cells drawn with the running card count as settled.
What the next card can do is counted over all cards left. What others draw by the same card does not matter:
who reached a number counts from the next card on (T5).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TypeAlias

from kritzel.game import Because, Seat, Text
from kritzel.games.traexx.rules import has_higher, settle_pad
from kritzel.games.traexx.scoring import half_points, number_points
from kritzel.games.traexx.state import Pad, State, cards_left, outer_ends
from kritzel.games.traexx.words import join_words
from kritzel.mechanics.cells import Cells, each
from kritzel.words import counted_points

CLEAR_CELLS = 0.3
"""From this difference on the next card clearly brings more."""
NEAR_CELLS = 4
"""Numbers farther away are not mentioned."""

REACHES = Text("Erreicht {numbers}: {points}.", "Reaches {numbers}: {points}.")
REACHES_LONGER = Text(
    "Erreicht {numbers} und zieht {cells}: zusammen {points}.",
    "Reaches {numbers} and draws {cells}: {points} in all.",
)
FULL, HALF = Text("die {n} voll", "the {n} in full"), Text("die {n} halb", "half of the {n}")
MORE_CELL, MORE_CELLS = Text("ein Feld mehr", "one cell more"), Text("{n} Felder mehr", "{n} cells more")
THE = Text("die {n}", "the {n}")
HALVES = Text(
    "So kann {lower} noch voll zählen; nach der {n} wäre es nur noch die Hälfte.",
    "So {lower} can still count in full; after the {n} only half would.",
)
HALVES_MANY = Text(
    "So können {lower} noch voll zählen; nach der {n} wäre es nur noch die Hälfte.",
    "So {lower} can still count in full; after the {n} only half would.",
)
LONGER = Text(
    "Zieht {n} Felder statt {less}: Jedes zählt.", "Draws {n} cells instead of {less}: each counts."
)
DEAD_END = Text(
    "So gehen beide Enden weiter; sonst ginge es von {cell} aus nirgends hin.",
    "Both ends go on then; else nothing would go on from {cell}.",
)
FITS = Text(
    "Dann passen {n} der {of} Karten, die noch kommen, sonst {less}.",
    "Then {n} of the {of} cards to come fit, else {less}.",
)
NEXT = Text(
    "Die nächste Karte bringt dann im Schnitt bis zu {n} Felder, sonst {less}.",
    "The next card then brings up to {n} cells on average, else {less}.",
)
NEARS_ONE = Text(
    "Bis zur {n} ist es dann nur noch ein Feld, sonst {less}.",
    "The {n} is only one cell away then, else {less}.",
)
NEARS = Text(
    "Bis zur {n} sind es dann {cells} Felder, sonst {less}.",
    "The {n} is {cells} cells away then, else {less}.",
)


class LineAfter:
    """A seat's line after a move, with what it drew counted as settled."""

    def __init__(self, state: State, seat: Seat) -> None:
        self.state, self.sheet = state, state.sheet
        self.mine = state.pads[seat]

    @cached_property
    def pad(self) -> Pad:
        return settle_pad(self.state, self.mine) if self.mine.new else self.mine

    @property
    def reached(self) -> int:
        return self.pad.full | self.pad.half

    def value(self, number: int) -> int:
        """T5, T7: what a number has brought."""
        return number_points(self.pad.full, self.pad.half, number)

    @cached_property
    def points(self) -> int:
        """Numbers, and a point for each cell (T6)."""
        return sum(self.value(number) for number in self.sheet.numbers.values()) + len(self.pad.line)

    def left(self) -> tuple[int, ...]:
        seen = self.state.seen if self.state.card is None else (*self.state.seen, self.state.card)
        return cards_left(self.sheet, seen)

    def free_beside(self, end: int) -> Cells:
        """Where a line may go on from an end, whatever the card."""
        return self.sheet.around[end] & ~self.pad.covered

    def longest(self, card: str) -> int:
        """T2-T4: how many cells a card can bring at most."""
        return max(self._from(end, card, self.pad.covered) for end in outer_ends(self.pad))

    def _from(self, end: int, card: str, covered: Cells) -> int:
        best = 0
        for to in each(self.sheet.around[end] & ~covered):
            if (colour := self.sheet.colours[to]) in card:
                best = max(best, 1 + self._from(to, card.replace(colour, "", 1), covered | 1 << to))
        return best

    @cached_property
    def ways(self) -> list[tuple[int, int]]:
        """For each kind of card to come: how many there are, and how many cells one brings at most."""
        kinds = zip(self.left(), self.sheet.cards, strict=True)
        return [(count, self.longest(card)) for count, card in kinds if count]

    @cached_property
    def distances(self) -> dict[int, int]:
        """T3: how many free cells away each number is that this line has not reached."""
        found, steps = dict[int, int](), 0
        seen, edge = self.pad.covered, sum(1 << end for end in outer_ends(self.pad))
        while edge:
            steps += 1
            edge = self.sheet.grid.beside(edge) & self.sheet.cells & ~seen
            seen |= edge
            found |= {number: steps for cell in each(edge) if (number := self.sheet.numbers.get(cell, 0))}
        return found


def why_better(before: State, seat: Seat, better: State, played: State) -> tuple[Because, ...]:
    was, good, other = (LineAfter(state, seat) for state in (before, better, played))
    if good.pad == other.pad:
        return ()
    found = (rule(was, good, other) for rule in RULES)
    return tuple([because._replace(open=True) for because in found if because])


# Points --------------------------------------------------------------------------------------------
def number(was: LineAfter, good: LineAfter, other: LineAfter) -> Because | None:
    """T5, T7: a number that the other line does not reach, or only half."""
    reached, gain = _gained(good, other), good.points - other.points
    if not reached or gain <= 0:
        return None
    points, more = sum(map(good.value, reached)), sum(good.value(n) - other.value(n) for n in reached)
    text = REACHES.filled(numbers=_named(good, reached), points=counted_points(points))
    facts = {"numbers": reached, "points": points}
    return Because("number", facts, text, _cells(good, reached), min(more, gain), _clause(good))


def number_and_longer(was: LineAfter, good: LineAfter, other: LineAfter) -> Because | None:
    """T5-T7: all that counts at once, where numbers and cells together do."""
    reached, cells = _gained(good, other), len(good.pad.line) - len(other.pad.line)
    gain = good.points - other.points
    if not reached or cells <= 0 or gain != cells + sum(good.value(n) - other.value(n) for n in reached):
        return None
    more = MORE_CELL if cells == 1 else MORE_CELLS.filled(n=cells)
    words = REACHES_LONGER.filled(numbers=_named(good, reached), cells=more, points=counted_points(gain))
    facts = {"numbers": reached, "cells": cells, "points": gain}
    return Because("number_and_longer", facts, words, _cells(good, reached), gain, _clause(good))


def longer(was: LineAfter, good: LineAfter, other: LineAfter) -> Because | None:
    """T6: every cell missed costs a point."""
    n, less = (len(after.pad.line) - len(was.pad.line) for after in (good, other))
    if n <= less:
        return None
    cells = tuple([good.sheet.names[cell] for cell in each(good.pad.covered & ~other.pad.covered)])
    text = LONGER.filled(n=n, less=less)
    points = max(min(n - less, good.points - other.points), 0)
    return Because("longer", {"cells": n, "else": less}, text, cells, points, "T6")


def halves(was: LineAfter, good: LineAfter, other: LineAfter) -> Because | None:
    """T7: alone a high number makes all lower ones that are missing count half."""
    if len(was.state.pads) > 1:
        return None
    still = [n for n in sorted(good.sheet.numbers.values()) if not (good.reached | other.reached) >> n & 1]
    lower = [n for n in still if has_higher(other.reached, n) and not has_higher(good.reached, n)]
    if not lower:
        return None
    top = other.reached.bit_length() - 1
    numbers = join_words([THE.filled(n=n) for n in lower])
    text = (HALVES_MANY if len(lower) > 1 else HALVES).filled(n=top, lower=numbers)
    points = sum(n - half_points(n) for n in lower)
    return Because("halves", {"number": top, "lower": lower}, text, _cells(good, lower), points, "T7")


# What comes next -----------------------------------------------------------------------------------
def dead_end(was: LineAfter, good: LineAfter, other: LineAfter) -> Because | None:
    """T3: an end with no free cell beside it never grows again."""
    stuck = [[end for end in outer_ends(after.pad) if not after.free_beside(end)] for after in (good, other)]
    if stuck[0] or not stuck[1] or not any(good.left()):
        return None
    cell = good.sheet.names[stuck[1][0]]
    return Because("dead_end", {"cell": cell}, DEAD_END.filled(cell=cell), (cell,), clause="T3")


def fits(was: LineAfter, good: LineAfter, other: LineAfter) -> Because | None:
    """T1: how many cards to come can be used at all."""
    n, less = (sum(count for count, cells in after.ways if cells) for after in (good, other))
    if n <= less:
        return None
    text = FITS.filled(n=n, of=sum(good.left()), less=less)
    both = zip(good.ways, other.ways, strict=True)
    points = sum(count * cells for (count, cells), (_, without) in both if not without)
    return Because("fits", {"cards": n, "else": less}, text, _ends(good), points, "T2")


def next_card(was: LineAfter, good: LineAfter, other: LineAfter) -> Because | None:
    """What the next card brings at most, over all cards to come."""
    of = sum(good.left())
    if not of:
        return None
    n, less = (sum(count * cells for count, cells in after.ways) / of for after in (good, other))
    if n < less + CLEAR_CELLS:
        return None
    text = NEXT.filled(n=_decimal(n), less=_decimal(less))
    return Because("next_card", {"cells": n, "else": less}, text, _ends(good), n - less)


def nears(was: LineAfter, good: LineAfter, other: LineAfter) -> Because | None:
    """A number that is near, and farther from the other line."""
    closer = {
        n: away
        for n, away in good.distances.items()
        if away <= NEAR_CELLS and away < other.distances.get(n, 0) and not other.reached >> n & 1
    }
    if not closer or not any(good.left()):
        return None
    n = max(closer)
    text = (NEARS_ONE if closer[n] == 1 else NEARS).filled(n=n, cells=closer[n], less=other.distances[n])
    facts = {"number": n, "cells": closer[n], "else": other.distances[n]}
    return Because("nears", facts, text, _cells(good, [n]), n)


def _gained(good: LineAfter, other: LineAfter) -> list[int]:
    """The numbers that count more, the highest first."""
    return sorted([n for n in good.sheet.numbers.values() if good.value(n) > other.value(n)], reverse=True)


def _named(good: LineAfter, numbers: Sequence[int]) -> Text:
    return join_words([(FULL if good.pad.full >> n & 1 else HALF).filled(n=n) for n in numbers])


def _cells(after: LineAfter, numbers: Sequence[int]) -> tuple[str, ...]:
    return tuple([after.sheet.names[after.sheet.cell_of_number(n)] for n in numbers])


def _clause(after: LineAfter) -> str:
    return "T7" if len(after.state.pads) == 1 else "T5"


def _decimal(number: float) -> Text:
    return Text(f"{number:.1f}".replace(".", ","), f"{number:.1f}")


def _ends(after: LineAfter) -> tuple[str, ...]:
    return tuple([after.sheet.names[end] for end in outer_ends(after.pad)])


Rule: TypeAlias = Callable[[LineAfter, LineAfter, LineAfter], Because | None]
RULES: tuple[Rule, ...] = (number, longer, number_and_longer, halves, dead_end, fits, next_card, nears)
"""The clearest first."""
