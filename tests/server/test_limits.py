"""How much somebody may ask for: per guest and per address, however often they connect."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx
import pytest

from kritzel.server.settings import Settings
from kritzel.server.shards.worker import share
from kritzel.server.store.sqlite import SqliteStore
from kritzel.server.web import ledger, limits
from kritzel.server.web.app import make_app
from kritzel.server.web.ledger import Ledger
from tests.patience import LONGEST
from tests.server.serving import Server

HERE = "http://127.0.0.1:8321"
Call = Callable[[str], httpx.AsyncClient]


def visited(folder: Path, work: Callable[[Call], Awaitable[None]], rate: float = 1) -> None:
    """An app without a network; whoever calls names the address they come from."""

    async def run() -> None:
        app = make_app(Settings(data=folder / "tables.db", rate=rate))
        async with app.router.lifespan_context(app):

            def call(address: str) -> httpx.AsyncClient:
                way = httpx.ASGITransport(app, raise_app_exceptions=False, client=(address, 1))
                return httpx.AsyncClient(transport=way, base_url=HERE, timeout=LONGEST)

            await work(call)

    asyncio.run(run())


def test_an_address_looks_so_often_and_others_are_not_bothered(tmp_path: Path) -> None:
    async def work(call: Call) -> None:
        busy = call("2001:db8:1:2:aaaa::1")
        most = limits.LOOKING * limits.CROWD_AT_ONCE
        answers = [(await busy.get("/api/about")).status_code for _ in range(most)]
        assert set(answers) == {200}
        neighbour = call("2001:db8:1:2:bbbb::9")
        while (answer := await neighbour.get("/api/about")).status_code == 200:
            continue
        assert (answer.status_code, answer.json()["code"]) == (429, "slow_down")
        assert answer.headers["retry-after"] == "1"
        assert (await call("2001:db8:1:3::1").get("/api/about")).status_code == 200

    visited(tmp_path, work)


def test_a_guest_is_one_guest_wherever_they_come_from(tmp_path: Path) -> None:
    async def work(call: Call) -> None:
        cookies = (await call("192.0.2.1").post("/api/session", json={"name": "Ana"})).cookies
        answers = []
        for number in range(2, 20):
            device = call(f"192.0.2.{number}")
            device.cookies = cookies
            answers.append((await device.post("/api/session", json={"name": "Ana"})).status_code)
        assert answers[: limits.AT_ONCE] == [200] * limits.AT_ONCE
        assert 429 in answers

    visited(tmp_path, work)


def test_a_class_comes_in_at_once_and_a_flood_of_new_guests_does_not(tmp_path: Path) -> None:
    async def work(call: Call) -> None:
        school = [(await call("192.0.2.1").post("/api/session", json={"name": "Ana"})) for _ in range(130)]
        codes = [answer.status_code for answer in school]
        assert codes[:30] == [201] * 30
        assert 429 in codes[30:]

    visited(tmp_path, work, rate=5)


def test_what_an_address_may_do_isshared_by_its_guests() -> None:
    address = limits.Address(1, lambda: 0.0)
    guests = [limits.Allowance(1, lambda: 0.0).at(address) for _ in range(100)]
    assert sum(guest.playing.take() for guest in guests for _ in range(10)) == limits.TALKING * limits.AT_ONCE
    alone = limits.Allowance(1, lambda: 0.0)
    sockets = [alone.at(limits.Address(1, lambda: 0.0)) for _ in range(10)]
    assert sum(socket.playing.take() for socket in sockets for _ in range(10)) == limits.AT_ONCE
    assert sum(socket.entering.take() for socket in sockets for _ in range(10)) == limits.AT_ONCE


# Several workers -------------------------------------------------------------------------------
def test_workersshare_what_a_guest_and_an_address_may_do() -> None:
    with ledger.blank() as file:
        workers = [Ledger(file.fileno()) for _ in range(3)]
        addresses = [limits.Address(1, lambda: 0.0, worker.row("address 192.0.2.1")) for worker in workers]
        guests = [limits.Allowance(1, lambda: 0.0, worker.row("guest ana")) for worker in workers]
        others = limits.Allowance(1, lambda: 0.0, workers[0].row("guest ben"))
        most = limits.LOOKING * limits.CROWD_AT_ONCE
        assert sum(each.looking.take() for _ in range(most) for each in addresses) == most
        assert addresses[1].arriving.take(), "another limit"
        assert sum(each.playing.take() for _ in range(9) for each in guests) == limits.AT_ONCE
        assert others.playing.take(), "somebody else"


def test_a_limit_that_isshared_comes_back_with_time() -> None:
    now = [5.0]
    with ledger.blank() as file:
        rows = [Ledger(file.fileno()).row("guest ana") for _ in range(2)]
        buckets = [limits.Bucket(2, 6, lambda: now[0], each[0]) for each in rows]
        assert sum(bucket.take() for _ in range(9) for bucket in buckets) == 6
        now[0] += 1
        assert sum(bucket.take() for _ in range(9) for bucket in buckets) == 2
        now[0] += 1000
        assert sum(bucket.take() for _ in range(9) for bucket in buckets) == 6


def test_where_too_many_are_counted_the_quietest_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger, "SETS", 1)
    with ledger.blank() as file:
        shared = Ledger(file.fileno())
        buckets = [limits.Bucket(1, 2, lambda: 0.0, shared.row(str(n))[0]) for n in range(ledger.WAYS)]
        busy, *_, quiet = buckets
        assert all(bucket.take() for bucket in buckets)
        assert all(bucket.take() for bucket in buckets if bucket is not quiet)
        assert limits.Bucket(1, 2, lambda: 0.0, shared.row("new")[0]).take()
        assert not busy.take(), "still known"
        assert [quiet.take() for _ in range(3)] == [True, True, False], "forgotten, and so full again"


def test_two_real_workers_let_in_no_more_guests_than_one(tmp_path: Path) -> None:
    """An address brings 4 new guests at once, the next one 25 seconds later; workers are asked in turn."""
    with Server(tmp_path, "--workers", "2", KRITZEL_RATE="0.2") as server:
        new = [
            httpx.post(f"{server.url}/api/session", json={"name": "Ana"}, timeout=LONGEST) for _ in range(6)
        ]
    assert [answer.status_code for answer in new].count(201) == 4


def test_the_connections_of_an_address_are_divided_among_workers() -> None:
    assert share(Settings(connections=1000, workers=3, warm_bots=True), 1).connections == 334
    assert share(Settings(connections=1000), 0) == Settings(connections=1000)


# What goes wrong -------------------------------------------------------------------------------
def test_a_mistake_of_ours_has_words_and_strict_headers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(self: SqliteStore) -> None:
        raise RuntimeError("a mistake")

    monkeypatch.setattr(SqliteStore, "ping", broken)

    async def work(call: Call) -> None:
        answer = await call("192.0.2.1").get("/healthz")
        assert (answer.status_code, answer.json()["code"]) == (500, "broken")
        assert set(answer.json()["words"]) == {"de", "en"}
        for name in ("content-security-policy", "x-content-type-options", "cross-origin-resource-policy"):
            assert name in answer.headers
        assert "mistake" not in answer.text

    visited(tmp_path, work)
