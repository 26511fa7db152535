"""The store in one SQLite file.

WAL with synchronous=FULL: a commit that returned survives a power cut. The connection holds the file alone
(locking_mode=EXCLUSIVE) and does every checkpoint, so a second server cannot write beside it.
Uses apsw and not the sqlite3 of Python: it brings a SQLite that is known to be sound, its backup can be done
in steps between commits, and tests run it on a disk that loses its power.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import apsw

from kritzel.game import Text
from kritzel.server.store import Conflict, InUse, Unavailable, Unreadable, Unusable, sql
from kritzel.server.store.writer import Batch, CommitFailed, Rows

LOG = logging.getLogger("kritzel.store")
NEWEST_BROKEN = (3, 51, 2)
"""SQLite up to this version can lose a WAL when two connections meet; refused."""
APPLICATION_ID = int.from_bytes(b"Krtz")
"""Says in the head of the file whose it is."""
TYPES = {
    "id": "INTEGER PRIMARY KEY",
    "bytes": "BLOB",
    "time": "TEXT",
    "keyed": " WITHOUT ROWID",
    "updated": "",
}
PRAGMAS = (
    "journal_mode=WAL",
    "synchronous=FULL",
    "cache_size=-16000",
    "secure_delete=ON",
    "foreign_keys=ON",
)
"""Durable; what is deleted is overwritten; 16 MB of the file in memory, the ends of some hundred logs."""

NO_TABLES = Text(
    "Das ist keine Datei mit Tischen, oder eine aus der Zeit vor 0.1.0.",
    "This is no file of tables, or one from before 0.1.0.",
)
_LACKING = Text(
    "In dieser Datei fehlt: {what}. Nimm eine Sicherung von ihr, oder eine andere Datei mit --data.",
    "This file lacks: {what}. Use a backup of it, or another file with --data.",
)

T = TypeVar("T")


# Which files may be used -----------------------------------------------------------------------
def expect_ours(connection: apsw.Connection) -> None:
    """Check a file before anything in it is changed. Raises Unusable."""
    there = columns(connection)
    [(application,)] = execute(connection, "PRAGMA application_id")
    if application not in (0, APPLICATION_ID) or (there and "written" not in there):
        raise Unusable(NO_TABLES)
    written = version(connection)
    if written > len(sql.MIGRATIONS):
        raise Unusable(sql.NEWER)
    lacking = [
        f"{table}.{column}"
        for table, wanted in sorted(_columns_of(written).items())
        for column in sorted(wanted - there.get(table, set()))
    ]
    if lacking:
        raise Unusable(_LACKING.filled(what=", ".join(lacking)))


def columns(connection: apsw.Connection) -> dict[str, set[str]]:
    """The columns of every table there is."""
    asked = """SELECT m.name, c.name FROM sqlite_schema AS m, pragma_table_info(m.name) AS c
        WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'"""
    found: dict[str, set[str]] = {}
    for table, column in execute(connection, asked):
        found.setdefault(table, set()).add(column)
    return found


def _columns_of(version: int) -> dict[str, set[str]]:
    fresh = apsw.Connection(":memory:")
    for step in sql.MIGRATIONS[:version]:
        execute(fresh, step.format(**TYPES))
    return columns(fresh)


def prepare(connection: apsw.Connection) -> bool:
    """Create the tables of a new file, or bring an older one up to date; whether it was an older one."""
    if version(connection) == len(sql.MIGRATIONS):
        return False
    with connection:  # one transaction
        older = sql.migrate(lambda statement: execute(connection, statement), TYPES)
        execute(connection, f"PRAGMA application_id = {APPLICATION_ID}")
    return older


def version(connection: apsw.Connection) -> int:
    """The version of a file; 0: it is empty."""
    if not columns(connection):
        return 0
    return sql.version_of(lambda statement: execute(connection, statement))


def execute(connection: apsw.Connection, statement: str, *values: Any) -> Rows:
    return connection.execute(statement, values or None).fetchall()


# The connection --------------------------------------------------------------------------------
class SqliteDriver:
    """The only connection to a file. `vfs` is another disk, for tests."""

    def __init__(self, path: str, vfs: str | None = None) -> None:
        self._path, self._vfs = path, vfs
        self.connection = self._connect()

    def _connect(self) -> apsw.Connection:
        connection = apsw.Connection(self._path, vfs=self._vfs)
        connection.set_busy_timeout(2_000)
        try:
            execute(connection, "PRAGMA locking_mode=EXCLUSIVE")
            expect_ours(connection)
            for pragma in PRAGMAS:
                execute(connection, f"PRAGMA {pragma}")
            if prepare(connection):
                LOG.warning(sql.MIGRATED)
        except BaseException:
            connection.close(force=True)
            raise
        return connection

    def commit(self, batches: Sequence[Batch]) -> list[list[Rows]]:
        try:
            self.connection.execute("BEGIN IMMEDIATE")
            found = [[self.connection.execute(*each).fetchall() for each in batch] for batch in batches]
        except apsw.ConstraintError as broken:
            self._roll_back()
            raise Conflict(str(broken)) from None
        except apsw.Error as error:
            self._reconnect()
            raise Unavailable(type(error).__name__) from None
        except BaseException:
            self._roll_back()
            raise
        try:
            self.connection.execute("COMMIT")
        except apsw.Error as error:
            self._reconnect()
            raise CommitFailed(type(error).__name__) from None
        return found

    def _roll_back(self) -> None:
        with contextlib.suppress(apsw.Error):
            self.connection.execute("ROLLBACK")

    def _reconnect(self) -> None:
        """After an error of the disk nothing of the connection can be trusted."""
        with contextlib.suppress(apsw.Error):
            self.connection.close(force=True)
        with contextlib.suppress(apsw.Error, Unusable):
            self.connection = self._connect()

    def read(self, statement: str, values: dict[str, Any]) -> Rows:
        return self.look(lambda connection: connection.execute(statement, values).fetchall())

    def look(self, work: Callable[[apsw.Connection], T]) -> T:
        """Do something that changes nothing. Raises Unavailable, Unreadable."""
        try:
            return work(self.connection)
        except apsw.CorruptError as broken:
            raise Unreadable(str(broken)) from None
        except apsw.Error as error:
            raise Unavailable(type(error).__name__) from None

    def close(self) -> None:
        """Let go of the file."""
        with contextlib.suppress(apsw.Error):
            self.connection.close()


class SqliteStore(sql.Store):
    """Tables and players in one file, of which this process is the only owner."""

    _driver: SqliteDriver

    def __init__(self, path: Path | str, vfs: str | None = None) -> None:
        _expect_sound_library()
        self.path = Path(path)
        if vfs is None:
            _keep_private(self.path)
        try:
            driver = SqliteDriver(str(path), vfs)
        except apsw.Error as error:
            raise unusable_because(error) from None
        super().__init__(driver)

    async def between_commits(self, work: Callable[[apsw.Connection], T]) -> T:
        """Do something short that changes nothing. Raises Unavailable."""
        return await self._writer.read(lambda: self._driver.look(work))


def unusable_because(error: apsw.Error) -> Unusable:
    """The error that explains why a file cannot be used."""
    if isinstance(error, apsw.BusyError):
        return InUse()
    if isinstance(error, apsw.NotADBError):
        return Unusable(NO_TABLES)
    why = str(error)
    return Unusable(Text(f"Die Datei lässt sich nicht benutzen: {why}", f"The file cannot be used: {why}"))


def _expect_sound_library() -> None:
    version = tuple(int(part) for part in apsw.sqlite_lib_version().split("."))
    if version <= NEWEST_BROKEN:
        raise RuntimeError(f"SQLite {apsw.sqlite_lib_version()} can lose data; install a newer apsw")


def _keep_private(path: Path) -> None:
    """Hide the file from other users of the machine: the secrets of the dice are in it.

    SQLite's own files beside it get the same mode. A file that only a group may read is left so.
    """
    with contextlib.suppress(OSError):  # SQLite explains it
        path.touch(0o600)
        for each in (path, path.with_name(f"{path.name}-wal")):
            if each.stat().st_mode & 0o007:
                each.chmod(0o600)
