"""Tables carried into the files where they belong, before anybody plays: one file for each worker, or one
for everything. What is carried is written and synced there before it is taken away here, so that a fall in
between leaves it twice, never nowhere; the next start finds that and goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import apsw

from kritzel.game import Text
from kritzel.server.store import InUse, Unusable, schema
from kritzel.server.store.placing import place, shard, shards

MAIN = -1
"""The number of the file for guests and lists, which has all tables where there are no workers."""
OVER = """
INSERT INTO tables (name, seed, version, summary, day)
    SELECT name, seed, version, summary, day FROM moving WHERE true
    ON CONFLICT (name) DO UPDATE SET seed = excluded.seed, version = excluded.version,
    summary = excluded.summary, day = excluded.day;
INSERT OR REPLACE INTO lines SELECT t.number, l.command, l.version, l.digest, l.body FROM moving AS m
    JOIN source.lines AS l ON l.game = m.number JOIN main.tables AS t ON t.name = m.name;
"""
MOVING = "CREATE TEMP TABLE moving AS SELECT * FROM source.tables WHERE version > 0 AND place(name) = ?"
WAIT = 5_000
"""Milliseconds to wait for a worker that is just ending."""
AWAY = "DELETE FROM source.lines WHERE game IN (SELECT number FROM moving);"
GONE = "DELETE FROM source.tables WHERE number IN (SELECT number FROM moving);"
LISTED = "UPDATE source.tables SET version = 0, seed = x'' WHERE number IN (SELECT number FROM moving);"
"""Of a table whose log lies elsewhere the lists stay."""


def spread(data: Path, workers: int) -> int:
    """Carry every table to where it belongs with so many workers; how many. Raises Unusable, InUse."""
    there = shards(data)
    if workers == 1 and not there:
        return 0
    files = {MAIN: data, **there}
    wanted = {MAIN: data} if workers == 1 else {number: shard(data, number) for number in range(workers)}
    for path in {**files, **wanted}.values():
        _make(path)
    moved = sum(
        _carry(files[here], wanted[to], to, workers, keeps_lists=here == MAIN)
        for here in files
        for to in wanted
        if here != to
    )
    for number, path in there.items():
        if number not in wanted:
            for each in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))):
                each.unlink(missing_ok=True)
    return moved


def _make(path: Path) -> None:
    """A file of tables, up to date."""
    with _alone(path) as connection:
        schema.expect_ours(connection)
        connection.execute("PRAGMA journal_mode=WAL").fetchall()
        schema.prepare(connection)


def _carry(here: Path, there: Path, to: int, workers: int, *, keeps_lists: bool) -> int:
    with _alone(there) as connection:
        connection.create_scalar_function("place", _placing(workers), 1, deterministic=True)
        connection.execute("ATTACH ? AS source", (str(here),))
        connection.execute("PRAGMA source.synchronous=FULL").fetchall()
        with connection:
            connection.execute(MOVING, (to,))
            connection.execute(OVER)
        with connection:
            connection.execute(AWAY + (LISTED if keeps_lists else GONE))
        found: list[Any] = connection.execute("SELECT count(*) FROM moving").fetchall()
        return int(found[0][0])


def _placing(workers: int) -> Callable[..., int]:
    return lambda *asked: MAIN if workers == 1 else place(str(asked[0]), workers)


@contextmanager
def _alone(path: Path) -> Iterator[apsw.Connection]:
    """A connection to a file that nobody else uses, and synced. Raises InUse, Unusable."""
    path.touch(0o600)
    connection = apsw.Connection(str(path))
    connection.set_busy_timeout(WAIT)
    try:
        connection.execute("PRAGMA locking_mode=EXCLUSIVE; PRAGMA synchronous=FULL").fetchall()
        yield connection
    except apsw.BusyError:
        raise InUse from None
    except apsw.NotADBError:
        raise Unusable(schema.NO_TABLES) from None
    except apsw.Error as error:
        said = f"{path}: {error}"
        raise Unusable(
            Text(f"Die Datei lässt sich nicht öffnen: {said}", f"The file cannot be opened: {said}")
        ) from None
    finally:
        connection.close(force=True)
