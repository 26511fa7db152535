"""Places in which tables are kept, for tests of what every store promises."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from itertools import count
from pathlib import Path
from typing import Any, LiteralString, Protocol, TypeVar

import apsw
import psycopg

from kritzel.server.store import StoredTable, codec
from kritzel.server.store.postgres import PostgresStore
from kritzel.server.store.sql import Store
from kritzel.server.store.sqlite import SqliteStore
from kritzel.server.table import log
from tests.server import postgres
from tests.server.history import Claim, Line
from tests.server.rooms import chairs, created

T = TypeVar("T")
FIRST = log.LogRow(1, created("dizzle/1", chairs(2)))
KEPT = StoredTable(b"seed", (FIRST,))


def row(version: int, move_id: str | None = None) -> log.LogRow:
    return log.LogRow(version, log.Played(0, f"3d{version}"), move_id, "digest" if move_id else "")


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


WATCH: LiteralString = """
CREATE TABLE claims (game bigint, token bigint, version integer, owner bigint);
CREATE FUNCTION claimed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO claims VALUES (NEW.number, NEW.token, NEW.version, NEW.owner); RETURN NEW; END $$;
CREATE TRIGGER claimed AFTER UPDATE OF token ON tables FOR EACH ROW
    WHEN (OLD.token IS DISTINCT FROM NEW.token) EXECUTE FUNCTION claimed();
"""


class Database:
    """A database of PostgreSQL; every store that opens it is a server of its own, unless it is named."""

    def __init__(self, server: postgres.Postgres | None = None) -> None:
        self.url = (server or postgres.shared()).new()
        self._names = count(1)

    def open(self, name: str = "") -> PostgresStore:
        return PostgresStore(self.url, name or f"server-{next(self._names)}")

    def asked(self, question: LiteralString, *values: Any) -> list[Any]:
        with psycopg.connect(self.url, options="-c search_path=kritzel") as connection:
            cursor = connection.execute(question, values)
            return cursor.fetchall() if cursor.description else []

    def watch(self) -> None:
        """Write down from now on who claims which table, and when."""
        asyncio.run(self.open().close())
        self.asked(WATCH)

    def written(self) -> tuple[dict[str, list[Line]], dict[str, list[Claim]]]:
        """All logs with the tokens of who wrote them, and all claims."""
        names: dict[int, str] = dict(self.asked("SELECT number, name FROM tables"))
        logs: dict[str, list[Line]] = {name: [] for name in names.values()}
        claims: dict[str, list[Claim]] = {name: [] for name in names.values()}
        told = "SELECT game, version, command, digest, body, token FROM lines ORDER BY game, version, token"
        stored: dict[int, list[codec.StoredLine]] = {game: [] for game in names}
        for game, *line in self.asked(told):
            stored[game].append(codec.StoredLine(*line))
        for game, lines in stored.items():
            logs[names[game]] = _events(lines)
        for game, token, version, owner in self.asked("SELECT * FROM claims ORDER BY token"):
            claims[names[game]].append(Claim(token, version, owner))
        return logs, claims

    def spoil(self, table: str) -> None:
        number = "SELECT number FROM tables WHERE name = %s"
        self.asked(f"UPDATE lines SET body = '\\x9199' WHERE game = ({number})", table)

    def commits(self, store: Store) -> int:
        assert isinstance(store, PostgresStore)
        return store.commits


def _events(stored: list[codec.StoredLine]) -> list[Line]:
    """One for each event of a log."""
    return [
        Line(line.version + n, None if n else line.command_id, line.token)
        for line in sorted(codec.unpack(stored), key=lambda line: (line.version, line.token))
        for n in range(len(log.decode(line.body)))
    ]


class File:
    """A file of SQLite."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "tables.db"

    def open(self) -> Store:
        return SqliteStore(self._path)

    def spoil(self, table: str) -> None:
        _spoil(self._path, table)

    def commits(self, store: Store) -> int:
        assert isinstance(store, SqliteStore)
        return store.commits


def _spoil(path: Path, table: str) -> None:
    connection = apsw.Connection(str(path))
    spoilt = "UPDATE lines SET body = x'9199' WHERE game = (SELECT number FROM tables WHERE name = ?)"
    connection.execute(spoilt, (table,)).fetchall()
    connection.close()
