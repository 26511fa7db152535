"""The store in one SQLite file: one connection, one thread, commits in groups; nothing is told before it.

WAL with synchronous=FULL: a commit that returned survives a power cut. The connection holds the file
alone (locking_mode=EXCLUSIVE) and does every checkpoint, so a second server cannot write beside it.
Events are written and read outside the thread: what one table cannot read is no trouble of the others.
"""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import apsw

from kritzel.game import Text
from kritzel.server.settings import Keep
from kritzel.server.store import (
    Conflict,
    InUse,
    Kept,
    Player,
    Unavailable,
    Unusable,
    forgetting,
    lines,
    schema,
)
from kritzel.server.store.packing import packed
from kritzel.server.store.writing import Answer, Job, Writer
from kritzel.server.table import log

NEWEST_BROKEN = (3, 51, 2)
"""SQLite up to this version can lose a WAL when two connections meet; refused."""
FRESH = 1.0
"""Seconds for which a commit proves that one can write, so that nobody is kept busy by being asked for it."""
ALONE = "locking_mode=EXCLUSIVE"
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "cache_size=-16000", "secure_delete=ON")
"""Durable; what is deleted is gone; 16 MB of the file in memory: where some hundred running logs end."""
GO_ON = """
UPDATE tables SET version = ?3, summary = coalesce(?4, summary) WHERE name = ?1 AND version = ?2
RETURNING number, day
"""
"""A log goes on from where the writer believes it to end, or not at all."""

LIST = """
INSERT INTO tables (name, seed, version, summary) VALUES (?1, x'', 0, ?2) ON CONFLICT (name) DO UPDATE SET
    summary = CASE excluded.summary WHEN x'' THEN summary ELSE excluded.summary END RETURNING number
"""

T = TypeVar("T")


class SqliteStore:
    """Tables and players in one file. Make it with a path; `close` it in the end."""

    def __init__(self, path: Path | str, vfs: str | None = None) -> None:
        _expect_sound_library()
        self.path = Path(path)
        self._path, self._vfs = str(path), vfs
        self._wrote, self.commits = -math.inf, 0
        self._connection = self._first()
        self._writer = Writer(self)

    def _first(self) -> apsw.Connection:
        """The connection, or in words why there is none. Raises Unusable."""
        if self._vfs is None:
            _keep_private(Path(self._path))
        try:
            return self._connected()
        except apsw.BusyError:
            raise InUse from None
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

    # As a desk: called by the thread -----------------------------------------------------------
    def write(self, jobs: Sequence[Job]) -> list[Answer]:
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
        self._wrote, self.commits = time.monotonic(), self.commits + 1
        return answers

    def _alone(self, job: Job) -> Answer:
        """What a job answers or did wrong itself, in a transaction of its own."""
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            value = job.work(self._connection)
            self._connection.execute("COMMIT")
            self.commits += 1
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

    def look(self, job: Job) -> Answer:
        """What a job answers that changes nothing. It comes after the commit, and cannot break one."""
        try:
            return job.work(self._connection), None
        except apsw.Error as error:
            return None, Unavailable(type(error).__name__)
        except Exception as fault:
            return None, fault

    def leave(self) -> None:
        """Let go of the file."""
        with contextlib.suppress(apsw.Error):
            self._connection.close()

    async def _do(self, job: Callable[[apsw.Connection], T], *, looks: bool = False) -> T:
        return await self._writer.do(job, looks=looks)

    # Tables ------------------------------------------------------------------------------------
    async def create(self, table: str, kept: Kept, players: Sequence[str], summary: bytes) -> None:
        """A new table, in the lists of these players. Conflict where there is one of this name."""
        said, laid = lines.said(kept.rows), (table, kept.seed, kept.rows[-1].version, summary)

        def job(connection: apsw.Connection) -> None:
            asked = "INSERT INTO tables (name, seed, version, summary, day) VALUES (?, ?, ?, ?, ?)"
            connection.execute(asked, (*laid, forgetting.today()))
            lines.insert(connection, connection.last_insert_rowid(), said, players)

        await self._do(job)

    def keeps(self, table: str) -> bool:
        """Any name will do."""
        return True

    async def claim(self, table: str) -> int:
        """Whoever has the file has all its tables."""
        return 0

    async def release(self, table: str, token: int) -> None:
        """Nobody else could take it."""

    def attend(self, let_go: Callable[[Sequence[str] | None], None]) -> None:
        """Nobody else wants a table."""

    async def append(
        self,
        table: str,
        rows: Sequence[log.Row],
        players: Sequence[str] = (),
        summary: bytes = b"",
        token: int = 0,
    ) -> None:
        """More lines of a log; `players` get the table in their lists. Conflict, Unavailable."""
        said, on = lines.said(rows), (table, rows[0].version - 1, rows[-1].version, summary or None)

        def job(connection: apsw.Connection) -> None:
            found: list[Any] = connection.execute(GO_ON, on).fetchall()
            if not found:
                raise apsw.ConstraintError("the table is gone, or has gone on")
            number, day = found[0]
            if day != (today := forgetting.today()):
                connection.execute("UPDATE tables SET day = ? WHERE number = ?", (today, number))
            lines.insert(connection, number, said, players)

        await self._do(job)

    async def load(self, table: str) -> Kept | None:
        """A table, or None. Unreadable."""

        def job(connection: apsw.Connection) -> tuple[bytes, list[Any]] | None:
            asked = "SELECT number, seed FROM tables WHERE name = ?"
            found: list[Any] = connection.execute(asked, (table,)).fetchall()
            return (found[0][1], lines.found(connection, found[0][0])) if found else None

        found = await self._do(job, looks=True)
        return Kept(found[0], lines.rows(found[1])) if found else None

    async def pack(self, table: str) -> None:
        """The log of a game that has ended in one row."""
        for (number,) in await self._look("SELECT number FROM tables WHERE name = ?", table):
            await self._do(partial(lines.pack, game=number))

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

    async def listed(self, table: str, players: Sequence[str], summary: bytes) -> None:
        """What lists say of a table whose log lies in another file; an empty `summary`: as it was."""

        def job(connection: apsw.Connection) -> None:
            number: list[Any] = connection.execute(LIST, (table, summary)).fetchall()
            lines.insert(connection, number[0][0], (), players)

        await self._do(job)

    async def summary_of(self, table: str) -> bytes:
        """What is kept beside a log for lists."""
        return bytes((await self._look("SELECT summary FROM tables WHERE name = ?", table))[0][0])

    # Players -----------------------------------------------------------------------------------
    async def add_player(self, player: Player, secret: str) -> None:
        """A new guest with a first device; `secret` is a hash."""

        def job(connection: apsw.Connection) -> None:
            connection.execute("INSERT INTO players (id, name) VALUES (?, ?)", tuple(player))
            device = packed(secret), connection.last_insert_rowid(), forgetting.today()
            connection.execute("INSERT INTO devices VALUES (?, ?, ?)", device)

        await self._do(job)

    async def add_device(self, player: str, secret: str) -> None:
        """One more device of a guest; the one that was not used for longest makes room."""

        def job(connection: apsw.Connection) -> None:
            forgetting.make_room_for_device(connection, player)
            added = "INSERT INTO devices SELECT ?2, number, ?3 FROM players WHERE id = ?1"
            connection.execute(added, (player, packed(secret), forgetting.today()))

        await self._do(job)

    async def player_of(self, secret: str) -> Player | None:
        """Whose device this is."""
        asked = "SELECT id, name, day FROM devices JOIN players ON number = player WHERE secret = ?"
        found = await self._look(asked, packed(secret))
        if found and found[0][2] != (today := forgetting.today()):
            with contextlib.suppress(Unavailable):  # another day
                await self._run("UPDATE devices SET day = ?2 WHERE secret = ?1", packed(secret), today)
        return Player(*found[0][:2]) if found else None

    async def rename(self, player: str, name: str) -> None:
        """A guest takes another name."""
        await self._run("UPDATE players SET name = ?2 WHERE id = ?1", player, name)

    async def add_link(self, token: str, player: str, until: float) -> None:
        """A link to carry a guest to another device; `token` is a hash, `until` seconds since 1970."""

        def job(connection: apsw.Connection) -> None:
            forgetting.make_room_for_link(connection, player, until)
            added = "INSERT INTO links SELECT ?1, number, ?3 FROM players WHERE id = ?2"
            connection.execute(added, (packed(token), player, until))

        await self._do(job)

    async def take_link(self, token: str, now: float) -> str | None:
        """The guest of a link, once and in time."""

        def job(connection: apsw.Connection) -> str | None:
            asked = "SELECT id, until FROM links JOIN players ON number = player WHERE token = ?"
            found: list[Any] = connection.execute(asked, (packed(token),)).fetchall()
            connection.execute("DELETE FROM links WHERE token = ?", (packed(token),))
            return str(found[0][0]) if found and found[0][1] > now else None

        return await self._do(job)

    # Forgetting --------------------------------------------------------------------------------
    async def forget_player(self, player: str) -> None:
        """A guest, their devices and links, and that they sat at tables; the tables stay."""
        await self._do(lambda connection: forgetting.guest(connection, player))

    async def forget_device(self, secret: str) -> None:
        """Nobody is known by this any more."""
        await self._run("DELETE FROM devices WHERE secret = ?", packed(secret))

    async def forget_other_devices(self, player: str, secret: str) -> None:
        """All devices of a guest but this one, and the links to more of them."""
        await self._do(lambda connection: forgetting.other_devices(connection, player, secret))

    async def retell(self, table: str, change: Callable[[log.Event], log.Event], summary: bytes) -> None:
        """The same log in other words, where `change` says so: the same lines, the same order."""
        asked = "SELECT number FROM tables WHERE name = ?"
        for (number,) in await self._look(asked, table):
            there = await self._do(lambda each, n=number: lines.found(each, n), looks=True)  # type: ignore[misc]
            other = forgetting.changed(there, change)

            def job(connection: apsw.Connection, number: int = number, other: Any = other) -> None:
                packed = lines.unpack(connection, number)
                for command, was, now in other:
                    told = "UPDATE lines SET body = ? WHERE game = ? AND command = ? AND body = ?"
                    connection.execute(told, (now, number, command, was))
                connection.execute("UPDATE tables SET summary = ? WHERE number = ?", (summary, number))
                if packed:
                    lines.pack(connection, number)

            await self._do(job)

    async def forget_old(self, keep: Keep, today: int, since: int) -> int:
        """A slice of the guests and devices that nobody has used for so long."""
        return await self._do(lambda connection: forgetting.old_guests(connection, keep, today, since))

    async def old_tables(self, keep: Keep, today: int) -> list[str]:
        """Some tables that nobody has used for so long."""
        return await self._do(lambda connection: forgetting.old_tables(connection, keep, today))

    async def forget_member(self, player: str, table: str) -> None:
        """A table is in the list of this player no longer."""
        await self._do(lambda connection: forgetting.member(connection, player, table))

    # Itself ------------------------------------------------------------------------------------
    async def ping(self) -> None:
        """Write something, unless somebody just did. Unavailable."""
        if time.monotonic() - self._wrote > FRESH or not self._writer.alive:
            await self._run("UPDATE pulse SET beats = beats + 1")

    async def close(self) -> None:
        """Finish what was begun and let go of the file."""
        await self._writer.close()

    async def aside(self, work: Callable[[apsw.Connection], T]) -> T:
        """Something that changes nothing, done between two commits: keep it short. Raises Unavailable."""
        return await self._do(work, looks=True)

    async def within(self, work: Callable[[apsw.Connection], T]) -> T:
        """Several changes that happen together or not at all. Raises what `work` does, Unavailable."""
        return await self._do(work)

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
