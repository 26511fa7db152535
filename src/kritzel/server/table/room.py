"""A room: one table, its log as each viewer may know it, and its line in lists. Does no I/O.

`decide` returns the rows to store for a command, or refuses it; `accept` takes them in once they are stored.
The caller (the server, a test) commits in between, and passes one command at a time.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec import MsgspecError, Struct, json
from msgspec.structs import replace

from kritzel.game import IllegalMove, IllegalOutcome, NotationError, Seat
from kritzel.record import CannotUndo
from kritzel.server.table import log
from kritzel.server.table.commands import AnyCommand, Asker, Command, expect
from kritzel.server.table.document import MessagePart, Words
from kritzel.server.table.log import Phase
from kritzel.server.table.refusals import Refused
from kritzel.server.table.state import TableState
from kritzel.server.table.story import Feed, StoryLine


class Decided(NamedTuple):
    """What follows from a command: rows to store, or (`again`) the version at which it was stored before.

    `state` is the table once they are stored, `lines` the log line of each row. `summary` is the table in
    lists, empty if that has not changed.
    """

    rows: tuple[log.LogRow, ...]
    again: int = 0
    summary: bytes = b""
    lines: tuple[StoryLine, ...] = ()
    state: TableState | None = None


class Room:
    """One table, folded from its log."""

    def __init__(self, table_id: str, seed: bytes, rows: Sequence[log.LogRow]) -> None:
        created = rows[0].event
        assert isinstance(created, log.Created), "a log begins with the table"
        self.state = TableState.new(table_id, seed, created)
        self.version = rows[0].version
        self._lines: list[StoryLine] = []
        self._feeds: dict[frozenset[Seat], Feed] = {}
        self._first = self.version + 1
        self._done: dict[str, tuple[str, int]] = {}
        """The digest and the version of every command that was carried out, by its id."""
        self._stored_summary = b""
        self.apply(rows[1:])

    @property
    def id(self) -> str:
        return self.state.id

    @property
    def summary(self) -> bytes:
        return _encode_summary(self.state)

    def seats_of(self, player: str) -> frozenset[Seat]:
        return self.state.seating.seats_of(player)

    def feed(self, player: str) -> Feed:
        """The log as this player may know it."""
        return self.feed_of(self.seats_of(player))

    def feed_of(self, seats: frozenset[Seat]) -> Feed:
        """The log as the player on these seats may know it; no seats: a spectator."""
        if seats not in self._feeds:
            self._feeds[seats] = Feed(seats)
        return self._feeds[seats].read(self._lines, self._first)

    def has_stand_in(self, player: str) -> bool:
        return any(self.state.seating.places[seat].bot for seat in self.seats_of(player))

    def bots_to_move(self) -> list[tuple[Seat, str]]:
        places = self.state.seating.places
        return [(seat, places[seat].bot) for seat in self.state.deciding if places[seat].bot]

    # Deciding ----------------------------------------------------------------------------------
    def decide(self, player: str, command: AnyCommand, gone: frozenset[str] = frozenset()) -> Decided:
        """What follows from this command; nothing is changed yet. Raises Refused.

        `gone` are the players who have been away for longer than the grace.
        """
        command_id, digest = None, ""
        if isinstance(command, Command):
            command_id, digest = command.id, _digest(player, command)
            stored_digest, version = self._done.get(command_id, ("", 0))
            # A finished game may have no digests any more: then the id alone counts.
            expect(stored_digest in ("", digest), "id_reused")
            if version:
                return Decided((), version)
        trial = self.state.copy()
        events, lines = _fold(trial, self.version, command.decide(Asker(self, player, gone)))
        if not events:
            return Decided(())
        rows = [log.LogRow(self.version + nth, event) for nth, event in enumerate(events, 1)]
        rows[0] = rows[0]._replace(move_id=command_id, digest=digest)
        summary = _encode_summary(trial)
        return Decided(
            tuple(rows), 0, summary if summary != self._stored_summary else b"", tuple(lines), trial
        )

    def accept(self, decided: Decided) -> None:
        if decided.state is not None:
            self.state = decided.state
            self._stored_summary = decided.summary or self._stored_summary
            if isinstance(decided.rows[-1].event, log.Revealed):
                self.state.table.drop_old_states()
            self._note(decided.rows, decided.lines)

    def apply(self, rows: Sequence[log.LogRow]) -> None:
        self._note(rows, [self.state.take(row.version, row.event) for row in rows])
        self.state.table.drop_old_states()

    def _note(self, rows: Sequence[log.LogRow], lines: Sequence[StoryLine]) -> None:
        for row, line in zip(rows, lines, strict=True):
            assert row.version == self.version + 1, "a log has no gaps"
            self._lines.append(line)
            self.version = row.version
            if row.move_id is not None:
                self._done[row.move_id] = row.digest, row.version


def _fold(
    trial: TableState, version: int, events: Iterable[log.TableEvent]
) -> tuple[list[log.TableEvent], list[StoryLine]]:
    """The events and what follows from them, applied to a copy, with the line of each. Raises Refused."""
    every, lines = list(events), []
    for nth, event in enumerate(every, 1):
        try:
            lines.append(trial.take(version + nth, event))
        except IllegalMove as no:
            raise Refused("illegal", no.named(trial.table.names), no.clause) from None
        except CannotUndo as no:
            raise Refused("cannot_undo", no.sentence) from None
        except IllegalOutcome:
            raise Refused("outcome") from None
        except NotationError:
            raise Refused("outcome" if isinstance(event, log.Revealed) else "notation") from None
    while every and (step := trial.go_on(version + len(every) + 1)) is not None:
        every.append(step[0])
        lines.append(step[1])
    return every, lines


def _digest(player: str, command: Command) -> str:
    content = player.encode() + b"|" + json.encode(command)
    return hashlib.blake2b(content, digest_size=12).digest()[: log.DIGEST_BYTES].hex()


# Tables in lists -------------------------------------------------------------------------------
class Summary(MessagePart, frozen=True):
    """A table in the list of one of its players: `names`, `totals` by seat, who is `deciding`.

    `you`: the player's seats. `owner`: whether the table is theirs.
    """

    table: str
    game: str
    sheet: str
    title: Words
    phase: Phase
    names: tuple[str, ...]
    totals: tuple[int, ...]
    deciding: tuple[int, ...]
    you: tuple[int, ...] = ()
    owner: bool = False


class StoredSummary(Struct, frozen=True):
    """A table as it is stored for lists. The ids of its players never leave the server."""

    summary: Summary
    owner: str
    players: tuple[str, ...]

    def for_player(self, player: str) -> Summary:
        mine = tuple(seat for seat, other in enumerate(self.players) if other == player)
        return replace(self.summary, you=mine, owner=self.owner == player)


def _encode_summary(state: TableState) -> bytes:
    table, seating = state.table, state.seating
    summary = Summary(
        table=state.id,
        game=table.game.slug,
        sheet=f"{table.game.slug}/{table.sheet.id}",
        title=Words.of(table.sheet.title),
        phase=state.phase,
        names=tuple([place.name for place in seating.places]),
        totals=state.points,
        deciding=state.deciding,
    )
    players = tuple([place.player for place in seating.places])
    return json.encode(StoredSummary(summary, seating.owner, players))


decode_summary = json.Decoder(StoredSummary).decode
"""A stored summary. Raises msgspec.MsgspecError."""


def decode_summaries(stored: Iterable[bytes]) -> Iterator[StoredSummary]:
    """All summaries that can be read. A damaged one hides its own table only (`kritzel check`)."""
    for each in stored:
        try:
            yield decode_summary(each)
        except (MsgspecError, UnicodeError):
            continue
