"""The store in SQL: one list of migrations, and the same statements for SQLite and PostgreSQL.

Whatever must not happen violates a constraint, so a batch of statements needs no answer in between and a
whole group of commands travels to PostgreSQL at once. Two constraints make sure that of two writers one wins:
the primary key of `lines`, and `tables.version`, which becomes NULL where a writer believed something else.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from kritzel.game import Text
from kritzel.server.metrics import Metrics
from kritzel.server.settings import Keep
from kritzel.server.store import (
    Conflict,
    LogRow,
    Lost,
    Player,
    StoredTable,
    Unavailable,
    Unreadable,
    Unusable,
    codec,
)
from kritzel.server.store.codec import StoredLine
from kritzel.server.store.writer import Driver, Rows, Statement, Writer

MIGRATIONS: tuple[str, ...] = (
    """
CREATE TABLE pulse (beats BIGINT NOT NULL);
INSERT INTO pulse VALUES (0);
CREATE TABLE servers (number {id}, name TEXT NOT NULL UNIQUE, until {time} NOT NULL);
CREATE TABLE tables (number {id}, name TEXT NOT NULL UNIQUE, seed {bytes} NOT NULL, version INTEGER NOT NULL,
    summary {bytes} NOT NULL, day INTEGER NOT NULL, token BIGINT NOT NULL DEFAULT 0, owner BIGINT,
    wanted BOOLEAN NOT NULL DEFAULT FALSE){updated};
CREATE INDEX tables_by_day ON tables (day);
CREATE INDEX tables_wanted ON tables (owner) WHERE wanted;
CREATE TABLE lines (game BIGINT NOT NULL REFERENCES tables (number) ON DELETE CASCADE, command TEXT NOT NULL,
    version INTEGER NOT NULL, digest TEXT NOT NULL, body {bytes} NOT NULL, token BIGINT NOT NULL,
    PRIMARY KEY (game, command)){keyed};
CREATE TABLE players (number {id}, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL);
CREATE TABLE members (number {id}, player BIGINT NOT NULL REFERENCES players (number) ON DELETE CASCADE,
    game BIGINT NOT NULL REFERENCES tables (number) ON DELETE CASCADE, UNIQUE (player, game));
CREATE INDEX members_by_game ON members (game);
CREATE TABLE devices (secret TEXT NOT NULL PRIMARY KEY,
    player BIGINT NOT NULL REFERENCES players (number) ON DELETE CASCADE, day INTEGER NOT NULL){keyed};
CREATE INDEX devices_by_player ON devices (player);
CREATE TABLE links (token TEXT NOT NULL PRIMARY KEY,
    player BIGINT NOT NULL REFERENCES players (number) ON DELETE CASCADE,
    until DOUBLE PRECISION NOT NULL){keyed};
CREATE INDEX links_by_player ON links (player);
""",
)
"""Each step brings a file or database from the version of its place to the next. Never change a released one.

Words in braces are the types of the database. `day`: when it was last used, in days since 1970.
`token`, `owner` and `wanted` are for several servers that share PostgreSQL.
"""
COPIED = ("tables", "players", "members", "devices", "links", "lines")
"""What a backup holds, each after those it refers to; the rest belongs to running servers."""

FRESH_S = 1.0
"""How long a commit proves that the store can write: frequent checks need no commit of their own."""
MAX_DEVICES, MAX_LINKS = 30, 5
"""Devices and open links of a guest; the oldest make room."""
LINK_GRACE_S = 3600
"""Links that ended longer ago are deleted when another one is stored."""
GUESTS_PER_SLICE = 2000
"""Guests that `forget_old` looks at in one go."""
TABLES_PER_SLICE = 100
"""Tables that `old_tables` returns in one go."""
NO_LIMIT = 1_000_000_000
"""SQLite has no OFFSET without a LIMIT."""

MIGRATED = "Die Tische sind jetzt auf dem neuen Stand. / The tables were brought up to date."
"""Logged before anybody has chosen a language."""
NEWER = Text(
    "Das hat ein neueres Kritzel geschrieben. Nimm dieses, oder eine andere Datei oder Datenbank.",
    "A newer Kritzel wrote this. Use that one, or another file or database.",
)

CREATE = """
INSERT INTO tables (name, seed, version, summary, day) VALUES (:table, :seed, :version, :summary, :day)
"""
CONTINUE = """
UPDATE tables SET version = CASE WHEN version = :before AND token = :token THEN :version END,
    summary = coalesce(:summary, summary) WHERE name = :table
"""
"""A log goes on from where the writer believes it to end, by its owner; else NOT NULL is violated."""
TOUCH = "UPDATE tables SET day = :day WHERE name = :table AND day <> :day"
ADD_LINE = """
INSERT INTO lines (game, command, version, digest, body, token)
VALUES ((SELECT number FROM tables WHERE name = :table), :command, :version, :digest, :body, :token)
"""
ADD_MEMBER = """
INSERT INTO members (player, game) SELECT p.number, t.number FROM players AS p, tables AS t
WHERE p.id = :player AND t.name = :table ON CONFLICT DO NOTHING
"""
LOAD = """
SELECT t.seed, t.version, l.version, l.command, l.digest, l.body, l.token
FROM tables AS t LEFT JOIN lines AS l ON l.game = t.number WHERE t.name = :table
"""
REPLACE = """
UPDATE tables SET version = CASE WHEN version = :version THEN version END,
    summary = coalesce(:summary, summary) WHERE name = :table
"""
NO_LINES = "DELETE FROM lines WHERE game = (SELECT number FROM tables WHERE name = :table)"
TABLES_OF = """
SELECT summary FROM players AS p JOIN members AS m ON m.player = p.number
JOIN tables AS t ON t.number = m.game WHERE p.id = :player ORDER BY m.number DESC
"""
ADD_DEVICE = """
INSERT INTO devices (secret, player, day) SELECT :secret, number, :day FROM players WHERE id = :player
"""
FEWER_DEVICES = """
DELETE FROM devices WHERE secret IN (SELECT secret FROM devices JOIN players ON number = player
    WHERE id = :player ORDER BY day DESC LIMIT :all OFFSET :kept)
"""
FEWER_LINKS = """
DELETE FROM links WHERE until < :ended OR token IN (SELECT token FROM links JOIN players ON number = player
    WHERE id = :player ORDER BY until DESC LIMIT :all OFFSET :kept)
"""
ADD_LINK = """
INSERT INTO links (token, player, until) SELECT :token, number, :until FROM players WHERE id = :player
"""
TAKE_LINK = """
DELETE FROM links WHERE token = :token
RETURNING (SELECT id FROM players WHERE number = links.player), until
"""
OTHER_DEVICES = """
DELETE FROM devices WHERE player = (SELECT number FROM players WHERE id = :player) AND secret <> :secret
"""
LINKS_OF = "DELETE FROM links WHERE player = (SELECT number FROM players WHERE id = :player)"
FORGET_MEMBER = """
DELETE FROM members WHERE player = (SELECT number FROM players WHERE id = :player)
    AND game = (SELECT number FROM tables WHERE name = :table)
"""
OLD_DEVICES = "DELETE FROM devices WHERE day < :before AND player > :since AND player <= :until"
OLD_PLAYERS = """
DELETE FROM players WHERE number > :since AND number <= :until
    AND NOT EXISTS (SELECT 1 FROM members AS m WHERE m.player = players.number)
    AND NOT EXISTS (SELECT 1 FROM devices AS d WHERE d.player = players.number AND d.day >= :before)
"""


def today() -> int:
    """Days since 1970, by UTC."""
    return int(time.time() // 86400)


def version_of(execute: Callable[[str], Rows]) -> int:
    """The version of a database that has the table `written`."""
    return int(execute("SELECT coalesce(max(version), 0) FROM written")[0][0])


def migrate(execute: Callable[[str], Rows], types: Mapping[str, str]) -> bool:
    """Bring a database up to date, in the transaction of the caller; whether it was an older one.

    Raises Unusable where it is newer.
    """
    execute("CREATE TABLE IF NOT EXISTS written (version INTEGER NOT NULL)")
    version = version_of(execute)
    if version > len(MIGRATIONS):
        raise Unusable(NEWER)
    for number, step in enumerate(MIGRATIONS[version:], version + 1):
        execute(step.format(**types))
        execute(f"INSERT INTO written VALUES ({number})")
    return 0 < version < len(MIGRATIONS)


class TableExport(NamedTuple):
    """A table of an exported text: the `line` where it begins, and who has it in their lists (id: name)."""

    line: int
    name: str
    stored: StoredTable
    players: dict[str, str]
    summary: bytes


class Store:
    """Tables, players and their devices in a database. Every call may raise Unavailable."""

    def __init__(self, driver: Driver) -> None:
        self._driver = driver
        self.metrics = Metrics()
        """Of the server that uses the store."""
        self._writer = Writer(driver, self.metrics)

    @property
    def commits(self) -> int:
        return self._writer.commits

    async def _write(self, *batch: Statement) -> list[Rows]:
        return await self._writer.write(batch)

    async def _run(self, statement: str, **values: Any) -> Rows:
        return (await self._write((statement, values)))[0]

    async def _read(self, statement: str, **values: Any) -> Rows:
        try:
            return await self._writer.read(lambda: self._driver.read(statement, values))
        except Unreadable as damaged:
            raise Unavailable(str(damaged)) from None

    async def _read_log(self, table: str) -> Rows:
        """What LOAD finds. Raises Unreadable: a damaged page with a log in it affects no other table."""
        return await self._writer.read(lambda: self._driver.read(LOAD, {"table": table}))

    # Owning: a store that one server has for itself needs nothing of it --------------------------
    async def claim(self, table: str) -> int:
        """Own a table from now on; returns the token for `append`. Raises Elsewhere.

        What is loaded after it is complete: writes with an older token are refused.
        """
        return 0

    async def release(self, table: str, token: int) -> None:
        """Own a table no longer, unless it was claimed again since. Never raises."""

    def on_wanted(self, call: Callable[[Sequence[str] | None], None]) -> None:
        """Call this, from any thread, with tables that other servers want; None: all may be lost."""

    # Tables ------------------------------------------------------------------------------------
    async def create(self, table: str, stored: StoredTable, players: Sequence[str], summary: bytes) -> None:
        """Store a new table and add it to the lists of these players. Raises Conflict."""
        await self._write(*_create_statements(table, stored, players, summary))

    async def append(
        self,
        table: str,
        rows: Sequence[LogRow],
        players: Sequence[str] = (),
        summary: bytes = b"",
        token: int = 0,
    ) -> None:
        """Append to a log; `players` get the table in their lists. Raises Conflict, Lost.

        `summary` is a cache for lists and never read to play on; empty: it stays as it is.
        """
        name, versions = {"table": table}, {"before": rows[0].version - 1, "version": rows[-1].version}
        try:
            await self._write(
                (CONTINUE, name | versions | {"token": token, "summary": summary or None}),
                (TOUCH, name | {"day": today()}),
                *_line_statements(table, codec.encode(rows, token)),
                *_member_statements(table, players),
            )
        except Conflict:
            found = await self._read("SELECT token FROM tables WHERE name = :table", **name)
            if found and found[0][0] != token:
                raise Lost("another server owns the table") from None
            raise

    async def load(self, table: str) -> StoredTable | None:
        """A table, or None. Raises Unreadable, which affects no other table."""
        found = await self._read_log(table)
        return StoredTable(bytes(found[0][0]), codec.decode(_log_lines(found))) if found else None

    async def pack(self, table: str) -> None:
        """Store the log of a finished game in less room; only digests are lost. Raises Conflict."""
        if found := await self._read_log(table):
            await self._replace(table, found[0][1], _log_lines(found), None)

    async def rewrite(self, table: str, rows: Sequence[LogRow], summary: bytes) -> None:
        """Replace the events of a log by as many others, as when a player is forgotten. Raises Conflict."""
        await self._replace(table, rows[-1].version, codec.encode(rows), summary)

    async def _replace(
        self, table: str, version: int, lines: Sequence[StoredLine], summary: bytes | None
    ) -> None:
        """Put a packed log in the place of a log."""
        await self._write(
            (REPLACE, {"table": table, "version": version, "summary": summary}),
            (NO_LINES, {"table": table}),
            *_line_statements(table, codec.pack(lines)),
        )

    async def delete(self, table: str) -> None:
        await self._run("DELETE FROM tables WHERE name = :table", table=table)

    async def tables_of(self, player: str) -> list[bytes]:
        """The summaries of a player's tables, newest first."""
        return [bytes(row[0]) for row in await self._read(TABLES_OF, player=player)]

    async def exists(self, table: str) -> bool:
        return bool(await self._read("SELECT 1 FROM tables WHERE name = :table", table=table))

    async def import_tables(self, tables: Sequence[TableExport]) -> list[str]:
        """Store tables, all or none; returns the players who were not known. Raises Conflict."""
        add_player = """
            INSERT INTO players (id, name) VALUES (:id, :name) ON CONFLICT DO NOTHING RETURNING id"""
        batch = [
            (add_player, {"id": player, "name": name})
            for each in tables
            for player, name in each.players.items()
        ]
        for each in tables:
            batch += _create_statements(each.name, each.stored, [*each.players], each.summary)
        return [str(row[0]) for rows in await self._write(*batch) for row in rows]

    # Players -----------------------------------------------------------------------------------
    async def add_player(self, player: Player, secret: str) -> None:
        """Store a new guest with a first device; `secret` is a hash."""
        await self._write(
            ("INSERT INTO players (id, name) VALUES (:id, :name)", player._asdict()),
            (ADD_DEVICE, {"player": player.id, "secret": secret, "day": today()}),
        )

    async def add_device(self, player: str, secret: str) -> None:
        """Store one more device of a guest; the one unused for longest makes room."""
        await self._write(
            (FEWER_DEVICES, {"player": player, "all": NO_LIMIT, "kept": MAX_DEVICES - 1}),
            (ADD_DEVICE, {"player": player, "secret": secret, "day": today()}),
        )

    async def player_of(self, secret: str) -> Player | None:
        asked = "SELECT id, name, day FROM devices JOIN players ON number = player WHERE secret = :secret"
        found = await self._read(asked, secret=secret)
        if found and found[0][2] != (day := today()):
            with suppress(Unavailable):  # reading works where writing does not
                await self._run(
                    "UPDATE devices SET day = :day WHERE secret = :secret", day=day, secret=secret
                )
        return Player(*found[0][:2]) if found else None

    async def rename(self, player: str, name: str) -> None:
        await self._run("UPDATE players SET name = :name WHERE id = :player", player=player, name=name)

    async def add_link(self, token: str, player: str, until: float) -> None:
        """Store a link to another device; `token` is a hash, `until` seconds since 1970."""
        fewer = {"player": player, "ended": until - LINK_GRACE_S, "all": NO_LIMIT, "kept": MAX_LINKS - 1}
        await self._write(
            (FEWER_LINKS, fewer), (ADD_LINK, {"token": token, "player": player, "until": until})
        )

    async def take_link(self, token: str, now: float) -> str | None:
        """The guest of a link, once and in time."""
        found = await self._run(TAKE_LINK, token=token)
        return str(found[0][0]) if found and found[0][1] > now else None

    # Forgetting --------------------------------------------------------------------------------
    async def forget_player(self, player: str) -> None:
        """Delete a guest with their devices, links and lists; tables stay."""
        await self._run("DELETE FROM players WHERE id = :player", player=player)

    async def forget_device(self, secret: str) -> None:
        await self._run("DELETE FROM devices WHERE secret = :secret", secret=secret)

    async def forget_other_devices(self, player: str, secret: str) -> None:
        """Delete all devices of a guest but this one, and their links."""
        await self._write(
            (OTHER_DEVICES, {"player": player, "secret": secret}), (LINKS_OF, {"player": player})
        )

    async def forget_member(self, player: str, table: str) -> None:
        await self._run(FORGET_MEMBER, player=player, table=table)

    async def old_tables(self, keep: Keep, today: int) -> list[str]:
        """Some tables to be deleted, unused for too long; `today` in days since 1970. Empty: no more."""
        asked = "SELECT name FROM tables WHERE day < :before LIMIT :some"
        found = await self._read(asked, before=today - keep.tables, some=TABLES_PER_SLICE)
        return [str(row[0]) for row in found]

    async def forget_old(self, keep: Keep, today: int, since: int) -> int:
        """Delete old guests and devices of one slice; returns where the next one starts, 0 at the end."""
        until = since + GUESTS_PER_SLICE
        batch: list[Statement] = [("DELETE FROM links WHERE until < :now", {"now": time.time()})]
        if keep.devices:
            batch.append((OLD_DEVICES, {"before": today - keep.devices, "since": since, "until": until}))
        if keep.guests:
            batch.append((OLD_PLAYERS, {"before": today - keep.guests, "since": since, "until": until}))
        await self._write(*batch)
        last = await self._read("SELECT coalesce(max(number), 0) FROM players")
        return until if until < last[0][0] else 0

    # Itself ------------------------------------------------------------------------------------
    async def ping(self) -> None:
        """Prove that something can be written now."""
        if time.monotonic() - self._writer.last_commit > FRESH_S or not self._writer.alive:
            await self._run("UPDATE pulse SET beats = beats + 1")

    async def close(self) -> None:
        """Finish what was begun, then let go of the file or database."""
        await self._writer.close()


def _create_statements(
    table: str, stored: StoredTable, players: Sequence[str], summary: bytes
) -> list[Statement]:
    new = {"table": table, "seed": stored.seed, "version": stored.rows[-1].version, "summary": summary}
    lines = _line_statements(table, codec.encode(stored.rows))
    return [(CREATE, new | {"day": today()}), *lines, *_member_statements(table, players)]


def _line_statements(table: str, lines: Sequence[StoredLine]) -> list[Statement]:
    return [(ADD_LINE, {"table": table} | line._asdict()) for line in lines]


def _member_statements(table: str, players: Sequence[str]) -> list[Statement]:
    return [(ADD_MEMBER, {"table": table, "player": player}) for player in players]


def _log_lines(found: Rows) -> list[StoredLine]:
    """The lines that LOAD found. Raises Unreadable."""
    return codec.unpack([StoredLine(*row[2:]) for row in found if row[2] is not None])
