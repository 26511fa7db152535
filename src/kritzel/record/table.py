"""A game being played: the events since the start, and the state they lead to. Knows no rule.

The events are the truth, the state is what they fold to. Moves and outcomes go in as text or as the
game's own objects; what the game refuses leaves the table as it was.

A seat takes back its own moves, never past anything new that it saw. New is what chance brought, what
another seat did in its turn, and what is shown when the last seat of a simultaneous decision is done.
Within such a decision all seats may change their mind.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from kritzel.game import (
    Chance,
    Decision,
    Description,
    Explained,
    IllegalOutcome,
    Outcome,
    Over,
    Pending,
    Score,
    Seat,
    Setup,
    Sheet,
    State,
    Text,
)
from kritzel.games.catalogue import AnyGame
from kritzel.record.dealer import Dealer, SeededDealer

EVENT_CACHE_SIZE = 16_384
"""Events that tables share: most moves are made at many tables."""

NOTHING = Text("Du hast noch nichts gezogen.", "You haven't moved yet.")
NO_ROLL = Text("Noch ist nichts gewürfelt.", "Nothing has been rolled yet.")
PAST_CHANCE = Text("Zurück geht es nur bis zum Wurf.", "Undo goes back to the roll, no further.")
PAST_OTHERS = Text(
    "Nach dir war schon jemand dran. Dein Zug bleibt.", "Somebody has moved since. Your move stays."
)
SETTLED = Text(
    "Alle sind fertig und sehen es. Dein Zug bleibt.", "Everyone is done and sees it. Your move stays."
)


class CannotUndo(Explained, ValueError):
    """A move that cannot be taken back."""


# Events ----------------------------------------------------------------------------------------
class Revealed(NamedTuple):
    """An outcome of chance: its purpose, and the outcome in notation."""

    purpose: str
    outcome: Outcome
    text: str

    def apply(self, game: AnyGame, state: State) -> Any:
        """The state after it."""
        return game.rules.reveal(state, self.outcome)


class Played(NamedTuple):
    """A move of a seat, also in notation."""

    seat: Seat
    move: Any
    text: str

    def apply(self, game: AnyGame, state: State) -> Any:
        """The state after it."""
        return game.rules.play(state, self.seat, self.move)


Event: TypeAlias = Revealed | Played


# States ----------------------------------------------------------------------------------------
class Running(NamedTuple):
    """The decision that runs: which seats were `asked`, and which of them are `left`.

    `begin` counts the events before it. While chance is awaited, and at the end, no seat is asked.
    """

    begin: int
    asked: frozenset[Seat]
    left: frozenset[Seat]
    purpose: str

    @staticmethod
    def since(begin: int, pending: Pending) -> Running:
        """What begins after `begin` events."""
        if not isinstance(pending, Decision):
            return Running(begin, _NO_SEATS, _NO_SEATS, "")
        asked = _seat_set(pending.seats)
        return Running(begin, asked, asked, pending.purpose)

    def then(self, events: int, pending: Pending) -> Running:
        """What runs one event later. The same decision, while its seats are asked for the same thing."""
        fresh = Running.since(events, pending)
        same = fresh.left and fresh.left <= self.left and fresh.purpose == self.purpose
        return self._replace(left=fresh.left) if same else fresh

    @property
    def shared(self) -> bool:
        """Whether several seats were asked at once."""
        return len(self.asked) > 1


_NO_SEATS: frozenset[Seat] = frozenset()


@lru_cache(256)
def _seat_set(seats: tuple[Seat, ...]) -> frozenset[Seat]:
    return frozenset(seats)


class Moment(NamedTuple):
    """A table between two events: the state, what it waits for, and the decision that runs."""

    state: State
    pending: Pending
    running: Running

    def then(self, game: AnyGame, state: State, events: int) -> Moment:
        """The table in this state, after `events` events, one more."""
        pending = game.rules.pending(state)
        return Moment(state, pending, self.running.then(events, pending))


class Table:
    """One game being played: `events` since `start`, and `state`, where they led."""

    def __init__(
        self, game: AnyGame, start: State, names: Sequence[str] = (), dealer: Dealer | None = None
    ) -> None:
        """A table that begins at any state; `dealer` is asked by `roll()` (default: a random seed)."""
        self.game = game
        self.boards: tuple[int, ...] | None = None
        self.names = _check_names(names, len(game.rules.score(start)))
        self.dealer = dealer or SeededDealer()
        self.events: tuple[Event, ...] = ()
        self.start: Any = start
        """The state before the first event."""
        self._moments: tuple[Moment, ...] = (_first(game, start),)
        self._dropped = 0

    @staticmethod
    def new(
        game: AnyGame, setup: Setup[Any], names: Sequence[str] = (), dealer: Dealer | None = None
    ) -> Table:
        """A table at the beginning of a game. ValueError for seats or boards that do not fit."""
        table = Table(game, game.rules.start(setup), names, dealer)
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
        return self._with_all_states()._moments

    def after(self, events: int) -> Moment:
        """The table after this number of events."""
        if events < self._dropped:
            self._with_all_states()
        return self._moments[events - self._dropped]

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
        return [
            self.game.notation.move_text(self.sheet, move) for move in self.game.rules.moves(self.state, seat)
        ]

    def score(self) -> tuple[Score, ...]:
        """The score pad of each seat as it stands."""
        return self.game.rules.score(self.state)

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each seat as they stand."""
        return tuple(pad.total for pad in self.score())

    @property
    def position(self) -> str:
        """The whole table in one line."""
        return self.game.notation.position_text(self.state)

    def describe(self, nth: int) -> Description:
        """The event with this number as data and in words; negative counts from the end."""
        event = self.events[nth]
        if isinstance(event, Played):
            return _describe(self.game, self.sheet, event.move)
        return self.game.words.say_outcome(self.after(nth % len(self.events)).state, event.outcome)

    def view(self, seat: Seat | None) -> Any:
        """The state as a seat (None: a spectator) may see it."""
        return self.game.rules.view(self.state, seat)

    def record(self) -> str:
        """The game so far as a text (docs/notation.md)."""
        from kritzel.record import text  # it reads tables, too

        return text.write(self)

    # Going on ----------------------------------------------------------------------------------
    def play(self, seat: Seat, move: Any) -> Table:
        """A seat moves; a str is read as notation. Raises NotationError or IllegalMove."""
        event = self.move(seat, move)
        return self._add(event, event.apply(self.game, self.state))

    def move(self, seat: Seat, move: Any) -> Played:
        """The event of a move, not made yet; a str is read as notation. Raises NotationError."""
        self._expect_seat(seat)
        return _played(self.game, self.sheet, seat, move)

    def reveal(self, outcome: Outcome | str) -> Table:
        """Add an outcome of chance; a str is read as notation. Equal dice may come in any order.

        Raises NotationError or IllegalOutcome.
        """
        chance = self._chance()
        if isinstance(outcome, str):
            outcome = self.game.notation.parse_outcome(self.state, outcome)
        outcome = chance.event.normal(outcome)
        state = self.game.rules.reveal(self.state, outcome)
        text = self.game.notation.outcome_text(self.state, outcome)
        return self._add(_revealed(chance.purpose, outcome, text), state)

    def deal(self, dealer: Dealer) -> Table:
        """Let a dealer decide the awaited chance event. Raises IllegalOutcome if none is awaited."""
        chance = self._chance()
        return self.reveal(dealer.deal(chance.purpose, chance.event))

    def roll(self, outcome: Outcome | str | None = None) -> Table:
        """Roll or draw by the table's own dealer, or add the outcome of real dice."""
        return self.deal(self.dealer) if outcome is None else self.reveal(outcome)

    # Going back --------------------------------------------------------------------------------
    def undo(self, seat: Seat) -> Table:
        """Take back the seat's last move, as far as nothing new was seen since. Raises CannotUndo."""
        self._expect_seat(seat)
        nth, why = self.find_undo(seat)
        if why is not None:
            raise CannotUndo(why)
        return self._refold(self.events[:nth], self.events[nth + 1 :])

    def find_undo(self, seat: Seat) -> tuple[int, Text | None]:
        """The index of the seat's last move, and why it cannot be taken back (None: it can)."""
        for nth in range(len(self.events) - 1, -1, -1):
            event = self.events[nth]
            if isinstance(event, Revealed):
                return nth, PAST_CHANCE
            if event.seat == seat:
                return nth, self._why_it_stays(seat, nth)
        return 0, NOTHING

    def _why_it_stays(self, seat: Seat, nth: int) -> Text | None:
        mine = self.after(nth).running
        if self.running.begin == mine.begin:
            return None
        later = [self.after(events).running.begin for events in range(nth + 1, len(self.events) + 1)]
        same = mine.begin in later
        if not same and nth < len(self.events) - 1:
            return PAST_OTHERS
        return SETTLED if same or mine.shared or self._began_hidden(mine, seat) else None

    def _began_hidden(self, running: Running, seat: Seat) -> bool:
        """Whether the decision began with something hidden from this seat."""
        state = self.after(running.begin).state
        return bool(self.game.rules.view(state, seat) != state)

    def take_up(self) -> Table:
        """Remove the last roll, which was read wrong, and every move since. Raises CannotUndo."""
        nth = self._last_roll()
        if nth is None:
            raise CannotUndo(NO_ROLL)
        return self._refold(self.events[:nth], ())

    def _last_roll(self) -> int | None:
        rolls = (nth for nth in range(len(self.events) - 1, -1, -1) if isinstance(self.events[nth], Revealed))
        return next(rolls, None)

    def until(self, events: int) -> Table:
        """Another table with the first events of this one, this many; negative counts from the end."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        return other._cut(self.events[:events])

    def drop_old_states(self) -> None:
        """Free the memory of the states before the last roll. They are computed again when needed."""
        keep = self._last_roll() or 0
        if keep > self._dropped:
            self._moments, self._dropped = self._moments[keep - self._dropped :], keep

    def _with_all_states(self) -> Table:
        """The same table with all its states."""
        if self._dropped:
            moments = [_first(self.game, self.start)]
            for nth, event in enumerate(self.events, 1):
                last = moments[-1]
                moments.append(last.then(self.game, event.apply(self.game, last.state), nth))
            self._moments, self._dropped = tuple(moments), 0
        return self

    def _cut(self, kept: tuple[Event, ...]) -> Table:
        """Only these first events."""
        if len(kept) < self._dropped:
            self._with_all_states()
        self.events, self._moments = kept, self._moments[: len(kept) + 1 - self._dropped]
        return self

    def _refold(self, kept: tuple[Event, ...], again: Iterable[Event]) -> Table:
        self._cut(kept)
        for event in again:
            self._add(event, event.apply(self.game, self.state))
        return self

    def _add(self, event: Event, state: State) -> Table:
        self.events = (*self.events, event)
        self._moments = (*self._moments, self.moment.then(self.game, state, len(self.events)))
        return self

    def _chance(self) -> Chance:
        pending = self.pending
        if not isinstance(pending, Chance):
            raise IllegalOutcome(_no_chance(pending))
        return pending

    def _expect_seat(self, seat: Seat) -> None:
        if seat not in self.seats:
            raise ValueError(f"no seat {seat}; the seats are {_join(self.seats)}")


def _first(game: AnyGame, start: State) -> Moment:
    pending = game.rules.pending(start)
    return Moment(start, pending, Running.since(0, pending))


@lru_cache(EVENT_CACHE_SIZE)
def _played(game: AnyGame, sheet: Sheet, seat: Seat, move: Hashable) -> Played:
    """The move of a seat; a str is read as notation. Raises NotationError."""
    if isinstance(move, str):
        move = game.notation.parse_move(sheet, move)
    return Played(seat, move, game.notation.move_text(sheet, move))


_revealed = lru_cache(EVENT_CACHE_SIZE)(Revealed)


@lru_cache(EVENT_CACHE_SIZE)
def _describe(game: AnyGame, sheet: Sheet, move: Hashable) -> Description:
    return game.words.say_move(sheet, move)


def _no_chance(pending: Decision | Over) -> Text:
    if isinstance(pending, Over):
        return Text(
            "es ist nichts zu würfeln: das Spiel ist vorbei", "no chance is awaited: the game has ended"
        )
    seats = _join(pending.seats)
    de = f"es ist nichts zu würfeln: Platz {seats} ist dran"
    return Text(de, f"no chance is awaited: the game waits for seat {seats}")


def _join(seats: Iterable[Seat]) -> str:
    return ", ".join(str(seat) for seat in seats)


def _check_names(names: Sequence[str], seats: int) -> tuple[str, ...]:
    """The names of the seats as a record can hold them; without any: Seat 0, Seat 1, ..."""
    names = tuple(name.strip() for name in names) or tuple(f"Seat {seat}" for seat in range(seats))
    if len(names) != seats:
        raise ValueError(f"names: {len(names)}, seats: {seats}; each seat needs one")
    for name in names:
        if not name or not name.isprintable() or set(name) & set(",#"):
            raise ValueError(f"not a name a record can hold: {name!r} (printable, no comma, no #)")
    return names
