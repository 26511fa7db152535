"""What is taken out of a file of tables: guests, devices, links, and what nobody has used for long.

Days are counted since 1970, by UTC: nobody has to know more exactly when somebody was there. Work is done in
slices, so that no move waits for it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import apsw

from kritzel.server.settings import Keep
from kritzel.server.store.packing import packed
from kritzel.server.table import log

SLICE = 2000
"""Guests that are looked at in one go."""
TABLES = 100
"""Old tables that are told in one go."""
MOST_DEVICES, MOST_LINKS = 30, 5
"""Devices and open links to other devices that a guest has at most; the oldest make room."""
HOUR = 3600
DAY = 24 * HOUR
GUEST = (
    "DELETE FROM devices WHERE player = ?",
    "DELETE FROM links WHERE player = ?",
    "DELETE FROM members WHERE player = ?",
    "DELETE FROM players WHERE number = ?",
)


def today() -> int:
    """Days since 1970."""
    return int(time.time() // DAY)


def guest(connection: apsw.Connection, player: str) -> None:
    """A guest and everything that leads to them. Their tables are not touched."""
    for number in _numbers(connection, "SELECT number FROM players WHERE id = ?", player):
        _take_out(connection, GUEST, number)


def other_devices(connection: apsw.Connection, player: str, secret: str) -> None:
    """All devices of a guest but one, and the links to more."""
    for number in _numbers(connection, "SELECT number FROM players WHERE id = ?", player):
        connection.execute("DELETE FROM devices WHERE player = ? AND secret <> ?", (number, packed(secret)))
        connection.execute("DELETE FROM links WHERE player = ?", (number,))


def make_room_for_link(connection: apsw.Connection, player: str, until: float) -> None:
    """Before a guest gets one more link: those that are long over go, and the oldest beyond the bound."""
    connection.execute("DELETE FROM links WHERE until < ?", (until - HOUR,))
    oldest = """DELETE FROM links WHERE token IN (SELECT token FROM links
        JOIN players ON number = player WHERE id = ? ORDER BY until DESC LIMIT -1 OFFSET ?)"""
    connection.execute(oldest, (player, MOST_LINKS - 1))


def make_room_for_device(connection: apsw.Connection, player: str) -> None:
    """Before a guest gets one more device: the ones that were not used for longest beyond the bound go."""
    oldest = """DELETE FROM devices WHERE secret IN (SELECT secret FROM devices
        JOIN players ON number = player WHERE id = ? ORDER BY day DESC LIMIT -1 OFFSET ?)"""
    connection.execute(oldest, (player, MOST_DEVICES - 1))


def member(connection: apsw.Connection, player: str, table: str) -> None:
    """A table in a list."""
    gone = """DELETE FROM members WHERE player = (SELECT number FROM players WHERE id = ?)
        AND game = (SELECT number FROM tables WHERE name = ?)"""
    connection.execute(gone, (player, table))


def old_tables(connection: apsw.Connection, keep: Keep, day: int) -> list[str]:
    """Some tables that nobody has used for longer than they are kept. Those of no day begin today."""
    connection.execute("UPDATE tables SET day = ? WHERE day = 0", (day,))
    asked = "SELECT name FROM tables WHERE day < ? LIMIT ?"
    return [str(row[0]) for row in connection.execute(asked, (day - keep.tables, TABLES))]


def old_guests(connection: apsw.Connection, keep: Keep, day: int, since: int) -> int:
    """One slice of guests and devices; where the next begins, 0: all done."""
    until = since + SLICE
    if since == 0:
        connection.execute("DELETE FROM links WHERE until < unixepoch()")
        connection.execute("UPDATE devices SET day = ? WHERE day = 0", (day,))
    if keep.devices:
        gone = "DELETE FROM devices WHERE day < ? AND player > ? AND player <= ?"
        connection.execute(gone, (day - keep.devices, since, until))
    if keep.guests:
        asked = """SELECT number FROM players WHERE number > ?1 AND number <= ?2
            AND NOT EXISTS (SELECT 1 FROM members AS m WHERE m.player = players.number)
            AND NOT EXISTS (SELECT 1 FROM devices AS d WHERE d.player = players.number AND day >= ?3)"""
        for number in _numbers(connection, asked, since, until, day - keep.guests):
            _take_out(connection, GUEST, number)
    last = _numbers(connection, "SELECT coalesce(max(number), 0) FROM players")[0]
    return until if until < last else 0


def _take_out(connection: apsw.Connection, statements: tuple[str, ...], number: int) -> None:
    for statement in statements:
        connection.execute(statement, (number,))


def _numbers(connection: apsw.Connection, asked: str, *values: Any) -> list[int]:
    return [int(row[0]) for row in connection.execute(asked, values)]


# Words -----------------------------------------------------------------------------------------
def changed(lines: list[Any], change: Callable[[log.Event], log.Event]) -> list[tuple[Any, bytes, bytes]]:
    """Rows whose events read differently then: which command, as it was, as it is to be."""
    found = []
    for _, command, _, body in lines:
        events = log.decode(body)
        other = tuple(change(event) for event in events)
        if other != events:
            found.append((command, bytes(body), log.encode(other)))
    return found
