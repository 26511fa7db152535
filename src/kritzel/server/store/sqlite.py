"""The store in one SQLite file: one connection, one thread, commits in groups; nothing is told before it.

WAL with synchronous=FULL: a commit that returned survives a power cut. The connection holds the file
alone (locking_mode=EXCLUSIVE) and does every checkpoint, so a second server cannot write beside it.
Events are written and read outside the thread: what one table cannot read is no trouble of the others.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import threading
import time
from collections.abc import Callable, Sequence
from operator import itemgetter
from pathlib import Path
from queue import SimpleQueue
from typing import Any, NamedTuple, TypeVar

import apsw
import msgspec

from kritzel.game import Text
from kritzel.server.store import Conflict, InUse, Kept, Player, Unavailable, Unreadable, Unusable, schema
from kritzel.server.store.packing import packed, plain
from kritzel.server.table import log

NEWEST_BROKEN = (3, 51, 2)
"""SQLite up to this version can lose a WAL when two connections meet; refused."""
GROUP = 64
"""Commands that share one commit at most."""
APART = 0.004
"""Seconds between commits: whoever comes meanwhile shares the next. A move after a pause does not wait."""
FRESH = 1.0
"""Seconds for which a commit proves that one can write, so that nobody is kept busy by being asked for it."""
ALONE = "locking_mode=EXCLUSIVE"
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "cache_size=-16000")
"""Durable; and 16 MB of the file in memory: where the logs of some hundred running tables end."""
GO_ON = """
UPDATE tables SET version = ?3, summary = coalesce(?4, summary) WHERE name = ?1 AND version = ?2
RETURNING number
"""
"""A log goes on from where the writer believes it to end, or not at all."""

T = TypeVar("T")
Work = Callable[[apsw.Connection], Any]
Answer = tuple[Any, Exception | None]
Said = tuple[bytes | str | int, int, bytes | str, bytes]
"""A row of `lines` without its table: command or version, version, digest, events."""


class Job(NamedTuple):
    """Something to do, and who waits for it. `looks`: it changes nothing."""

    work: Work
    awaited: asyncio.Future[Any]
    looks: bool


class SqliteStore:
    """Tables and players in one file. Make it with a path; `close` it in the end."""

    def __init__(self, path: Path | str, vfs: str | None = None) -> None:
        _expect_sound_library()
        self._path, self._vfs = str(path), vfs
        self._wrote = -math.inf
        self._connection = self._first()
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="kritzel-store", daemon=True)
        self._thread.start()

    def _first(self) -> apsw.Connection:
        """The connection, or in words why there is none. Raises Unusable."""
        if self._vfs is None:
            _keep_private(Path(self._path))
        try:
            return self._connected()
        except apsw.BusyError:
            why = Text("Ein anderer Server benutzt diese Datei.", "Another server uses this file.")
            raise InUse(why) from None
        except apsw.NotADBError:
            why = schema.NO_TABLES
        except apsw.Error as error:
            why = Text(f"Die Datei lässt sich nicht öffnen: {error}", f"The file cannot be opened: {error}")
        raise Unusable(why) from None

    def _connected(self) -> apsw.Connection:
        connection = apsw.Connection(self._path, vfs=self._vfs)
        connection.set_busy_timeout(2_000)
        _set(connection, ALONE)
        try:
            schema.expect_ours(connection)
            for pragma in PRAGMAS:
                _set(connection, pragma)
            schema.prepare(connection)
        except BaseException:
            connection.close(force=True)
            raise
        return connection

    # The thread --------------------------------------------------------------------------------
    def _work(self) -> None:
        while (group := self._group()) is not None:
            next_one = time.monotonic() + APART
            writers, lookers = [job for job in group if not job.looks], [job for job in group if job.looks]
            answers = self._write(writers) if writers else []
            _answer([*writers, *lookers], [*answers, *(_looked(self._connection, job) for job in lookers)])
            if writers:
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

    def _write(self, jobs: Sequence[Job]) -> list[Answer]:
        """All jobs in one transaction; where one of them breaks something, each in its own."""
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            answers: list[Answer] = [(job.work(self._connection), None) for job in jobs]
        except Exception:  # nothing is written yet
            self._take_back()
            return [self._alone(job) for job in jobs]
        try:
            self._connection.execute("COMMIT")
        except apsw.Error as error:
            self._start_over()
            return [(None, Unavailable(type(error).__name__))] * len(jobs)
        self._wrote = time.monotonic()
        return answers

    def _alone(self, job: Job) -> Answer:
        """What a job answers or did wrong itself, in a transaction of its own."""
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            value = job.work(self._connection)
            self._connection.execute("COMMIT")
        except apsw.ConstraintError as broken:
            self._take_back()
            return None, Conflict(str(broken))
        except apsw.Error as error:
            self._start_over()
            return None, Unavailable(type(error).__name__)
        except Exception as fault:
            self._take_back()
            return None, fault
        return value, None

    def _take_back(self) -> None:
        with contextlib.suppress(apsw.Error):
            self._connection.execute("ROLLBACK")

    def _start_over(self) -> None:
        """After a broken commit nothing of the connection can be trusted."""
        self._wrote = -math.inf
        with contextlib.suppress(apsw.Error):
            self._connection.close(force=True)
        with contextlib.suppress(apsw.Error, Unusable):
            self._connection = self._connected()

    async def _do(self, job: Callable[[apsw.Connection], T], *, looks: bool = False) -> T:
        if not self._thread.is_alive():
            raise Unavailable("closed")
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._jobs.put(Job(job, answer, looks))
        return await answer

    # Tables ------------------------------------------------------------------------------------
    async def create(self, table: str, kept: Kept, players: Sequence[str], summary: bytes) -> None:
        """A new table, in the lists of these players. Conflict where there is one of this name."""
        said, laid = _said(kept.rows), (table, kept.seed, kept.rows[-1].version, summary)

        def job(connection: apsw.Connection) -> None:
            connection.execute("INSERT INTO tables (name, seed, version, summary) VALUES (?, ?, ?, ?)", laid)
            _insert(connection, connection.last_insert_rowid(), said, players)

        await self._do(job)

    async def append(
        self, table: str, rows: Sequence[log.Row], players: Sequence[str] = (), summary: bytes = b""
    ) -> None:
        """More lines of a log; `players` get the table in their lists. Conflict, Unavailable."""
        said, on = _said(rows), (table, rows[0].version - 1, rows[-1].version, summary or None)

        def job(connection: apsw.Connection) -> None:
            found: list[Any] = connection.execute(GO_ON, on).fetchall()
            if not found:
                raise apsw.ConstraintError("the table is gone, or has gone on")
            _insert(connection, found[0][0], said, players)

        await self._do(job)

    async def load(self, table: str) -> Kept | None:
        """A table, or None. Unreadable."""

        def job(connection: apsw.Connection) -> tuple[bytes, list[Any]] | None:
            asked = "SELECT number, seed FROM tables WHERE name = ?"
            found: list[Any] = connection.execute(asked, (table,)).fetchall()
            return (found[0][1], _lines(connection, found[0][0])) if found else None

        found = await self._do(job, looks=True)
        return Kept(found[0], _rows(found[1])) if found else None

    async def delete(self, table: str) -> None:
        """Forget a table."""

        def job(connection: apsw.Connection) -> None:
            asked = "DELETE FROM tables WHERE name = ? RETURNING number"
            for number in connection.execute(asked, (table,)).fetchall():
                connection.execute("DELETE FROM lines WHERE game = ?", number)
                connection.execute("DELETE FROM members WHERE game = ?", number)

        await self._do(job)

    async def tables_of(self, player: str) -> list[bytes]:
        """The summaries of a player's tables, newest first."""
        asked = """SELECT summary FROM players AS p JOIN members AS m ON m.player = p.number
            JOIN tables AS t ON t.number = m.game WHERE p.id = ? ORDER BY m.number DESC"""
        return [bytes(row[0]) for row in await self._look(asked, player)]

    # Players -----------------------------------------------------------------------------------
    async def add_player(self, player: Player, secret: str) -> None:
        """A new guest with a first device; `secret` is a hash."""

        def job(connection: apsw.Connection) -> None:
            connection.execute("INSERT INTO players (id, name) VALUES (?, ?)", tuple(player))
            device = packed(secret), connection.last_insert_rowid()
            connection.execute("INSERT INTO devices VALUES (?, ?)", device)

        await self._do(job)

    async def add_device(self, player: str, secret: str) -> None:
        """One more device of a guest."""
        added = "INSERT INTO devices SELECT ?2, number FROM players WHERE id = ?1"
        await self._run(added, player, packed(secret))

    async def player_of(self, secret: str) -> Player | None:
        """Whose device this is."""
        asked = "SELECT id, name FROM devices JOIN players ON number = player WHERE secret = ?"
        found = await self._look(asked, packed(secret))
        return Player(*found[0]) if found else None

    async def rename(self, player: str, name: str) -> None:
        """A guest takes another name."""
        await self._run("UPDATE players SET name = ?2 WHERE id = ?1", player, name)

    async def add_link(self, token: str, player: str, until: float) -> None:
        """A link to carry a guest to another device; `token` is a hash, `until` seconds since 1970."""
        added = "INSERT INTO links SELECT ?1, number, ?3 FROM players WHERE id = ?2"
        await self._run(added, packed(token), player, until)

    async def take_link(self, token: str, now: float) -> str | None:
        """The guest of a link, once and in time."""

        def job(connection: apsw.Connection) -> str | None:
            asked = "SELECT id, until FROM links JOIN players ON number = player WHERE token = ?"
            found: list[Any] = connection.execute(asked, (packed(token),)).fetchall()
            connection.execute("DELETE FROM links WHERE token = ?", (packed(token),))
            return str(found[0][0]) if found and found[0][1] > now else None

        return await self._do(job)

    # Itself ------------------------------------------------------------------------------------
    async def ping(self) -> None:
        """Write something, unless somebody just did. Unavailable."""
        if time.monotonic() - self._wrote > FRESH or not self._thread.is_alive():
            await self._run("UPDATE pulse SET beats = beats + 1")

    async def close(self) -> None:
        """Finish what was begun and let go of the file."""
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    async def _run(self, statement: str, *values: Any) -> list[Any]:
        return await self._do(lambda connection: connection.execute(statement, values).fetchall())

    async def _look(self, question: str, *values: Any) -> list[Any]:
        return await self._do(lambda connection: connection.execute(question, values).fetchall(), looks=True)


# Opening ---------------------------------------------------------------------------------------
def _expect_sound_library() -> None:
    version = tuple(int(part) for part in apsw.sqlite_lib_version().split("."))
    if version <= NEWEST_BROKEN:
        raise RuntimeError(f"SQLite {apsw.sqlite_lib_version()} can lose data; install a newer apsw")


def _keep_private(path: Path) -> None:
    """The file holds the secrets of the dice: nobody else on the machine may read it.

    SQLite's own files beside it get the same mode. A file that only a group may read is left so.
    """
    with contextlib.suppress(OSError):  # SQLite says it in words
        path.touch(0o600)
        for each in (path, path.with_name(f"{path.name}-wal")):
            if each.stat().st_mode & 0o007:
                each.chmod(0o600)


def _set(connection: apsw.Connection, pragma: str) -> None:
    connection.execute(f"PRAGMA {pragma}").fetchall()


# Answering -------------------------------------------------------------------------------------
def _looked(connection: apsw.Connection, job: Job) -> Answer:
    """What a job answers that changes nothing. It comes after the commit, and cannot break one."""
    try:
        return job.work(connection), None
    except apsw.Error as error:
        return None, Unavailable(type(error).__name__)
    except Exception as fault:
        return None, fault


def _answer(group: Sequence[Job], answers: Sequence[Answer]) -> None:
    """Back to the loop in which they are awaited, all at once. Where it has ended nobody waits."""
    with contextlib.suppress(RuntimeError):
        group[0].awaited.get_loop().call_soon_threadsafe(_settle, group, answers)


def _settle(group: Sequence[Job], answers: Sequence[Answer]) -> None:
    for job, (value, error) in zip(group, answers, strict=True):
        if job.awaited.done():  # whoever asked has gone
            continue
        job.awaited.set_exception(error) if error else job.awaited.set_result(value)


# Lines -----------------------------------------------------------------------------------------
def _said(rows: Sequence[log.Row]) -> list[Said]:
    """Lines as they are kept: those of one command together."""
    assert [row.version for row in rows] == list(range(rows[0].version, rows[0].version + len(rows)))
    begins = [n for n, row in enumerate(rows) if n == 0 or row.move_id is not None]
    return [_command(rows[here:there]) for here, there in zip(begins, [*begins[1:], None], strict=True)]


def _command(rows: Sequence[log.Row]) -> Said:
    first = rows[0]
    key = packed(first.move_id) if first.move_id is not None else first.version
    return key, first.version, packed(first.digest), log.encode([row.event for row in rows])


def _insert(connection: apsw.Connection, game: int, said: Sequence[Said], players: Sequence[str]) -> None:
    """Lines of a log, and the table in the lists of these players; who is no guest has no list."""
    for line in said:
        connection.execute("INSERT INTO lines VALUES (?, ?, ?, ?, ?)", (game, *line))
    listed = "INSERT OR IGNORE INTO members (player, game) SELECT number, ?2 FROM players WHERE id = ?1"
    for player in players:
        connection.execute(listed, (player, game))


def _lines(connection: apsw.Connection, game: int) -> list[Any]:
    asked = "SELECT version, command, digest, body FROM lines WHERE game = ?"
    try:
        return connection.execute(asked, (game,)).fetchall()
    except apsw.CorruptError as broken:
        raise Unreadable(str(broken)) from None


def _rows(lines: Sequence[Any]) -> tuple[log.Row, ...]:
    """The lines again. Raises Unreadable."""
    found: list[log.Row] = []
    try:
        for version, command, digest, body in sorted(lines, key=itemgetter(0)):
            events = log.decode(body)
            found.append(log.Row(version, events[0], _named(command), plain(digest)))
            if len(events) > 1:
                found += [log.Row(version + n, event) for n, event in enumerate(events[1:], 1)]
    except (msgspec.MsgspecError, LookupError) as unknown:
        raise Unreadable(str(unknown)) from None
    return tuple(found)


def _named(command: bytes | str | int) -> str | None:
    return None if isinstance(command, int) else plain(command)
