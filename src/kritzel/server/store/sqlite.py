"""The store in one SQLite file: one connection, one thread, commits in groups; nothing is told before it.

WAL with synchronous=FULL: a commit that returned survives a power cut. The connection holds the file
alone (locking_mode=EXCLUSIVE) and does every checkpoint, so a second server cannot write beside it.
"""

from __future__ import annotations

import asyncio
import contextlib
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TypeVar

import apsw

from kritzel.game import Text
from kritzel.server.store import Conflict, Kept, Player, Unavailable
from kritzel.server.table import log

NEWEST_BROKEN = (3, 51, 2)
"""SQLite up to this version can lose a WAL when two connections meet; refused."""
GROUP = 64
"""Commands that share one commit at most."""
APART = 0.004
"""Seconds between commits: whoever comes meanwhile shares the next. A move after a pause does not wait."""
PRAGMAS = ("locking_mode=EXCLUSIVE", "journal_mode=WAL", "synchronous=FULL", "cache_size=-16000")
"""Alone, durable; and 16 MB of the file in memory: where the logs of some hundred running tables end."""
SCHEMA = """
CREATE TABLE IF NOT EXISTS tables (
    id TEXT PRIMARY KEY, seed BLOB NOT NULL, summary BLOB NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS events (
    game TEXT NOT NULL, version INTEGER NOT NULL, seat INTEGER, move_id TEXT, digest TEXT NOT NULL,
    body BLOB NOT NULL, PRIMARY KEY (game, version)) WITHOUT ROWID;
CREATE UNIQUE INDEX IF NOT EXISTS once ON events (game, move_id) WHERE move_id IS NOT NULL;
CREATE TABLE IF NOT EXISTS members (
    number INTEGER PRIMARY KEY, player TEXT NOT NULL, game TEXT NOT NULL, UNIQUE (player, game));
CREATE INDEX IF NOT EXISTS guests ON members (game);
CREATE TABLE IF NOT EXISTS players (id TEXT PRIMARY KEY, name TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS devices (secret TEXT PRIMARY KEY, player TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS links (
    token TEXT PRIMARY KEY, player TEXT NOT NULL, until REAL NOT NULL) WITHOUT ROWID;
"""

T = TypeVar("T")
Work = Callable[[apsw.Connection], Any]
Job = tuple[Work, "asyncio.Future[Any]"]
Answer = tuple[Any, Exception | None]


class Unusable(Exception):
    """The file cannot be used, and why."""

    def __init__(self, why: Text) -> None:
        super().__init__(why.en)
        self.why = why


class InUse(Unusable):
    """Another server has the file."""


class SqliteStore:
    """Tables and players in one file. Make it with a path; `close` it in the end."""

    def __init__(self, path: Path | str, vfs: str | None = None) -> None:
        _expect_sound_library()
        self._path, self._vfs = str(path), vfs
        self._connection = self._first()
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="kritzel-store", daemon=True)
        self._thread.start()

    def _first(self) -> apsw.Connection:
        """The connection, or in words why there is none. Raises Unusable."""
        try:
            return self._connected()
        except apsw.BusyError:
            why = Text("Ein anderer Server benutzt diese Datei.", "Another server uses this file.")
            raise InUse(why) from None
        except apsw.NotADBError:
            why = Text("Das ist keine Datei mit Tischen.", "This is no file of tables.")
        except apsw.Error as error:
            why = Text(f"Die Datei lässt sich nicht öffnen: {error}", f"The file cannot be opened: {error}")
        raise Unusable(why) from None

    def _connected(self) -> apsw.Connection:
        connection = apsw.Connection(self._path, vfs=self._vfs)
        connection.set_busy_timeout(2_000)
        for pragma in PRAGMAS:
            connection.execute(f"PRAGMA {pragma}").fetchall()
        connection.execute(SCHEMA)
        return connection

    # The thread --------------------------------------------------------------------------------
    def _work(self) -> None:
        while (group := self._group()) is not None:
            next_one = time.monotonic() + APART
            try:
                answers, wrote = self._commit(group)
            except Exception as error:
                self._start_over()
                answers, wrote = [(None, Unavailable(type(error).__name__))] * len(group), False
            _answer(group, answers)
            if wrote:
                time.sleep(max(0.0, next_one - time.monotonic()))
        with contextlib.suppress(apsw.Error):
            self._connection.close()

    def _group(self) -> list[Job] | None:
        """Whatever waits now; None when the end was asked for."""
        job, group = self._jobs.get(), []
        while job is not None:
            group.append(job)
            if len(group) == GROUP or self._jobs.empty():
                return group
            job = self._jobs.get()
        if group:
            self._jobs.put(None)
        return group or None

    def _commit(self, group: Sequence[Job]) -> tuple[list[Answer], bool]:
        """All jobs in one transaction: their answers, true only now, and whether anything was written."""
        connection = self._connection
        before = connection.total_changes()
        connection.execute("BEGIN IMMEDIATE")
        answers = _carried_out(connection, [work for work, _ in group])
        connection.execute("COMMIT")
        return answers, connection.total_changes() != before

    def _start_over(self) -> None:
        """After a broken commit nothing of the connection can be trusted."""
        with contextlib.suppress(apsw.Error):
            self._connection.close(force=True)
        with contextlib.suppress(apsw.Error):
            self._connection = self._connected()

    async def _do(self, job: Callable[[apsw.Connection], T]) -> T:
        if not self._thread.is_alive():
            raise Unavailable("closed")
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._jobs.put((job, answer))
        return await answer

    # Tables ------------------------------------------------------------------------------------
    async def create(self, table: str, kept: Kept, players: Sequence[str], summary: bytes) -> None:
        """A new table, in the lists of these players. Conflict where there is one of this name."""

        def job(connection: apsw.Connection) -> None:
            connection.execute("INSERT INTO tables VALUES (?, ?, ?)", (table, kept.seed, summary))
            _insert(connection, table, kept.rows, players)

        await self._do(job)

    async def append(
        self, table: str, rows: Sequence[log.Row], players: Sequence[str] = (), summary: bytes = b""
    ) -> None:
        """More lines of a log; `players` get the table in their lists. Conflict, Unavailable."""

        def job(connection: apsw.Connection) -> None:
            _insert(connection, table, rows, players)
            if summary:
                connection.execute("UPDATE tables SET summary = ? WHERE id = ?", (summary, table))

        await self._do(job)

    async def load(self, table: str) -> Kept | None:
        """A table, or None."""

        def job(connection: apsw.Connection) -> Kept | None:
            asked = "SELECT seed FROM tables WHERE id = ?"
            found: list[Any] = connection.execute(asked, (table,)).fetchall()
            return Kept(bytes(found[0][0]), _rows(connection, table)) if found else None

        return await self._do(job)

    async def delete(self, table: str) -> None:
        """Forget a table."""

        def job(connection: apsw.Connection) -> None:
            for statement in ("tables WHERE id", "events WHERE game", "members WHERE game"):
                connection.execute(f"DELETE FROM {statement} = ?", (table,))

        await self._do(job)

    async def tables_of(self, player: str) -> list[bytes]:
        """The summaries of a player's tables, newest first."""
        asked = "SELECT summary FROM members JOIN tables ON id = game WHERE player = ? ORDER BY number DESC"
        return [bytes(row[0]) for row in await self._run(asked, (player,))]

    # Players -----------------------------------------------------------------------------------
    async def add_player(self, player: Player, secret: str) -> None:
        """A new guest with a first device; `secret` is a hash."""

        def job(connection: apsw.Connection) -> None:
            connection.execute("INSERT INTO players VALUES (?, ?)", tuple(player))
            connection.execute("INSERT INTO devices VALUES (?, ?)", (secret, player.id))

        await self._do(job)

    async def add_device(self, player: str, secret: str) -> None:
        """One more device of a guest."""
        await self._run("INSERT INTO devices VALUES (?, ?)", (secret, player))

    async def player_of(self, secret: str) -> Player | None:
        """Whose device this is."""
        asked = "SELECT id, name FROM players JOIN devices ON id = player WHERE secret = ?"
        found = await self._run(asked, (secret,))
        return Player(*found[0]) if found else None

    async def rename(self, player: str, name: str) -> None:
        """A guest takes another name."""
        await self._run("UPDATE players SET name = ? WHERE id = ?", (name, player))

    async def add_link(self, token: str, player: str, until: float) -> None:
        """A link to carry a guest to another device; `token` is a hash, `until` seconds since 1970."""
        await self._run("INSERT INTO links VALUES (?, ?, ?)", (token, player, until))

    async def take_link(self, token: str, now: float) -> str | None:
        """The guest of a link, once and in time."""

        def job(connection: apsw.Connection) -> str | None:
            asked = "DELETE FROM links WHERE token = ? RETURNING player, until"
            found: list[Any] = connection.execute(asked, (token,)).fetchall()
            return str(found[0][0]) if found and found[0][1] > now else None

        return await self._do(job)

    # Itself ------------------------------------------------------------------------------------
    async def ping(self) -> None:
        """Whether something could be written now. Unavailable."""
        await self._run("SELECT 1", ())

    async def close(self) -> None:
        """Finish what was begun and let go of the file."""
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    async def _run(self, statement: str, values: tuple[Any, ...]) -> list[Any]:
        return await self._do(lambda connection: connection.execute(statement, values).fetchall())


def _expect_sound_library() -> None:
    version = tuple(int(part) for part in apsw.sqlite_lib_version().split("."))
    if version <= NEWEST_BROKEN:
        raise RuntimeError(f"SQLite {apsw.sqlite_lib_version()} can lose data; install a newer apsw")


def _carried_out(connection: apsw.Connection, group: Sequence[Work]) -> list[Answer]:
    """Whatever these jobs answer. Where one breaks something, all begin again, and that one is taken back."""
    try:
        return [(job(connection), None) for job in group]
    except apsw.ConstraintError:
        connection.execute("ROLLBACK")
        connection.execute("BEGIN IMMEDIATE")
        return [_attempted(connection, job) for job in group]


def _attempted(connection: apsw.Connection, job: Work) -> Answer:
    """One job of a group: what it breaks is taken back alone."""
    connection.execute("SAVEPOINT job")
    try:
        value, error = job(connection), None
    except apsw.ConstraintError as broken:
        connection.execute("ROLLBACK TO job")
        value, error = None, Conflict(str(broken))
    connection.execute("RELEASE job")
    return value, error


def _answer(group: Sequence[Job], answers: Sequence[Answer]) -> None:
    """Back to the loop in which they are awaited, all at once. Where it has ended nobody waits."""
    with contextlib.suppress(RuntimeError):
        group[0][1].get_loop().call_soon_threadsafe(_settle, group, answers)


def _settle(group: Sequence[Job], answers: Sequence[Answer]) -> None:
    for (_, awaited), (value, error) in zip(group, answers, strict=True):
        if awaited.done():  # whoever asked has gone
            continue
        awaited.set_exception(error) if error else awaited.set_result(value)


def _insert(connection: apsw.Connection, table: str, rows: Sequence[log.Row], players: Sequence[str]) -> None:
    """Lines of a log; a table that is gone gets none."""
    for row in rows:
        line = (table, row.version, row.seat, row.move_id, row.digest, log.encode(row.event))
        connection.execute("INSERT INTO events SELECT ?1, ?2, ?3, ?4, ?5, ?6 FROM tables WHERE id = ?1", line)
        if not connection.changes():
            raise apsw.ConstraintError("the table is gone")
    listed = "INSERT OR IGNORE INTO members (player, game) VALUES (?, ?)"
    for player in players:
        connection.execute(listed, (player, table))


def _rows(connection: apsw.Connection, table: str) -> tuple[log.Row, ...]:
    asked = "SELECT version, body, move_id, digest FROM events WHERE game = ? ORDER BY version"
    return tuple(
        log.Row(version, log.decode(body), move_id, digest)
        for version, body, move_id, digest in connection.execute(asked, (table,))
    )
