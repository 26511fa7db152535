"""Whether a file of tables is sound: SQLite's own check, and every log folded once. Changes nothing."""

from __future__ import annotations

import contextlib
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import apsw
import msgspec

from kritzel.server.store import Kept, Unreadable, copying, lines, schema
from kritzel.server.table import listing
from kritzel.server.table.room import Room

MOST_DAMAGE = 20
"""So much that is wrong with the file itself is told."""
LOST = {
    "lines": "SELECT count(*) FROM lines WHERE game NOT IN (SELECT number FROM tables)",
    "members": "SELECT count(*) FROM members WHERE game NOT IN (SELECT number FROM tables)",
}
"""Rows that belong to no table: nothing should ever leave any."""


@dataclass
class Report:
    """What was found: counts, what is wrong with the file, which tables cannot be read and why."""

    version: int = 0
    tables: int = 0
    lines: int = 0
    players: int = 0
    phases: Counter[str] = field(default_factory=Counter)
    damage: list[str] = field(default_factory=list)
    unreadable: dict[str, str] = field(default_factory=dict)

    @property
    def sound(self) -> bool:
        """Whether there is nothing to worry about."""
        return not self.damage and not self.unreadable


@contextlib.contextmanager
def readable(path: Path) -> Iterator[apsw.Connection]:
    """A file that nobody uses, to look at: an older one as a copy that is up to date. Raises Unusable."""
    connection = copying.opened(path)
    try:
        older = schema.version(connection) != schema.VERSION
        if not older:
            yield connection
    finally:
        connection.close()
    if older:
        with tempfile.TemporaryDirectory() as folder:
            copying.copy(path, there := Path(folder) / "tables.db")
            copied = apsw.Connection(str(there))
            try:
                schema.prepare(copied, quietly=True)
                yield copied
            finally:
                copied.close()


def check(path: Path, told: Callable[[int, int], None] = lambda done, of: None) -> Report:
    """Look at everything in a file that nobody uses. Raises Unusable where it is no file of tables."""
    report = Report(version=_version(path))
    with readable(path) as connection:
        try:
            report.damage += _damage(connection)
            report.players = _one(connection, "SELECT count(*) FROM players")
            _fold_all(connection, report, told)
        except apsw.CorruptError as broken:
            report.damage.append(str(broken))
    return report


def _version(path: Path) -> int:
    connection = copying.opened(path)
    try:
        return schema.version(connection)
    finally:
        connection.close()


def _damage(connection: apsw.Connection) -> list[str]:
    said = [str(row[0]) for row in connection.execute(f"PRAGMA integrity_check({MOST_DAMAGE})")]
    lost = {table: _one(connection, question) for table, question in LOST.items()}
    return [each for each in said if each != "ok"] + [
        f"{table}: {count} rows of no table" for table, count in lost.items() if count
    ]


def _fold_all(connection: apsw.Connection, report: Report, told: Callable[[int, int], None]) -> None:
    asked = "SELECT number, name, seed, version, summary FROM tables ORDER BY number"
    every: list[Any] = connection.execute(asked).fetchall()
    for done, (number, name, seed, version, summary) in enumerate(every, 1):
        report.tables += 1
        try:
            room = folded(connection, str(name), int(number), bytes(seed))
            _expect_true(room, version, summary)
            report.lines += room.version
            report.phases[room.standing.phase] += 1
        except Exception as error:  # whatever is wrong with one table is no trouble of the others
            report.unreadable[str(name)] = reason(error)
        told(done, len(every))


def reason(error: Exception) -> str:
    """Why a table cannot be read, in one line."""
    return f"{type(error).__name__}: {error}"[:200].rstrip(": ")


def folded(connection: apsw.Connection, name: str, number: int, seed: bytes) -> Room:
    """A table as its log has it. Raises whatever is wrong with it."""
    kept = Kept(seed, lines.rows(lines.found(connection, number)))
    if not kept.rows:
        raise Unreadable("a log without lines")
    return Room(name, *kept)


def _expect_true(room: Room, version: int, summary: bytes) -> None:
    """What is kept beside the log says the same as the log."""
    if room.version != version:
        raise Unreadable(f"the log has {room.version} lines, not {version}")
    try:
        listing.read(summary)
    except msgspec.MsgspecError as error:
        raise Unreadable(f"its line in lists: {error}") from None


def _one(connection: apsw.Connection, question: str) -> int:
    found: list[Any] = connection.execute(question).fetchall()
    return int(found[0][0])
