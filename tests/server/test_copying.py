"""Copies made while people play: whole, with all that was acknowledged before, and nobody waits for them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import apsw
import httpx
import msgspec
import pytest

from kritzel.server.settings import Settings
from kritzel.server.store import StoredTable, Unavailable, backup
from kritzel.server.store.sqlite import SqliteStore
from kritzel.server.web.api.admin import (
    COPY,
    AdminKey,
    Control,
    CopyReport,
    key_of,
    leave_key,
    read_key,
    remove_key,
)
from kritzel.server.web.app import make_app
from tests.server.slow import SlowStore
from tests.server.stores import KEPT, row
from tests.server.test_store import with_store

TABLES = 6
KEY = AdminKey("http://127.0.0.1:4321", "key")


async def filled(store: SqliteStore) -> None:
    """More pages than one step takes."""
    await asyncio.gather(*(store.create(f"other-{n}", KEPT, [], bytes(4000)) for n in range(300)))
    for n in range(TABLES):
        await store.create(f"table-{n}", KEPT, [], b"")


class Load:
    """Writes to some tables, one line after the other, and knows what was acknowledged."""

    def __init__(self, store: SqliteStore) -> None:
        self._store, self.acknowledged = store, [1] * TABLES
        self._tasks = [asyncio.ensure_future(self._write(n)) for n in range(TABLES)]

    async def _write(self, n: int) -> None:
        while True:
            await self._store.append(f"table-{n}", [row(self.acknowledged[n] + 1)])
            self.acknowledged[n] += 1

    async def reach(self, line: int) -> list[int]:
        while min(self.acknowledged) < line:
            await asyncio.sleep(0)
        return list(self.acknowledged)

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def lengths(path: Path) -> list[int]:
    async def work(store: SqliteStore) -> list[int]:
        every = [await store.load(f"table-{n}") for n in range(TABLES)]
        assert all(isinstance(kept, StoredTable) for kept in every)
        versions = [[each.version for each in kept.rows] for kept in every if kept]
        assert versions == [list(range(1, len(each) + 1)) for each in versions], "a gap"
        return [len(each) for each in versions]

    async def run() -> list[int]:
        store = SqliteStore(path)
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(run())


def test_a_backup_under_load_has_every_move_acknowledged_before_it_began(tmp_path: Path) -> None:
    async def work(store: SqliteStore) -> tuple[list[int], list[int], int]:
        await filled(store)
        load = Load(store)
        before = await load.reach(10)
        steps = [done async for done in backup.copy_live(store, tmp_path / "copy.part")]
        after = list(load.acknowledged)
        await load.reach(max(after) + 1)
        await load.stop()
        done, of = steps[-1]
        assert done == of
        return before, after, len(steps)

    before, after, steps = with_store(tmp_path, work)
    backup.put_in_place(tmp_path / "copy.part", tmp_path / "copy.db")
    there = lengths(tmp_path / "copy.db")
    assert all(was <= now for was, now in zip(before, there, strict=True))
    assert steps > 3, "it went in steps"
    assert after != before, "people played on meanwhile"
    assert apsw.Connection(str(tmp_path / "copy.db")).execute("PRAGMA integrity_check").fetchall() == [
        ("ok",)
    ]


def test_a_copy_goes_nowhere_unasked(tmp_path: Path) -> None:
    async def work(store: SqliteStore) -> None:
        (tmp_path / "there").write_text("mine")
        with pytest.raises(FileExistsError):
            await anext(backup.copy_live(store, tmp_path / "there"))
        await store.ping()

    with_store(tmp_path, work)
    assert (tmp_path / "there").read_text() == "mine"


def test_the_store_goes_on_after_a_copy_that_cannot_be_written(tmp_path: Path) -> None:
    async def work(store: SqliteStore) -> None:
        await filled(store)
        steps = backup.copy_live(store, tmp_path / "copy.part")
        await anext(steps)
        (tmp_path / "copy.part").chmod(0o400)
        await steps.aclose()
        await store.append("table-0", [row(2)])
        with pytest.raises(FileNotFoundError):
            await anext(backup.copy_live(store, tmp_path / "nowhere" / "copy"))
        await store.append("table-0", [row(3)])

    with_store(tmp_path, work)


# Who may ask -----------------------------------------------------------------------------------
def asking(folder: Path, work: Callable[[httpx.AsyncClient, str], Awaitable[None]]) -> None:
    """An app over a file, a client of it, and the key."""

    async def run() -> None:
        chosen = Settings(data=folder / "tables.db", port=4321)
        app = make_app(chosen)
        async with app.router.lifespan_context(app):
            key = read_key(chosen.data)
            assert key is not None
            assert key.address == "http://127.0.0.1:4321"
            transport = httpx.ASGITransport(app)
            async with httpx.AsyncClient(transport=transport, base_url=key.address) as client:
                await work(client, key.key)
        assert not key_of(chosen.data).exists()

    asyncio.run(run())


def test_only_who_has_the_key_gets_a_copy(tmp_path: Path) -> None:
    async def work(client: httpx.AsyncClient, key: str) -> None:
        for headers in ({}, {"authorization": "Bearer "}, {"authorization": f"Bearer {key}x"}):
            assert (await client.post(COPY, headers=headers)).status_code == 404
        right = {"authorization": f"Bearer {key}"}
        assert (await client.post(COPY, headers={**right, "x-forwarded-for": "1.2.3.4"})).status_code == 404
        assert (await client.get(COPY, headers=right)).status_code == 405
        assert list(tmp_path.glob("*.copy-*")) == []
        told = (await client.post(COPY, headers=right)).text.splitlines()
        last = msgspec.json.decode(told[-1], type=CopyReport)
        assert (Path(last.copy).parent, Path(last.copy).stat().st_mode & 0o777) == (tmp_path, 0o600)

    asking(tmp_path, work)


def test_one_copy_at_a_time_and_none_is_left_behind(tmp_path: Path) -> None:
    async def work(store: SqliteStore) -> None:
        await filled(store)
        here = Control(KEY, store)
        (tmp_path / "tables.db.copy-old").touch()
        leave_key(store.path, KEY)
        assert list(tmp_path.glob("*.copy-*")) == []
        first = here.copies()
        await anext(first)
        assert msgspec.json.decode(await anext(here.copies()), type=CopyReport).problem == "busy"
        await first.aclose()  # whoever asked has gone
        assert list(tmp_path.glob("*.copy-*")) == []
        told = [msgspec.json.decode(each, type=CopyReport) async for each in here.copies()]
        assert told[-1].copy
        remove_key(store.path)

    with_store(tmp_path, work)


def test_a_copy_that_fails_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: object, pages: int) -> tuple[int, int]:
        raise apsw.FullError("database or disk is full")

    monkeypatch.setattr(backup._Copy, "step", broken)

    async def work(store: SqliteStore) -> None:
        here = Control(KEY, store)
        told = [msgspec.json.decode(each, type=CopyReport) async for each in here.copies()]
        assert [(each.problem, each.copy) for each in told] == [("Unavailable: FullError", "")]
        assert list(tmp_path.glob("*.copy-*")) == []
        with pytest.raises(Unavailable):
            await anext(backup.copy_live(store, tmp_path / "more"))
        await store.ping()

    with_store(tmp_path, work)


def test_another_store_has_no_file(tmp_path: Path) -> None:
    async def work() -> None:
        here = Control(KEY, SlowStore())
        leave_key(here.path, KEY)
        told = [msgspec.json.decode(each, type=CopyReport) async for each in here.copies()]
        assert [each.problem for each in told] == ["no_file"]
        remove_key(here.path)

    asyncio.run(work())
    assert list(tmp_path.iterdir()) == []
