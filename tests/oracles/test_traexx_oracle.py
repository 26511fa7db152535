"""Random games of Träxx through the engine and through the oracle, equal at every step.

`KRITZEL_ORACLE_GAMES` is the number of games per seat count (40 unless told), spread over all sheets.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from pathlib import Path

import pytest

import kritzel.games.traexx
from kritzel.game import Chance, Decision, IllegalMove
from kritzel.games.traexx import GAME
from tests.oracles.traexx import TraexxOracle
from tests.table import Table

GAMES = int(os.environ.get("KRITZEL_ORACLE_GAMES", "40"))
ENOUGH = 100  # games per seat count from which on everything worth seeing has happened
SHEETS = Path(kritzel.games.traexx.__file__).parent / "sheets"

NASTY = """
game = "traexx"
id = "nasty"
version = 1
board = '''
r8  r   b       y3  b
  r   y   r   r   b   b10
y5      g   o   y       r
  b   y   r   b   y   a
    r   b7      r   y
      y   r4  b   y
'''
starts = ["b2", "b3", "c3", "d3"]
cards = ["rryyb", "rryyb", "ryb", "rrr", "yybb", "rryyb", "rb", "rogba", "o"]
"""
"""Holes, a spur, few colours in big patches, equal cards, a card of one symbol and one of a single colour."""


class Pair:
    """The engine's table and the oracle's, always played alike."""

    def __init__(self, sheet: str, seats: int, rng: random.Random, seen: Counter[str]) -> None:
        self.table = Table.start(GAME, GAME.notation.parse_sheet(sheet, "sheet"), seats)
        self.oracle = TraexxOracle(sheet, seats)
        self.rng, self.seen = rng, seen
        self.grown: list[set[str]] = [set() for _ in range(seats)]

    def awaited(self) -> tuple[object, ...]:
        pending = self.table.pending
        if isinstance(pending, Chance):
            outcomes = [outcome for outcome, _ in pending.event.outcomes()]
            cards = sorted(GAME.notation.outcome_text(self.table.state, outcome) for outcome in outcomes)
            return (pending.purpose, *cards)
        if isinstance(pending, Decision):
            return ("seats", *pending.seats)
        places = [place.place for place in sorted(pending.ranking, key=lambda place: place.seat)]
        return ("over", pending.reason, pending.clause, *places)

    def compare(self) -> None:
        assert self.awaited() == self.oracle.awaited(), self.table.position
        for seat, score in enumerate(self.table.score):
            assert self.table.moves(seat) == self.oracle.moves(seat), (seat, self.table.position)
            lines = [line[:5] for line in score.lines]  # what counts at the end only is shown, not scored
            assert lines == self.oracle.lines(seat), (seat, self.table.position)
            assert score.total == self.oracle.total(seat)

    def draw(self) -> None:
        outcome = self.table.chance.event.sample(self.rng.randrange)
        card = GAME.notation.outcome_text(self.table.state, outcome)
        self.table.state = GAME.rules.reveal(self.table.state, outcome)
        self.oracle.reveal(card)

    def decide(self) -> None:
        """A seat of those that may act plays one of its moves, mostly one that extends its line."""
        seat = self.rng.choice([s for s in range(self.oracle.seats) if self.oracle.moves(s)])
        further = sorted(self.oracle.moves(seat) - {"done"})
        move = self.rng.choice(further) if further and self.rng.random() < 0.93 else "done"
        if self.rng.random() < 0.05:
            self.try_anything()
        self.note_move(seat, move, bool(further))
        before = [dict(track.got) for track in self.oracle.tracks]
        self.table.play(seat, move)
        self.oracle.play(seat, move)
        if not self.oracle.card:
            self.note_round(before)

    def try_anything(self) -> None:
        """Any seat, any sentence: refused unless the oracle lists it."""
        seat, names = self.rng.randrange(self.oracle.seats), sorted(self.oracle.hexes.place)
        begin = self.rng.choice(self.oracle.tracks[seat].ends())
        start = self.rng.choice([self.oracle.hexes.name[begin], self.rng.choice(names)])
        sentence = f"{start}-{self.rng.choice(names)}"
        if sentence not in self.oracle.moves(seat):
            with pytest.raises(IllegalMove):
                GAME.rules.play(
                    self.table.state, seat, GAME.notation.parse_move(self.table.state.sheet, sentence)
                )

    def note_move(self, seat: int, move: str, could: bool) -> None:
        track = self.oracle.tracks[seat]
        if move == "done":
            self.seen["pass"] += not track.new
            self.seen["pass for want of a cell"] += not track.new and not could
            self.seen["card used up"] += not self.oracle.symbols_left(track)
        elif not track.new and len(track.line) > 1:
            at_head = self.oracle.hexes.place[move.split("-")[0]] == track.line[0]
            self.grown[seat].add("head" if at_head else "tail")

    def note_round(self, before: list[dict[int, int]]) -> None:
        full: Counter[int] = Counter()
        for track, had in zip(self.oracle.tracks, before, strict=True):
            reached = track.got.keys() - had.keys()
            full.update(number for number in reached if track.got[number] == number)
            self.seen["half"] += any(track.got[number] < number for number in reached)
            self.seen["several numbers in a round"] += len(reached) > 1
        self.seen["full"] += bool(full)
        self.seen["full together"] += any(many > 1 for many in full.values())

    def play(self) -> None:
        self.compare()
        while self.oracle.card or self.oracle.pack:
            if self.oracle.card:
                self.decide()
            else:
                self.draw()
            self.compare()
        totals = {self.oracle.total(seat) for seat in range(self.oracle.seats)}
        self.seen["tie shared"] += len(totals) < self.oracle.seats
        self.seen["both ends over a game"] += any(len(ends) == 2 for ends in self.grown)


ALWAYS = ["pass", "pass for want of a cell", "card used up", "full", "half", "several numbers in a round"]
ALWAYS += ["both ends over a game"]


@pytest.mark.parametrize("seats", GAME.seat_counts)
def test_the_engine_and_the_oracle_agree(seats: int) -> None:
    sheets = [NASTY, *[path.read_text("utf-8") for path in sorted(SHEETS.glob("*.toml"))]]
    seen: Counter[str] = Counter()
    for game in range(GAMES):
        Pair(sheets[game % len(sheets)], seats, random.Random(1000 * seats + game), seen).play()
    expected = ALWAYS + (["full together", "tie shared"] if seats > 1 else [])
    if GAMES >= ENOUGH:
        assert [event for event in expected if not seen[event]] == []
