"""Copies of a SQLite file, made while people play or at rest.

While people play SQLite's own backup copies a few pages between two commits, on the connection of the store.
No command waits for it and it needs no lock. SQLite writes what changes meanwhile into the copy as well, so
it has everything that was acknowledged before its first step.
"""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import AsyncGenerator, Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import apsw

from kritzel.game import Text
from kritzel.server.store import Unavailable, Unusable, sql, sqlite
from kritzel.server.store.sqlite import SqliteStore, execute, unusable_because

PAGES_LIVE = 64
"""Pages of one step while people play: 256 KB, less than a millisecond."""
PAGES_AT_REST = 4096
"""Pages of one step of a file at rest."""
OnProgress = Callable[[int, int], None]
"""Called with how much is done, and of how much."""


class _Copy:
    """A copy under way."""

    def __init__(self, source: apsw.Connection, target: Path) -> None:
        target.touch(0o600, exist_ok=False)
        self._to = apsw.Connection(str(target))
        for pragma in ("journal_mode=OFF", "synchronous=OFF", "locking_mode=EXCLUSIVE"):
            execute(self._to, f"PRAGMA {pragma}")
        self._backup = self._to.backup("main", source, "main")

    @property
    def done(self) -> bool:
        return bool(self._backup.done)

    def step(self, pages: int) -> tuple[int, int]:
        """Copy some pages; how many are copied now, of how many."""
        self._backup.step(pages)
        return self._backup.page_count - self._backup.remaining, self._backup.page_count

    def close(self) -> None:
        self._backup.close(force=True)
        self._to.close(force=True)


async def copy_live(store: SqliteStore, target: Path) -> AsyncGenerator[tuple[int, int], None]:
    """Copy the file of a running store into a new one, step by step. Raises Unavailable.

    Nothing is known to be on the disk until the caller calls `put_in_place`, outside the store's thread.
    """
    copy = await store.between_commits(lambda source: _Copy(source, target))
    try:
        while True:
            yield await store.between_commits(lambda _: copy.step(PAGES_LIVE))
            if copy.done:
                return
    finally:
        with contextlib.suppress(Unavailable):
            await store.between_commits(lambda _: copy.close())


# At rest ---------------------------------------------------------------------------------------
def open_at_rest(path: Path) -> apsw.Connection:
    """Open a file that no server uses, without bringing it up to date. Raises Unusable, InUse."""
    if not path.is_file():
        raise Unusable(Text("Diese Datei gibt es nicht.", "There is no such file."))
    connection: apsw.Connection | None = None
    try:
        connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)
        sqlite.expect_ours(connection)
        if not sqlite.version(connection):
            raise Unusable(sqlite.NO_TABLES)
    except BaseException as error:
        if connection is not None:
            connection.close(force=True)
        raise unusable_because(error) if isinstance(error, apsw.Error) else error from None
    return connection


@contextlib.contextmanager
def open_current(path: Path) -> Iterator[apsw.Connection]:
    """Open a file that no server uses; an older one as a copy that is up to date. Raises Unusable, InUse."""
    with TemporaryDirectory() as folder:
        connection = open_at_rest(path)
        if sqlite.version(connection) < len(sql.MIGRATIONS):
            connection.close()
            copy_at_rest(path, current := Path(folder) / "tables.db")
            connection = apsw.Connection(str(current))
            sqlite.prepare(connection)
        try:
            yield connection
        finally:
            connection.close()


def copy_at_rest(source: Path, target: Path, on_progress: OnProgress = lambda done, of: None) -> None:
    """Copy a file that no server uses. Raises Unusable, InUse."""
    connection = open_at_rest(source)
    try:
        copy = _Copy(connection, target)
        try:
            while not copy.done:
                on_progress(*copy.step(PAGES_AT_REST))
        finally:
            copy.close()
    except apsw.Error as error:
        target.unlink(missing_ok=True)
        raise unusable_because(error) from None
    finally:
        connection.close()


# In place --------------------------------------------------------------------------------------
def put_in_place(part: Path, target: Path) -> None:
    """Give a finished copy its name: one synced file, replaced atomically."""
    connection = apsw.Connection(str(part))
    execute(connection, "PRAGMA journal_mode=DELETE")
    connection.close()
    _sync(part)
    part.replace(target)
    _sync(target.parent)


def _sync(path: Path) -> None:
    with contextlib.suppress(PermissionError):  # folders cannot be opened everywhere
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextlib.contextmanager
def temporary_path(target: Path) -> Iterator[Path]:
    """A path beside this file for an unfinished copy; what is left there is deleted at the end."""
    part = target.with_name(f"{target.name}.part-{secrets.token_hex(4)}")
    try:
        yield part
    finally:
        for each in part.parent.glob(f"{part.name}*"):
            each.unlink(missing_ok=True)


@contextlib.contextmanager
def lock_file(path: Path) -> Iterator[bool]:
    """Lock a file, damaged or not, against other processes; yields whether it exists. Raises InUse."""
    if not path.exists():
        yield False
        return
    connection = apsw.Connection(str(path))
    try:
        try:
            for statement in (
                "PRAGMA locking_mode=EXCLUSIVE",
                "PRAGMA journal_mode=DELETE",
                "BEGIN EXCLUSIVE",
            ):
                execute(connection, statement)
        except apsw.BusyError as busy:
            raise unusable_because(busy) from None
        except apsw.Error:  # it is no database any more: kept as it is
            connection.close(force=True)
        yield True
    finally:
        connection.close(force=True)


def put_aside(path: Path, when: str) -> Path:
    """Rename a file and those of SQLite beside it; returns the new name."""
    aside = path.with_name(f"{path.name}.before-{when}")
    number = 1
    while aside.exists():
        number += 1
        aside = path.with_name(f"{path.name}.before-{when}-{number}")
    for end in ("-wal", "-shm", ""):
        with contextlib.suppress(FileNotFoundError):
            path.with_name(f"{path.name}{end}").rename(aside.with_name(f"{aside.name}{end}"))
    return aside
