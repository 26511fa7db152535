"""Logs as they are stored. This is the only module of the store that knows events; the rest moves lines.

A line holds all events of one command. A line that no client asked for is named after its version (`#12`),
which no client can choose. The log of a finished game is packed into lines of version 0 (`#0/0000`, ...).
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from operator import itemgetter
from typing import Any, NamedTuple

import msgspec
from msgspec import NODEFAULT
from msgspec.structs import fields

from kritzel.server.store import LogRow, StoredTable, Unreadable
from kritzel.server.table import log
from kritzel.server.table.room import Room, decode_summary

PIECE_BYTES = 900
"""Of a packed log in one line: the rest of a longer row would take pages of its own in SQLite."""
KINDS: dict[str, type[Any]] = {kind.__name__.lower(): kind for kind in log.KINDS}


class StoredLine(NamedTuple):
    """A row of `lines`. `version` is that of its first event, `token` that of the server that wrote it."""

    version: int
    command: str
    digest: str
    body: bytes
    token: int = 0

    @property
    def command_id(self) -> str | None:
        """The id that a client chose."""
        return None if self.command.startswith("#") else self.command


# Lines -----------------------------------------------------------------------------------------
def encode(rows: Sequence[LogRow], token: int = 0) -> list[StoredLine]:
    """The lines of these events, one for each command."""
    assert [row.version for row in rows] == list(range(rows[0].version, rows[0].version + len(rows)))
    starts = [n for n, row in enumerate(rows) if n == 0 or row.move_id is not None]
    groups = [rows[start:end] for start, end in zip(starts, [*starts[1:], None], strict=True)]
    return [_line(group, token) for group in groups]


def _line(group: Sequence[LogRow], token: int) -> StoredLine:
    first = group[0]
    name = f"#{first.version}" if first.move_id is None else first.move_id
    return StoredLine(first.version, name, first.digest, log.encode([row.event for row in group]), token)


def decode(lines: Sequence[StoredLine]) -> tuple[LogRow, ...]:
    """The events of these lines, in order. Raises Unreadable, which has the events before the fault."""
    found: list[LogRow] = []
    try:
        for line in sorted(lines, key=itemgetter(0)):
            events = log.decode(line.body)
            found.append(LogRow(line.version, events[0], line.command_id, line.digest))
            if len(events) > 1:
                found += [LogRow(line.version + n, event) for n, event in enumerate(events[1:], 1)]
    except (msgspec.MsgspecError, LookupError) as unknown:
        raise Unreadable(str(unknown), tuple(found)) from None
    return tuple(found)


# Packed logs -----------------------------------------------------------------------------------
def pack(lines: Sequence[StoredLine]) -> list[StoredLine]:
    """All lines of a log, compressed, without digests, which only notice an id that is used twice."""
    log_ = zlib.compress(msgspec.msgpack.encode([line._replace(digest="") for line in sorted(lines)]), 9)
    pieces = [log_[start : start + PIECE_BYTES] for start in range(0, len(log_), PIECE_BYTES)]
    return [StoredLine(0, f"#0/{nth:04}", "", piece) for nth, piece in enumerate(pieces)]


def unpack(lines: Sequence[StoredLine]) -> list[StoredLine]:
    """The lines of a log, packed or not. Raises Unreadable."""
    pieces = sorted(line for line in lines if line.version == 0)
    if not pieces:
        return list(lines)
    try:
        log_ = zlib.decompress(b"".join(piece.body for piece in pieces))
        found = msgspec.msgpack.decode(log_, type=list[StoredLine])
    except (zlib.error, msgspec.MsgspecError) as broken:
        raise Unreadable(str(broken)) from None
    return found + [line for line in lines if line.version]


# Tables ----------------------------------------------------------------------------------------
def replay(table: str, stored: StoredTable) -> Room:
    """Replay a log. Raises what is wrong with it: a missing sheet, a forbidden move, a gap."""
    if not stored.rows:
        raise Unreadable("a log without lines")
    return Room(table, *stored)


def headline(summary: bytes) -> dict[str, str]:
    """Sheet and phase of a table, by its summary. Raises Unreadable."""
    try:
        found = decode_summary(summary).summary
    except msgspec.MsgspecError as error:
        raise Unreadable(f"its line in lists: {error}") from None
    return {"sheet": found.sheet, "phase": found.phase}


# Events as JSON, for export --------------------------------------------------------------------
def to_json(event: log.TableEvent) -> dict[str, Any]:
    """An event as its name and its fields, without those that have their default."""
    values = {each.name: getattr(event, each.name) for each in fields(event)}
    defaults = {each.name: each.default for each in fields(event) if each.default is not NODEFAULT}
    if isinstance(event, log.Created):
        values["chairs"] = [
            {each: value for each in chair.__struct_fields__ if (value := getattr(chair, each))}
            for chair in event.chairs
        ]
    named = {each: value for each, value in values.items() if each not in defaults or value != defaults[each]}
    return {type(event).__name__.lower(): named}


def from_json(name: str, values: dict[str, Any]) -> log.TableEvent:
    """The event again. Raises LookupError, TypeError, AttributeError, msgspec.MsgspecError."""
    given = {each: tuple(value) if isinstance(value, list) else value for each, value in values.items()}
    if "chairs" in given:
        given["chairs"] = tuple(log.Chair(**chair) for chair in given["chairs"])
    return log.decode(log.encode([KINDS[name](**given)]))[0]  # fields are checked where they are decoded
