"""What goes wrong under load, at the end or on a broken disk is told in words, and is no mistake of ours."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette

from kritzel.server.settings import Settings
from kritzel.server.store import Conflict, Player, Unavailable, Unreadable
from kritzel.server.web.app import make_app
from tests.patience import until_here
from tests.server.slow import SlowStore

HERE = "http://127.0.0.1:8321"
TABLE = {"sheet": "traexx/1", "seats": [{"kind": "me"}, {"kind": "friend"}]}
Work = Callable[[Starlette, "Guests", httpx.AsyncClient], Awaitable[None]]


class Guests(SlowStore):
    """With people in it."""

    player: Player | None = None

    async def add_player(self, player: Player, secret: str) -> None:
        self.player = player

    async def player_of(self, secret: str) -> Player | None:
        return self.player


@asynccontextmanager
async def opened(**chosen: Any) -> AsyncIterator[tuple[Starlette, Guests, httpx.AsyncClient]]:
    store = Guests()
    app = make_app(Settings(rate=1000, warm_bots=False, **chosen), store)
    page = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=HERE)
    async with app.router.lifespan_context(app), page:
        await page.post("/api/session", json={"name": "Ana"})
        yield app, store, page


def visiting(work: Work, **chosen: Any) -> None:
    async def visited() -> None:
        async with opened(**chosen) as (app, store, page):
            await work(app, store, page)

    asyncio.run(visited())


def said(answer: httpx.Response) -> tuple[int, str]:
    assert set(answer.json()["words"]) == {"de", "en"}
    return answer.status_code, answer.json()["code"]


def test_whoever_still_waits_when_the_server_ends_is_told() -> None:
    async def work(app: Starlette, store: Guests, page: httpx.AsyncClient) -> None:
        table = (await page.post("/api/tables", json=TABLE)).json()["table"]
        store.gate.clear()
        waiting = asyncio.ensure_future(page.post(f"/api/tables/{table}/invites", json={"seat": 1}))
        await until_here(lambda: store.waiting)
        waiting.cancel("as uvicorn does after some seconds")
        answer = await waiting
        assert (said(answer), answer.headers["retry-after"]) == ((503, "stopping"), "1")
        assert "content-security-policy" in answer.headers
        before = len(store.kept[table].rows)
        store.gate.set()
        await until_here(lambda: len(store.kept[table].rows) > before)

    visiting(work)


@pytest.mark.parametrize(
    ("error", "told"),
    [(Conflict, (503, "retry")), (Unavailable, (503, "retry")), (Unreadable, (409, "unreadable"))],
)
def test_whatever_a_store_says_has_words(error: type[Exception], told: tuple[int, str]) -> None:
    async def work(app: Starlette, store: Guests, page: httpx.AsyncClient) -> None:
        async def failing(*_: object) -> None:
            raise error

        store.tables_of = store.create = failing  # type: ignore[method-assign, assignment]
        assert said(await page.get("/api/tables")) == told
        assert said(await page.post("/api/tables", json=TABLE)) == told

    visiting(work)


def test_a_damaged_line_in_a_list_hides_one_table() -> None:
    async def work(app: Starlette, store: Guests, page: httpx.AsyncClient) -> None:
        first, second = [(await page.post("/api/tables", json=TABLE)).json()["table"] for _ in range(2)]
        store.summaries[first] = b'{"summary": \xff'
        assert [each["table"] for each in (await page.get("/api/tables")).json()] == [second]

    visiting(work)


def test_pages_that_go_away_while_another_version_is_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "index.html").write_text("page")
    (tmp_path / "seen.js").write_text("script")
    (tmp_path / "chunks.json").write_text("{half")
    read = Path.read_bytes

    def gone(path: Path) -> bytes:
        if path.suffix == ".js":
            raise FileNotFoundError(path)
        return read(path)

    async def work(app: Starlette, store: Guests, page: httpx.AsyncClient) -> None:
        monkeypatch.setattr(Path, "read_bytes", gone)
        assert (await page.get("/seen.js")).status_code == 404
        assert (await page.get("/")).text == "page"

    visiting(work, pages=tmp_path)
