"""Places in which tables are kept, for tests of what every store promises."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Protocol, TypeVar

import apsw

from kritzel.server.store import Kept, Store
from kritzel.server.store.sqlite import SqliteStore
from kritzel.server.table import log
from tests.server.rooms import chairs, created

T = TypeVar("T")
FIRST = log.Row(1, created("dizzle/1", chairs(2)))
KEPT = Kept(b"seed", (FIRST,))


def row(version: int, move_id: str | None = None) -> log.Row:
    return log.Row(version, log.Played(0, f"3d{version}"), move_id, "digest" if move_id else "")


class Place(Protocol):
    """Somewhere to keep tables. Opened again it has what was written."""

    def open(self) -> Store: ...

    def spoil(self, table: str) -> None:
        """Nobody can read this table any more. Only while nobody has it open."""

    def commits(self, store: Store) -> int:
        """How often something was made durable so far."""


def run(place: Place, work: Callable[[Store], Awaitable[T]]) -> T:
    """Something done with the store of a place, from opening to closing."""

    async def opened() -> T:
        store = place.open()
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(opened())


class File:
    """A file of SQLite."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "tables.db"

    def open(self) -> Store:
        return SqliteStore(self._path)

    def spoil(self, table: str) -> None:
        connection = apsw.Connection(str(self._path))
        spoilt = "UPDATE lines SET body = x'9199' WHERE game = (SELECT number FROM tables WHERE name = ?)"
        connection.execute(spoilt, (table,)).fetchall()
        connection.close()

    def commits(self, store: Store) -> int:
        assert isinstance(store, SqliteStore)
        return store.commits
