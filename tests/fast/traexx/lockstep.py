"""Träxx through the reference and its twin, step by step, on boards that are not kind. Needs no compiler."""

from __future__ import annotations

import random
from functools import cache

import numpy as np

from kritzel.fast.luck import Keyed
from kritzel.fast.twin import Twin
from kritzel.game import Chance, Decision, Over, Setup
from kritzel.games.catalogue import sheets
from kritzel.games.traexx import GAME
from kritzel.games.traexx.sheet import COLOURS, Sheet
from kritzel.games.traexx.state import State

NASTY = """
board = '''
r8  r   b       y3  b
  r   y   r   r   b   b10
y5      g   o   y       r
  b   y   r   b   y   a
    r   b7      r   y
      y   r4  b   y
'''
starts = ["b2", "a4", "c3", "e2"]
cards = ["rryyb", "rryyb", "ryb", "rrr", "yybb", "rryyb", "rb", "rogba", "o"]
"""
"""Holes, a spur, big patches of a colour, equal cards, starts on numbers."""

ROW = f"""
board = '''
{"r2  r   r3  r   r10 " + "r   " * 120 + "r4  r   r9"}
'''
starts = ["a64", "a1"]
cards = {["r" * 17] * 12 + ["r" * 200]}
"""
"""128 cells side by side: a line can fill its ring."""

DOT = """
board = '''
r7
'''
starts = ["a1"]
cards = ["o", "rr"]
"""

FORK = """
board = '''
r   r   r   r
  r   r   r
'''
starts = ["a2"]
cards = ["r"]
"""

CHOICE = """
board = '''
r5  r   r8  r
'''
starts = ["a2", "a4"]
cards = ["r"]
"""


def wide_board(rows: int, across: int) -> str:
    """A slanted field of six colours with nine numbers."""
    lines = []
    for row in range(rows):
        cells = [COLOURS[(row * row + 2 * at) % 6] for at in range(across)]
        if 1 <= row <= 5:
            cells[row * 2 + 2] += str(row + 1)
            cells[15 - row] += str(row + 6) if row < 5 else ""
        lines.append("  " * row + "".join(cell.ljust(4) for cell in cells).rstrip())
    return "board = '''\n" + "\n".join(lines) + "\n'''\n"


CARDS = [a + a + b + c + d for a in COLOURS for b in "ro" for c in "yg" for d in "ba"]
WIDE = wide_board(8, 16) + f'starts = ["d8", "e8", "e9", "d9"]\ncards = {CARDS + CARDS[:16]}\n'
"""As large as a twin takes: 128 cells, 64 cards, most of them alike in pairs."""


OWN = {"nasty": NASTY, "row": ROW, "dot": DOT, "fork": FORK, "choice": CHOICE, "wide": WIDE}


@cache
def board(name: str) -> Sheet:
    """A board of the box, or one of these."""
    if name not in OWN:
        found: Sheet = next(sheet for sheet in sheets("traexx") if sheet.id == name)
        return found
    return GAME.notation.parse_sheet(f'game = "traexx"\nid = "{name}"\nversion = 1\n{OWN[name]}', name)


class Pair:
    """A table of the reference and one of the twin, always played alike."""

    def __init__(self, twin: Twin, name: str, seats: int, seed: int) -> None:
        self.twin, self.sheet, self.seed = twin, board(name), seed
        self.rng = random.Random(f"{name} {seats} {seed}")
        boards = tuple(self.rng.sample(range(1, len(self.sheet.starts) + 1), seats))
        self.state: State = GAME.rules.start(Setup(self.sheet, seats, boards))
        self.packed = twin.pack(self.sheet)
        self.table = twin.blank(self.packed, seats, boards)
        self.out, self.totals = np.zeros(twin.MOST_MOVES, np.int32), np.zeros(4, np.int32)
        self.eager = self.rng.choice([0.5, 0.9, 1.0])

    def numbers(self, seat: int) -> list[int]:
        """The twin's legal moves."""
        many = self.twin.legal(self.packed, self.table, seat, self.out)
        return [int(number) for number in self.out[:many]]

    def compare(self) -> None:
        """Everything there is to ask, asked of both."""
        position = GAME.notation.position_text
        assert self.twin.to_state(self.sheet, self.packed, self.table) == self.state, position(self.state)
        awaited = GAME.rules.pending(self.state)
        kind = 1 if isinstance(awaited, Decision) else 2 if isinstance(awaited, Chance) else 0
        assert self.twin.pending(self.packed, self.table) == kind
        seats = awaited.seats if isinstance(awaited, Decision) else ()
        assert self.twin.deciding(self.packed, self.table) == sum(1 << seat for seat in seats)
        self.twin.scores(self.packed, self.table, self.totals)
        for seat, score in enumerate(GAME.rules.score(self.state)):
            assert self.totals[seat] == score.total, position(self.state)
            self.compare_moves(seat)
        if isinstance(awaited, Over):
            self.compare_places(awaited)

    def compare_moves(self, seat: int) -> None:
        numbers = self.numbers(seat)
        listed = [self.twin.to_move(self.sheet, number) for number in numbers]
        assert listed == GAME.rules.moves(self.state, seat), GAME.notation.position_text(self.state)
        assert [self.twin.to_int(self.sheet, move) for move in listed] == numbers
        assert all(self.twin.allowed(self.packed, self.table, seat, number) for number in numbers)
        any_number = self.rng.randrange(-1, self.twin.actions(self.packed) + 1)
        assert self.twin.allowed(self.packed, self.table, seat, any_number) == (any_number in numbers)

    def compare_places(self, over: Over) -> None:
        self.twin.places(self.packed, self.table, self.totals)
        assert [int(self.totals[place.seat]) for place in over.ranking] == [p.place for p in over.ranking]

    def step(self) -> bool:
        """One card or one move through both; False when it is over."""
        awaited = GAME.rules.pending(self.state)
        if isinstance(awaited, Chance):
            self.draw(awaited)
        elif isinstance(awaited, Decision):
            self.decide(awaited.seats)
        if self.rng.random() < 0.03:
            self.table = self.twin.from_state(self.packed, self.state)
        return not isinstance(awaited, Over)

    def draw(self, awaited: Chance) -> None:
        """Mostly by keyed luck, the same in both; now and then any card of the pack."""
        brought = np.zeros(16, np.int32)
        many = self.twin.outcome(self.packed, self.table, self.seed, brought)
        outcome = awaited.event.sample(Keyed(self.seed, len(self.state.seen) + 1, 2, 0))
        assert tuple(brought[:many]) == outcome
        if self.rng.random() < 0.1:
            outcome = self.rng.choice([outcome for outcome, _ in awaited.event.outcomes()])
            brought[0] = outcome[0]
        self.twin.reveal(self.packed, self.table, brought, many)
        self.state = GAME.rules.reveal(self.state, outcome)

    def decide(self, seats: tuple[int, ...]) -> None:
        seat = self.rng.choice(seats)
        numbers = self.numbers(seat)
        further = numbers[:-1] if self.rng.random() < self.eager else []
        number = self.rng.choice(further or numbers[-1:])
        self.twin.apply(self.packed, self.table, seat, number)
        self.state = GAME.rules.play(self.state, seat, self.twin.to_move(self.sheet, number))

    def play(self) -> None:
        self.compare()
        while self.step():
            self.compare()
