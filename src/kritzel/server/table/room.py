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
from kritzel.server.table import commands, listing, log
from kritzel.server.table.answers import Answers
from kritzel.server.table.refusals import No
from kritzel.server.table.standing import Standing
from kritzel.server.table.story import Feed, Line, Story
from kritzel.server.wire import protocol


class Decided(NamedTuple):
    """What a command comes to: lines to write down, or (`again`) the version at which it already stands.

    `summary` is the table in a list, empty where that has not changed. The lines were tried out on a copy of
    the table: `standing`, which is the table once they are written down.
    """

    rows: tuple[log.Row, ...]
    again: int = 0
    summary: bytes = b""
    lines: tuple[Line, ...] = ()
    standing: Standing | None = None
    listed: listing.Changing | None = None


class Room:
    """One table, folded from its log."""

    def __init__(self, table_id: str, seed: bytes, rows: Sequence[log.Row]) -> None:
        created = rows[0].event
        assert isinstance(created, log.Created), "a log begins with the table"
        self.standing = Standing.laid(table_id, seed, created)
        self.story = Story()
        self.version = rows[0].version
        self._answers = Answers()
        self._listed: listing.Changing | None = None
        self.apply(rows[1:])

    @property
    def id(self) -> str:
        """The table's name in links."""
        return self.standing.id

    @property
    def summary(self) -> bytes:
        """The table in a list, as it is kept beside the log."""
        return listing.written(self.standing)

    def seats_of(self, player: str) -> frozenset[Seat]:
        """The seats of a player."""
        return self.standing.company.seats_of(player)

    def feed(self, player: str) -> Feed:
        """The story as this player may know it."""
        return self.story.feed(self.seats_of(player))

    def played_for(self, player: str) -> bool:
        """Whether a bot plays on a seat of theirs."""
        return any(self.standing.company.places[seat].bot for seat in self.seats_of(player))

    def bots_to_move(self) -> list[tuple[Seat, str]]:
        """The seats that wait for a bot, and for which."""
        places = self.standing.company.places
        return [(seat, places[seat].bot) for seat in self.standing.deciding if places[seat].bot]

    # Deciding ----------------------------------------------------------------------------------
    def decide(
        self, player: str, command: commands.AnyCommand, gone: frozenset[str] = frozenset()
    ) -> Decided:
        """The lines this command leads to, nothing changed yet. Raises No.

        `gone` are the players who have been away for longer than the grace they are given.
        """
        move_id, digest = command.id if isinstance(command, protocol.Command) else None, ""
        if move_id is not None:
            digest = _digest(player, command)
            if (before := self._answers.find(move_id)) is not None:
                return _again(*before, digest)
        trial = self.standing.copy()
        lines = _followed(trial, self.version, commands.events(self, player, command, gone))
        rows = _rows(lines, move_id, digest)
        if not rows:
            return Decided(())
        now = listing.changing(trial)
        summary = listing.written(trial) if now != self._listed else b""
        return Decided(rows, 0, summary, lines, trial, now)

    # Taking in ---------------------------------------------------------------------------------
    def accept(self, decided: Decided) -> None:
        """Take in what was decided, once it is written down."""
        if decided.standing is not None:
            self.standing, self._listed = decided.standing, decided.listed
            if isinstance(decided.rows[-1].event, log.Revealed):
                self.standing.table.lighten()
            self._note(decided.rows, decided.lines)

    def apply(self, rows: Sequence[log.Row]) -> None:
        """Take in lines that are written down."""
        self._listed = None
        self._note(rows, [self.standing.take(row.version, row.event) for row in rows])
        self.standing.table.lighten()

    def _note(self, rows: Sequence[log.Row], lines: Sequence[Line]) -> None:
        for row, line in zip(rows, lines, strict=True):
            assert row.version == self.version + 1, "a log has no gaps"
            self.story.add(line)
            self.version = row.version
            if row.move_id is not None:
                self._answers.add(row.move_id, row.digest, row.version)


def _again(kept: str, version: int, digest: str) -> Decided:
    """The answer once more. Of a game that has ended no digest may be kept: then the id alone counts."""
    if kept and kept != digest:
        raise No("id_reused")
    return Decided((), version)


def _followed(trial: Standing, version: int, events: Iterable[log.Event]) -> tuple[Line, ...]:
    """The events and what follows by itself, tried out on a copy: the games say whether it is legal."""
    made: list[Line] = []
    for event in events:
        made.append(_try(trial, version + len(made) + 1, event))
    while made and (following := trial.automatic()) is not None:
        made.append(trial.take(version + len(made) + 1, following))
    return tuple(made)


def _rows(lines: Sequence[Line], move_id: str | None, digest: str) -> tuple[log.Row, ...]:
    rows = [log.Row(line.version, line.event) for line in lines]
    if rows and move_id is not None:
        rows[0] = rows[0]._replace(move_id=move_id, digest=digest)
    return tuple(rows)


def _try(trial: Standing, version: int, event: log.Event) -> Line:
    try:
        return trial.take(version, event)
    except IllegalMove as refused:
        raise No("illegal", refused.named(trial.table.names), refused.clause) from None
    except CannotUndo as refused:
        raise No("cannot_undo", refused.sentence) from None
    except NotationError:
        raise No("outcome" if isinstance(event, log.Revealed) else "notation") from None
    except IllegalOutcome:
        raise No("outcome") from None


def _digest(player: str, command: object) -> str:
    said = player.encode() + b"|" + msgspec.json.encode(command)
    return hashlib.blake2b(said, digest_size=12).digest()[: log.DIGEST_BYTES].hex()
