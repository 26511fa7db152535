"""Full and damaged disks: every request says so in words, and whoever only looks may look."""

from __future__ import annotations

import asyncio
from pathlib import Path

import apsw
import httpx
import pytest

from kritzel.server.settings import Settings
from kritzel.server.store import Player, StoredTable, Unavailable, Unreadable, sql
from kritzel.server.store.sqlite import SqliteStore
from kritzel.server.web.app import make_app
from tests.server.power import Disk, PowerVFS
from tests.server.rooms import ANA
from tests.server.stores import KEPT, row
from tests.server.test_store import powered, with_store

TABLE = {"sheet": "traexx/1", "seats": [{"kind": "me"}, {"kind": "here"}]}
HERE = "http://127.0.0.1:8321"


class FullDisk(Disk):
    """A disk that can be full."""

    full = False

    def write(self, name: str, at: int, data: bytes) -> None:
        if self.full:
            raise apsw.FullError("no room")
        super().write(name, at, data)


async def visited(disk: FullDisk, folder: Path) -> None:
    app = make_app(Settings(data=folder / "tables.db", rate=1000), SqliteStore("tables.db", vfs="full-disk"))
    page = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=HERE)
    async with app.router.lifespan_context(app), page:
        await _visit(disk, page)


async def _visit(disk: FullDisk, page: httpx.AsyncClient) -> None:
    await page.post("/api/session", json={"name": "Ana"})
    table = (await page.post("/api/tables", json=TABLE)).json()["table"]
    assert (await page.get("/healthz")).json() == {"ok": True}
    disk.full = True
    writing = [page.post("/api/session", json={"name": "Anna"}), page.post("/api/tables", json=TABLE)]
    for answer in [await each for each in (*writing, page.get("/healthz"))]:
        assert (answer.status_code, answer.json()["code"]) == (503, "retry")
        assert set(answer.json()["words"]) == {"de", "en"}
    assert (await page.get("/api/session")).json() == {"name": "Ana"}
    assert [each["table"] for each in (await page.get("/api/tables")).json()] == [table]
    assert (await page.get(f"/api/tables/{table}")).status_code == 200
    disk.full = False
    assert (await page.get("/healthz")).json() == {"ok": True}
    assert (await page.post("/api/session", json={"name": "Anna"})).json() == {"name": "Anna"}


def test_a_full_disk_is_told_and_is_no_reason_not_to_look(tmp_path: Path) -> None:
    disk = FullDisk()
    vfs = PowerVFS("full-disk", disk)
    asyncio.run(visited(disk, tmp_path))
    assert vfs.disk.syncs


def test_on_a_full_disk_one_can_look_and_is_told_that_nothing_is_written() -> None:
    disk, store = powered()
    plain = disk.write

    def full(name: str, offset: int, data: bytes) -> None:
        raise apsw.FullError("no room")

    async def work() -> None:
        await store.add_player(Player(ANA, "Ana"), "secret")
        await store.create("table", KEPT, [ANA], b"one")
        await store.ping()
        disk.write = full  # type: ignore[method-assign, assignment]
        looking = [store.load("table"), store.player_of("secret"), store.tables_of(ANA)]
        together = [store.append("table", [row(2)]), *looking]
        refused, *answers = await asyncio.gather(*together, return_exceptions=True)
        assert answers == [KEPT, Player(ANA, "Ana"), [b"one"]]
        assert isinstance(refused, Unavailable)
        with pytest.raises(Unavailable):
            await store.ping()
        disk.write = plain  # type: ignore[method-assign]
        await store.ping()
        await store.append("table", [row(2)])
        await store.close()

    asyncio.run(work())


def test_being_asked_writes_unless_somebody_just_did(monkeypatch: pytest.MonkeyPatch) -> None:
    disk, store = powered()

    async def syncs(fresh: float) -> int:
        monkeypatch.setattr(sql, "FRESH_S", fresh)
        before = disk.syncs
        for _ in range(5):
            await store.ping()
        return disk.syncs - before

    async def work() -> list[int]:
        found = [await syncs(fresh) for fresh in (1e9, -1.0, 1e9)]
        await store.close()
        return found

    first, every, none = asyncio.run(work())
    assert (first > 0, every >= 5, none) == (True, True, 0)


async def last_page(store: SqliteStore, table: str) -> int:
    asked = f"SELECT max(pageno) FROM dbstat WHERE name = '{table}' AND pagetype = 'leaf'"
    return int((await store._read(asked))[0][0])


def spoil(path: Path, page: int) -> None:
    content = bytearray(path.read_bytes())
    content[(page - 1) * 4096 : page * 4096] = b"\xff" * 4096
    path.write_bytes(content)


def test_a_damaged_page_is_the_trouble_of_its_table_alone(tmp_path: Path) -> None:
    async def fill(store: SqliteStore) -> int:
        for table in ("one", "two"):
            await store.create(table, KEPT, [], b"")
            for n in range(2, 300):
                await store.append(table, [row(n)])
        return await last_page(store, "lines")

    spoil(tmp_path / "tables.db", with_store(tmp_path, fill))

    async def work(store: SqliteStore) -> list[object]:
        together = [store.load("two"), store.append("one", [row(300)]), store.load("one")]
        return list(await asyncio.gather(*together, return_exceptions=True))

    damaged, written, sound = with_store(tmp_path, work)
    assert (type(damaged), written, type(sound)) == (Unreadable, None, StoredTable)


def test_a_damaged_page_of_guests_is_no_trouble_of_tables(tmp_path: Path) -> None:
    async def fill(store: SqliteStore) -> int:
        await store.create("one", KEPT, [], b"")
        await store.add_player(Player(ANA, "Ana"), "secret")
        return await last_page(store, "devices")

    spoil(tmp_path / "tables.db", with_store(tmp_path, fill))

    async def work(store: SqliteStore) -> list[object]:
        together = [store.player_of("secret"), store.append("one", [row(2)]), store.load("one")]
        return list(await asyncio.gather(*together, return_exceptions=True))

    unknown, written, sound = with_store(tmp_path, work)
    assert (type(unknown), written, type(sound)) == (Unavailable, None, StoredTable)
