"""The Border a second time, slowly: cells as places, sets and dicts, plain loops. Imports nothing of Kritzel.

Written from the rule text alone, to be compared with the engine move by move. A place is (column, half line);
everything goes in and comes out as the texts of docs/notation.md.
"""

from __future__ import annotations

import tomllib
from functools import cache
from itertools import combinations
from typing import TypeAlias

Place: TypeAlias = tuple[int, int]

COLOURS = "roygba"
THROWS = 3
DICE = 5


def picture(drawn: str) -> dict[Place, str]:
    """The characters of a picture by place; the top line is line 0, a blank is nothing."""
    places = {}
    for line, text in enumerate(drawn.splitlines()):
        for column in range(0, len(text), 2):
            if text[column] != " ":
                places[column // 2, line] = text[column]
    return places


@cache
def beside(place: Place) -> frozenset[Place]:
    """The six places that share an edge with a flat-top hexagon."""
    column, line = place
    steps = [(0, -2), (0, 2), (-1, -1), (-1, 1), (1, -1), (1, 1)]
    return frozenset((column + across, line + down) for across, down in steps)


def name(place: Place) -> str:
    return "abcdefghijklmnopqrstuvwxyz"[place[0]] + str(place[1] // 2 + 1)


def in_order(dice: list[str]) -> str:
    return "".join(sorted(dice, key=COLOURS.index))


@cache
def ways_to_roll(dice: str) -> frozenset[str]:
    """B2: any of the dice, at least one."""
    some = [some for many in range(1, DICE + 1) for some in combinations(dice, many)]
    return frozenset("roll " + in_order(list(dice)) for dice in some)


def connected(cells: dict[Place, str], first: Place) -> set[Place]:
    """The segment of a cell: what hangs together with it in its colour."""
    segment, edge = {first}, [first]
    while edge:
        for place in beside(edge.pop()):
            if place not in segment and cells.get(place) == cells[first]:
                segment.add(place)
                edge.append(place)
    return segment


class Board:
    """What one seat has in front of it: a colouring, and its crosses."""

    def __init__(self, drawn: str, border: set[Place], white: set[Place]) -> None:
        colours = picture(drawn)
        self.colour = {place: colours[place] for place in border - white}
        self.segment = {place: connected(self.colour, place) for place in self.colour}
        self.crossed = set(white)
        self.new: list[Place] = []
        self.done = False
        self.areas: dict[str, int] = {}

    def dice_after(self, dice: list[str]) -> list[str]:
        """The dice that are left once each new cross took one of its colour."""
        left = list(dice)
        for place in self.new:
            left.remove(self.colour[place])
        return left

    def all_crosses(self) -> set[Place]:
        return self.crossed | set(self.new)

    def open_cells(self, dice: list[str]) -> list[Place]:
        """Uncrossed cells of a colour that a die is left of."""
        left, crosses = self.dice_after(dice), self.all_crosses()
        return [place for place, colour in self.colour.items() if colour in left and place not in crosses]

    def begun(self) -> list[set[Place]]:
        """The segments touched in this action that are not full."""
        crosses = self.all_crosses()
        return [self.segment[place] for place in self.new if self.segment[place] - crosses]

    def may_mark(self, place: Place, dice: list[str]) -> bool:
        """B3: one die for this cell, and for every other cell that then has to be filled."""
        wanted = set(self.segment[place])
        for segment in self.begun():
            wanted |= segment
        left = self.dice_after(dice)
        for cell in wanted - self.all_crosses():
            if self.colour[cell] not in left:
                return False
            left.remove(self.colour[cell])
        return True

    def marks(self, dice: list[str]) -> list[Place]:
        """B3: what the active player may cross."""
        return [place for place in self.open_cells(dice) if self.may_mark(place, dice)]

    def follows(self, dice: list[str], only_one: bool) -> list[Place]:
        """B4, B5: what the others may cross, beside a cross."""
        if only_one and self.new:
            return []
        crosses = self.all_crosses()
        return [place for place in self.open_cells(dice) if not beside(place).isdisjoint(crosses)]


class BorderOracle:
    """One game, from the first throw to the ranking."""

    def __init__(self, sheet: str, seats: int) -> None:
        data = tomllib.loads(sheet)
        places = picture(data["map"])
        self.white = {place for place, mark in places.items() if mark == "*"}
        self.border = {place for place, mark in places.items() if mark in "#*"}
        self.end = data["end"]
        self.points = {letter: data["areas"][letter]["points"] for letter in sorted(data["areas"])}
        self.around = {letter: self.ring(places, letter) for letter in self.points}
        self.cell = {name(place): place for place in self.border}
        seating = data.get("seating", {}).get(str(seats), range(1, seats + 1))
        boards = [data["boards"][number - 1] for number in seating]
        self.boards = [Board(board["colours"], self.border, self.white) for board in boards]
        self.seats, self.active = seats, 0
        self.begin_round()

    def ring(self, places: dict[Place, str], letter: str) -> set[Place]:
        """B6: the border cells around an area."""
        inside = [place for place, mark in places.items() if mark == letter]
        return {cell for cell in self.border for hexagon in inside if cell in beside(hexagon)}

    # What is awaited ----------------------------------------------------------------------------
    def begin_round(self) -> None:
        self.phase, self.throw, self.only_one = "throw", 1, False
        self.dice: list[str] = []

    def awaited(self) -> tuple[object, ...]:
        """What the table waits for: dice, seats, or nothing any more."""
        if self.phase == "throw":
            return ("throw", DICE - len(self.dice))
        if self.phase == "over":
            return ("over", "areas_enclosed", "B8", *self.places())
        return ("seats", *[seat for seat in range(self.seats) if self.decides(seat)])

    def decides(self, seat: int) -> bool:
        if self.phase == "follow":
            return seat != self.active and not self.boards[seat].done
        return self.phase in ("keep", "mark") and seat == self.active

    # What is legal ------------------------------------------------------------------------------
    def moves(self, seat: int) -> set[str]:
        if not self.decides(seat):
            return set()
        board = self.boards[seat]
        if self.phase == "keep":
            return {"stop"} | ways_to_roll(in_order(self.dice))
        if self.phase == "mark":
            marks = {name(place) for place in board.marks(self.dice)}
            return marks if board.begun() else marks | {"done"}
        return {name(place) for place in board.follows(self.dice, self.only_one)} | {"done"}

    # What follows -------------------------------------------------------------------------------
    def reveal(self, thrown: str) -> None:
        self.dice = [*self.dice, *thrown]
        self.phase = "mark" if self.throw == THROWS else "keep"

    def play(self, seat: int, move: str) -> None:
        if move.startswith("roll "):
            for die in move.removeprefix("roll "):
                self.dice.remove(die)
            self.phase, self.throw = "throw", self.throw + 1
        elif move == "stop":
            self.phase = "mark"
        elif move == "done":
            self.boards[seat].done = True
            self.after_done()
        else:
            self.boards[seat].new.append(self.cell[move])

    def after_done(self) -> None:
        """The end of action 1, or of action 2 once all the others are done."""
        if self.phase == "mark":
            left = self.boards[self.active].dice_after(self.dice)
            self.only_one, self.dice = not left, left or self.dice
            self.settle([self.active])
            self.phase = "follow"
        elif all(self.boards[seat].done for seat in self.others()):
            self.settle(self.others())
            self.end_of_round()

    def others(self) -> list[int]:
        return [seat for seat in range(self.seats) if seat != self.active]

    def settle(self, seats: list[int]) -> None:
        """B6, B7: who was in this action looks up the areas as they stood before it."""
        taken = {letter for board in self.boards for letter in board.areas}
        for seat in seats:
            board = self.boards[seat]
            board.crossed |= set(board.new)
            board.new, board.done = [], False
            for letter, ring in self.around.items():
                if letter not in board.areas and ring <= board.crossed:
                    first, later = self.points[letter]
                    board.areas[letter] = later if letter in taken else first

    def end_of_round(self) -> None:
        """B8, B1."""
        if any(len(board.areas) >= self.end for board in self.boards):
            self.phase = "over"
        else:
            self.active = (self.active + 1) % self.seats
            self.begin_round()

    # What it is worth ---------------------------------------------------------------------------
    def lines(self, seat: int) -> list[tuple[str, str, int, int, int]]:
        """Per area: key, clause, points, and how many cells around it are crossed, of how many."""
        board, lines = self.boards[seat], []
        for letter, ring in self.around.items():
            crossed = ring & board.crossed
            points = board.areas.get(letter, 0)
            lines.append((f"area.{letter.lower()}", "B6", points, len(crossed), len(ring)))
        return lines

    def total(self, seat: int) -> int:
        return sum(self.boards[seat].areas.values())

    def places(self) -> list[int]:
        """B9: one more than the seats that are better, by points and then by the best area."""
        worth = []
        for seat in range(self.seats):
            best = max(self.boards[seat].areas.values(), default=0)
            worth.append((self.total(seat), best))
        return [1 + sum(other > mine for other in worth) for mine in worth]
