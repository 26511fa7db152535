"""A tiny game that exists only here: twelve rolls, and each time both say in secret how much they dare.

Whoever dares doubles a high number (4 to 6) and loses a low one; whoever takes it gets it as it is.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from kritzel.game import (
    Chance,
    Clock,
    Decision,
    IllegalMove,
    Line,
    Outcome,
    Over,
    Pending,
    Place,
    Score,
    Setup,
    Text,
)
from kritzel.games.catalogue import AnyGame
from kritzel.games.traexx import GAME as TRAEXX
from kritzel.mechanics.dice import Roll
from tests.changed_game import changed

ROLLS = 12
HIGH = 4
MOVES = ("skip", "take", "dare")


TITLE = Text("Probe", "Trial")


@dataclass(frozen=True)
class Sheet:
    """There is only one."""

    game: str = "planted"
    id: str = "1"
    version: int = 1
    title: Text = TITLE
    blurb: Text = TITLE
    source: str = "planted"


SHEET = Sheet()


@dataclass(frozen=True)
class State:
    """Points so far, the rolls so far, and what was said about the last one (hidden until all have)."""

    sheet: Sheet
    points: tuple[int, ...]
    rolls: tuple[int, ...]
    said: tuple[str, ...]


def start(setup: Setup[Any]) -> State:
    return State(setup.sheet, (0,) * setup.seats, (), ())


def pending(state: State) -> Pending:
    if state.said:
        return Decision(tuple([seat for seat, word in enumerate(state.said) if not word]))
    if len(state.rolls) < ROLLS:
        return Chance("roll", Roll(1, (1, 2, 3, 4, 5, 6)))
    best = max(state.points)
    places = [Place(seat, 1 + (mine < best), mine, "points") for seat, mine in enumerate(state.points)]
    return Over("last_round", "P1", tuple(places))


def moves(state: State, seat: int) -> tuple[str, ...]:
    return MOVES if state.said and not state.said[seat] else ()


def play(state: State, seat: int, move: str) -> State:
    if move not in moves(state, seat):
        raise IllegalMove("P1", Text("nein", "no"))
    said = (*state.said[:seat], move, *state.said[seat + 1 :])
    if not all(said):
        return replace(state, said=said)
    points = [mine + worth(word, state.rolls[-1]) for mine, word in zip(state.points, said, strict=True)]
    return State(state.sheet, tuple(points), state.rolls, ())


def worth(word: str, number: int) -> int:
    if word == "dare":
        return 2 * number if number >= HIGH else -number
    return number if word == "take" else 0


def reveal(state: State, outcome: Outcome) -> State:
    return replace(state, rolls=(*state.rolls, *outcome), said=("",) * len(state.points))


def score(state: State) -> tuple[Score, ...]:
    return tuple([Score((Line("all", "P1", mine, mine, 99),)) for mine in state.points])


def clock(state: State) -> Clock:
    return Clock(Text("Wurf", "Roll"), len(state.rolls), ROLLS)


def view(state: State, seat: int | None) -> State:
    said = [word if at == seat else "" for at, word in enumerate(state.said)]
    return replace(state, said=tuple(said))


GAME: AnyGame = changed(
    TRAEXX,
    facts=replace(TRAEXX.facts, slug="planted", title=Text("Wagnis", "Dare")),
    start=start,
    pending=pending,
    moves=moves,
    play=play,
    reveal=reveal,
    score=score,
    view=view,
    clock=clock,
)
