"""Träxx: one line per seat over a board of coloured hexagons, drawn with the colours of the cards."""

from __future__ import annotations

from collections.abc import Sequence

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
from kritzel.games.traexx import checking, happenings, notation, reading, rules, scoring
from kritzel.games.traexx.explaining import ABOUTS
from kritzel.games.traexx.material import SEATS, Board
from kritzel.games.traexx.moves import Move
from kritzel.games.traexx.scene import clock, lay_out, question
from kritzel.games.traexx.state import State
from kritzel.games.traexx.view import view
from kritzel.scene import Scene


class Traexx(Game[Board, State, Move]):
    """Träxx behind the contract. Only passes on."""

    slug = "traexx"
    title = Text("Träxx", "Träxx")
    rules_version = 1
    seat_counts = SEATS
    together = True

    def start(self, setup: Setup[Board]) -> State:
        """T1."""
        return rules.start(setup)

    def pending(self, state: State) -> Pending:
        """T1, T2."""
        return rules.pending(state)

    def moves(self, state: State, seat: Seat) -> Sequence[Move]:
        """T2-T4."""
        return rules.moves(state, seat)

    def play(self, state: State, seat: Seat, move: Move) -> State:
        """T2-T5, T7."""
        return rules.play(state, seat, move)

    def reveal(self, state: State, outcome: Outcome) -> State:
        """T1."""
        return rules.reveal(state, outcome)

    def score(self, state: State) -> tuple[Score, ...]:
        """T5-T7."""
        return scoring.score(state)

    def view(self, state: State, seat: Seat | None) -> State:
        """T2."""
        return view(state, seat)

    def blank(self, sheet: Board) -> State:
        """The sheet before the game, to look at."""
        return rules.start(Setup(sheet, min(len(sheet.starts), SEATS[-1])))

    def clock(self, state: State) -> Clock:
        """Which card."""
        return clock(state)

    def ranks(self, sheet: Board) -> Ranks | None:
        """T7: the same on every board."""
        return scoring.ranks()

    def happened(self, before: State, after: State, outcome: Outcome = ()) -> Sequence[Happening]:
        """T5, T7: numbers reached."""
        return happenings.happened(before, after)

    def question(self, state: State) -> Text:
        """What is asked while a card lies there."""
        return question(state)

    def explain(self, sheet: Board) -> Sequence[About]:
        """Marks, symbols, boxes and dice."""
        return ABOUTS

    def parse_sheet(self, text: str, name: str = "sheet") -> Board:
        """See `reading`."""
        return reading.parse_board(text, name)

    def defects(self, sheet: Board) -> tuple[Defect, ...]:
        """See `checking`."""
        return checking.defects(sheet)

    def move_text(self, sheet: Board, move: Move) -> str:
        """See `notation`."""
        return notation.move_text(sheet, move)

    def parse_move(self, sheet: Board, text: str) -> Move:
        """See `notation`."""
        return notation.parse_move(sheet, text)

    def outcome_text(self, state: State, outcome: Outcome) -> str:
        """See `notation`."""
        return notation.outcome_text(state, outcome)

    def parse_outcome(self, state: State, text: str) -> Outcome:
        """See `notation`."""
        return notation.parse_outcome(state, text)

    def position_text(self, state: State) -> str:
        """See `notation`."""
        return notation.position_text(state)

    def parse_position(self, sheet: Board, text: str) -> State:
        """See `notation`."""
        return notation.parse_position(sheet, text)

    def scene(self, state: State, seat: Seat, lang: str = "en") -> Scene:
        """See `scene`."""
        return lay_out(state, seat, lang)


GAME = Traexx()
