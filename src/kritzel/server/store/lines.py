"""Lines of a log as they lie in the file: those of one command in one row. Knows SQL and no rule.

The log of a game that has ended is packed: all its events together, and the ids of its commands without the
digests, in pieces that fill the pages of the file. Whoever looks for the lines of a table finds the same rows
as before; what is written later comes in rows of its own.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from operator import itemgetter
from typing import Any

import apsw
import msgspec

from kritzel.server.store import Unreadable
from kritzel.server.store.packing import packed, plain
from kritzel.server.table import log

Said = tuple[bytes | str | int, int, bytes | str, bytes]
"""A row of `lines` without its table: command or version, version, digest, events."""
Found = tuple[int, bytes | str | int, bytes | str, bytes]
"""The same as it is found: version, command or version, digest, events."""
PACKED = 0
"""The version of the pieces of a packed log, whose commands count down from -1; lines count from 1."""
PIECE = 240
"""Bytes of a piece: the rest of a long row lies on pages of its own, and small rows fill pages well."""


def commands(rows: Sequence[log.Row]) -> list[tuple[log.Row, bytes]]:
    """The first line of each command, and all its events as they are kept."""
    assert [row.version for row in rows] == list(range(rows[0].version, rows[0].version + len(rows)))
    begins = [n for n, row in enumerate(rows) if n == 0 or row.move_id is not None]
    groups = [rows[here:there] for here, there in zip(begins, [*begins[1:], None], strict=True)]
    return [(group[0], log.encode([row.event for row in group])) for group in groups]


def said(rows: Sequence[log.Row]) -> list[Said]:
    """Lines as they are kept: those of one command together."""
    return [(_key(first), first.version, packed(first.digest), body) for first, body in commands(rows)]


def _key(first: log.Row) -> bytes | str | int:
    return packed(first.move_id) if first.move_id is not None else first.version


def insert(connection: apsw.Connection, game: int, lines: Sequence[Said], players: Sequence[str]) -> None:
    """Lines of a log, and the table in the lists of these players; who is no guest has no list."""
    for line in lines:
        connection.execute("INSERT INTO lines VALUES (?, ?, ?, ?, ?)", (game, *line))
    listed = "INSERT OR IGNORE INTO members (player, game) SELECT number, ?2 FROM players WHERE id = ?1"
    for player in players:
        connection.execute(listed, (player, game))


def found(connection: apsw.Connection, game: int) -> list[Found]:
    """The lines of a table, not read yet, packed or not. Raises Unreadable."""
    asked = "SELECT version, command, digest, body FROM lines WHERE game = ?"
    try:
        there: list[Any] = connection.execute(asked, (game,)).fetchall()
    except apsw.CorruptError as broken:
        raise Unreadable(str(broken)) from None
    return spread(there)


def rows(lines: Sequence[Found]) -> tuple[log.Row, ...]:
    """The lines again. Raises Unreadable."""
    read: list[log.Row] = []
    try:
        for version, command, digest, body in sorted(lines, key=itemgetter(0)):
            events = log.decode(body)
            read.append(log.Row(version, events[0], _named(command), plain(digest)))
            if len(events) > 1:
                read += [log.Row(version + n, event) for n, event in enumerate(events[1:], 1)]
    except (msgspec.MsgspecError, LookupError) as unknown:
        raise Unreadable(str(unknown), tuple(read)) from None
    return tuple(read)


def _named(command: bytes | str | int) -> str | None:
    return None if isinstance(command, int) else plain(command)


# Packed ----------------------------------------------------------------------------------------
def pack(connection: apsw.Connection, game: int) -> None:
    """The lines of a log in few rows. One that cannot be read, or has a gap, stays as it is."""
    try:
        there = sorted(found(connection, game), key=itemgetter(0))
        read = rows(there)
    except Unreadable:
        return
    if not read or [row.version for row in read] != list(range(1, len(read) + 1)):
        return
    body = _squeezed(there, [row.event for row in read])
    connection.execute("DELETE FROM lines WHERE game = ?", (game,))
    pieces = [body[start : start + PIECE] for start in range(0, len(body), PIECE)]
    for nth, piece in reversed(list(enumerate(pieces, 1))):  # in the order of their keys: pages are fuller
        connection.execute("INSERT INTO lines VALUES (?, ?, ?, ?, ?)", (game, -nth, PACKED, b"", piece))


def unpack(connection: apsw.Connection, game: int) -> bool:
    """The rows of a log again; whether it was packed."""
    asked = "DELETE FROM lines WHERE game = ? AND version = ? RETURNING version, command, digest, body"
    pieces: list[Any] = connection.execute(asked, (game, PACKED)).fetchall()
    for version, command, digest, body in spread(pieces):
        connection.execute("INSERT INTO lines VALUES (?, ?, ?, ?, ?)", (game, command, version, digest, body))
    return bool(pieces)


def spread(there: Sequence[Found]) -> list[Found]:
    """The rows of one table, those that are packed as they were before; as they are where that is damaged."""
    pieces = sorted([line for line in there if line[0] == PACKED], key=itemgetter(1), reverse=True)
    if not pieces:
        return list(there)
    try:
        found = _unsqueezed(b"".join([body for *_, body in pieces]))
    except (zlib.error, msgspec.MsgspecError, LookupError, ValueError):
        return list(there)
    return found + [line for line in there if line[0] != PACKED]


def _squeezed(there: Sequence[Found], events: Sequence[log.Event]) -> bytes:
    """How many events each row has and how long its id is, all events; and beside it the ids, one by one."""
    versions = [version for version, *_ in there]
    ends = [*versions[1:], versions[0] + len(events)]
    sizes = [0 if isinstance(name, int) else len(name) * 2 + isinstance(name, str) for _, name, _, _ in there]
    names = [name.encode() if isinstance(name, str) else name for _, name, _, _ in there]
    counts = [end - version for version, end in zip(versions, ends, strict=True)]
    text = zlib.compress(msgspec.msgpack.encode((counts, sizes, log.encode(events))), 9)
    return msgspec.msgpack.encode((text, b"".join([name for name in names if isinstance(name, bytes)])))


def _unsqueezed(body: bytes) -> list[Found]:
    """The rows again, without their digests."""
    text, names = msgspec.msgpack.decode(body, type=tuple[bytes, bytes])
    counts, sizes, said_ = msgspec.msgpack.decode(
        zlib.decompress(text), type=tuple[list[int], list[int], bytes]
    )
    events = log.decode(said_)
    found: list[Found] = []
    at = 0
    for count, size in zip(counts, sizes, strict=True):
        version, name = at + 1, names[: size // 2]
        command = version if not size else name.decode() if size % 2 else name
        found.append((version, command, b"", log.encode(events[at : at + count])))
        at, names = at + count, names[size // 2 :]
    return found
