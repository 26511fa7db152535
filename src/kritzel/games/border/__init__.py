"""The Border: chains of coloured cells around nine areas, five dice for everybody. Only delegates."""

from __future__ import annotations

from collections.abc import Sequence

from kritzel.game import About, Clock, Defect, Game, Happening, Outcome, Pending, Score, Seat, Setup, Text
from kritzel.games.border import checking, happenings, notation, positions, reading, rules, scoring, view
from kritzel.games.border.explaining import ABOUTS
from kritzel.games.border.material import SEAT_COUNTS, SLUG, Sheet
from kritzel.games.border.moves import Move
from kritzel.games.border.scene import clock, goal, lay_out, question, step
from kritzel.games.border.state import State
from kritzel.scene import Scene


class Border(Game[Sheet, State, Move]):
    """The game of the contract."""

    slug = SLUG
    title = Text("The Border", "The Border")
    rules_version = 1
    seat_counts = SEAT_COUNTS

    def start(self, setup: Setup[Sheet]) -> State:
        """The table before the first throw."""
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
        """The table after the throw."""
        return rules.reveal(state, outcome)

    def score(self, state: State) -> tuple[Score, ...]:
        """The score pads of all seats."""
        return scoring.score(state)

    def view(self, state: State, seat: Seat | None) -> State:
        """What a seat may see."""
        return view.view(state, seat)

    def blank(self, sheet: Sheet) -> State:
        """The sheet before the game, to look at."""
        return rules.laid(sheet, sheet.seatings.get(len(sheet.boards), (1,)))

    def clock(self, state: State) -> Clock:
        """Which round."""
        return clock(state)

    def happened(self, before: State, after: State, outcome: Outcome = ()) -> Sequence[Happening]:
        """B6: areas enclosed."""
        return happenings.happened(before, after)

    def question(self, state: State) -> Text:
        """What is asked of the active seat, or of the others."""
        return question(state)

    def step(self, state: State) -> Clock | None:
        """B2: which throw of three."""
        return step(state)

    def goal(self, state: State, seat: Seat) -> Clock:
        """B8: areas enclosed, of those that end the game."""
        return goal(state, seat)

    def explain(self, sheet: Sheet) -> Sequence[About]:
        """Marks, symbols, boxes and dice."""
        return ABOUTS

    def parse_sheet(self, text: str, name: str = "sheet") -> Sheet:
        """A sheet from its text."""
        return reading.parse_sheet(text, name)

    def defects(self, sheet: Sheet) -> tuple[Defect, ...]:
        """What is playable but not good."""
        return checking.defects(sheet)

    def move_text(self, sheet: Sheet, move: Move) -> str:
        """A move as text."""
        return notation.move_text(sheet, move)

    def parse_move(self, sheet: Sheet, text: str) -> Move:
        """A text as move."""
        return notation.parse_move(sheet, text)

    def outcome_text(self, state: State, outcome: Outcome) -> str:
        """A throw as text."""
        return notation.dice_text(outcome)

    def parse_outcome(self, state: State, text: str) -> Outcome:
        """A text as throw."""
        return notation.parse_outcome(state, text)

    def position_text(self, state: State) -> str:
        """The whole table in one line."""
        return notation.position_text(state)

    def parse_position(self, sheet: Sheet, text: str) -> State:
        """The table from its line."""
        return positions.parse_position(sheet, text)

    def scene(self, state: State, seat: Seat, lang: str = "en") -> Scene:
        """The seat's board laid out for drawing."""
        return lay_out(state, seat, lang)


GAME = Border()
