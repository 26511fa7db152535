"""A whole PostgreSQL database into one SQLite file, and back. Both have the same tables and columns.

What is read is one snapshot (REPEATABLE READ), so no player waits for it, and every move that was
acknowledged before it began is in it. What is written is one transaction.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

import apsw
import psycopg

from kritzel.game import Text
from kritzel.server.store import InUse, Unusable, postgres, sql, sqlite
from kritzel.server.store.backup import OnProgress, open_current
from kritzel.server.store.postgres import Connection
from kritzel.server.store.writer import Rows

CHUNK = 1000
"""Rows that are fetched at a time."""
FREE = "UPDATE tables SET token = 0, owner = NULL, wanted = FALSE"
"""No server owns a table of a copy."""
CONTINUE_NUMBERS = """
SELECT setval(pg_get_serial_sequence('kritzel.{table}', 'number'),
    greatest(1, (SELECT max(number) FROM {table})))
"""

_OLDER = Text(
    "Diese Datenbank ist von einem älteren Kritzel, oder leer. Starte erst einmal den Server mit ihr.",
    "This database is of an older Kritzel, or empty. Start the server with it once.",
)
_FULL = Text(
    "In dieser Datenbank sind schon Tische. Nimm eine leere, oder --force.",
    "There are tables in this database already. Choose an empty one, or --force.",
)
_USED = Text(
    "Ein Server benutzt diese Datenbank. Beende ihn erst.", "A server uses this database. Stop it first."
)


@contextmanager
def _connect(url: str) -> Iterator[Connection]:
    """A connection; its errors become Unusable."""
    with (
        postgres.explain_errors("Die Datenbank kann das nicht", "The database cannot do this"),
        psycopg.connect(url, connect_timeout=3, autocommit=True, options="-c search_path=kritzel") as made,
    ):
        yield made


def save(url: str, target: Path, on_progress: OnProgress = lambda done, of: None) -> None:
    """Copy everything that is in a database now into a new file, while others play. Raises Unusable."""
    target.touch(0o600, exist_ok=False)
    with _connect(url) as source, closing(apsw.Connection(str(target))) as file, source.transaction():
        source.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        if postgres.version(source) != len(sql.MIGRATIONS):
            raise Unusable(_OLDER)
        sqlite.prepare(file)
        done, of = 0, _count_rows(partial(postgres.execute, source))
        with file:
            for table in sql.COPIED:
                columns = _columns(file, table)
                marks = re.sub(r"\w+", "?", columns)
                with source.cursor(name=table) as cursor:
                    cursor.execute(f"SELECT {columns} FROM {table}".encode())
                    while rows := cursor.fetchmany(CHUNK):
                        file.executemany(f"INSERT INTO {table} ({columns}) VALUES ({marks})", rows)
                        on_progress(done := done + len(rows), of)
            sqlite.execute(file, FREE)


def restore(
    source: Path, url: str, when: str, *, force: bool, on_progress: OnProgress = lambda done, of: None
) -> str:
    """Copy a file into a database, all or nothing. Raises Unusable, InUse.

    Tables that were there are kept in another schema; returns its name, or nothing.
    """
    with open_current(source) as file, _connect(url) as target, target.transaction():
        postgres.execute(target, f"SELECT pg_advisory_xact_lock({postgres.MIGRATION_LOCK})")
        old_schema = _make_room(target, when, force=force)
        postgres.prepare(target)
        done, of = 0, _count_rows(partial(sqlite.execute, file))
        for table in sql.COPIED:
            columns = _columns(file, table)
            with target.cursor().copy(f"COPY {table} ({columns}) FROM STDIN".encode()) as copy:
                for row in file.execute(f"SELECT {columns} FROM {table}"):
                    copy.write_row(row)
                    on_progress(done := done + 1, of)
            if "number" in columns:
                postgres.execute(target, CONTINUE_NUMBERS.format(table=table))
        postgres.execute(target, FREE)
    return old_schema


def _make_room(target: Connection, when: str, *, force: bool) -> str:
    """Rename a schema that is there; returns its new name. Raises Unusable, InUse."""
    if not postgres.version(target):
        return ""
    if postgres.execute(target, "SELECT 1 FROM servers WHERE until > clock_timestamp()"):
        raise InUse(_USED)
    if not force and _count_rows(partial(postgres.execute, target)):
        raise Unusable(_FULL)
    old_schema = f"kritzel_before_{when.replace('-', '_')}"
    postgres.execute(target, f"ALTER SCHEMA kritzel RENAME TO {old_schema}")
    return old_schema


def _columns(file: apsw.Connection, table: str) -> str:
    return ", ".join(sorted(sqlite.columns(file)[table]))


def _count_rows(execute: Callable[[str], Rows]) -> int:
    return sum(int(execute(f"SELECT count(*) FROM {table}")[0][0]) for table in sql.COPIED)
