"""How much somebody may ask for: per guest and per address, however often they connect."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx
import pytest

from kritzel.server.settings import Settings
from kritzel.server.store.sqlite import SqliteStore
from kritzel.server.table.refusals import Refused
from kritzel.server.web.app import make_app
from kritzel.server.web.limits import Caller, RateLimits
from tests.patience import LONGEST

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
        most = 200
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
        assert answers[:4] == [200] * 4
        assert 429 in answers

    visited(tmp_path, work)


def test_a_class_comes_in_at_once_and_a_flood_of_new_guests_does_not(tmp_path: Path) -> None:
    async def work(call: Call) -> None:
        school = [(await call("192.0.2.1").post("/api/session", json={"name": "Ana"})) for _ in range(130)]
        codes = [answer.status_code for answer in school]
        assert codes[:30] == [201] * 30
        assert 429 in codes[30:]

    visited(tmp_path, work, rate=5)


def test_a_network_of_ipv6_brings_no_flood_of_guests_from_its_households(tmp_path: Path) -> None:
    async def work(call: Call) -> None:
        answers = []
        for number in range(300):
            household = call(f"2001:db8:1:{number:x}::1")
            answers.append((await household.post("/api/session", json={"name": "Ana"})).status_code)
        assert 150 < answers.count(201) < 280
        assert (await call("2001:db8:2::1").post("/api/session", json={"name": "Ben"})).status_code == 201

    visited(tmp_path, work, rate=5)


def test_what_an_address_may_do_is_shared_by_its_guests() -> None:
    shared = RateLimits(1, lambda: 0.0)
    here = [Caller(f"guest {number}", "192.0.2.1") for number in range(100)]
    assert sum(shared.take("play", caller) for caller in here for _ in range(10)) == 160
    elsewhere = [Caller("ana", f"198.51.100.{number}") for number in range(10)]
    assert sum(shared.take("play", caller) for caller in elsewhere for _ in range(10)) == 4
    assert sum(shared.take("enter", caller) for caller in elsewhere for _ in range(10)) == 4


def test_a_limit_comes_back_with_time_and_says_when() -> None:
    now = [5.0]
    limits, ana = RateLimits(2, lambda: now[0]), Caller("ana")
    assert sum(limits.take("play", ana) for _ in range(18)) == 8
    with pytest.raises(Refused) as refused:
        limits.charge("play", ana)
    assert (refused.value.code, refused.value.after) == ("slow_down", 1)
    now[0] += 1
    assert sum(limits.take("play", ana) for _ in range(18)) == 2
    now[0] += 1000
    assert sum(limits.take("play", ana) for _ in range(18)) == 8


def test_callers_are_remembered_up_to_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kritzel.server.web.limits.MAX_CALLERS", 3)
    limits = RateLimits(0.25, lambda: 0.0)
    assert [limits.take("play", Caller("ana")) for _ in range(2)] == [True, False]
    for other in "bcd":
        assert limits.take("play", Caller(other))
    assert limits.take("play", Caller("ana")), "forgotten, and so full again"


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
