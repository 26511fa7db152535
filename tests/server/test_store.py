"""The store in SQLite, beyond what every store promises (`test_stores`): power may go at any time."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Sequence
from itertools import count
from pathlib import Path
from random import Random
from typing import NamedTuple, TypeVar

import apsw
import pytest

from kritzel.server.store import StoredTable, Unavailable, Unreadable
from kritzel.server.store.sqlite import SqliteStore
from kritzel.server.table import log
from tests.patience import LONGEST
from tests.server.power import Disk, PowerVFS
from tests.server.stores import KEPT, row

T = TypeVar("T")
_names = count(1)


def with_store(path: Path, work: Callable[[SqliteStore], Awaitable[T]]) -> T:
    async def run() -> T:
        store = SqliteStore(path / "tables.db")
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(run())


def test_a_second_server_on_the_same_file_is_refused(tmp_path: Path) -> None:
    async def work(store: SqliteStore) -> None:
        await store.ping()
        connection = apsw.Connection(str(tmp_path / "tables.db"))
        with pytest.raises(apsw.BusyError):
            connection.execute("SELECT * FROM tables").fetchall()
        connection.close()

    with_store(tmp_path, work)


def test_every_commit_is_synced(tmp_path: Path) -> None:
    async def work(store: SqliteStore) -> dict[str, object]:
        names = ("synchronous", "journal_mode", "locking_mode")
        return {name: (await store._run(f"PRAGMA {name}"))[0][0] for name in names}

    assert with_store(tmp_path, work) == {
        "synchronous": 2,
        "journal_mode": "wal",
        "locking_mode": "exclusive",
    }


def test_a_library_that_loses_data_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apsw, "sqlite_lib_version", lambda: "3.51.2")
    with pytest.raises(RuntimeError, match="can lose data"):
        SqliteStore(":memory:")


def test_whatever_waits_shares_a_commit(tmp_path: Path) -> None:
    disk, store = powered()

    async def work() -> None:
        await store.create("table", KEPT, [], b"")
        before = disk.syncs
        await asyncio.gather(*(store.append("table", [row(n)]) for n in range(2, 200)))
        assert disk.syncs - before < 60
        await store.close()

    asyncio.run(work())


def test_what_cannot_be_read_disturbs_nobody_who_shares_the_commit(tmp_path: Path) -> None:
    async def work(store: SqliteStore) -> None:
        await store.create("table", KEPT, [], b"")
        await store.create("newer", KEPT, [], b"")
        await store._run("UPDATE lines SET body = x'9199' WHERE game = 2")
        connection = store._driver.connection
        together = [store.append("table", [row(2)]), *(store.load("newer") for _ in range(9)), store.ping()]
        answers = await asyncio.gather(*together, return_exceptions=True)
        assert [type(answer) for answer in answers[1:-1]] == [Unreadable] * 9
        assert (answers[0], answers[-1]) == (None, None)
        assert store._driver.connection is connection, "nothing was broken"

    with_store(tmp_path, work)


def test_a_mistake_in_one_job_disturbs_nobody_who_shares_the_commit(tmp_path: Path) -> None:
    async def work(store: SqliteStore) -> None:
        await store.create("table", KEPT, [], b"")
        mistaken = store._write(("DELETE FROM tables", {}), ("DELETE FROM nowhere", {}))
        together = [mistaken, store.append("table", [row(2)])]
        answers = await asyncio.gather(*together, return_exceptions=True)
        assert [type(answer) for answer in answers] == [Unavailable, type(None)]
        kept = await store.load("table")
        assert kept is not None
        assert len(kept.rows) == 2

    with_store(tmp_path, work)


def test_whoever_comes_while_it_closes_is_refused(tmp_path: Path) -> None:
    async def work(store: SqliteStore) -> None:
        gate = threading.Event()
        last = asyncio.ensure_future(store.between_commits(lambda connection: gate.wait(LONGEST)))
        await asyncio.sleep(0)
        closing = asyncio.ensure_future(store.close())
        await asyncio.sleep(0)
        with pytest.raises(Unavailable):
            await asyncio.wait_for(store.load("table"), LONGEST)
        gate.set()
        assert await last, "what was begun is finished"
        await closing

    with_store(tmp_path, work)


# Power cuts and broken disks -------------------------------------------------------------------
CUTS = 10
"""Moments of a run at which the power goes."""


class Cut(NamedTuple):
    """A power cut: what had been acknowledged and begun until then, and the disk afterwards."""

    acknowledged: int
    begun: int
    disk: Disk


def powered(disk: Disk | None = None) -> tuple[Disk, SqliteStore]:
    """A store on a disk that can lose its power."""
    found, name = disk or Disk(), f"power-{next(_names)}"
    vfs = PowerVFS(name, found)
    store = SqliteStore("tables.db", vfs=name)
    store.kept_vfs = vfs  # type: ignore[attr-defined]
    return found, store


def lost_in_cuts(runs: int, seed: int) -> int:
    """How many power cuts of these runs lose something acknowledged, or leave a log with gaps."""
    return sum(_lost(cut) for number in range(runs) for cut in _cuts_in_a_run(Random(f"{seed}/{number}")))


def _lost(cut: Cut) -> bool:
    _, store = powered(cut.disk)
    kept = asyncio.run(_loaded(store))
    versions = [each.version for each in kept.rows] if kept else []
    whole = versions == list(range(1, len(versions) + 1))
    return not (whole and cut.acknowledged <= len(versions) <= cut.begun)


def _cuts_in_a_run(luck: Random) -> list[Cut]:
    """Write for a while; at random moments the power goes, between any two writes of the store, and what the
    disk would look like then is kept. In two of three runs the WAL is emptied over and over meanwhile."""
    disk, store = powered()
    store._driver.connection.execute(f"PRAGMA wal_autocheckpoint={luck.choice([1000, 25, 4])}").fetchall()
    acknowledged, begun, moments = 0, 1, set(luck.sample(range(30, 400), CUTS))
    counted = count()
    cuts: list[Cut] = []
    plain = disk.write

    def write(name: str, offset: int, data: bytes) -> None:
        if next(counted) in moments:
            cuts.append(Cut(acknowledged, begun, disk.after_power_cut(luck)))
        plain(name, offset, data)

    disk.write = write  # type: ignore[method-assign, assignment]

    async def work() -> None:
        nonlocal acknowledged, begun
        await store.create("table", KEPT, [], b"")
        acknowledged = 1
        while len(cuts) < CUTS:
            rows: Sequence[log.LogRow] = [row(begun + 1 + n) for n in range(luck.choice([1, 1, 4]))]
            begun += len(rows)
            await store.append("table", rows, (), bytes(luck.randrange(3000)))
            acknowledged = begun
        await store.close()

    asyncio.run(work())
    return cuts


async def _loaded(store: SqliteStore) -> StoredTable | None:
    kept = await store.load("table")
    await store.close()
    return kept


@pytest.mark.slow
def test_a_power_cut_loses_nothing_acknowledged() -> None:
    assert lost_in_cuts(30, 1) == 0


def test_a_disk_that_fails_tells_and_recovers() -> None:
    disk, store = powered()

    def broken() -> None:
        raise apsw.IOError("no disk")

    async def work() -> None:
        await store.create("table", KEPT, [], b"")
        disk.on_sync = broken
        with pytest.raises(Unavailable):
            await store.append("table", [row(2, "id-2")])
        disk.on_sync = lambda: None
        kept = await store.load("table")
        assert kept is not None
        if len(kept.rows) == 1:
            await store.append("table", [row(2, "id-2")])
        kept = await store.load("table")
        assert kept is not None
        assert [each.version for each in kept.rows] == [1, 2]
        await store.close()
        with pytest.raises(Unavailable):
            await store.ping()

    asyncio.run(work())
