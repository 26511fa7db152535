"""Träxx a second time, slowly: cells as places, lines as lists, plain loops. Imports nothing of Kritzel.

Written from the rule text alone, to be compared with the engine move by move. A place is (character, line);
everything goes in and comes out as the texts of docs/notation.md.
"""

from __future__ import annotations

import tomllib
from typing import TypeAlias

Place: TypeAlias = tuple[int, int]


def beside(place: Place) -> list[Place]:
    """The six places that share an edge with a pointy-top hexagon."""
    across, line = place
    steps = [(-4, 0), (4, 0), (-2, -1), (2, -1), (-2, 1), (2, 1)]
    return [(across + right, line + down) for right, down in steps]


class Hexes:
    """The board as drawn: colours, numbers and names by place."""

    def __init__(self, drawn: str) -> None:
        self.colour: dict[Place, str] = {}
        self.number: dict[Place, int] = {}
        self.name: dict[Place, str] = {}
        for line, text in enumerate(drawn.splitlines()):
            for nth, word in enumerate(text.split(), 1):
                place = (self.where(text, nth), line)
                self.name[place] = "abcdefghijklmnopqrstuvwxyz"[line] + str(nth)
                self.colour[place] = word[0]
                if word[1:]:
                    self.number[place] = int(word[1:])
        self.place = {name: place for place, name in self.name.items()}

    @staticmethod
    def where(text: str, nth: int) -> int:
        """The character at which the n-th word of a line begins."""
        for at, character in enumerate(text):
            if character != " " and (at == 0 or text[at - 1] == " "):
                nth -= 1
                if nth == 0:
                    return at
        raise ValueError(text)


class Track:
    """What one seat has drawn, and what it got for it."""

    def __init__(self, start: Place) -> None:
        self.line = [start]
        self.new: list[Place] = []
        self.grows_at: Place | None = None
        self.done = False
        self.got: dict[int, int] = {}
        self.reached: list[int] = []

    def ends(self) -> list[Place]:
        """T3, T4: where it may grow now: both ends, or the last cell drawn in this round."""
        if self.new:
            return [self.new[-1]]
        return [self.line[0], self.line[-1]]

    def draw(self, begin: Place, to: Place) -> None:
        if not self.new:
            self.grows_at = begin
        self.new.append(to)

    def join(self) -> list[Place]:
        """Put what is new onto the end it grew at; the cells that were new."""
        drawn = self.new
        for place in drawn:
            if self.grows_at == self.line[-1]:
                self.line.append(place)
            else:
                self.line.insert(0, place)
            self.grows_at = place
        self.new, self.grows_at, self.done = [], None, False
        return drawn


class TraexxOracle:
    """One game, from the first card to the ranking."""

    def __init__(self, sheet: str, seats: int) -> None:
        data = tomllib.loads(sheet)
        self.hexes = Hexes(data["board"])
        self.pack: list[str] = list(data["cards"])
        self.card = ""
        self.seats = seats
        self.tracks = [Track(self.hexes.place[data["starts"][seat]]) for seat in range(seats)]

    # What is awaited ----------------------------------------------------------------------------
    def awaited(self) -> tuple[object, ...]:
        """What the table waits for: a card (those left in the pack), seats, or nothing any more."""
        if self.card:
            return ("seats", *[seat for seat in range(self.seats) if not self.tracks[seat].done])
        if self.pack:
            return ("card", *sorted(set(self.pack)))
        return ("over", "last_card", "T1", *self.places())

    # What is legal ------------------------------------------------------------------------------
    def symbols_left(self, track: Track) -> list[str]:
        """T2: each symbol of the card once."""
        left = list(self.card)
        for place in track.new:
            left.remove(self.hexes.colour[place])
        return left

    def moves(self, seat: int) -> set[str]:
        track = self.tracks[seat]
        if not self.card or track.done:
            return set()
        found = {"done"}
        for end in track.ends():
            for place in beside(end):
                if self.may_draw(track, place):
                    found.add(f"{self.hexes.name[end]}-{self.hexes.name[place]}")
        return found

    def may_draw(self, track: Track, place: Place) -> bool:
        """T2, T3: a cell of the board, not on the line yet, of a colour that is left."""
        if place not in self.hexes.name or place in track.line or place in track.new:
            return False
        return self.hexes.colour[place] in self.symbols_left(track)

    # What follows -------------------------------------------------------------------------------
    def reveal(self, card: str) -> None:
        self.pack.remove(card)
        self.card = card

    def play(self, seat: int, move: str) -> None:
        track = self.tracks[seat]
        if move == "done":
            track.done = True
            if all(other.done for other in self.tracks):
                self.settle()
        else:
            begin, to = move.split("-")
            track.draw(self.hexes.place[begin], self.hexes.place[to])

    def settle(self) -> None:
        """T5: who reaches a number in this round looks only at the rounds before."""
        before = {number for track in self.tracks for number in track.got}
        self.card = ""
        for track in self.tracks:
            for place in track.join():
                if place in self.hexes.number:
                    self.score_number(track, self.hexes.number[place], before)

    def score_number(self, track: Track, number: int, before: set[int]) -> None:
        """T5 with company, T7 alone; half is rounded up."""
        in_full = number not in before
        if self.seats == 1:
            in_full = not any(other > number for other in track.reached)
        track.reached.append(number)
        track.got[number] = number if in_full else number // 2 + number % 2

    # What it is worth ---------------------------------------------------------------------------
    def lines(self, seat: int) -> list[tuple[str, str, int, int, int]]:
        """Per number, and for what was missed: key, clause, points, how many of how many."""
        track = self.tracks[seat]
        clause = "T7" if self.seats == 1 else "T5"
        lines = []
        for number in sorted(self.hexes.number.values()):
            points = track.got.get(number, 0)
            lines.append((f"number.{number}", clause, points, int(number in track.got), 1))
        missed = set(self.hexes.name) - set(track.line)
        return [*lines, ("missed", "T6", -len(missed), len(missed), len(self.hexes.name))]

    def total(self, seat: int) -> int:
        return sum(line[2] for line in self.lines(seat))

    def places(self) -> list[int]:
        """T6: one more than the seats with more points."""
        totals = [self.total(seat) for seat in range(self.seats)]
        return [1 + sum(other > mine for other in totals) for mine in totals]
