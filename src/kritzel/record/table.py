"""A table that remembers: the events since the start, and the state they lead to. Knows no rule.

The events are the truth, the state is what they fold to. Moves and outcomes go in as text or as the
game's own objects; what the game refuses leaves the table as it was.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from functools import lru_cache
from typing import Any

from kritzel.game import (
    Chance,
    Decision,
    IllegalOutcome,
    Outcome,
    Over,
    Pending,
    Said,
    Score,
    Seat,
    Setup,
    Sheet,
    State,
    Text,
)
from kritzel.games.catalogue import AnyGame
from kritzel.record import undoing, writing
from kritzel.record.dealer import Dealer, SeededDealer
from kritzel.record.events import Event, Played, Revealed
from kritzel.record.running import Moment, Running

KEPT = 16_384
"""Moves that are kept ready, all games together."""


class Table:
    """One game being played: `events` since `start`, and `state`, where they led."""

    def __init__(
        self, game: AnyGame, start: State, names: Sequence[str] = (), dealer: Dealer | None = None
    ) -> None:
        """A table that begins at any state; `dealer` is asked by `roll()` (without one: any luck)."""
        self.game = game
        self.boards: tuple[int, ...] | None = None
        self.names = _checked(names, len(game.score(start)))
        self.dealer = dealer or SeededDealer()
        self.events: tuple[Event, ...] = ()
        self.start: Any = start
        """The state before the first event."""
        self._moments: tuple[Moment, ...] = (_first(game, start),)
        self._forgotten = 0

    @staticmethod
    def laid(
        game: AnyGame, setup: Setup[Any], names: Sequence[str] = (), dealer: Dealer | None = None
    ) -> Table:
        """A table at the beginning of a game. ValueError for seats or boards that do not fit."""
        table = Table(game, game.start(setup), names, dealer)
        table.boards = setup.boards
        return table

    def __repr__(self) -> str:
        return f"<{self.position}>"

    # Looking -----------------------------------------------------------------------------------
    @property
    def moment(self) -> Moment:
        """The state now, what it waits for, and the decision that runs."""
        return self._moments[-1]

    @property
    def state(self) -> Any:
        """The state now."""
        return self._moments[-1].state

    @property
    def states(self) -> tuple[Any, ...]:
        """The state before the first event and after each."""
        return tuple([moment.state for moment in self.moments])

    @property
    def moments(self) -> tuple[Moment, ...]:
        """The table before the first event and after each."""
        return self._remembered()._moments

    def after(self, events: int) -> Moment:
        """The table after so many events."""
        if events < self._forgotten:
            self._remembered()
        return self._moments[events - self._forgotten]

    @property
    def sheet(self) -> Any:
        """The sheet all seats play on."""
        return self.start.sheet

    @property
    def seats(self) -> range:
        """The seats, from 0."""
        return range(len(self.names))

    @property
    def pending(self) -> Pending:
        """What the table waits for: Chance, a Decision, or nothing more (Over)."""
        return self._moments[-1].pending

    @property
    def running(self) -> Running:
        """The decision that runs now."""
        return self._moments[-1].running

    @property
    def deciding(self) -> tuple[Seat, ...]:
        """The seats that may act now."""
        pending = self.pending
        return pending.seats if isinstance(pending, Decision) else ()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return isinstance(self.pending, Over)

    def moves(self, seat: Seat) -> list[str]:
        """The legal moves of a seat, in notation."""
        self._expect_seat(seat)
        return [self.game.move_text(self.sheet, move) for move in self.game.moves(self.state, seat)]

    def score(self) -> tuple[Score, ...]:
        """The score pad of each seat as it stands."""
        return self.game.score(self.state)

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each seat as they stand."""
        return tuple(pad.total for pad in self.score())

    @property
    def position(self) -> str:
        """The whole table in one line."""
        return self.game.position_text(self.state)

    def said(self, nth: int) -> Said:
        """The event with this number as data and in words; negative counts from the end."""
        event = self.events[nth]
        if isinstance(event, Played):
            return self.game.say_move(self.sheet, event.move)
        return self.game.say_outcome(self.after(nth % len(self.events)).state, event.outcome)

    def view(self, seat: Seat | None) -> Any:
        """The state as a seat (None: a spectator) may see it."""
        return self.game.view(self.state, seat)

    def record(self) -> str:
        """The game so far as a text (docs/notation.md)."""
        return writing.write(self)

    # Going on ----------------------------------------------------------------------------------
    def play(self, seat: Seat, move: Any) -> Table:
        """A seat moves; a str is read as notation. Raises NotationError or IllegalMove."""
        self._expect_seat(seat)
        if isinstance(move, str):
            move = self.game.parse_move(self.sheet, move)
        state = self.game.play(self.state, seat, move)
        return self._add(_played(self.game, self.sheet, seat, move), state)

    def reveal(self, outcome: Outcome | str) -> Table:
        """Chance speaks; a str is read as notation. Equal dice may come in any order. Raises NotationError or
        IllegalOutcome.
        """
        chance = self._chance()
        if isinstance(outcome, str):
            outcome = self.game.parse_outcome(self.state, outcome)
        outcome = chance.event.normal(outcome)
        state = self.game.reveal(self.state, outcome)
        text = self.game.outcome_text(self.state, outcome)
        return self._add(_revealed(chance.purpose, outcome, text), state)

    def deal(self, dealer: Dealer) -> Table:
        """Let this dealer speak for chance once. IllegalOutcome where chance is not awaited."""
        chance = self._chance()
        return self.reveal(dealer.deal(chance.purpose, chance.event))

    def roll(self, outcome: Outcome | str | None = None) -> Table:
        """Roll or draw: the table's own dealer does it, or say what came of real dice."""
        return self.deal(self.dealer) if outcome is None else self.reveal(outcome)

    # Going back --------------------------------------------------------------------------------
    def undo(self, seat: Seat) -> Table:
        """Take back the seat's last move, as far as nothing new was seen since. Raises CannotUndo."""
        self._expect_seat(seat)
        nth = undoing.last_move(self, seat)
        return self._refold(self.events[:nth], self.events[nth + 1 :])

    def take_up(self) -> Table:
        """Take the last roll up again, with every move since: it was read wrong. Raises CannotUndo."""
        nth = undoing.last_roll(self.events)
        return self._refold(self.events[:nth], ())

    def until(self, events: int) -> Table:
        """Another table with the first so many events of this one; negative counts from the end."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        return other._cut(self.events[:events])

    def lighten(self) -> None:
        """Forget the states from before the last roll; whoever asks for one has them worked out again."""
        rolls = (nth for nth in range(len(self.events) - 1, -1, -1) if isinstance(self.events[nth], Revealed))
        keep = next(rolls, 0)
        if keep > self._forgotten:
            self._moments, self._forgotten = self._moments[keep - self._forgotten :], keep

    def _remembered(self) -> Table:
        """The same table with all its states."""
        if self._forgotten:
            moments = [_first(self.game, self.start)]
            for nth, event in enumerate(self.events, 1):
                state = event.follow(self.game, moments[-1].state)
                pending = self.game.pending(state)
                moments.append(Moment(state, pending, moments[-1].running.then(nth, pending)))
            self._moments, self._forgotten = tuple(moments), 0
        return self

    def _cut(self, kept: tuple[Event, ...]) -> Table:
        """Only these first events."""
        if len(kept) < self._forgotten:
            self._remembered()
        self.events, self._moments = kept, self._moments[: len(kept) + 1 - self._forgotten]
        return self

    def _refold(self, kept: tuple[Event, ...], again: Iterable[Event]) -> Table:
        self._cut(kept)
        for event in again:
            assert isinstance(event, Played), "nobody takes back past chance"
            self.play(event.seat, event.move)
        return self

    def _add(self, event: Event, state: State) -> Table:
        self.events = (*self.events, event)
        pending = self.game.pending(state)
        moment = Moment(state, pending, self.running.then(len(self.events), pending))
        self._moments = (*self._moments, moment)
        return self

    def _chance(self) -> Chance:
        pending = self.pending
        if not isinstance(pending, Chance):
            raise IllegalOutcome(_no_chance(pending))
        return pending

    def _expect_seat(self, seat: Seat) -> None:
        if seat not in self.seats:
            raise ValueError(f"no seat {seat}; the seats are {_listed(self.seats)}")


def _first(game: AnyGame, start: State) -> Moment:
    pending = game.pending(start)
    return Moment(start, pending, Running.since(0, pending))


@lru_cache(KEPT)
def _played(game: AnyGame, sheet: Sheet, seat: Seat, move: Hashable) -> Played:
    """A move by a seat: one for all games on a sheet, of which there may be thousands at once."""
    return Played(seat, move, game.move_text(sheet, move))


_revealed = lru_cache(KEPT)(Revealed)


def _no_chance(pending: Decision | Over) -> Text:
    if isinstance(pending, Over):
        return Text(
            "es ist nichts zu würfeln: das Spiel ist vorbei", "no chance is awaited: the game has ended"
        )
    seats = _listed(pending.seats)
    de = f"es ist nichts zu würfeln: Platz {seats} ist dran"
    return Text(de, f"no chance is awaited: the game waits for seat {seats}")


def _listed(seats: Iterable[Seat]) -> str:
    return ", ".join(str(seat) for seat in seats)


def _checked(names: Sequence[str], seats: int) -> tuple[str, ...]:
    """The names of the seats as a record can hold them; without any: Seat 0, Seat 1, ..."""
    names = tuple(name.strip() for name in names) or tuple(f"Seat {seat}" for seat in range(seats))
    if len(names) != seats:
        raise ValueError(f"names: {len(names)}, seats: {seats}; each seat needs one")
    for name in names:
        if not name or not name.isprintable() or set(name) & set(",#"):
            raise ValueError(f"not a name a record can hold: {name!r} (printable, no comma, no #)")
    return names
