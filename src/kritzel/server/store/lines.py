"""Lines of a log as they lie in the file: those of one command in one row. Knows SQL and no rule."""

from __future__ import annotations

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


def found(connection: apsw.Connection, game: int) -> list[Any]:
    """The lines of a table, not read yet. Raises Unreadable."""
    asked = "SELECT version, command, digest, body FROM lines WHERE game = ?"
    try:
        return connection.execute(asked, (game,)).fetchall()
    except apsw.CorruptError as broken:
        raise Unreadable(str(broken)) from None


def rows(lines: Sequence[Any]) -> tuple[log.Row, ...]:
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
