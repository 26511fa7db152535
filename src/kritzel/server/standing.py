"""How a table stands: what its log folds to. The same code folds a stored log, a new line and a mere try.

Knows no rule (the games do) and no I/O. `automatic` says what happens without anybody choosing: the game
begins when everybody is ready, and the table rolls its own dice.
"""

from __future__ import annotations

from functools import cached_property, singledispatchmethod
from typing import Any

from kritzel.game import Chance, Decision, Over, Score, Seat, Setup
from kritzel.games import catalogue
from kritzel.record import Played, Table
from kritzel.server import dice, log
from kritzel.server.seating import BOT, PERSON, Company, Place
from kritzel.server.story import Line, began, continues, deciding


class Now:
    """What follows from the state a table is in, worked out once: nothing of it is ever out of date.

    `shared` says whether the decision that the table is in began with several seats.
    """

    def __init__(self, table: Table, before: Now | None = None) -> None:
        self.game, self.state = table.game, table.state
        self.pending = table.pending
        self.deciding = deciding(self.pending)
        states = table.states
        if before is None or len(states) < 2 or before.state is not states[-2]:
            self.shared = len(deciding(table.game.pending(states[began(table)]))) > 1
        elif continues(before.deciding, self.deciding):
            self.shared = before.shared
        else:
            self.shared = len(self.deciding) > 1

    @cached_property
    def public(self) -> Any:
        """The state as everybody may see it."""
        return self.game.view(self.state, None)

    @cached_property
    def pads(self) -> tuple[Score, ...]:
        """The score pads as everybody may see them."""
        return self.game.score(self.public)


class Standing:
    """One table as it stands. `seed` is the secret of its dice, empty where people roll.

    `origins` are the lines of the log that the events of the table stand in.
    """

    def __init__(self, table_id: str, seed: bytes, created: log.Created) -> None:
        game, sheet = catalogue.find(created.sheet, created.sheet_version)
        self.id = table_id
        self.seed = seed
        self.created = created
        self.company = Company.of(created)
        self.table = Table.laid(game, Setup(sheet, len(created.chairs)))
        self.began = False
        self.stopped = False
        self.rematch = ""
        self.origins: tuple[int, ...] = ()
        self._now = Now(self.table)

    def copy(self) -> Standing:
        """The same table, to try something out on."""
        other = Standing.__new__(Standing)
        other.__dict__.update(self.__dict__)
        other.company = self.company.copy()
        other.table = self.table.until(len(self.table.events))
        return other

    # Looking -----------------------------------------------------------------------------------
    @property
    def now(self) -> Now:
        """What follows from the state."""
        if self._now.state is not self.table.state:
            self._now = Now(self.table, self._now)
        return self._now

    @property
    def real_dice(self) -> bool:
        """Whether people roll and tell what came."""
        return not self.created.commit

    @property
    def phase(self) -> str:
        """open, running, over or stopped."""
        if self.stopped:
            return "stopped"
        if not self.began:
            return "open"
        return "over" if isinstance(self.now.pending, Over) else "running"

    @property
    def deciding(self) -> tuple[Seat, ...]:
        """The seats that may act now."""
        pending = self.now.pending
        return pending.seats if isinstance(pending, Decision) and self.phase == "running" else ()

    @property
    def proof(self) -> dice.Proof | None:
        """What proves the dice; there is none before the end, and none for real dice."""
        if self.real_dice or self.phase not in ("over", "stopped"):
            return None
        return dice.Proof(self.id, self.created.commit, self.seed.hex(), self._seeds)

    @property
    def _seeds(self) -> tuple[str, ...]:
        return tuple(self.company.seeds.get(player, "") for player in self.company.people)

    # Going on ----------------------------------------------------------------------------------
    def automatic(self) -> log.Event | None:
        """What happens next by itself."""
        if self.phase == "open":
            return log.Began() if self.company.complete else None
        pending = self.now.pending
        if self.phase != "running" or self.real_dice or not isinstance(pending, Chance):
            return None
        with_key = dice.key(self.id, self.seed, self._seeds)
        outcome = dice.draw(with_key, len(self.table.events), pending)
        return log.Revealed(pending.purpose, self.table.game.outcome_text(self.table.state, outcome))

    def take(self, version: int, event: log.Event) -> Line:
        """Take in a line of the log, and say how it is to be told."""
        before, undoes = self.now, 0
        if isinstance(event, log.Undone):
            nth = self._last_move(event.seat)
            undoes = self.origins[nth]
            self.origins = (*self.origins[:nth], *self.origins[nth + 1 :])
        self.apply(event)
        if isinstance(event, log.Played | log.Revealed):
            self.origins = (*self.origins, version)
        if not isinstance(event, log.Played):
            return Line(version, event, undoes=undoes)
        settles = not continues(before.deciding, self.now.deciding)
        return Line(version, event, before.shared or self._hides(event.seat), settles)

    def _hides(self, seat: Seat) -> bool:
        """Whether something of this seat is hidden from those who watch."""
        return bool(self.table.view(seat) != self.now.public)

    def _last_move(self, seat: Seat) -> int:
        """The index of the seat's last move among the events of the table."""
        events = self.table.events
        return max(n for n, each in enumerate(events) if isinstance(each, Played) and each.seat == seat)

    @singledispatchmethod
    def apply(self, event: log.Event) -> None:
        """What one line of the log does. Raises what the games raise; then nothing has changed."""
        raise TypeError(f"no line of a log: {event!r}")

    @apply.register
    def _(self, event: log.Invited) -> None:
        self.company.invites[event.seat] = event.token

    @apply.register
    def _(self, event: log.Sat) -> None:
        self.company.put(event.seat, Place(PERSON, event.name, event.player))

    @apply.register
    def _(self, event: log.Filled) -> None:
        self.company.put(event.seat, Place(BOT, event.name, "", event.bot))

    @apply.register
    def _(self, event: log.Readied) -> None:
        self.company.seeds[event.player] = event.seed

    @apply.register
    def _(self, event: log.Began) -> None:
        self.began = True
        self.table.names = self.company.names

    @apply.register
    def _(self, event: log.Revealed) -> None:
        self.table.reveal(event.outcome)

    @apply.register
    def _(self, event: log.Played) -> None:
        self.table.play(event.seat, event.move)

    @apply.register
    def _(self, event: log.Undone) -> None:
        self.table.undo(event.seat)

    @apply.register
    def _(self, event: log.StoodIn) -> None:
        self.company.let_play(event.seat, event.bot)

    @apply.register
    def _(self, event: log.Back) -> None:
        self.company.let_play(event.seat, "")

    @apply.register
    def _(self, event: log.Stopped) -> None:
        self.stopped = True

    @apply.register
    def _(self, event: log.Rematched) -> None:
        self.rematch = event.table
