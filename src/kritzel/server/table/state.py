"""The state of a table: what its log folds to. The same code folds a stored log, a new event and a trial.

Knows no rule (the games do) and no I/O. `automatic` is what follows without a command: the game begins when
all are ready, and the table rolls its own dice.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from kritzel.game import Chance, Decision, Happening, Outcome, Over, Said, Score, Seat, Setup, Sheet, State
from kritzel.games import catalogue
from kritzel.games.catalogue import AnyGame
from kritzel.record import Played, Revealed, Table
from kritzel.server.table import dice, dice_proof, hints, log
from kritzel.server.table.dice import Luck
from kritzel.server.table.document import SheetDocument, sheet_document
from kritzel.server.table.hints import Taken
from kritzel.server.table.log import Phase
from kritzel.server.table.seating import BOT, LOTS, PERSON, Occupant, Seating
from kritzel.server.table.story import StoryLine, story_line


class Derived:
    """What follows from the state a table is in, worked out once: nothing of it is ever out of date."""

    def __init__(self, table: Table) -> None:
        self.game, moment = table.game, table.moment
        self.state, self.pending = moment.state, moment.pending
        self.running = moment.running
        self.ended = isinstance(self.pending, Over)
        self.deciding = self.pending.seats if isinstance(self.pending, Decision) else ()
        self._secret = self.game.secret(self.state)
        self._seen: dict[Seat | None, Any] = {}
        self._hides: dict[Seat, bool] = {}
        self._pads: tuple[Score, ...] = ()
        self._points: tuple[int, ...] = ()

    @property
    def public(self) -> Any:
        """The state as everybody may see it."""
        return self.seen(None)

    @property
    def pads(self) -> tuple[Score, ...]:
        """The score pads as everybody may see them."""
        self._pads = self._pads or self.game.score(self.public)
        return self._pads

    @property
    def points(self) -> tuple[int, ...]:
        """The points of each seat as people see them: what is counted at the end is counted then."""
        self._points = self._points or tuple([pad.total if self.ended else pad.won for pad in self.pads])
        return self._points

    def seen(self, seat: Seat | None) -> Any:
        """The state as this seat may see it."""
        if not self._secret:
            return self.state
        if seat not in self._seen:
            self._seen[seat] = self.game.view(self.state, seat)
        return self._seen[seat]

    def hides(self, seat: Seat) -> bool:
        """Whether something of this seat is hidden from those who watch."""
        if not self._secret:
            return False
        if seat not in self._hides:
            self._hides[seat] = bool(self.seen(seat) != self.public)
        return self._hides[seat]

    def same(self, before: State, state: State) -> bool:
        """Whether a state looks as one did before: where others choose in secret, it often does."""
        return before is state or (self._secret and bool(before == state))

    def position(self, seat: Seat | None) -> str:
        """The table in notation, as a seat sees it, or as everybody may."""
        return self.game.position_text(self.seen(seat))


class TableState(Struct, eq=False):
    """The state of one table. `seed` is the secret of its dice, empty where people roll.

    `commit` is what is promised of it now, in the `round` of mixing the dice. `origins` are the lines of the
    log that the events of the table stand in. `draws` counts what the table drew, by place and purpose.
    """

    id: str
    seed: bytes
    created: log.Created
    seating: Seating
    table: Table
    begins: str
    now: Derived
    """What follows from the state."""
    commit: str
    document: SheetDocument
    round: int = dice.FIRST_ROUND
    began: bool = False
    stopped: bool = False
    rematch: str = ""
    origins: tuple[int, ...] = ()
    draws: Mapping[tuple[int, str], int] = {}
    doubt: Doubt | None = None
    order: tuple[Seat, ...] = ()
    """The chair of each seat, once the game has begun."""
    lots: tuple[Seat, ...] = ()
    names_hash: str = ""
    """It binds the names to the dice, once the game has begun."""
    hints: tuple[Taken, ...] = ()
    """All that were taken."""
    stood_in: frozenset[int] = frozenset()
    """The lines of the log in which a bot moved for somebody."""
    _key: bytes = b""

    @staticmethod
    def laid(table_id: str, seed: bytes, created: log.Created) -> TableState:
        """A table before anything has happened."""
        game, sheet = catalogue.find(created.sheet, created.sheet_version)
        game.expect_rules(created.rules)
        table = Table.new(game, Setup(sheet, len(created.chairs)))
        seating = Seating.of(created)
        document = sheet_document(table.game, table.sheet, len(table.seats))
        begins, commit = created.begins, created.commit
        return TableState(table_id, seed, created, seating, table, begins, Derived(table), commit, document)

    def copy(self) -> TableState:
        """The same table, to try something out on."""
        return replace(self, table=self.table.until(len(self.table.events)))

    def until(self, events: int) -> TableState:
        """The same table after its first `events` outcomes and moves."""
        table = self.table.until(events)
        return replace(self, table=table, now=Derived(table))

    # Looking -----------------------------------------------------------------------------------

    @property
    def real_dice(self) -> bool:
        """Whether people roll and tell what came."""
        return not self.created.commit

    @property
    def opening(self) -> bool:
        """Whether all have sealed, and the table waits for seals to be opened."""
        return not self.began and not self.real_dice and self.seating.gathered

    @property
    def phase(self) -> Phase:
        """open, running, over or stopped."""
        if self.stopped:
            return "stopped"
        if not self.began:
            return "open"
        return "over" if self.now.ended else "running"

    @property
    def deciding(self) -> tuple[Seat, ...]:
        """The seats that may act now."""
        return self.now.deciding if self.began and not self.stopped else ()

    @property
    def points(self) -> tuple[int, ...]:
        """The points of each seat as people see them: what is counted at the end is counted then."""
        return tuple([pad.total for pad in self.now.pads]) if self.stopped else self.now.points

    @property
    def last_roll(self) -> Revealed | None:
        """What chance brought last."""
        return next((each for each in reversed(self.table.events) if isinstance(each, Revealed)), None)

    @property
    def decided(self) -> bool:
        """Whether a seat has moved since the last roll."""
        return bool(self.table.events) and isinstance(self.table.events[-1], Played)

    @property
    def unasked(self) -> tuple[Seat, ...]:
        """The seats of those who have not said yet whether the last roll may be corrected."""
        agreed = self.doubt.agreed if self.doubt else frozenset(self.seating.playing)
        return tuple(seat for player, seat in self.seating.playing.items() if player not in agreed)

    @property
    def taking_up(self) -> log.TakenUp:
        """The event that takes the last roll up, for the seat that asked for it."""
        roll, seat = self.last_roll, self.doubt.seat if self.doubt else 0
        assert roll is not None, "only what was rolled is taken up"
        return log.TakenUp(seat, roll.purpose, roll.text)

    @property
    def proof(self) -> dice_proof.Proof | None:
        """What proves the dice; there is none before the end, and none for real dice."""
        if self.real_dice or self.phase not in ("over", "stopped"):
            return None
        return dice_proof.Proof(
            self.id,
            self.round,
            self.commit,
            self._secret(self.round).hex(),
            self.seating.luck,
            self.begins,
            self.order,
            self.names_hash,
            erased=self.names_hash != self._names_hash(dice_proof.by_chair(self.seating.names, self.order)),
        )

    def promise(self, round_: int) -> str:
        """What is promised in a round of mixing the dice."""
        return dice.promise(self.id, round_, self._secret(round_))

    def _secret(self, round_: int) -> bytes:
        return dice.secret(self.seed, self.id, round_)

    def _names_hash(self, names: Sequence[str]) -> str:
        return dice.names_hash(self.id, self.round, self.commit, names)

    # Going on ----------------------------------------------------------------------------------
    def automatic(self) -> log.Event | None:
        """The event that follows without a command, or None."""
        if not self.began and not self.stopped:
            return self._beginning() if self.seating.complete else None
        if self.doubt and not self.unasked:
            return self.taking_up
        pending = self.now.pending
        if not isinstance(pending, Chance) or self.stopped or self.real_dice:
            return None
        return log.Revealed(
            pending.purpose, self.table.game.outcome_text(self.table.state, self._draw(pending))
        )

    def _draw(self, chance: Chance) -> Outcome:
        """What the table's own dice bring."""
        place = self.table.game.place(self.table.state, chance)
        return dice.draw(self._dice_key(), place, self.draws.get((place, chance.purpose), 0), chance)

    def _dice_key(self) -> bytes:
        """Before the game it is made from the names as they are then, afterwards from those it began with."""
        if not self._key:
            names = self.names_hash or self._names_hash(self.seating.names)
            secret = self._secret(self.round)
            self._key = dice.key(self.id, self.round, secret, self.begins, names, self.seating.luck)
        return self._key

    def _beginning(self) -> log.Began:
        """Who sits where when the game begins, and who is first, where that means something."""
        names = self.seating.names
        bound = "" if self.real_dice else self._names_hash(names)
        if len(names) == 1 or not self.begins:
            return log.Began(names=bound)
        order = dice.order(self._dice_key(), self.begins, len(names))
        first = "" if self.table.game.facts.together else names[order[0]]
        return log.Began(order, self.begins == LOTS, first, bound)

    def take(self, version: int, event: log.Event) -> StoryLine:
        """Apply the event with this version, and say what is told of it."""
        if isinstance(event, log.Undone):
            return self._undo(event)
        before = self.now
        self.apply(event)
        if isinstance(event, log.TakenUp):
            return self._taken_up(event)
        if not isinstance(event, log.Played | log.Revealed):
            return story_line(self.document, event)
        self.origins = (*self.origins, version)
        if isinstance(event, log.Played) and event.bot and self.seating.places[event.seat].player:
            self.stood_in |= {version}
        said, brought = self._said(), self._brought(before.state)
        if isinstance(event, log.Revealed):
            return story_line(self.document, event, said, brought=brought)
        settles = before.running.begin != self.now.running.begin
        hidden = before.running.shared or self.now.hides(event.seat)
        return story_line(self.document, event, said, hidden, settles, brought=brought)

    def _said(self) -> Said:
        """The last event in words. A move is the same in all games on a sheet."""
        last = self.table.events[-1]
        if isinstance(last, Played):
            return _said_of(self.table.game, self.table.sheet, last.move)
        return self.table.describe(-1)

    def _taken_up(self, event: log.TakenUp) -> StoryLine:
        left = len(self.table.events)
        moves = self.origins[left + 1 :]
        self.origins = self.origins[:left]
        return story_line(self.document, event, undoes=moves[0] if moves else 0)

    def _undo(self, event: log.Undone) -> StoryLine:
        nth = self._last_move(event.seat)
        undoes, said = self.origins[nth], self.table.describe(nth)
        self.origins = (*self.origins[:nth], *self.origins[nth + 1 :])
        self.apply(event)
        return story_line(self.document, event, said, undoes=undoes)

    def _brought(self, before: State) -> tuple[Happening, ...]:
        """What the rules brought with the last event."""
        last = self.table.events[-1]
        outcome = last.outcome if isinstance(last, Revealed) else ()
        came = self.table.game.happened(before, self.table.state, outcome)
        return tuple([each.named(self.table.names) for each in came])

    def _last_move(self, seat: Seat) -> int:
        """The index of the seat's last move among the events of the table."""
        events = self.table.events
        return max(n for n, each in enumerate(events) if isinstance(each, Played) and each.seat == seat)

    def apply(self, event: log.Event) -> None:
        """What one line of the log does. Raises what the games raise; then nothing has changed."""
        DOES[type(event)](event, self)
        if self.now.state is not self.table.state:
            self.now = Derived(self.table)


@lru_cache(8192)
def _said_of(game: AnyGame, sheet: Sheet, move: Any) -> Said:
    return game.say_move(sheet, move)


# Applying events ------------------------------------------------------------------------------
class Doubt(NamedTuple):
    """The seat that asks to correct the last roll, and the players who have agreed so far."""

    seat: Seat
    agreed: frozenset[str]


@lru_cache(8192)
def read_move(game: AnyGame, sheet: Sheet, text: str) -> Any:
    """The move of this notation. Raises NotationError."""
    return game.parse_move(sheet, text)


def _invited(event: log.Invited, to: TableState) -> None:
    to.seating = to.seating.invite(event.seat, event.token)


def _sat(event: log.Sat, to: TableState) -> None:
    to.seating = to.seating.put(event.seat, Occupant(PERSON, event.name, event.player))


def _filled(event: log.Filled, to: TableState) -> None:
    to.seating = to.seating.put(event.seat, Occupant(BOT, event.name, "", event.bot))


def _readied(event: log.Readied, to: TableState) -> None:
    to.seating = to.seating.get_ready(event.player, event.seed)


def _sealed(event: log.Sealed, to: TableState) -> None:
    chair = min(to.seating.seats_of(event.player))
    to.seating = to.seating.seal(event.player, Luck(chair, event.seal))


def _unsealed(event: log.Unsealed, to: TableState) -> None:
    luck = to.seating.sealed[event.player]._replace(seed=event.seed)
    to.seating = to.seating.seal(event.player, luck)


def _anew(event: log.Anew | log.Freed, to: TableState) -> None:
    to.seating = dataclasses.replace(to.seating, sealed={})
    to.commit, to.round = event.commit, to.round + 1


def _freed(event: log.Freed, to: TableState) -> None:
    to.seating = to.seating.free(event.seat)
    if event.commit:
        _anew(event, to)


def _begins(event: log.Begins, to: TableState) -> None:
    to.begins = event.who


def _began(event: log.Began, to: TableState) -> None:
    to.began = True
    if event.order:
        to.seating = to.seating.move(event.order)
    to.order = event.order or tuple(range(len(to.seating.places)))
    to.lots = event.order if event.drawn else ()
    to.names_hash = event.names
    to.table.names = to.seating.names


def _revealed(event: log.Revealed, to: TableState) -> None:
    state, awaited = to.table.state, to.table.pending
    to.table.reveal(event.outcome)
    if isinstance(awaited, Chance) and not to.real_dice:
        draw = to.table.game.place(state, awaited), awaited.purpose
        to.draws = {**to.draws, draw: to.draws.get(draw, 0) + 1}
    to.doubt = None


def _played(event: log.Played, to: TableState) -> None:
    to.table.play(event.seat, read_move(to.table.game, to.table.sheet, event.move))
    to.seating = to.seating.note(event.seat, event.bot if event.instead_of else "", event.why)


def _undone(event: log.Undone, to: TableState) -> None:
    to.table.undo(event.seat)


def _asked(event: log.Asked, to: TableState) -> None:
    to.doubt = Doubt(event.seat, frozenset({event.player}))


def _agreed(event: log.Agreed, to: TableState) -> None:
    if to.doubt is not None:
        to.doubt = to.doubt._replace(agreed=to.doubt.agreed | {event.player})


def _declined(event: log.Declined, to: TableState) -> None:
    to.doubt = None


def _taken_up(event: log.TakenUp, to: TableState) -> None:
    to.table.take_up()
    to.doubt = None
    to.hints = hints.without_void(to.hints, to.table)


def _stood_in(event: log.StoodIn, to: TableState) -> None:
    to.seating = to.seating.let_play(event.seat, event.bot)


def _back(event: log.Back, to: TableState) -> None:
    to.seating = to.seating.let_play(event.seat, "")


def _stopped(event: log.Stopped, to: TableState) -> None:
    to.stopped = True


def _rematched(event: log.Rematched, to: TableState) -> None:
    to.rematch = event.table


def _allowed(event: log.Allowed, to: TableState) -> None:
    to.seating = to.seating.allow(event.player, event.hints)


def _hinted(event: log.Hinted, to: TableState) -> None:
    to.hints = (*to.hints, hints.decision(to.table, event.seat))


DOES: dict[type, Callable[..., None]] = {
    log.Invited: _invited,
    log.Sat: _sat,
    log.Filled: _filled,
    log.Readied: _readied,
    log.Begins: _begins,
    log.Began: _began,
    log.Revealed: _revealed,
    log.Played: _played,
    log.Undone: _undone,
    log.Asked: _asked,
    log.Agreed: _agreed,
    log.Declined: _declined,
    log.TakenUp: _taken_up,
    log.StoodIn: _stood_in,
    log.Back: _back,
    log.Stopped: _stopped,
    log.Rematched: _rematched,
    log.Sealed: _sealed,
    log.Unsealed: _unsealed,
    log.Anew: _anew,
    log.Freed: _freed,
    log.Allowed: _allowed,
    log.Hinted: _hinted,
}
"""What each event does to a table; the first event of a log has created it."""
