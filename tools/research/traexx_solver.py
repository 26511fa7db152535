"""Träxx for one seat, solved: the exact value of every position, by looking at all that can happen.

Only for boards that are small enough, as the one beside this file. It stands on the boards and tables of the
reference; where a line can go and what it scores is worked out here once more, from the rulebook.

What a line can still score depends on little: its cells, its two ends and the cards left. Values are kept as
whole numbers: the points still to come, added up over all orders in which the cards left may come.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import factorial
from pathlib import Path
from typing import NamedTuple

from kritzel.game import Setup
from kritzel.games.traexx import GAME
from kritzel.games.traexx.sheet import Move, Sheet
from kritzel.games.traexx.state import State, cards_left
from kritzel.mechanics.cells import Cells, each, gather

MICRO = Path(__file__).with_name("traexx-19.toml")


class Line(NamedTuple):
    """What counts of a line: its cells and its ends, the lower one first."""

    cells: Cells
    ends: tuple[int, int]


class Drawing(NamedTuple):
    """A line while a card is drawn: where it grows, its other end, symbols left, points of this card."""

    cells: Cells
    end: int
    other: int
    symbols: str
    points: int


@cache
def micro() -> Solver:
    """The board of 19 cells and 6 cards, with everything worked out so far."""
    return Solver(GAME.notation.parse_sheet(MICRO.read_text(encoding="utf-8"), MICRO.name))


class Solver:
    """The values of one board for a seat alone on one of its starts."""

    def __init__(self, sheet: Sheet, start: int = 1) -> None:
        self.sheet, self.start = sheet, start
        self.higher = {cell: self._higher(number) for cell, number in sheet.numbers.items()}
        self.lines = cache(self._lines)
        self.to_come = cache(self._to_come)

    def _higher(self, number: int) -> Cells:
        """T7: the cells of higher numbers; who starts on one has not reached it."""
        higher = gather(cell for cell, other in self.sheet.numbers.items() if other > number)
        return higher & ~(1 << self.sheet.starts[self.start - 1])

    # Asking -------------------------------------------------------------------------------------------
    def begin(self) -> State:
        """The table before the first card."""
        return GAME.rules.start(Setup(self.sheet, 1, (self.start,)))

    def value(self, state: State) -> Fraction:
        """The points that the best play ends with on average, from any position."""
        settled, left = GAME.rules.score(state)[0].total, self._cards(state)
        if state.card is None:
            return settled + Fraction(self.to_come(_line(state), left), factorial(len(left)))
        best = max(self._worth(line, left, points) for line, points in self._from_here(state).items())
        return settled + Fraction(best, factorial(len(left)))

    def regret(self, state: State, move: Move) -> Fraction:
        """What a move gives away against the best one."""
        return self.value(state) - self.value(GAME.rules.play(state, 0, move))

    # Working out --------------------------------------------------------------------------------------
    def _to_come(self, line: Line, left: tuple[str, ...]) -> int:
        """T1: the points to come, added up over all orders of the cards left: each may be the next."""
        total = 0
        for nth, card in enumerate(left):
            rest = left[:nth] + left[nth + 1 :]
            total += max(self._worth(after, rest, points) for after, points in self.lines(line, card).items())
        return total

    def _worth(self, line: Line, left: tuple[str, ...], points: int) -> int:
        """A line after a card that brought these points, over all orders of the cards left."""
        return points * factorial(len(left)) + self.to_come(line, left) if left else points

    def _lines(self, line: Line, card: str) -> dict[Line, int]:
        """T2-T4: every line that the card can make of this one, with the most points it brings."""
        found: dict[Line, int] = {}
        for end, other in {line.ends, line.ends[::-1]}:
            self._collect(Drawing(line.cells, end, other, card, 0), found)
        return found

    def _collect(self, drawing: Drawing, found: dict[Line, int]) -> None:
        line = line_of(drawing.cells, drawing.end, drawing.other)
        found[line] = max(found.get(line, 0), drawing.points)
        for further in self._steps(drawing):
            self._collect(further, found)

    def _steps(self, drawing: Drawing) -> Iterator[Drawing]:
        """T2, T3: one more cell, of a colour that is left and not on the line."""
        cells, end, other, symbols, points = drawing
        for to in each(self.sheet.around[end] & ~cells):
            colour = self.sheet.colours[to]
            if colour in symbols:
                more = 1 + self._number_points(cells, to)
                yield Drawing(cells | 1 << to, to, other, symbols.replace(colour, "", 1), points + more)

    def _number_points(self, cells: Cells, to: int) -> int:
        """T7: the number in full, or half if a higher one was reached before."""
        number = self.sheet.numbers.get(to, 0)
        return (number + 1) // 2 if number and cells & self.higher[to] else number

    # Positions of the reference -----------------------------------------------------------------------
    def _cards(self, state: State) -> tuple[str, ...]:
        """The cards to come after the one that lies there."""
        seen = state.seen if state.card is None else (*state.seen, state.card)
        counts = cards_left(self.sheet, seen)
        return tuple(card for card, many in zip(self.sheet.cards, counts, strict=True) for _ in range(many))

    def _from_here(self, state: State) -> dict[Line, int]:
        """What the card that lies there can still make of the line, with all points of this card."""
        track, card = state.pads[0], self.sheet.cards[state.card or 0]
        if len(track.new) < 2:
            return self.lines(_line(state), card)
        other = track.line[0] if track.new[0] == track.line[-1] else track.line[-1]
        drawing, found = Drawing(track.covered, track.new[0], other, card, 0), dict[Line, int]()
        for cell in track.new[1:]:
            drawing = next(step for step in self._steps(drawing) if step.end == cell)
        self._collect(drawing, found)
        return found


def line_of(cells: Cells, one: int, other: int) -> Line:
    """A line with its ends in order."""
    return Line(cells, (one, other) if one < other else (other, one))


def _line(state: State) -> Line:
    """The settled line."""
    track = state.pads[0]
    return line_of(track.covered, track.line[0], track.line[-1])
