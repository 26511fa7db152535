"""All of a database in one file of tables, and back: what is saved looks the same, wherever it was kept.

What is read is one snapshot of the database (REPEATABLE READ), so nobody who plays waits for it, and every
move that was acknowledged before it began is in it. What is written is one transaction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, LiteralString, NamedTuple

import apsw
import psycopg

from kritzel.game import Text
from kritzel.server.store import InUse, Unusable, checking, forgetting, lines, schema, travelling
from kritzel.server.store import postgres_schema as theirs
from kritzel.server.store.copying import Told
from kritzel.server.store.packing import packed, plain
from kritzel.server.store.postgres import CREATE, INTO, laid

SOME = 1000
"""Rows that are fetched at a time."""
Connection = psycopg.Connection[Any]
Row = tuple[Any, ...]

_OLDER = Text(
    "Diese Datenbank ist von einem älteren Kritzel, oder leer. Starte erst einmal den Server mit ihr.",
    "This database is of an older Kritzel, or empty. Start the server with it once.",
)
_THERE = Text(
    "In dieser Datenbank sind schon Tische. Nimm eine leere, oder --force.",
    "There are tables in this database already. Choose an empty one, or --force.",
)
_USED = Text(
    "Ein Server benutzt diese Datenbank. Beende ihn erst.", "A server uses this database. Stop it first."
)


class Part(NamedTuple):
    """One table of a database and of a file: the columns of both, and how a row changes on its way."""

    table: LiteralString
    columns: LiteralString
    out: Callable[[Row], Row] = lambda row: row
    back: Callable[[Row], Row] = lambda row: row


def _line_out(row: Row) -> Row:
    game, command, version, digest, body = row
    return game, version if command is None else packed(command), version, packed(digest), body


def _line_back(row: Row) -> Row:
    game, command, version, digest, body = row
    return game, None if isinstance(command, int) else plain(command), version, plain(digest), body


def _day_back(row: Row) -> Row:
    """On which day it was used last: of older files that is not known, and they begin today."""
    return *row[:-1], row[-1] or forgetting.today()


def _secret_out(row: Row) -> Row:
    return packed(row[0]), *row[1:]


def _secret_back(row: Row) -> Row:
    return plain(row[0]), *row[1:]


PARTS = (
    Part("tables", "number, name, seed, version, summary, day", back=_day_back),
    Part("lines", "game, command, version, digest, body", _line_out, _line_back),
    Part("players", "number, id, name"),
    Part("members", "number, player, game"),
    Part("devices", "secret, player, day", _secret_out, lambda row: _day_back(_secret_back(row))),
    Part("links", "token, player, until", _secret_out, _secret_back),
)
NUMBERED: tuple[LiteralString, ...] = ("tables", "players", "members")


@contextmanager
def connected(url: str) -> Iterator[Connection]:
    """A connection, or in words why there is none. Raises Unusable."""
    try:
        with psycopg.connect(
            url, connect_timeout=3, autocommit=True, options="-c search_path=kritzel"
        ) as made:
            yield made
    except psycopg.Error as error:
        why = str(error).strip()
        de, en = f"Die Datenbank kann das nicht: {why}", f"The database cannot do this: {why}"
        raise Unusable(Text(de, en)) from None


# Out -------------------------------------------------------------------------------------------
def save(url: str, target: Path, told: Told = lambda done, of: None) -> None:
    """A new file with everything that is in a database now, while others play. Raises Unusable."""
    target.touch(0o600, exist_ok=False)
    with connected(url) as source, closing(apsw.Connection(str(target))) as file, source.transaction():
        source.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        if theirs.written(source) != len(theirs.MIGRATIONS):
            raise Unusable(_OLDER)
        schema.prepare(file, quietly=True)
        of = sum(_count(source, part.table) for part in PARTS)
        done = 0
        with file:
            for part in PARTS:
                for rows in _read(source, part):
                    file.executemany(_insert(part), [part.out(row) for row in rows])
                    told(done := done + len(rows), of)


def _read(source: Connection, part: Part) -> Iterator[list[Row]]:
    with source.cursor(name=part.table) as cursor:
        cursor.execute(_selected(part))
        while rows := cursor.fetchmany(SOME):
            yield rows


def _selected(part: Part) -> LiteralString:
    return "SELECT " + part.columns + " FROM " + part.table


def _insert(part: Part) -> str:
    marks = ", ".join("?" for _ in part.columns.split(","))
    return f"INSERT INTO {part.table} ({part.columns}) VALUES ({marks})"


def _count(source: Connection, table: LiteralString) -> int:
    return int(_one(source, "SELECT count(*) FROM " + table))


def _one(source: Connection, question: LiteralString) -> Any:
    found = source.execute(question).fetchone()
    assert found is not None
    return found[0]


# And back --------------------------------------------------------------------------------------
def restore(source: Path, url: str, when: str, *, force: bool, told: Told = lambda done, of: None) -> str:
    """Everything of a file in a database, wholly or not at all; what was there stays in a schema beside it.

    The name of that schema, or nothing. Raises Unusable, InUse.
    """
    with checking.readable(source) as file, connected(url) as target, target.transaction():
        target.execute("SELECT pg_advisory_xact_lock(%s)", (theirs.LOCK,))
        kept = _emptied(target, when, force=force)
        theirs.prepare(target)
        of = sum(_rows(file, part.table) for part in PARTS)
        done = 0
        for part in PARTS:
            with target.cursor().copy("COPY " + part.table + " (" + _given(part) + ") FROM STDIN") as copy:
                found = file.execute(f"SELECT {part.columns} FROM {part.table} ORDER BY 1")
                for row in _unpacked(found) if part.table == "lines" else found:
                    copy.write_row((*part.back(row), 0) if part.table == "lines" else part.back(row))
                    told(done := min(done + 1, of), of)
        for table in NUMBERED:
            target.execute(_go_on_counting(table))
    return kept


def _unpacked(found: Iterable[Any]) -> Iterator[Row]:
    """The rows of `lines`, table by table; a database keeps none packed."""
    for game, rows in groupby(found, key=itemgetter(0)):
        there = [(version, command, digest, body) for _, command, version, digest, body in rows]
        yield from [(game, c, v, d, b) for v, c, d, b in lines.spread(there)]


def _given(part: Part) -> LiteralString:
    return part.columns + ", token" if part.table == "lines" else part.columns


def _rows(file: apsw.Connection, table: str) -> int:
    found: list[Any] = file.execute(f"SELECT count(*) FROM {table}").fetchall()
    return int(found[0][0])


def _go_on_counting(table: LiteralString) -> LiteralString:
    return (
        "SELECT setval(pg_get_serial_sequence('kritzel." + table + "', 'number'), "
        "greatest(1, (SELECT max(number) FROM " + table + ")))"
    )


def _emptied(target: Connection, when: str, *, force: bool) -> str:
    """Room for a backup; what is there gets another name, which is told. Raises Unusable, InUse."""
    if not theirs.written(target):
        return ""
    if _one(target, "SELECT count(*) FROM servers WHERE until > clock_timestamp()"):
        raise InUse(_USED)
    full = any(_count(target, part.table) for part in PARTS)
    if full and not force:
        raise Unusable(_THERE)
    kept = f"kritzel_before_{when.replace('-', '_')}"
    target.execute(psycopg.sql.SQL("ALTER SCHEMA kritzel RENAME TO {}").format(psycopg.sql.Identifier(kept)))
    return kept


# Single tables ---------------------------------------------------------------------------------
def bring(url: str, travellers: Sequence[travelling.Traveller]) -> None:
    """Write tables down that come as text, all or none, while others play. Raises Damaged, Unusable."""
    with connected(url) as target, target.transaction():
        for each in travellers:
            each.arrived[:] = [
                player
                for player, name in each.players.items()
                if target.execute(
                    "INSERT INTO players (id, name) VALUES (%s, %s) ON CONFLICT DO NOTHING RETURNING id",
                    (player, name),
                ).fetchone()
            ]
            if not target.execute(
                CREATE + INTO, laid(each.name, each.kept, [*each.players], each.summary)
            ).fetchone():
                raise travelling.twice(each)
