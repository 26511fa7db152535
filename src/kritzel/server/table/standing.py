"""How a table stands: what its log folds to. The same code folds a stored log, a new line and a mere try.

Knows no rule (the games do) and no I/O. `automatic` says what happens without anybody choosing: the game
begins when everybody is ready, and the table rolls its own dice.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from kritzel.game import Chance, Decision, Happening, Outcome, Over, Said, Score, Seat, Setup, Sheet, State
from kritzel.games import catalogue
from kritzel.games.catalogue import AnyGame
from kritzel.record import Played, Revealed, Table
from kritzel.server.table import dice, log, proving, seals
from kritzel.server.table.effects import DOES, Doubt
from kritzel.server.table.hints import Taken
from kritzel.server.table.seating import LOTS, Company
from kritzel.server.table.story import Line
from kritzel.server.wire.parts import Phase


class Now:
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


class Standing(Struct, eq=False):
    """One table as it stands. `seed` is the secret of its dice, empty where people roll.

    `commit` is what is promised of it now, in the `round` of mixing the dice. `origins` are the lines of the
    log that the events of the table stand in; `rolls` counts what chance brought among them, by its purpose.
    """

    id: str
    seed: bytes
    created: log.Created
    company: Company
    table: Table
    begins: str
    now: Now
    """What follows from the state."""
    commit: str
    round: int = seals.FIRST
    began: bool = False
    stopped: bool = False
    rematch: str = ""
    origins: tuple[int, ...] = ()
    rolls: Mapping[str, int] = {}
    doubt: Doubt | None = None
    lots: tuple[Seat, ...] = ()
    hints: tuple[Taken, ...] = ()
    """All that were taken."""
    stood_in: frozenset[int] = frozenset()
    """The lines of the log in which a bot moved for somebody."""
    _key: bytes = b""

    @staticmethod
    def laid(table_id: str, seed: bytes, created: log.Created) -> Standing:
        """A table before anything has happened."""
        game, sheet = catalogue.find(created.sheet, created.sheet_version)
        table = Table.laid(game.under(created.rules), Setup(sheet, len(created.chairs)))
        company = Company.of(created)
        begins, commit = created.begins, created.commit
        return Standing(table_id, seed, created, company, table, begins, Now(table), commit)

    def copy(self) -> Standing:
        """The same table, to try something out on."""
        return replace(self, table=self.table.until(len(self.table.events)))

    def until(self, events: int) -> Standing:
        """The same table after the first so many outcomes and moves."""
        table = self.table.until(events)
        return replace(self, table=table, now=Now(table))

    # Looking -----------------------------------------------------------------------------------

    @property
    def real_dice(self) -> bool:
        """Whether people roll and tell what came."""
        return not self.created.commit

    @property
    def sealed(self) -> bool:
        """Whether devices seal their seeds (DICE-2)."""
        return self.created.scheme > 1 and not self.real_dice

    @property
    def opening(self) -> bool:
        """Whether all have sealed, and the table waits for seals to be opened."""
        return not self.began and self.sealed and self.company.gathered

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
        """Whether somebody has moved since the last roll."""
        return bool(self.table.events) and isinstance(self.table.events[-1], Played)

    @property
    def unasked(self) -> tuple[Seat, ...]:
        """The seats of those who have not said yet whether the last roll may be corrected."""
        agreed = self.doubt.agreed if self.doubt else frozenset(self.company.playing)
        return tuple(seat for player, seat in self.company.playing.items() if player not in agreed)

    @property
    def taking_up(self) -> log.TakenUp:
        """The last roll being taken up by whoever asked for it."""
        roll, seat = self.last_roll, self.doubt.seat if self.doubt else 0
        assert roll is not None, "only what was rolled is taken up"
        return log.TakenUp(seat, roll.purpose, roll.text)

    @property
    def proof(self) -> proving.Proof | None:
        """What proves the dice; there is none before the end, and none for real dice."""
        if self.real_dice or self.phase not in ("over", "stopped"):
            return None
        if not self.sealed:
            return proving.Proof(self.id, self.commit, self.seed.hex(), self._seeds)
        chairs, sealed, seeds = zip(*self.company.luck, strict=True) if self.company.sealed else ((), (), ())
        secret = self._secret(self.round).hex()
        return proving.Proof(
            self.id, self.commit, secret, seeds, seals.SCHEME, self.round, chairs, sealed, self.lots
        )

    def promise(self, round_: int) -> str:
        """What is promised in a round of mixing the dice."""
        return seals.promise(self.id, round_, self._secret(round_))

    def _secret(self, round_: int) -> bytes:
        return seals.secret(self.seed, self.id, round_)

    @property
    def _seeds(self) -> tuple[str, ...]:
        return tuple(self.company.seeds.get(player, "") for player in self.company.people)

    # Going on ----------------------------------------------------------------------------------
    def automatic(self) -> log.Event | None:
        """What happens next by itself."""
        if not self.began and not self.stopped:
            return self._beginning() if self.company.complete else None
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
        if not self.sealed:
            return dice.draw(self._dice_key(), len(self.table.events), chance)
        return seals.draw(self._dice_key(), self.rolls.get(chance.purpose, 0), chance)

    def _dice_key(self) -> bytes:
        if not self._key and self.sealed:
            self._key = seals.key(self.id, self.round, self._secret(self.round), self.company.luck)
        elif not self._key:
            self._key = dice.key(self.id, self.seed, self._seeds)
        return self._key

    def _beginning(self) -> log.Began:
        """Who sits where when the game begins, and who is first, where that means something."""
        order, places = self._order(), self.company.places
        name = self.company.names[order[0]] if order and not self.table.game.facts.together else ""
        return log.Began(order, self.begins == LOTS and bool(order), name) if len(places) > 1 else log.Began()

    def _order(self) -> tuple[Seat, ...]:
        seats = len(self.company.places)
        if self.begins == LOTS and self.sealed:
            return seals.lots(self._dice_key(), seats)
        if self.begins == LOTS:
            return dice.lots(self.id, self.seed, self._seeds, seats)
        return tuple((int(self.begins) + nth) % seats for nth in range(seats)) if self.begins else ()

    def take(self, version: int, event: log.Event) -> Line:
        """Take in a line of the log, and say how it is to be told."""
        if isinstance(event, log.Undone):
            return self._undo(version, event)
        before = self.now
        self.apply(event)
        if isinstance(event, log.TakenUp):
            return self._taken_up(version, event)
        if not isinstance(event, log.Played | log.Revealed):
            return Line(version, event)
        self.origins = (*self.origins, version)
        if isinstance(event, log.Played) and event.bot and self.company.places[event.seat].player:
            self.stood_in |= {version}
        said, brought = self._said(), self._brought(before.state)
        if isinstance(event, log.Revealed):
            return Line(version, event, said, brought=brought)
        settles = before.running.begin != self.now.running.begin
        hidden = before.running.shared or self.now.hides(event.seat)
        return Line(version, event, said, hidden, settles, brought=brought)

    def _said(self) -> Said:
        """The last event in words. A move is the same in all games on a sheet."""
        last = self.table.events[-1]
        if isinstance(last, Played):
            return _said_of(self.table.game, self.table.sheet, last.move)
        return self.table.said(-1)

    def _taken_up(self, version: int, event: log.TakenUp) -> Line:
        left = len(self.table.events)
        moves = self.origins[left + 1 :]
        self.origins = self.origins[:left]
        return Line(version, event, undoes=moves[0] if moves else 0)

    def _undo(self, version: int, event: log.Undone) -> Line:
        nth = self._last_move(event.seat)
        undoes, said = self.origins[nth], self.table.said(nth)
        self.origins = (*self.origins[:nth], *self.origins[nth + 1 :])
        self.apply(event)
        return Line(version, event, said, undoes=undoes)

    def _brought(self, before: State) -> tuple[Happening, ...]:
        """What came by itself with the last event."""
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
            self.now = Now(self.table)


@lru_cache(8192)
def _said_of(game: AnyGame, sheet: Sheet, move: Any) -> Said:
    return game.say_move(sheet, move)
