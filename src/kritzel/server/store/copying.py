"""A copy of a file of tables, made while it is played in: SQLite's own backup, a few pages at a time.

Each step lies between two commits of the store, on its own connection, so nobody waits for the copy and the
copy needs no lock of its own. SQLite writes what is changed meanwhile into the copy too: it is the file as it
was at the last step, and has everything that was acknowledged before the first one.
"""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import AsyncGenerator, Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import apsw

from kritzel.game import Text
from kritzel.server.store import InUse, Unavailable, Unusable, schema
from kritzel.server.store.placing import shard, shards
from kritzel.server.store.spreading import spread
from kritzel.server.store.sqlite import SqliteStore

PAGES = 64
"""Pages of one step: 256 KB, less than a millisecond."""
MANY = 4096
"""Pages of one step where nobody plays meanwhile."""

UNWRITTEN = """
BEGIN IMMEDIATE;
DELETE FROM members WHERE game IN (SELECT number FROM tables WHERE version = 0);
DELETE FROM tables WHERE version = 0;
COMMIT;
"""
"""Tables that are in lists and have no log."""

Told = Callable[[int, int], None]
"""Hears how many pages are done, and of how many."""


class Copied(NamedTuple):
    """How far a copy is: pages `done`, of so many."""

    done: int
    of: int


# While somebody plays --------------------------------------------------------------------------
async def copied(store: SqliteStore, target: Path) -> AsyncGenerator[Copied, None]:
    """Copy the tables of a running store into a new file, step by step. Raises Unavailable.

    Nothing is known to be on the disk yet: whoever asked makes it so (`settle`), outside the store's thread.
    """
    copy = await store.aside(lambda here: _Copy(here, target))
    try:
        while True:
            yield await store.aside(lambda _: copy.step(PAGES))
            if copy.done:
                return
    finally:
        with contextlib.suppress(Unavailable):
            await store.aside(lambda _: copy.close())


class _Copy:
    """One copy on its way."""

    def __init__(self, source: apsw.Connection, target: Path) -> None:
        target.touch(0o600, exist_ok=False)
        self._to = apsw.Connection(str(target))
        for pragma in ("journal_mode=OFF", "synchronous=OFF", "locking_mode=EXCLUSIVE"):
            self._to.execute(f"PRAGMA {pragma}").fetchall()
        self._backup = self._to.backup("main", source, "main")

    @property
    def done(self) -> bool:
        """Whether nothing is left to do."""
        return bool(self._backup.done)

    def step(self, pages: int) -> Copied:
        """A few pages more."""
        self._backup.step(pages)
        return Copied(self._backup.page_count - self._backup.remaining, self._backup.page_count)

    def close(self) -> None:
        """Let go of both files."""
        self._backup.close(force=True)
        self._to.close(force=True)


# While nobody plays ----------------------------------------------------------------------------
def opened(path: Path) -> apsw.Connection:
    """A file of tables that nobody uses, as it is: nothing is brought up to date. Raises Unusable."""
    if not path.is_file():
        raise Unusable(Text("Diese Datei gibt es nicht.", "There is no such file."))
    connection: apsw.Connection | None = None
    try:
        connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)
        schema.expect_ours(connection)
        if not schema.columns(connection):
            raise Unusable(schema.NO_TABLES)
    except BaseException as error:
        if connection is not None:
            connection.close(force=True)
        raise _in_words(error) from None
    return connection


def _in_words(error: BaseException) -> BaseException:
    if isinstance(error, apsw.BusyError):
        return InUse()
    if isinstance(error, apsw.NotADBError):
        return Unusable(schema.NO_TABLES)
    if isinstance(error, apsw.Error):
        said = str(error)
        return Unusable(Text(f"Die Datei lässt sich nicht lesen: {said}", f"The file cannot be read: {said}"))
    return error


def copy(source: Path, target: Path, told: Told = lambda done, of: None) -> None:
    """A copy of what nobody uses, in one file also where workers have theirs. Raises Unusable, InUse."""
    _copied(source, target, told)
    for number, path in shards(source).items():
        _copied(path, shard(target, number), told)
    gather(target)


def gather(copied: Path) -> None:
    """The copies of the files of a house, this one and those of its workers, become one. Raises Unusable.

    Logs were copied first: what lists know of tables that are younger than their copy is left out.
    """
    if shards(copied):
        spread(copied, 1)
        connection = apsw.Connection(str(copied))
        connection.execute(UNWRITTEN).fetchall()
        connection.close()


def _copied(source: Path, target: Path, told: Told) -> None:
    connection = opened(source)
    try:
        made = _Copy(connection, target)
        try:
            while not made.done:
                told(*made.step(MANY))
        finally:
            made.close()
    except apsw.Error as error:
        target.unlink(missing_ok=True)
        raise _in_words(error) from None
    finally:
        connection.close()


# Files -----------------------------------------------------------------------------------------
def settle(part: Path, target: Path) -> None:
    """A finished copy becomes this file: one plain file, on the disk for good, there wholly or not at all."""
    connection = apsw.Connection(str(part))
    connection.execute("PRAGMA journal_mode=DELETE").fetchall()
    connection.close()
    synced(part)
    part.replace(target)
    synced(target.parent)


def synced(path: Path) -> None:
    """What is in this file or folder survives a power cut from now on."""
    with contextlib.suppress(PermissionError):  # folders cannot be opened everywhere
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextlib.contextmanager
def beside(target: Path) -> Iterator[Path]:
    """A name beside this file for what is not finished; whatever lies there is gone in the end."""
    part = target.with_name(f"{target.name}.part-{secrets.token_hex(4)}")
    try:
        yield part
    finally:
        for each in part.parent.glob(f"{part.name}*"):
            each.unlink(missing_ok=True)


# What is there already -------------------------------------------------------------------------
@contextlib.contextmanager
def alone(path: Path) -> Iterator[bool]:
    """Nobody else opens this file meanwhile; whether there is one, damaged or not. Raises InUse."""
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
                connection.execute(statement).fetchall()
        except apsw.BusyError as busy:
            raise _in_words(busy) from None
        except apsw.Error:  # it is no database any more: kept as it is
            connection.close(force=True)
        yield True
    finally:
        connection.close(force=True)


def put_aside(path: Path, when: str) -> Path:
    """A file gets another name, and those of its workers and of SQLite beside it likewise. The name."""
    kept = path.with_name(f"{path.name}.before-{when}")
    number = 1
    while kept.exists():
        number += 1
        kept = path.with_name(f"{path.name}.before-{when}-{number}")
    for here, there in ((path, kept), *((each, shard(kept, n)) for n, each in shards(path).items())):
        for end in ("-wal", "-shm", ""):
            with contextlib.suppress(FileNotFoundError):
                here.with_name(f"{here.name}{end}").rename(there.with_name(f"{there.name}{end}"))
    return kept
