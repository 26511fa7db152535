"""Random games of The Border through the engine and through the oracle, equal at every step.

`KRITZEL_ORACLE_GAMES` is the number of games per seat count (40 unless told): three of four on a nasty small
map, where ties happen, the others on the newest version of the printed one.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from pathlib import Path

import pytest

import kritzel.games.border
from kritzel.game import Chance, Decision, IllegalMove, Pending
from kritzel.games.border import GAME
from tests.oracles.border import BorderOracle
from tests.table import Table

GAMES = int(os.environ.get("KRITZEL_ORACLE_GAMES", "40"))
ENOUGH = 400  # games per seat count from which on everything worth seeing has happened
SHEETS = Path(kritzel.games.border.__file__).parent / "sheets"

NASTY = """
game = "border"
id = "nasty"
version = 1
end = 3
map = '''
*   #   #   #
  A   #   B
#   #   #   #
  #   C   #
#   C   #   #
  #   #   D
#   #   #   *
'''
[areas.A]
name = { de = "A", en = "A" }
icon = "m_tree"
points = [4, 2]
[areas.B]
name = { de = "B", en = "B" }
icon = "m_hill"
points = [5, 2]
[areas.C]
name = { de = "C", en = "C" }
icon = "m_lake"
points = [7, 3]
[areas.D]
name = { de = "D", en = "D" }
icon = "m_sun"
points = [5, 3]
[[boards]]
name = { de = "Tafel 1", en = "Board 1" }
colours = '''
*   r   r   o
  .   y   .
g   y   y   o
  g   .   b
a   .   b   b
  a   r   .
r   r   o   *
'''
[[boards]]
name = { de = "Tafel 2", en = "Board 2" }
colours = '''
*   r   o   y
  .   g   .
b   a   r   o
  y   .   g
r   .   a   y
  o   b   .
y   g   b   *
'''
[[boards]]
name = { de = "Tafel 3", en = "Board 3" }
colours = '''
*   g   g   o
  .   y   .
r   y   y   o
  r   .   b
a   .   b   b
  a   g   .
g   g   o   *
'''
[[boards]]
name = { de = "Tafel 4", en = "Board 4" }
colours = '''
*   y   y   y
  .   y   .
r   r   y   g
  r   .   g
r   .   g   g
  r   b   .
a   b   b   *
'''
"""
"""Areas at the edge, one of two hexagons, cells that touch three areas or none, segments of one cell."""


def awaited(pending: Pending) -> tuple[object, ...]:
    if isinstance(pending, Chance):
        outcome, _ = next(iter(pending.event.outcomes()))
        return (pending.purpose, len(outcome))
    if isinstance(pending, Decision):
        return ("seats", *pending.seats)
    places = [place.place for place in sorted(pending.ranking, key=lambda place: place.seat)]
    return ("over", pending.reason, pending.clause, *places)


def choice(moves: set[str], rng: random.Random) -> str:
    """Mostly crosses, so that games end; about half of the throws are kept."""
    crosses = sorted(moves - {"done", "stop"})
    early = 0.5 if "stop" in moves else 0.03
    if not crosses or (moves & {"done", "stop"} and rng.random() < early):
        return "stop" if "stop" in moves else "done"
    return rng.choice(crosses)


class Pair:
    """The engine's table and the oracle's, always played alike."""

    def __init__(self, sheet: str, seats: int, rng: random.Random, seen: Counter[str]) -> None:
        self.table = Table.start(GAME, GAME.notation.parse_sheet(sheet, "sheet"), seats)
        self.oracle = BorderOracle(sheet, seats)
        self.rng, self.seen = rng, seen

    def compare(self) -> None:
        assert awaited(self.table.pending) == self.oracle.awaited(), self.table.position
        for seat in range(self.oracle.seats):
            assert self.table.moves(seat) == self.oracle.moves(seat), (seat, self.table.position)

    def compare_scores(self) -> None:
        for seat, score in enumerate(self.table.score):
            lines = [line[:5] for line in score.lines]  # what counts at the end only is shown, not scored
            assert lines == self.oracle.lines(seat), (seat, self.table.position)
            assert score.total == self.oracle.total(seat)

    def throw(self) -> None:
        pending = self.table.chance
        outcome = pending.event.sample(self.rng.randrange)
        text = GAME.notation.outcome_text(self.table.state, outcome)
        self.table.state = GAME.rules.reveal(self.table.state, outcome)
        self.oracle.reveal(text)

    def decide(self) -> None:
        """A seat of those that may act plays one of its moves."""
        seat = self.rng.choice([s for s in range(self.oracle.seats) if self.oracle.decides(s)])
        move = choice(self.oracle.moves(seat), self.rng)
        if self.rng.random() < 0.02:
            self.try_anything()
        before = [dict(board.areas) for board in self.oracle.boards]
        phase = self.oracle.phase
        self.table.play(seat, move)
        self.oracle.play(seat, move)
        if move == "done":
            self.note(phase, before)

    def try_anything(self) -> None:
        """Any seat, any sentence: refused unless the oracle lists it."""
        seat = self.rng.randrange(self.oracle.seats)
        sentence = self.rng.choice([*self.oracle.cell, "done", "stop", "roll r", "roll yb"])
        if sentence not in self.oracle.moves(seat):
            with pytest.raises(IllegalMove):
                GAME.rules.play(
                    self.table.state, seat, GAME.notation.parse_move(self.table.state.sheet, sentence)
                )

    def note(self, phase: str, before: list[dict[str, int]]) -> None:
        """Count what happened in the action that has just ended."""
        firsts: Counter[str] = Counter()
        for board, had in zip(self.oracle.boards, before, strict=True):
            for letter in board.areas.keys() - had.keys():
                first = board.areas[letter] == self.oracle.points[letter][0]
                firsts[letter] += first
                self.seen["first" if first else "later"] += 1
        self.seen["first together (B7)"] += any(many > 1 for many in firsts.values())
        self.seen["one die each (B5)"] += phase == "mark" and self.oracle.only_one
        ended = [len(had) < self.oracle.end for had in before]
        for board, not_yet in zip(self.oracle.boards, ended, strict=True):
            self.seen[f"enough areas in {phase}"] += not_yet and len(board.areas) >= self.oracle.end

    def play(self) -> None:
        self.compare()
        self.compare_scores()
        while self.oracle.phase != "over":
            if self.oracle.phase == "throw":
                self.throw()
            else:
                self.decide()
            self.compare()
            if not any(board.new for board in self.oracle.boards):
                self.compare_scores()
        self.note_ranking()

    def note_ranking(self) -> None:
        totals = [self.oracle.total(seat) for seat in range(self.oracle.seats)]
        ties = len(totals) - len(set(totals))
        shared = len(totals) - len(set(self.oracle.places()))
        self.seen["tie broken (B9)"] += ties > shared
        self.seen["tie shared (B9)"] += shared > 0
        leaders = [len(board.areas) for board in self.oracle.boards]
        self.seen["more areas than needed"] += max(leaders) > self.oracle.end
        best = self.oracle.places().index(1)
        self.seen["won without the most areas"] += leaders[best] < max(leaders)


ALWAYS = ["first", "later", "one die each (B5)", "enough areas in mark", "enough areas in follow"]
ALWAYS += ["tie broken (B9)", "tie shared (B9)", "more areas than needed", "won without the most areas"]


@pytest.mark.parametrize("seats", GAME.seat_counts)
def test_the_engine_and_the_oracle_agree(seats: int) -> None:
    sheets = [NASTY, NASTY, NASTY, (SHEETS / "1.toml").read_text("utf-8")]
    seen: Counter[str] = Counter()
    for game in range(GAMES):
        Pair(sheets[game % len(sheets)], seats, random.Random(3000 * seats + game), seen).play()
    expected = ALWAYS + (["first together (B7)"] if seats > 2 else [])
    if GAMES >= ENOUGH:
        assert [event for event in expected if not seen[event]] == []
