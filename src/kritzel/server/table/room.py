"""A room: one table, who sits there, what they may do and what follows. Does no I/O.

`decide` returns the rows to store for a command, or refuses it; `accept` takes them in once they are stored.
The caller (the server, a test) commits in between, and passes one command at a time.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from kritzel.game import IllegalMove, IllegalOutcome, NotationError, Seat
from kritzel.record import CannotUndo
from kritzel.server.table import commands, decide, log, table_list
from kritzel.server.table.refusals import Refused
from kritzel.server.table.state import TableState
from kritzel.server.table.story import Feed, Story, StoryLine


class Decided(NamedTuple):
    """What a command comes to: lines to write down, or (`again`) the version at which it already stands.

    `summary` is the table in a list, empty where that has not changed. The lines were tried out on a copy of
    the table: `state`, which is the table once they are written down.
    """

    rows: tuple[log.Row, ...]
    again: int = 0
    summary: bytes = b""
    lines: tuple[StoryLine, ...] = ()
    state: TableState | None = None
    listed: table_list.Changing | None = None


class Room:
    """One table, folded from its log."""

    def __init__(self, table_id: str, seed: bytes, rows: Sequence[log.Row]) -> None:
        created = rows[0].event
        assert isinstance(created, log.Created), "a log begins with the table"
        self.state = TableState.laid(table_id, seed, created)
        self.version = rows[0].version
        self.story = Story(self.version + 1)
        self._done: dict[str, tuple[str, int]] = {}
        """The digest and the version of every command that was carried out, by its id."""
        self._listed: table_list.Changing | None = None
        self.apply(rows[1:])

    @property
    def id(self) -> str:
        """The table's name in links."""
        return self.state.id

    @property
    def summary(self) -> bytes:
        """The table in a list, as it is kept beside the log."""
        return table_list.written(self.state)

    def seats_of(self, player: str) -> frozenset[Seat]:
        """The seats of a player."""
        return self.state.seating.seats_of(player)

    def feed(self, player: str) -> Feed:
        """The story as this player may know it."""
        return self.story.feed(self.seats_of(player))

    def played_for(self, player: str) -> bool:
        """Whether a bot plays on a seat of theirs."""
        return any(self.state.seating.places[seat].bot for seat in self.seats_of(player))

    def bots_to_move(self) -> list[tuple[Seat, str]]:
        """The seats that wait for a bot, and for which."""
        places = self.state.seating.places
        return [(seat, places[seat].bot) for seat in self.state.deciding if places[seat].bot]

    # Deciding ----------------------------------------------------------------------------------
    def decide(
        self, player: str, command: commands.AnyCommand, gone: frozenset[str] = frozenset()
    ) -> Decided:
        """The lines this command leads to, nothing changed yet. Raises Refused.

        `gone` are the players who have been away for longer than the grace they are given.
        """
        move_id, digest = command.id if isinstance(command, commands.Command) else None, ""
        if move_id is not None:
            digest = _digest(player, command)
            if (before := self._done.get(move_id)) is not None:
                return _again(*before, digest)
        trial = self.state.copy()
        events, lines = _followed(trial, self.version, decide.events(self, player, command, gone))
        if not events:
            return Decided(())
        rows = _rows(self.version, events, move_id, digest)
        now = table_list.changing(trial)
        summary = table_list.written(trial) if now != self._listed else b""
        return Decided(rows, 0, summary, lines, trial, now)

    # Taking in ---------------------------------------------------------------------------------
    def accept(self, decided: Decided) -> None:
        """Take in what was decided, once it is written down."""
        if decided.state is not None:
            self.state, self._listed = decided.state, decided.listed
            if isinstance(decided.rows[-1].event, log.Revealed):
                self.state.table.drop_old_states()
            self._note(decided.rows, decided.lines)

    def apply(self, rows: Sequence[log.Row]) -> None:
        """Take in lines that are written down."""
        self._listed = None
        self._note(rows, [self.state.take(row.version, row.event) for row in rows])
        self.state.table.drop_old_states()

    def _note(self, rows: Sequence[log.Row], lines: Sequence[StoryLine]) -> None:
        for row, line in zip(rows, lines, strict=True):
            assert row.version == self.version + 1, "a log has no gaps"
            self.story.add(line)
            self.version = row.version
            if row.move_id is not None:
                self._done[row.move_id] = row.digest, row.version


def _again(kept: str, version: int, digest: str) -> Decided:
    """The answer once more. Of a game that has ended no digest may be kept: then the id alone counts."""
    if kept and kept != digest:
        raise Refused("id_reused")
    return Decided((), version)


def _followed(
    trial: TableState, version: int, events: Iterable[log.Event]
) -> tuple[list[log.Event], tuple[StoryLine, ...]]:
    """The events and their consequences, applied to a copy, with what is told of each."""
    every, lines = list(events), []
    for nth, event in enumerate(every, 1):
        lines.append(_try(trial, version + nth, event))
    while every and (following := trial.automatic()) is not None:
        every.append(following)
        lines.append(trial.take(version + len(every), following))
    return every, tuple(lines)


def _rows(version: int, events: Sequence[log.Event], move_id: str | None, digest: str) -> tuple[log.Row, ...]:
    rows = [log.Row(version + nth, event) for nth, event in enumerate(events, 1)]
    rows[0] = rows[0]._replace(move_id=move_id, digest=digest)
    return tuple(rows)


def _try(trial: TableState, version: int, event: log.Event) -> StoryLine:
    try:
        return trial.take(version, event)
    except IllegalMove as refused:
        raise Refused("illegal", refused.named(trial.table.names), refused.clause) from None
    except CannotUndo as refused:
        raise Refused("cannot_undo", refused.sentence) from None
    except NotationError:
        raise Refused("outcome" if isinstance(event, log.Revealed) else "notation") from None
    except IllegalOutcome:
        raise Refused("outcome") from None


def _digest(player: str, command: object) -> str:
    said = player.encode() + b"|" + msgspec.json.encode(command)
    return hashlib.blake2b(said, digest_size=12).digest()[: log.DIGEST_BYTES].hex()
