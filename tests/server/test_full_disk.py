"""A disk on which nothing can be written: every request says so in words, and whoever only looks may look."""

from __future__ import annotations

import asyncio
from pathlib import Path

import apsw
import httpx

from kritzel.server.settings import Settings
from kritzel.server.store.sqlite import SqliteStore
from kritzel.server.web.app import make_app
from tests.server.power import Disk, PowerVFS

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
