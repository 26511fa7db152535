"""A record as a review reads it: chance events and steps, one after the other.

A step is what people call a move: all that a seat does in one decision, or less where its game says so
(`Game.whole_move`). Where several seats decide at once their moves are put in order, seat after seat: the
result must not depend on it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from kritzel.game import AnyGame, Chance, Decision, Description, Outcome, Pending, Seat, Sheet, State, Text
from kritzel.record import Played, Revealed, Table
from kritzel.record.table import Running
from kritzel.review.told import Told

LONGEST = 400
"""Moves of one step; nobody makes so many."""


class Thrown(NamedTuple):
    """A chance event: which one of the record, the table before, what was awaited and what came."""

    event: int
    before: Any
    chance: Chance
    outcome: Outcome
    after: Any


class Step(NamedTuple):
    """What one seat did: which events of the record, its moves, and the tables before and after."""

    events: tuple[int, ...]
    seat: Seat
    moves: tuple[Any, ...]
    before: Any
    after: Any


Node = Thrown | Step


@dataclass(frozen=True)
class Story:
    """A finished game, node by node."""

    table: Table
    nodes: tuple[Node, ...]

    @property
    def game(self) -> AnyGame:
        """The game by the rules of the record."""
        return self.table.game

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.table.names)


def story_of(table: Table) -> Story:
    """The story of a finished table."""
    return Story(table, tuple(_nodes(table)))


def _nodes(table: Table) -> Iterator[Node]:
    at = 0
    while at < len(table.events):
        event, moment = table.events[at], table.moments[at]
        if isinstance(event, Revealed):
            assert isinstance(moment.pending, Chance), "a table reveals what it awaits"
            yield Thrown(at, moment.state, moment.pending, event.outcome, table.moments[at + 1].state)
            at += 1
        else:
            end = _end_of(table, at)
            yield from _steps(table, at, end)
            at = end


def _end_of(table: Table, at: int) -> int:
    """Where the decision that runs has ended: the first event that is no part of it."""
    begin, end = table.moments[at].running.begin, at
    while end < len(table.events) and table.moments[end].running.begin == begin:
        end += 1
    return end


def _steps(table: Table, begin: int, end: int) -> list[Step]:
    played = [(at, event) for at in range(begin, end) if isinstance(event := table.events[at], Played)]
    order = list(dict.fromkeys(event.seat for _, event in played))
    by_seat = sorted(played, key=lambda each: order.index(each[1].seat))
    steps = _told(table.game, table.moments[begin].state, by_seat)
    if steps[-1].after != table.moments[end].state:  # a game in which the order matters: as it was played
        return _told(table.game, table.moments[begin].state, played)
    return steps


def _told(game: AnyGame, state: State, played: Sequence[tuple[int, Played]]) -> list[Step]:
    """The moves joined to steps."""
    steps = list[Step]()
    events = list[int]()
    moves = list[Any]()
    before = state
    for nth, (at, event) in enumerate(played):
        whole = game.rules.whole_move(state, event.seat, event.move)
        state = game.rules.play(state, event.seat, event.move)
        events.append(at)
        moves.append(event.move)
        last = nth + 1 == len(played) or played[nth + 1][1].seat != event.seat
        if last or whole:
            steps.append(Step(tuple(events), event.seat, tuple(moves), before, state))
            events = []
            moves = []
            before = state
    return steps


class Walk:
    """A seat on its way through one step, whoever chooses its moves."""

    def __init__(self, game: AnyGame, state: State, seat: Seat) -> None:
        self.game = game
        self.state = state
        self.seat = seat
        self.moves = list[Any]()
        self._running = Running.since(0, game.rules.pending(state))
        self.ended = False

    def go(self, move: Any) -> None:
        """One small move."""
        whole = self.game.rules.whole_move(self.state, self.seat, move)
        self.state = self.game.rules.play(self.state, self.seat, move)
        self.moves.append(move)
        pending = self.game.rules.pending(self.state)
        self._running = self._running.then(len(self.moves), pending)
        gone = self._running.begin > 0 or not _asks(pending, self.seat)
        self.ended = gone or whole or len(self.moves) == LONGEST


def _asks(pending: Pending, seat: Seat) -> bool:
    return isinstance(pending, Decision) and seat in pending.seats


def told(game: AnyGame, sheet: Sheet, moves: Sequence[Any]) -> Told:
    """Moves in notation and in words; what only ends a step is left out of the words where more was done."""
    said = [game.words.say_move(sheet, move) for move in moves]
    if len(said) > 1 and said[-1].kind == "done":
        said.pop()
    words = list(map(_together, _runs(said)))
    both = Text(", ".join(each.de for each in words), ", ".join(each.en for each in words))
    return Told(tuple(game.notation.move_text(sheet, move) for move in moves), both)


def _runs(said: Sequence[Description]) -> list[list[Description]]:
    """Moves of which each goes on with the one before: the same again, on another cell."""
    runs = list[list[Description]]()
    for now in said:
        if runs and _goes_on(runs[-1][-1], now):
            runs[-1].append(now)
        else:
            runs.append([now])
    return runs


def _goes_on(before: Description, now: Description) -> bool:
    alike = before.kind == now.kind and "" not in (before.cell, now.cell) and now.start in ("", before.cell)
    return alike and now.die is None and not now.piece and not now.faces


def _together(run: Sequence[Description]) -> Text:
    """The words of the first move, with the cells of all."""
    (first, *_), cells = run, ", ".join(each.cell for each in run)
    return Text(*(cells.join(text.rsplit(first.cell, 1)) for text in first.words)) if run[1:] else first.words
