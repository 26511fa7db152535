"""The store in PostgreSQL, for several servers that share it: each table has one keeper at a time.

A commit carries the token of whoever claimed the table; where another server has claimed it since, the
database refuses it, however late it comes. All statements of a group and its commit go out in one flush.
The database has to sync (fsync=on), and every commit waits for it.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import time
from collections.abc import Callable, Sequence
from typing import Any, LiteralString, TypeVar, cast

import psycopg
from psycopg import errors

from kritzel.game import Text
from kritzel.server.store import (
    Conflict,
    Elsewhere,
    Kept,
    Lost,
    Player,
    Unavailable,
    Unreadable,
    Unusable,
    forgetting,
)
from kritzel.server.store import lines as texts
from kritzel.server.store import postgres_schema as schema
from kritzel.server.store.leases import CHANNEL, Leases, LetGo
from kritzel.server.store.placing import place
from kritzel.server.store.postgres_forgetting import Forgetting
from kritzel.server.store.writing import Answer, Job, Writer
from kritzel.server.table import log

FRESH = 1.0
"""Seconds for which a commit proves that one can write."""
PATIENCE = 8.0
"""Seconds to wait for a table that another server keeps: longer than a dead one counts as alive."""
FIRST_WAIT, LONGEST_WAIT = 0.02, 0.5
"""How soon it is asked for again, and how soon at last."""
OPTIONS = (
    "-c search_path=kritzel -c synchronous_commit=on -c lock_timeout=2s -c statement_timeout=20s "
    "-c idle_in_transaction_session_timeout=5s -c default_transaction_isolation=read\\ committed"
)
"""Durable; and nobody waits for ever for somebody who was stopped in the middle of something."""
CREATE: LiteralString = """
WITH laid AS (INSERT INTO tables (name, seed, version, summary)
    VALUES (%(table)s, %(seed)s, %(version)s, %(summary)s)
    ON CONFLICT (name) DO NOTHING RETURNING number),
"""
GO_ON: LiteralString = """
WITH laid AS (UPDATE tables SET version = %(version)s, summary = coalesce(%(summary)s, summary), day = %(day)s
    WHERE name = %(table)s AND version = %(before)s AND token = %(token)s RETURNING number),
"""
"""A log goes on from where the writer believes it to end, by whoever keeps it, or not at all."""
INTO: LiteralString = """
said AS (INSERT INTO lines (game, version, command, digest, body, token)
    SELECT laid.number, line.*, %(token)s FROM laid,
    unnest(%(versions)s::integer[], %(commands)s::text[], %(digests)s::text[], %(bodies)s::bytea[]) AS line),
listed AS (INSERT INTO members (player, game) SELECT players.number, laid.number FROM laid, players
    WHERE players.id = ANY(%(players)s::text[]) ON CONFLICT DO NOTHING)
SELECT number FROM laid
"""
CLAIM: LiteralString = """
WITH there AS (SELECT number, wanted, owner IS NULL OR owner = %(me)s OR NOT EXISTS (SELECT FROM servers
        WHERE servers.number = tables.owner AND until > clock_timestamp()) AS free
    FROM tables WHERE name = %(table)s FOR UPDATE),
claimed AS (UPDATE tables SET token = token + there.free::integer, wanted = NOT there.free,
        owner = CASE WHEN there.free THEN %(me)s ELSE owner END
    FROM there WHERE tables.number = there.number AND (there.free OR NOT there.wanted) RETURNING token)
SELECT there.free, claimed.token FROM there LEFT JOIN claimed ON true
"""
LOAD: LiteralString = """
SELECT seed, lines.version, coalesce(command, ''), command IS NULL, digest, body
FROM tables LEFT JOIN lines ON game = number WHERE name = %s
"""
DELETE: LiteralString = """
WITH gone AS (DELETE FROM tables WHERE name = %s RETURNING number),
said AS (DELETE FROM lines USING gone WHERE game = gone.number)
DELETE FROM members USING gone WHERE game = gone.number
"""
LISTED: LiteralString = """
SELECT summary FROM players AS p JOIN members AS m ON m.player = p.number
JOIN tables AS t ON t.number = m.game WHERE p.id = %s ORDER BY m.number DESC
"""
ENTER: LiteralString = """
WITH entered AS (INSERT INTO players (id, name) VALUES (%s, %s) RETURNING number)
INSERT INTO devices SELECT %s, number FROM entered
"""
TAKE: LiteralString = """
WITH taken AS (DELETE FROM links WHERE token = %s RETURNING player, until)
SELECT id, until FROM taken JOIN players ON number = player
"""

T = TypeVar("T")
Connection = psycopg.Connection[Any]
Asked = Callable[[], Any]
"""Sent, not answered yet: reads the answer."""


class PostgresStore(Forgetting):
    """Tables and players in a database. Make it with its address and a name for this server; `close` it."""

    def __init__(self, url: str, name: str, number: int = 0, of: int = 1) -> None:
        self._url = url
        self._number, self._of = number, of
        self._wrote, self.commits = -math.inf, 0
        self._connection = self._first()
        self._leases = Leases(self._connected, name)
        self._writer = Writer(self)

    def _first(self) -> Connection:
        """The connection, or in words why there is none. Raises Unusable."""
        try:
            connection = self._connected()
        except psycopg.Error as error:
            why = str(error).strip()
            de, en = f"Die Datenbank antwortet nicht: {why}", f"The database does not answer: {why}"
            raise Unusable(Text(de, en)) from None
        try:
            schema.prepare(connection)
        except psycopg.Error as error:
            connection.close()
            why = str(error).strip()
            de, en = f"Die Datenbank taugt nicht dafür: {why}", f"The database cannot be used: {why}"
            raise Unusable(Text(de, en)) from None
        except Unusable:
            connection.close()
            raise
        return connection

    def _connected(self) -> Connection:
        return psycopg.connect(self._url, autocommit=True, connect_timeout=3, options=OPTIONS)

    # As a desk: called by the thread -----------------------------------------------------------
    def write(self, jobs: Sequence[Job]) -> list[Answer]:
        """All jobs in one transaction; where one of them breaks something, each in its own."""
        try:
            return self._together(jobs)
        except (psycopg.OperationalError, psycopg.InterfaceError) as error:
            if not self._usable():  # nobody knows how far it came
                return [(None, Unavailable(type(error).__name__))] * len(jobs)
        except Exception:  # nothing is written yet
            self._take_back()
        return [self._alone(job) for job in jobs]

    def _together(self, jobs: Sequence[Job]) -> list[Answer]:
        with self._ready().pipeline():
            self._connection.execute("BEGIN")
            asked: list[Asked] = [job.work(self._connection) for job in jobs]
            done = self._connection.execute("COMMIT")
        if done.statusmessage != "COMMIT":
            raise psycopg.DatabaseError(done.statusmessage or "")
        self._wrote, self.commits = time.monotonic(), self.commits + 1
        return [_read(each) for each in asked]

    def _alone(self, job: Job) -> Answer:
        try:
            return self._together([job])[0]
        except errors.IntegrityError as broken:
            self._take_back()
            return None, Conflict(str(broken))
        except psycopg.Error as error:
            self._take_back()
            return None, Unavailable(type(error).__name__)
        except Exception as fault:
            self._take_back()
            return None, fault

    def look(self, job: Job) -> Answer:
        """What a job answers that changes nothing. It comes after the commit, and cannot break one."""
        try:
            return _read(job.work(self._ready()))
        except errors.DataCorrupted as broken:
            return None, Unreadable(str(broken))
        except psycopg.Error as error:
            self._take_back()
            return None, Unavailable(type(error).__name__)
        except Exception as fault:
            return None, fault

    def leave(self) -> None:
        """Let go of the database."""
        with contextlib.suppress(psycopg.Error):
            self._connection.close()

    def _ready(self) -> Connection:
        """A connection that is not known to be broken. Raises psycopg.Error."""
        if self._connection.closed:
            self._connection = self._connected()
        return self._connection

    def _usable(self) -> bool:
        """Whether the database can go on after an error; whatever was begun is taken back."""
        self._take_back()
        return not self._connection.closed

    def _take_back(self) -> None:
        try:
            self._connection.execute("ROLLBACK")
        except psycopg.Error:
            self._connection.close()

    async def _ask(self, statement: LiteralString, values: Any = (), *, looks: bool = False) -> list[Any]:
        """What a statement answers."""

        def work(connection: Connection) -> Asked:
            return connection.execute(statement, values).fetchall

        return cast("list[Any]", await self._writer.do(work, looks=looks))

    async def _run(self, statement: LiteralString, *values: Any) -> int:
        """How many rows a statement changes."""

        def work(connection: Connection) -> Asked:
            cursor = connection.execute(statement, values)
            return lambda: cursor.rowcount

        return cast(int, await self._writer.do(work))

    def keeps(self, table: str) -> bool:
        """Whether a new table of this name shall be kept here: names are dealt out among workers."""
        return place(table, self._of) == self._number

    # Keeping tables ----------------------------------------------------------------------------
    async def claim(self, table: str) -> int:
        """Keep a table from now on; whoever keeps it is asked to let go of it. Elsewhere, Unavailable."""
        end, wait = time.monotonic() + PATIENCE, FIRST_WAIT
        while True:
            found = await self._ask(CLAIM, {"table": table, "me": self._leases.number})
            if not found:
                return 0
            if found[0][0]:
                return int(found[0][1])
            if time.monotonic() > end:
                raise Elsewhere(table[:6])
            if wait == FIRST_WAIT:
                await self._ask("SELECT pg_notify(%s, '')", (CHANNEL,))
            await asyncio.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT)

    async def release(self, table: str, token: int) -> None:
        """Anybody may keep it."""
        freed: LiteralString = "UPDATE tables SET owner = NULL, wanted = false WHERE name = %s AND token = %s"
        with contextlib.suppress(Unavailable):
            await self._run(freed, table, token)

    def attend(self, let_go: LetGo) -> None:
        """Who is told that others want tables."""
        self._leases.attend = let_go

    # Tables ------------------------------------------------------------------------------------
    async def create(self, table: str, kept: Kept, players: Sequence[str], summary: bytes) -> None:
        """A new table, in the lists of these players. Conflict where there is one of this name."""
        if not await self._ask(CREATE + INTO, laid(table, kept, players, summary)):
            raise Conflict("there is a table of this name")

    async def append(
        self,
        table: str,
        rows: Sequence[log.Row],
        players: Sequence[str] = (),
        summary: bytes = b"",
        token: int = 0,
    ) -> None:
        """More lines of a log; `players` get the table in their lists. Conflict, Lost, Unavailable."""
        on = {"table": table, "token": token, "before": rows[0].version - 1, "version": rows[-1].version}
        on["day"] = forgetting.today()
        if await self._ask(GO_ON + INTO, on | {"summary": summary or None} | _said(rows, players)):
            return
        found = await self._ask("SELECT token FROM tables WHERE name = %s", (table,), looks=True)
        if found and found[0][0] != token:
            raise Lost("another server keeps the table")
        raise Conflict("the table is gone, or has gone on")

    async def load(self, table: str) -> Kept | None:
        """A table, or None. Unreadable."""
        found = await self._ask(LOAD, (table,), looks=True)
        if not found:
            return None
        lines = [
            (version, version if nameless else command, digest, body)
            for _, version, command, nameless, digest, body in found
            if version is not None
        ]
        return Kept(found[0][0], texts.rows(lines))

    async def pack(self, table: str) -> None:
        """Rows stay as they are: they carry the tokens of who wrote them."""

    async def delete(self, table: str) -> None:
        """Forget a table."""
        await self._run(DELETE, table)

    async def tables_of(self, player: str) -> list[bytes]:
        """The summaries of a player's tables, newest first."""
        return [bytes(row[0]) for row in await self._ask(LISTED, (player,), looks=True)]

    # Players -----------------------------------------------------------------------------------
    async def add_player(self, player: Player, secret: str) -> None:
        """A new guest with a first device; `secret` is a hash."""
        await self._run(ENTER, *player, secret)

    async def add_device(self, player: str, secret: str) -> None:
        """One more device of a guest."""
        await self._make_room_for_device(player)
        await self._run("INSERT INTO devices SELECT %s, number FROM players WHERE id = %s", secret, player)

    async def player_of(self, secret: str) -> Player | None:
        """Whose device this is."""
        asked: LiteralString = (
            "SELECT id, name, day FROM devices JOIN players ON number = player WHERE secret = %s"
        )
        found = await self._ask(asked, (secret,), looks=True)
        if found and found[0][2] != (today := forgetting.today()):
            with contextlib.suppress(Unavailable):  # another day
                await self._run("UPDATE devices SET day = %s WHERE secret = %s", today, secret)
        return Player(*found[0][:2]) if found else None

    async def rename(self, player: str, name: str) -> None:
        """A guest takes another name."""
        await self._run("UPDATE players SET name = %s WHERE id = %s", name, player)

    async def add_link(self, token: str, player: str, until: float) -> None:
        """A link to carry a guest to another device; `token` is a hash, `until` seconds since 1970."""
        await self._make_room_for_link(player, until)
        added: LiteralString = "INSERT INTO links SELECT %s, number, %s FROM players WHERE id = %s"
        await self._run(added, token, until, player)

    async def take_link(self, token: str, now: float) -> str | None:
        """The guest of a link, once and in time."""
        found = await self._ask(TAKE, (token,))
        return str(found[0][0]) if found and found[0][1] > now else None

    # Itself ------------------------------------------------------------------------------------
    async def ping(self) -> None:
        """Write something, unless somebody just did. Unavailable."""
        if time.monotonic() - self._wrote > FRESH or not self._writer.alive:
            await self._run("UPDATE servers SET pulse = pulse + 1 WHERE number = %s", self._leases.number)

    async def close(self) -> None:
        """Finish what was begun; all tables are free."""
        closing = asyncio.ensure_future(asyncio.to_thread(self._leases.close))
        with contextlib.suppress(Unavailable):
            await self._ask("SELECT pg_notify(%s, '')", (CHANNEL,))
        await closing
        await self._writer.close()


def _read(asked: Asked) -> Answer:
    try:
        return asked(), None
    except psycopg.Error as error:
        return None, Unavailable(type(error).__name__)


def laid(table: str, kept: Kept, players: Sequence[str], summary: bytes) -> dict[str, Any]:
    """What a new table is made of."""
    new = {"table": table, "seed": kept.seed, "version": kept.rows[-1].version, "summary": summary}
    return new | {"token": 0} | _said(kept.rows, players)


def _said(rows: Sequence[log.Row], players: Sequence[str]) -> dict[str, Any]:
    """Lines as they are kept: those of one command together."""
    said = texts.commands(rows)
    return {
        "versions": [first.version for first, _ in said],
        "commands": [first.move_id for first, _ in said],
        "digests": [first.digest for first, _ in said],
        "bodies": [body for _, body in said],
        "players": list(players),
    }
