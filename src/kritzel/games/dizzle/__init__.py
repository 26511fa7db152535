"""Dizzle (Ralf zur Linde): dice onto cells, crosses at the end of a pass. The game's answers, delegated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kritzel.game import (
    About,
    Clock,
    Defect,
    Game,
    Happening,
    Outcome,
    Pending,
    Ranks,
    Score,
    Seat,
    Setup,
    Text,
)
from kritzel.games.dizzle import (
    checking,
    explaining,
    happenings,
    notation,
    positions,
    reading,
    rules,
    scene,
    scoring,
    view,
)
from kritzel.games.dizzle.material import SEAT_COUNTS, SLUG, Sheet
from kritzel.games.dizzle.moves import Move
from kritzel.games.dizzle.state import State
from kritzel.scene import Scene


class Dizzle(Game[Sheet, State, Move]):
    """The game behind the contract."""

    slug = SLUG
    title = Text("Dizzle", "Dizzle")
    rules_version = 2
    seat_counts = SEAT_COUNTS

    def older(self) -> Sequence[Dizzle]:
        """The game by each older version of its rules."""
        return (FirstDizzle(),)

    def start(self, setup: Setup[Sheet]) -> State:
        """The table before the first roll."""
        return rules.start(setup)

    def pending(self, state: State) -> Pending:
        """What the table waits for."""
        return rules.pending(state)

    def moves(self, state: State, seat: Seat) -> Sequence[Move]:
        """All legal moves of the seat."""
        return rules.moves(state, seat)

    def play(self, state: State, seat: Seat, move: Move) -> State:
        """The table after the move."""
        return rules.play(state, seat, move)

    def reveal(self, state: State, outcome: Outcome) -> State:
        """The table after the dice fell."""
        return rules.reveal(state, outcome)

    def score(self, state: State) -> tuple[Score, ...]:
        """The score pads of all seats."""
        return scoring.score(state)

    def view(self, state: State, seat: Seat | None) -> State:
        """What a seat may see."""
        return view.view(state, seat)

    def blank(self, sheet: Sheet) -> State:
        """The sheet before the game, to look at."""
        return rules.start(Setup(sheet, SEAT_COUNTS[-1]))

    def clock(self, state: State) -> Clock:
        """Which pass."""
        return scene.clock(state)

    def question(self, state: State) -> Text:
        """What is asked of the seat in turn, or of all."""
        return scene.question(state)

    def is_out(self, state: State, seat: Seat) -> bool:
        """D15, D16: out until the pass ends."""
        return state.seats[seat].out

    def ranks(self, sheet: Sheet) -> Ranks | None:
        """D34: a sheet may do without them."""
        return scoring.ranks(sheet)

    def happened(self, before: State, after: State, outcome: Outcome = ()) -> Sequence[Happening]:
        """Bombs, flags, no number that could fit, and what the extra dice take."""
        return happenings.happened(before, after, outcome)

    def explain(self, sheet: Sheet) -> Sequence[About]:
        """Marks, symbols, boxes and dice."""
        return explaining.explained(sheet)

    def parse_sheet(self, text: str, name: str = "sheet") -> Sheet:
        """A sheet from its text."""
        return reading.read_sheet(text, name)

    def defects(self, sheet: Sheet) -> tuple[Defect, ...]:
        """What is playable but not good."""
        return checking.defects(sheet)

    def move_text(self, sheet: Sheet, move: Move) -> str:
        """A move as text."""
        return notation.move_text(sheet, move)

    def parse_move(self, sheet: Sheet, text: str) -> Move:
        """A text as move, legal or not."""
        return notation.parse_move(sheet, text)

    def outcome_text(self, state: State, outcome: Outcome) -> str:
        """An outcome as text."""
        return notation.outcome_text(outcome)

    def parse_outcome(self, state: State, text: str) -> Outcome:
        """A text as outcome of the awaited throw."""
        return notation.parse_outcome(state, text)

    def position_text(self, state: State) -> str:
        """The whole table in one line."""
        return notation.position_text(state)

    def parse_position(self, sheet: Sheet, text: str) -> State:
        """The table from its line."""
        return positions.parse_position(sheet, text)

    def scene(self, state: State, seat: Seat, lang: str = "en") -> Scene:
        """The seat's sheet laid out for drawing."""
        return scene.lay_out(state, seat, lang)


class FirstDizzle(Dizzle):
    """Rules version 1: planets without a number did not keep a sheet from being full (D25)."""

    rules_version = 1

    def start(self, setup: Setup[Sheet]) -> State:
        """The table before the first roll."""
        return super().start(replace(setup, sheet=_only_numbers_fill(setup.sheet)))

    def parse_position(self, sheet: Sheet, text: str) -> State:
        """The table from its line."""
        return super().parse_position(_only_numbers_fill(sheet), text)


def _only_numbers_fill(sheet: Sheet) -> Sheet:
    return replace(sheet, to_fill=sheet.numbered)


GAME = Dizzle()
