"""How a table stands: what its log folds to. The same code folds a stored log, a new line and a mere try.

Knows no rule (the games do) and no I/O. `automatic` says what happens without anybody choosing: the game
begins when everybody is ready, and the table rolls its own dice.
"""

from __future__ import annotations

from functools import singledispatchmethod

from kritzel.game import Chance, Decision, Over, Seat, Setup
from kritzel.games import catalogue
from kritzel.record import Table
from kritzel.server import dice, log
from kritzel.server.seating import BOT, PERSON, Company, Place


class Standing:
    """One table as it stands. `seed` is the secret of its dice, empty where people roll."""

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

    def copy(self) -> Standing:
        """The same table, to try something out on."""
        other = Standing.__new__(Standing)
        other.__dict__.update(self.__dict__)
        other.company = self.company.copy()
        other.table = self.table.until(len(self.table.events))
        return other

    # Looking -----------------------------------------------------------------------------------
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
        return "over" if isinstance(self.table.pending, Over) else "running"

    @property
    def deciding(self) -> tuple[Seat, ...]:
        """The seats that may act now."""
        pending = self.table.pending
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
        pending = self.table.pending
        if self.phase != "running" or self.real_dice or not isinstance(pending, Chance):
            return None
        with_key = dice.key(self.id, self.seed, self._seeds)
        outcome = dice.draw(with_key, len(self.table.events), pending)
        return log.Revealed(pending.purpose, self.table.game.outcome_text(self.table.state, outcome))

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
