"""A tiny game that exists only here, in the manner of Qwixx: a white die, a yellow one and a red one.

All say in secret whether they take the sum of the first two. It is shown, and at once the active seat
decides again: the white die and the red one, or nothing. So dice are not alike, and a decision of one
seat follows a shared one without chance between.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from kritzel.game import (
    Chance,
    Clock,
    Decision,
    Description,
    IllegalMove,
    IllegalOutcome,
    Outcome,
    Over,
    Pending,
    Place,
    Score,
    Setup,
    Text,
)
from kritzel.game import Line as Points
from kritzel.games.catalogue import AnyGame
from kritzel.games.traexx import GAME as TRAEXX
from kritzel.mechanics.dice import ColouredDice
from tests.bots.planted import Sheet
from tests.changed_game import changed

ROUNDS = 3
NO = Text("nein", "no")
SHEET = Sheet("coloured")
ROLL = Chance("roll", ColouredDice("wyr"))


@dataclass(frozen=True)
class State:
    """`picks` are hidden until all have chosen; then they are gone and the active seat has the red die."""

    sheet: Sheet
    points: tuple[int, ...]
    round: int = 0
    dice: Outcome = ()
    picks: tuple[str, ...] = ()

    @property
    def active(self) -> int:
        return self.round % len(self.points)


def start(setup: Setup[Any]) -> State:
    return State(setup.sheet, (0,) * setup.seats)


def pending(state: State) -> Pending:
    if state.picks:
        return Decision(tuple(seat for seat, pick in enumerate(state.picks) if not pick))
    if state.dice:
        return Decision((state.active,), "red")
    if state.round < ROUNDS:
        return ROLL
    best = max(state.points)
    places = [Place(seat, 1 + (mine < best), mine, "points") for seat, mine in enumerate(state.points)]
    return Over("last_round", "Q1", tuple(places))


def pending_without_purpose(state: State) -> Pending:
    """As somebody writes it who has not read about it."""
    waits = pending(state)
    return Decision(waits.seats) if isinstance(waits, Decision) else waits


def moves(state: State, seat: int) -> tuple[str, ...]:
    waits = pending(state)
    return ("take", "pass") if isinstance(waits, Decision) and seat in waits.seats else ()


def play(state: State, seat: int, move: str) -> State:
    if move not in moves(state, seat):
        raise IllegalMove("Q1", NO)
    if not state.picks:
        points = _with(state.points, seat, state.dice[0] + state.dice[2] if move == "take" else 0)
        return State(state.sheet, points, state.round + 1)
    picks = tuple(move if at == seat else pick for at, pick in enumerate(state.picks))
    if not all(picks):
        return replace(state, picks=picks)
    points = state.points
    for at, pick in enumerate(picks):
        points = _with(points, at, sum(state.dice[:2]) if pick == "take" else 0)
    return replace(state, points=points, picks=())


def _with(points: tuple[int, ...], seat: int, more: int) -> tuple[int, ...]:
    return tuple(mine + more * (at == seat) for at, mine in enumerate(points))


def reveal(state: State, outcome: Outcome) -> State:
    if not isinstance(pending(state), Chance) or outcome not in ROLL.event:
        raise IllegalOutcome(NO)
    return replace(state, dice=outcome, picks=("",) * len(state.points))


def view(state: State, seat: int | None) -> State:
    return replace(state, picks=tuple(pick if at == seat else "" for at, pick in enumerate(state.picks)))


def score(state: State) -> tuple[Score, ...]:
    return tuple(Score((Points("all", "Q1", mine, mine, 99),)) for mine in state.points)


GAME: AnyGame = changed(
    TRAEXX,
    facts=replace(TRAEXX.facts, slug="coloured", title=Text("Bunt", "Coloured")),
    start=start,
    pending=pending,
    moves=moves,
    play=play,
    reveal=reveal,
    score=score,
    view=view,
    clock=lambda state: Clock(Text("Runde", "Round"), state.round + 1, ROUNDS),
    say_move=lambda sheet, move: Description(move, Text.same(move)),
    say_outcome=lambda state, outcome: Description("roll", Text.same(str(outcome))),
    happened=lambda *states: (),
    secret=lambda state: bool(state.picks),
    move_text=lambda sheet, move: move,
    parse_move=lambda sheet, text: text,
    outcome_text=lambda state, outcome: "".join(map(str, outcome)),
    parse_outcome=lambda state, text: tuple(map(int, text)),
    position_text=str,
    every_move=None,
    sentences=lambda sheet, seats: (),
    layouts=lambda sheet: (),
    ranks=lambda sheet: None,
)
CARELESS: AnyGame = changed(GAME, pending=pending_without_purpose)
