"""A whole PostgreSQL database into one SQLite file, and back. Both have the same tables and columns.

What is read is one snapshot (REPEATABLE READ), so nobody who plays waits for it, and every move that was
acknowledged before it began is in it. What is written is one transaction.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import apsw
import psycopg

from kritzel.game import Text
from kritzel.server.store import InUse, Unusable, postgres, sql, sqlite
from kritzel.server.store.backup import OnProgress, open_current
from kritzel.server.store.postgres import Connection

CHUNK = 1000
"""Rows that are fetched at a time."""
FREE = "UPDATE tables SET token = 0, owner = NULL, wanted = FALSE"
"""No server owns a table of a copy."""

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
    """A connection. Raises Unusable for all that goes wrong with it."""
    try:
        with psycopg.connect(
            url, connect_timeout=3, autocommit=True, options="-c search_path=kritzel"
        ) as made:
            yield made
    except psycopg.Error as error:
        why = str(error).strip()
        de, en = f"Die Datenbank kann das nicht: {why}", f"The database cannot do this: {why}"
        raise Unusable(Text(de, en)) from None


def save(url: str, target: Path, on_progress: OnProgress = lambda done, of: None) -> None:
    """Copy everything that is in a database now into a new file, while others play. Raises Unusable."""
    target.touch(0o600, exist_ok=False)
    with _connect(url) as source, closing(apsw.Connection(str(target))) as file, source.transaction():
        source.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        if postgres.version(source) != len(sql.MIGRATIONS):
            raise Unusable(_OLDER)
        sqlite.prepare(file)
        done, of = 0, sum(_count(source, table) for table in sql.COPIED)
        with file:
            for table in sql.COPIED:
                names = sorted(sqlite.columns(file)[table])
                marks = ", ".join("?" for _ in names)
                into = f"INSERT INTO {table} ({', '.join(names)}) VALUES ({marks})"
                with source.cursor(name=table) as cursor:
                    cursor.execute(f"SELECT {', '.join(names)} FROM {table}".encode())
                    while rows := cursor.fetchmany(CHUNK):
                        file.executemany(into, rows)
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
        kept = _make_room(target, when, force=force)
        postgres.prepare(target)
        done, of = 0, sum(int(_first(file, f"SELECT count(*) FROM {table}")) for table in sql.COPIED)
        for table in sql.COPIED:
            names = sorted(sqlite.columns(file)[table])
            into = f"COPY {table} ({', '.join(names)}) FROM STDIN".encode()
            with target.cursor().copy(into) as copy:
                for row in file.execute(f"SELECT {', '.join(names)} FROM {table}"):
                    copy.write_row(row)
                    on_progress(done := done + 1, of)
            if "number" in names:
                postgres.execute(target, _continue_numbers(table))
        postgres.execute(target, FREE)
    return kept


def _continue_numbers(table: str) -> str:
    return (
        f"SELECT setval(pg_get_serial_sequence('kritzel.{table}', 'number'), "
        f"greatest(1, (SELECT max(number) FROM {table})))"
    )


def _make_room(target: Connection, when: str, *, force: bool) -> str:
    """Rename a schema that is there; returns its new name. Raises Unusable, InUse."""
    if not postgres.version(target):
        return ""
    if postgres.execute(target, "SELECT 1 FROM servers WHERE until > clock_timestamp()"):
        raise InUse(_USED)
    if any(_count(target, table) for table in sql.COPIED) and not force:
        raise Unusable(_FULL)
    kept = f"kritzel_before_{when.replace('-', '_')}"
    postgres.execute(target, f"ALTER SCHEMA kritzel RENAME TO {kept}")
    return kept


def _count(source: Connection, table: str) -> int:
    return int(postgres.execute(source, f"SELECT count(*) FROM {table}")[0][0])


def _first(file: apsw.Connection, question: str) -> str:
    return str(sqlite.execute(file, question)[0][0])
