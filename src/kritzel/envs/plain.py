"""Environments for a game that has no twin: the same questions answered by the reference, only slower.

`Plain` answers like the twin of a game (`kritzel.fast.twin.Twin`), but its record is an array of two objects:
the state, and the number of chance events by place and purpose. A seat sees what a person sees of the
scene: marks on cells, the tray, the score pads. Actions are the numbers of `game.notation.every_move`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kritzel.drawing.words import MARKS, TOKEN_STATES
from kritzel.envs.parts import MOST_POINTS, POINTS, RELATIVE, Part, arrange, part, points_of, prefix
from kritzel.fast.luck import CHANCE, DECISION, OVER
from kritzel.game import AnyGame, Chance, Decision, Over, Seat, Setup, Sheet, Text, ranking
from kritzel.games.catalogue import UnknownName
from kritzel.scene import Scene

TOKENS = 16
"""The most dice or cards of a tray that are seen."""
TEN = 10
"""Numbers on cells and dice are divided by this, and cut off at 1 when they are larger."""

Table = NDArray[np.object_]
Row = NDArray[np.float32]
Numbers = NDArray[np.int32]


class Plain:
    """A game without a twin, on one of its sheets."""

    def __init__(self, game: AnyGame, sheet: Sheet) -> None:
        if game.notation.every_move is None:
            title = game.title.en
            raise UnknownName(
                Text(
                    f"{title} nennt nicht alle seine Züge (notation.every_move); Umgebungen brauchen das.",
                    f"{title} does not list all its moves (notation.every_move); environments need that.",
                )
            )
        self.game, self.sheet = game, sheet
        self.every: Sequence[Any] = game.notation.every_move(sheet)
        self.number = {move: number for number, move in enumerate(self.every)}
        self.MOST_MOVES = len(self.every)

    # The record ----------------------------------------------------------------------------------------
    def pack(self, sheet: Sheet) -> Any:
        return sheet

    def blank(self, packed: Sheet, seats: int, boards: tuple[int, ...] = ()) -> Table:
        return self.from_state(packed, self.game.rules.start(Setup(packed, seats, boards)))

    def from_state(self, packed: Sheet, state: Any) -> Table:
        table = np.empty(2, np.object_)
        table[:] = state, {}
        return table

    def to_state(self, sheet: Sheet, packed: Sheet, table: Table) -> Any:
        return table[0]

    # The rules -----------------------------------------------------------------------------------------
    def pending(self, packed: Sheet, table: Table) -> int:
        pending = self.game.rules.pending(table[0])
        return {Over: OVER, Decision: DECISION}.get(type(pending), CHANCE)

    def deciding(self, packed: Sheet, table: Table) -> int:
        pending = self.game.rules.pending(table[0])
        return sum(1 << seat for seat in pending.seats) if isinstance(pending, Decision) else 0

    def legal(self, packed: Sheet, table: Table, seat: Seat, out: Numbers) -> int:
        numbers = sorted([self.number[move] for move in self.game.rules.moves(table[0], seat)])
        out[: len(numbers)] = numbers
        return len(numbers)

    def allowed(self, packed: Sheet, table: Table, seat: Seat, number: int) -> bool:
        return self.every[number] in self.game.rules.moves(table[0], seat)

    def apply(self, packed: Sheet, table: Table, seat: Seat, number: int) -> None:
        table[0] = self.game.rules.play(table[0], seat, self.every[number])

    def outcome(self, packed: Sheet, table: Table, deal: int, faces: Numbers) -> int:
        pending, draw = self._awaited(table)
        brought = pending.event.sample(Random(f"{deal} {draw} {table[1].get(draw, 0)}").randrange)
        faces[: len(brought)] = brought
        return len(brought)

    def reveal(self, packed: Sheet, table: Table, faces: Numbers, count: int) -> None:
        outcome = tuple(int(face) for face in faces[:count])
        _, draw = self._awaited(table)
        table[:] = self.game.rules.reveal(table[0], outcome), {**table[1], draw: table[1].get(draw, 0) + 1}

    def _awaited(self, table: Table) -> tuple[Chance, str]:
        """The awaited event, and where it belongs: its place and its purpose."""
        pending = self.game.rules.pending(table[0])
        assert isinstance(pending, Chance)
        return pending, f"{self.game.place(table[0], pending)} {pending.purpose}"

    def scores(self, packed: Sheet, table: Table, out: Numbers) -> None:
        for seat, pad in enumerate(self.game.rules.score(table[0])):
            out[seat] = pad.total

    def places(self, packed: Sheet, table: Table, out: Numbers) -> None:
        """The places of all seats: by tie-breaks at the end, else by points."""
        pending = self.game.rules.pending(table[0])
        totals = [pad.total for pad in self.game.rules.score(table[0])]
        ranks = pending.ranking if isinstance(pending, Over) else ranking(totals, self.game.facts.fewest_win)
        for place in ranks:
            out[place.seat] = place.place

    # Moves as numbers ----------------------------------------------------------------------------------
    def actions(self, packed: Sheet) -> int:
        return len(self.every)

    def to_int(self, sheet: Sheet, move: Any) -> int:
        """KeyError for a move that is not on this sheet."""
        return self.number[move]

    def to_move(self, sheet: Sheet, number: int) -> Any:
        return self.every[number]

    # What a seat sees ----------------------------------------------------------------------------------
    def layout(self, packed: Sheet, seats: int) -> tuple[Part, ...]:
        mine = [
            part("marks", self._cells * len(MARKS), f"for each cell: {', '.join(MARKS)}"),
            part("numbers", self._cells, "the number on each cell / 10"),
        ]
        tray = part("tray", TOKENS * (1 + len(TOKEN_STATES)), f"face / 10, {', '.join(TOKEN_STATES)}")
        whose = [*RELATIVE[:seats], *[f"seat {index} after" for index in range(len(RELATIVE), seats)]]
        each = [one for who in whose for one in prefix(who, [*mine, points_of(who)])]
        return arrange([*each, tray, part("clock", 1, "how much of the game is over, where that is known")])

    def observe(self, packed: Sheet, table: Table, seat: Seat, out: Row) -> None:
        seen = self.game.rules.view(table[0], seat)
        pads = self.game.rules.score(seen)
        order = [(seat + index) % len(pads) for index in range(len(pads))]
        scenes = [self.game.scene(seen, other) for other in order]
        rows = [self._of_seat(scene, pads[other].total) for scene, other in zip(scenes, order, strict=True)]
        clock = self.game.words.clock(seen)
        share = min(1.0, clock.now / clock.of) if clock.of else 0.0
        out[:] = np.concatenate([*rows, _tray(scenes[0]), np.array([share], np.float32)])

    @cached_property
    def _cells(self) -> int:
        return len(self.game.scene(self.game.blank(self.sheet), 0).cells)

    def _of_seat(self, scene: Scene, points: int) -> Row:
        marks = np.zeros((self._cells, len(MARKS)), np.float32)
        for index, cell in enumerate(scene.cells):
            marks[index, [MARKS.index(mark.kind) for mark in cell.marks]] = 1
        numbers = np.array([cell.number or 0 for cell in scene.cells], np.float32) / TEN
        score = np.clip(np.float32(points) / POINTS, -MOST_POINTS, MOST_POINTS)
        return np.concatenate([marks.ravel(), np.clip(numbers, 0, 1), [score]]).astype(np.float32)


def _tray(scene: Scene) -> Row:
    rows = np.zeros((TOKENS, 1 + len(TOKEN_STATES)), np.float32)
    for row, token in zip(rows, scene.tray, strict=False):
        row[0] = min(1.0, _face(token.face) / TEN)
        row[1 + TOKEN_STATES.index(token.state)] = 1
    return rows.ravel()


def _face(face: str) -> int:
    """The number on a die, also on a coloured one; letters count from a."""
    if number := "".join(filter(str.isdigit, face)):
        return int(number)
    return sum(ord(letter) - ord("a") + 1 for letter in face.lower() if letter.isalpha())
