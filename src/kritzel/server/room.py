"""A room: one table, who sits there, what they may say and what follows. Does no I/O.

`decide` answers a command with the lines to write down, or refuses it; `apply` takes in lines that are
written down for good. Between the two lies the commit, which is not the room's business. Whoever drives
a room (the server, a test) hands it one command at a time.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from kritzel.game import IllegalMove, IllegalOutcome, NotationError, Seat
from kritzel.record import CannotUndo
from kritzel.record import Played as TablePlayed
from kritzel.server import commands, log
from kritzel.server.refusals import No
from kritzel.server.showing import listed
from kritzel.server.standing import Standing
from kritzel.server.story import Feed, Line, Story, hides, settles, shared


class Decided(NamedTuple):
    """What a command comes to: lines to write down, or (`again`) the version at which it already stands."""

    rows: tuple[log.Row, ...]
    again: int = 0
    summary: bytes = b""


class Room:
    """One table, folded from its log."""

    def __init__(self, table_id: str, seed: bytes, rows: Sequence[log.Row]) -> None:
        created = rows[0].event
        assert isinstance(created, log.Created), "a log begins with the table"
        self.standing = Standing(table_id, seed, created)
        self.story = Story()
        self.version = rows[0].version
        self._answered: dict[str, tuple[str, int]] = {}
        self._origins: list[int] = []
        self.apply(rows[1:])

    @property
    def id(self) -> str:
        """The table's name in links."""
        return self.standing.id

    @property
    def summary(self) -> bytes:
        """The table in a list, as it is kept beside the log."""
        return _summed(self.standing)

    def seats_of(self, player: str) -> frozenset[Seat]:
        """The seats of a player."""
        return self.standing.company.seats_of(player)

    def feed(self, player: str) -> Feed:
        """The story as this player may know it."""
        return self.story.feed(self.seats_of(player))

    def bots_to_move(self) -> list[tuple[Seat, str]]:
        """The seats that wait for a bot, and for which."""
        places = self.standing.company.places
        return [(seat, places[seat].bot) for seat in self.standing.deciding if places[seat].bot]

    # Deciding ----------------------------------------------------------------------------------
    def decide(self, player: str, command: commands.Any, gone: frozenset[str] = frozenset()) -> Decided:
        """The lines this command leads to, nothing changed yet. Raises No.

        `gone` are the players who have been away for longer than the grace they are given.
        """
        move_id, digest = getattr(command, "id", None), ""
        if move_id is not None:
            digest = _digest(player, command)
            if move_id in self._answered:
                return self._answered_before(move_id, digest)
        trial = self.standing.copy()
        events = _followed(trial, commands.events(self, player, command, gone))
        return Decided(self._rows(events, move_id, digest), 0, _summed(trial) if events else b"")

    def _answered_before(self, move_id: str, digest: str) -> Decided:
        kept, version = self._answered[move_id]
        if kept != digest:
            raise No("id_reused")
        return Decided((), version)

    def _rows(self, events: Sequence[log.Event], move_id: str | None, digest: str) -> tuple[log.Row, ...]:
        numbered = enumerate(events, self.version + 1)
        rows = [log.Row(version, event) for version, event in numbered]
        if rows and move_id is not None:
            rows[0] = rows[0]._replace(move_id=move_id, digest=digest)
        return tuple(rows)

    # Taking in ---------------------------------------------------------------------------------
    def apply(self, rows: Iterable[log.Row]) -> None:
        """Take in lines that are written down."""
        for row in rows:
            assert row.version == self.version + 1, "a log has no gaps"
            self.story.add(self._line(row))
            self.version = row.version
            if row.move_id is not None:
                self._answered[row.move_id] = (row.digest, row.version)

    def _line(self, row: log.Row) -> Line:
        """What a line of the log does to the table, and how it is to be told."""
        event, table = row.event, self.standing.table
        if isinstance(event, log.Undone):
            undoes = self._origins.pop(self._last_move(event.seat))
            self.standing.apply(event)
            return Line(row.version, event, undoes=undoes)
        secret = isinstance(event, log.Played) and shared(table)
        before = table.state
        self.standing.apply(event)
        if isinstance(event, log.Played | log.Revealed):
            self._origins.append(row.version)
        if not isinstance(event, log.Played):
            return Line(row.version, event)
        hidden = secret or hides(table.game, table.state, event.seat)
        return Line(row.version, event, hidden, settles(table.game, before, table.state))

    def _last_move(self, seat: Seat) -> int:
        """The index of the seat's last move among the events of the table."""
        events = self.standing.table.events
        return max(n for n, each in enumerate(events) if isinstance(each, TablePlayed) and each.seat == seat)


def _followed(trial: Standing, events: Iterable[log.Event]) -> list[log.Event]:
    """The events and what follows by itself, tried out on a copy: the games say whether it is legal."""
    made: list[log.Event] = []
    for event in events:
        _try(trial, event)
        made.append(event)
    while made and (following := trial.automatic()) is not None:
        trial.apply(following)
        made.append(following)
    return made


def _summed(standing: Standing) -> bytes:
    return msgspec.json.encode(listed(standing))


def _try(trial: Standing, event: log.Event) -> None:
    try:
        trial.apply(event)
    except IllegalMove as refused:
        raise No("illegal", refused.sentence, refused.clause) from None
    except CannotUndo as refused:
        raise No("cannot_undo", refused.sentence) from None
    except NotationError:
        raise No("outcome" if isinstance(event, log.Revealed) else "notation") from None
    except IllegalOutcome:
        raise No("outcome") from None


def _digest(player: str, command: object) -> str:
    said = player.encode() + b"|" + msgspec.json.encode(command)
    return hashlib.blake2b(said, digest_size=12).hexdigest()
