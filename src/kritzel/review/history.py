"""A record as a review reads it: chance events and steps, one after the other.

A step is what people call a move: all that a seat does in one decision, or less where its game says so
(`rules.whole_move`). Where several seats decide at once their moves are put in order, seat after seat: the
result must not depend on it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from kritzel.game import AnyGame, Chance, Decision, Description, Outcome, Seat, Sheet, State, Text
from kritzel.record import Played, Revealed, Table
from kritzel.record.table import Running
from kritzel.review.models import BOT, HINT, MoveText

MAX_SMALL_MOVES = 400
"""A step ends after this number of small moves at the latest."""
HELP_COMMENT = "# help "
HELP_KINDS = (HINT, BOT)
EVENT_NUMBER = re.compile("[0-9]{1,6}")

Helped: TypeAlias = tuple[tuple[int, str], ...]
"""Events of a record, by number, and the kind of help each of them had."""


class ChanceNode(NamedTuple):
    """A chance event: its number in the record, what was awaited and what came."""

    event: int
    before: Any
    chance: Chance
    outcome: Outcome
    after: Any


class MoveNode(NamedTuple):
    """One step of a seat: the numbers of its events in the record, and its moves."""

    events: tuple[int, ...]
    seat: Seat
    moves: tuple[Any, ...]
    before: Any
    after: Any


@dataclass(frozen=True)
class History:
    """A finished game, node by node."""

    table: Table
    nodes: tuple[ChanceNode | MoveNode, ...]

    @property
    def game(self) -> AnyGame:
        return self.table.game

    @property
    def seats(self) -> int:
        return len(self.table.names)

    def chance_node(self, nth: int) -> ChanceNode:
        node = self.nodes[nth]
        assert isinstance(node, ChanceNode), "luck is of chance events"
        return node

    def move_node(self, nth: int) -> MoveNode:
        node = self.nodes[nth]
        assert isinstance(node, MoveNode), "only steps are judged"
        return node


def history_of(table: Table) -> History:
    return History(table, tuple(_nodes(table)))


def _nodes(table: Table) -> Iterator[ChanceNode | MoveNode]:
    at = 0
    while at < len(table.events):
        event, moment = table.events[at], table.moments[at]
        if isinstance(event, Revealed):
            assert isinstance(moment.pending, Chance), "a table reveals what it awaits"
            yield ChanceNode(at, moment.state, moment.pending, event.outcome, table.moments[at + 1].state)
            at += 1
        else:
            end = at
            while end < len(table.events) and table.moments[end].running.begin == moment.running.begin:
                end += 1
            yield from _decision(table, at, end)
            at = end


def _decision(table: Table, begin: int, end: int) -> list[MoveNode]:
    played = [(at, event) for at in range(begin, end) if isinstance(event := table.events[at], Played)]
    order = list(dict.fromkeys(event.seat for _, event in played))
    by_seat = sorted(played, key=lambda each: order.index(each[1].seat))
    steps = _steps(table.game, table.moments[begin].state, by_seat)
    if steps[-1].after != table.moments[end].state:  # a game in which the order matters: as it was played
        return _steps(table.game, table.moments[begin].state, played)
    return steps


def _steps(game: AnyGame, state: State, played: Sequence[tuple[int, Played]]) -> list[MoveNode]:
    steps = list[MoveNode]()
    begin, before = 0, state
    for nth, (_, event) in enumerate(played):
        whole = game.rules.whole_move(state, event.seat, event.move)
        state = game.rules.play(state, event.seat, event.move)
        last = nth + 1 == len(played) or played[nth + 1][1].seat != event.seat
        if last or whole:
            events, moves = zip(*((at, each.move) for at, each in played[begin : nth + 1]), strict=True)
            steps.append(MoveNode(events, event.seat, moves, before, state))
            begin, before = nth + 1, state
    return steps


# One step ----------------------------------------------------------------------------------------------
class Walk:
    """A seat on its way through one step, small move by small move."""

    def __init__(self, game: AnyGame, state: State, seat: Seat) -> None:
        self.game = game
        self.state = state
        self.seat = seat
        self.moves = list[Any]()
        self._running = Running.since(0, game.rules.pending(state))
        self.ended = False

    def go(self, move: Any) -> None:
        whole = self.game.rules.whole_move(self.state, self.seat, move)
        self.state = self.game.rules.play(self.state, self.seat, move)
        self.moves.append(move)
        pending = self.game.rules.pending(self.state)
        self._running = self._running.then(len(self.moves), pending)
        decides = isinstance(pending, Decision) and self.seat in pending.seats
        gone = self._running.begin > 0 or not decides
        self.ended = gone or whole or len(self.moves) == MAX_SMALL_MOVES


def walk_step(game: AnyGame, state: State, seat: Seat, choose: Callable[[Any, Seat], Any]) -> Walk:
    walk = Walk(game, state, seat)
    while not walk.ended:
        walk.go(choose(walk.state, seat))
    return walk


def describe_moves(game: AnyGame, sheet: Sheet, moves: Sequence[Any]) -> MoveText:
    """Moves in notation and in words; what only ends a step is left out of the words where more was done."""
    said = [game.words.say_move(sheet, move) for move in moves]
    if len(said) > 1 and said[-1].kind == "done":
        said.pop()
    runs = list[list[Description]]()
    for now in said:
        if runs and _goes_on(runs[-1][-1], now):
            runs[-1].append(now)
        else:
            runs.append([now])
    words = [_join(run) for run in runs]
    both = Text(", ".join(each.de for each in words), ", ".join(each.en for each in words))
    return MoveText(tuple(game.notation.move_text(sheet, move) for move in moves), both)


def _goes_on(before: Description, now: Description) -> bool:
    """Whether a move is the same as the one before, on another cell."""
    alike = before.kind == now.kind and "" not in (before.cell, now.cell) and now.start in ("", before.cell)
    return alike and now.die is None and not now.piece and not now.faces


def _join(run: Sequence[Description]) -> Text:
    (first, *_), cells = run, ", ".join(each.cell for each in run)
    return Text(*(cells.join(text.rsplit(first.cell, 1)) for text in first.words)) if run[1:] else first.words


# Help --------------------------------------------------------------------------------------------------
def help_comments(helped: Mapping[int, str]) -> str:
    """Comments for the end of a record: which events had which help."""
    by_kind = {kind: [str(event) for event in sorted(helped) if helped[event] == kind] for kind in HELP_KINDS}
    return "".join(
        f"{HELP_COMMENT}{kind}: {' '.join(events)}\n" for kind, events in by_kind.items() if events
    )


def read_help(record: str) -> Helped:
    """The help that the comments of a record name; what cannot be read is no help."""
    helped = dict[int, str]()
    for line in record.split("\n"):
        kind, colon, events = line.removeprefix(HELP_COMMENT).partition(":")
        if line.startswith(HELP_COMMENT) and colon and kind in HELP_KINDS:
            helped |= {int(each): kind for each in events.split() if EVENT_NUMBER.fullmatch(each)}
    return tuple(sorted(helped.items()))
