"""What a file of tables looks like, which version of it this is, and whether a file may be used as one.

Keys are numbers and secrets are bytes, so that a line of a log repeats nothing. The lines of one command
are one row; a row without a command has its version in that place. Two things make sure that of two writers
one wins: the primary key of `lines`, and `tables.version`, which only moves on from what a writer believed.
The second alone guards a log that is packed (`lines.pack`): whoever knows its version knows its commands.
"""

from __future__ import annotations

import logging
from typing import Any

import apsw

from kritzel.game import Text
from kritzel.server.store import Unusable
from kritzel.server.store.migrating import migrate

LOG = logging.getLogger("kritzel.store")
APPLICATION = int.from_bytes(b"Krtz")
"""Says in the head of the file whose it is."""
VERSION = 3
"""Of what is written below. Raise it with every change, and teach `migrating` the way."""
SCHEMA = """
CREATE TABLE tables (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE,
    seed BLOB NOT NULL, version INTEGER NOT NULL, summary BLOB NOT NULL, day INTEGER NOT NULL DEFAULT 0);
CREATE INDEX untouched ON tables (day);
CREATE TABLE lines (game INTEGER NOT NULL, command NOT NULL, version INTEGER NOT NULL,
    digest NOT NULL, body BLOB NOT NULL, PRIMARY KEY (game, command)) WITHOUT ROWID;
CREATE TABLE members (number INTEGER PRIMARY KEY, player INTEGER NOT NULL, game INTEGER NOT NULL,
    UNIQUE (player, game));
CREATE INDEX guests ON members (game);
CREATE TABLE players (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL);
CREATE TABLE devices (secret NOT NULL PRIMARY KEY, player INTEGER NOT NULL, day INTEGER NOT NULL DEFAULT 0)
    WITHOUT ROWID;
CREATE INDEX carried ON devices (player);
CREATE TABLE links (token NOT NULL PRIMARY KEY, player INTEGER NOT NULL, until REAL NOT NULL) WITHOUT ROWID;
CREATE TABLE pulse (beats INTEGER NOT NULL);
INSERT INTO pulse VALUES (0);
"""
DAYS = """
ALTER TABLE tables ADD COLUMN day INTEGER NOT NULL DEFAULT 0;
ALTER TABLE devices ADD COLUMN day INTEGER NOT NULL DEFAULT 0;
CREATE INDEX untouched ON tables (day);
CREATE INDEX carried ON devices (player);
"""
"""What version 2 added to version 1: on which day a table and a device were used last; 0: not known.

Version 3 added packed logs, in the same columns: logs that are not packed are as they were.
"""
DATED = 2
ADDED = {"tables": {"day"}, "devices": {"day"}}
FIRST = {
    "tables": {"id", "seed", "summary"},
    "events": {"game", "version", "seat", "move_id", "digest", "body"},
    "members": {"number", "player", "game"},
    "players": {"id", "name"},
    "devices": {"secret", "player"},
    "links": {"token", "player", "until"},
}
"""What the first files had, which did not say their version."""

NO_TABLES = Text("Das ist keine Datei mit Tischen.", "This is no file of tables.")
_NEWER = Text(
    "Ein neueres Kritzel hat diese Datei geschrieben. Nimm dieses, oder eine andere Datei mit --data.",
    "A newer Kritzel wrote this file. Use that one, or another file with --data.",
)
_LACKING = Text(
    "In dieser Datei fehlt: {what}. Nimm eine Sicherung von ihr, oder eine andere Datei mit --data.",
    "This file lacks: {what}. Use a backup of it, or another file with --data.",
)


def expect_ours(connection: apsw.Connection) -> None:
    """Look at a file before anything in it is changed. Raises Unusable."""
    written, there = version(connection), columns(connection)
    owner = _asked(connection, "PRAGMA application_id")
    if owner not in (0, APPLICATION) or (owner == 0 and there and not there.keys() & FIRST.keys()):
        raise Unusable(NO_TABLES)
    if written > VERSION:
        raise Unusable(_NEWER)
    if there or written:
        _expect_columns(_columns_of(written), there)


def prepare(connection: apsw.Connection, *, quietly: bool = False) -> None:
    """A new file gets its tables, an older one is brought up to date: wholly, or not at all."""
    if version(connection) == VERSION:
        return
    with connection:  # one transaction
        if columns(connection):
            if not quietly:
                LOG.warning("Die Datei der Tische wird erneuert. / The file of tables is brought up to date.")
            _bring_up_to_date(connection, version(connection))
        else:
            connection.execute(SCHEMA)
        connection.execute(f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {VERSION}")


def _bring_up_to_date(connection: apsw.Connection, written: int) -> None:
    if not written:
        migrate(connection, SCHEMA)
    elif written < DATED:
        connection.execute(DAYS)


def columns(connection: apsw.Connection) -> dict[str, set[str]]:
    """The columns of every table there is."""
    asked = """SELECT m.name, c.name FROM sqlite_schema AS m, pragma_table_info(m.name) AS c
        WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'"""
    found: dict[str, set[str]] = {}
    for table, column in connection.execute(asked):
        found.setdefault(str(table), set()).add(str(column))
    return found


def _columns_of(written: int) -> dict[str, set[str]]:
    """What a file of this version has."""
    if not written:
        return FIRST
    empty = apsw.Connection(":memory:")
    empty.execute(SCHEMA)
    later = ADDED if written < DATED else {}
    return {table: each - later.get(table, set()) for table, each in columns(empty).items()}


def _expect_columns(wanted: dict[str, set[str]], there: dict[str, set[str]]) -> None:
    lacking = [
        f"{table}.{column}"
        for table, each in sorted(wanted.items())
        for column in sorted(each - there.get(table, set()))
    ]
    if lacking:
        raise Unusable(_LACKING.filled(what=", ".join(lacking)))


def version(connection: apsw.Connection) -> int:
    """Of which version a file is."""
    return _asked(connection, "PRAGMA user_version")


def _asked(connection: apsw.Connection, question: str) -> int:
    found: list[Any] = connection.execute(question).fetchall()
    return int(found[0][0])
