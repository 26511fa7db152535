"""What a database of tables looks like in PostgreSQL, and how it is brought up to date.

Everything lies in a schema of its own, so that a database may be shared. Two things make sure that of two
writers one wins: the keys of `lines`, and `tables`, whose row only moves on from the version a writer
believed, with the token of whoever keeps the table now.
"""

from __future__ import annotations

from typing import Any, LiteralString

import psycopg

from kritzel.game import Text
from kritzel.server.store import Unusable

SCHEMA = "kritzel"
LOCK = 0x4B72747A
"""Of several servers that start together one brings the database up to date."""
MIGRATIONS: tuple[LiteralString, ...] = (
    """
CREATE TABLE servers (number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL UNIQUE,
    until timestamptz NOT NULL, pulse bigint NOT NULL DEFAULT 0);
CREATE TABLE tables (number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text NOT NULL UNIQUE,
    seed bytea NOT NULL, version integer NOT NULL, summary bytea NOT NULL,
    token bigint NOT NULL DEFAULT 0, owner bigint, wanted boolean NOT NULL DEFAULT false)
    WITH (fillfactor = 70);
CREATE INDEX wanted ON tables (owner) WHERE wanted;
CREATE TABLE lines (game bigint NOT NULL, version integer NOT NULL, command text, digest text NOT NULL,
    body bytea NOT NULL, token bigint NOT NULL, PRIMARY KEY (game, version), UNIQUE (game, command));
CREATE TABLE players (number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, id text NOT NULL UNIQUE,
    name text NOT NULL);
CREATE TABLE members (number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, player bigint NOT NULL,
    game bigint NOT NULL, UNIQUE (player, game));
CREATE INDEX guests ON members (game);
CREATE TABLE devices (secret text PRIMARY KEY, player bigint NOT NULL);
CREATE TABLE links (token text PRIMARY KEY, player bigint NOT NULL, until double precision NOT NULL);
""",
    """
ALTER TABLE tables ADD COLUMN day integer NOT NULL DEFAULT (extract(epoch FROM now())::bigint / 86400);
ALTER TABLE devices ADD COLUMN day integer NOT NULL DEFAULT (extract(epoch FROM now())::bigint / 86400);
CREATE INDEX untouched ON tables (day);
CREATE INDEX carried ON devices (player);
""",
)
"""Each brings a database from the version of its place to the next. Never change one that was released."""

_NEWER = Text(
    "Ein neueres Kritzel hat diese Datenbank geschrieben. Nimm dieses, oder eine andere Datenbank.",
    "A newer Kritzel wrote this database. Use that one, or another database.",
)
_FORGETFUL = Text(
    "Diese Datenbank kann nach einem Stromausfall Züge vergessen haben (fsync=off). Stelle fsync=on ein.",
    "This database may forget moves in a power cut (fsync=off). Set fsync=on.",
)


def prepare(connection: psycopg.Connection[Any]) -> None:
    """Tables in a new database, an older one brought up to date: wholly, or not at all. Raises Unusable."""
    if _asked(connection, "SELECT current_setting('fsync')") != "on":
        raise Unusable(_FORGETFUL)
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (LOCK,))
        connection.execute("CREATE SCHEMA IF NOT EXISTS kritzel")
        connection.execute("CREATE TABLE IF NOT EXISTS kritzel.written (version integer NOT NULL)")
        version = written(connection)
        if version > len(MIGRATIONS):
            raise Unusable(_NEWER)
        for number, step in enumerate(MIGRATIONS[version:], version + 1):
            connection.execute("SET LOCAL search_path = kritzel")
            connection.execute(step)
            connection.execute("INSERT INTO written VALUES (%s)", (number,))


def written(connection: psycopg.Connection[Any]) -> int:
    """Of which version a database is; 0: there is nothing of ours in it."""
    if _asked(connection, "SELECT to_regclass('kritzel.written') IS NULL"):
        return 0
    return int(_asked(connection, "SELECT coalesce(max(version), 0) FROM kritzel.written"))


def _asked(connection: psycopg.Connection[Any], question: LiteralString) -> Any:
    found = connection.execute(question).fetchone()
    assert found is not None
    return found[0]
