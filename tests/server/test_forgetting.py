"""Being forgotten: by oneself, with a device, after a long time. Others keep their games."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

import apsw
import httpx
import pytest

from kritzel.server import erasure
from kritzel.server.settings import Keep, Settings
from kritzel.server.store import Player, sql
from kritzel.server.store.sqlite import SqliteStore
from kritzel.server.table import log
from kritzel.server.table.log import without_name
from kritzel.server.web.app import make_app
from tests.patience import LONGEST
from tests.server.clients import Guest
from tests.server.rooms import ANA, BEN
from tests.server.serving import Server
from tests.server.stores import KEPT

NAME = "Xaverine-Unverwechselbar"
TODAY = 20_774


def asked(path: Path, question: str) -> Any:
    connection = apsw.Connection(str(path))
    try:
        return connection.execute(question).fetchall()
    finally:
        connection.close()


def finished(ana: Guest, ben: Guest) -> str:
    """A game of two, played to its end."""
    laid = ana.lay("traexx/1", "me", "friend")
    ben.join(laid["table"], laid["invites"][0]["token"])
    pages, luck = [ana.sit(laid["table"]), ben.sit(laid["table"])], Random(5)
    for page in pages:
        page.ready()
    while any(page.view["phase"] != "over" for page in pages):
        for page in pages:
            page.hear()
            page.play_any(luck)
    return str(laid["table"])


# Oneself ---------------------------------------------------------------------------------------
def test_whoever_leaves_is_somebody_to_the_others_and_nothing_else(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        ana, ben = server.guest("Ana"), server.guest(NAME)
        table = finished(ana, ben)
        alone = ben.lay("traexx/1", "me")["table"]
        waiting = ben.lay("traexx/1", "me", "friend")["table"]
        page = ben.sit(alone)
        before = ana.get(f"/api/tables/{table}/record")
        answer = ben.http.delete("/api/session?lang=de")
        assert answer.status_code == 200
        assert not ben.http.cookies, "the cookie is taken away"
        page.hear(lambda: any(message["t"] == "bye" for message in page.heard))
        assert ana.get("/api/tables")[0]["names"] == ["Ana", "Jemand"]
        after = ana.get(f"/api/tables/{table}/record")
        assert after == before.replace(NAME, "Jemand").removesuffix("\n") + " erased\n"
        for gone in (alone, waiting):
            ana.get(f"/api/tables/{gone}", 404)
        server.send_home()
        server.stop()
    assert asked(tmp_path / "tables.db", "SELECT name FROM players") == [("Ana",)]
    assert NAME.encode() not in (tmp_path / "tables.db").read_bytes()


def test_others_see_it_at_once_and_the_game_goes_on(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        ana, ben = server.guest("Ana"), server.guest(NAME)
        laid = ana.lay("dizzle/1", "me", "friend")
        ben.join(laid["table"], laid["invites"][0]["token"])
        page, other = ana.sit(laid["table"]), ben.sit(laid["table"])
        page.ready(), other.ready()
        page.hear(lambda: page.view["phase"] == "running")
        ben.http.delete("/api/session?lang=en")
        page.hear(lambda: [seat["name"] for seat in page.view["seats"]] == ["Ana", "Somebody"])
        assert NAME not in page.raw[-1]


def test_names_are_taken_out_of_every_line() -> None:
    chairs = (log.Chair("person", "Xa", BEN), log.Chair("here", "Yo", BEN), log.Chair("person", "Ana", ANA))
    events: list[log.TableEvent] = [
        log.Created("traexx/1", 1, 1, chairs, BEN),
        log.Sat(2, ANA, "Xa"),
        log.Began((1, 0, 2), True, "Yo"),
        log.Played(0, "done"),
    ]
    change = without_name(BEN, "Somebody", events)
    created, sat, began, played = map(change, events)
    assert isinstance(created, log.Created)
    assert [chair.name for chair in created.chairs] == ["Somebody", "Somebody 2", "Ana"]
    assert [chair.player for chair in created.chairs] == [BEN, BEN, ANA]
    assert began == log.Began((1, 0, 2), True, "Somebody 2")
    assert (sat, played) == (events[1], events[3])


def test_strangers_can_forget_nobody(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        ana, eve = server.guest("Ana"), server.guest("")
        for path in ("/api/session", "/api/session/device", "/api/session/devices"):
            assert eve.http.delete(path).status_code == 401
            evil = {"origin": "https://evil.example"}
            assert ana.http.delete(path, headers=evil).status_code == 403
        assert ana.get("/api/session") == {"name": "Ana"}


# Devices ---------------------------------------------------------------------------------------
def test_a_device_can_be_forgotten_and_all_others_too(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        ana, phone, tablet = server.guest("Ana"), server.guest(""), server.guest("")
        for device in (phone, tablet):
            device.post("/api/session/link", token=ana.post("/api/session/device")["token"])
        table = ana.lay("traexx/1", "me")["table"]
        page = phone.sit(table)
        assert tablet.http.delete("/api/session/device").status_code == 200
        tablet.get("/api/session", 401)
        assert phone.get("/api/session") == {"name": "Ana"}
        link = ana.post("/api/session/device")["token"]
        assert ana.http.delete("/api/session/devices").status_code == 200
        phone.get("/api/session", 401)
        tablet.post("/api/session/link", 409, token=link)
        page.hear(lambda: any(message["t"] == "bye" for message in page.heard))
        assert ana.get("/api/session") == {"name": "Ana"}


def test_a_failed_join_leaves_no_guest(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        ana, eve = server.guest("Ana"), server.guest("")
        table = ana.lay("traexx/1", "me", "friend")["table"]
        for where in (table, "a" * 16):
            eve.http.post(f"/api/tables/{where}/join", json={"token": "a" * 22, "name": "Eve"})
        server.stop()
    assert asked(tmp_path / "tables.db", "SELECT name FROM players") == [("Ana",)]


# After a long time -----------------------------------------------------------------------------
def kept(folder: Path, work: Callable[[SqliteStore], Awaitable[Any]]) -> Any:
    async def run() -> Any:
        store = SqliteStore(folder / "tables.db")
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(run())


async def tidied(store: SqliteStore, keep: Keep, today: int) -> None:
    while keep.tables and (names := await store.old_tables(keep, today)):
        for name in names:
            await store.delete(name)
    since = await store.forget_old(keep, today, 0)
    while since:
        since = await store.forget_old(keep, today, since)


def test_with_nought_everything_stays(tmp_path: Path) -> None:
    async def work(store: SqliteStore) -> int:
        await store.add_player(Player("ana", "Ana"), "secret")
        await store.create("one", KEPT, [], b"")
        await tidied(store, Keep(0, 0, 0), TODAY * 2)
        rows = await store._read("SELECT (SELECT count(*) FROM players) + (SELECT count(*) FROM tables)")
        return int(rows[0][0])

    assert kept(tmp_path, work) == 2


def test_links_and_devices_are_bounded(tmp_path: Path) -> None:
    async def work(store: SqliteStore) -> list[Any]:
        await store.add_player(Player("ana", "Ana"), "first")
        for number in range(50):
            await store.add_link(f"link {number}", "ana", 1e12 + number)
            await store.add_device("ana", f"device {number}")
        await store.add_link("old", "ana", 1.0)
        await store.add_link("new", "ana", 1e12 + 51)
        rows = await store._read("SELECT token FROM links")
        assert ("new",) in rows
        assert ("old",) not in rows
        return await store._read("SELECT (SELECT count(*) FROM links), (SELECT count(*) FROM devices)")

    assert kept(tmp_path, work) == [(sql.MAX_LINKS, sql.MAX_DEVICES)]


def test_a_server_tidies_when_it_starts_and_says_for_how_long_it_keeps(tmp_path: Path) -> None:
    async def start(store: SqliteStore) -> None:
        await store.add_player(Player("ana", "Ana"), "secret")
        await store._run("UPDATE devices SET day = 1")

    kept(tmp_path, start)

    async def visit() -> None:
        app = make_app(Settings(data=tmp_path / "tables.db", keep=Keep(30, 0, 0)))
        page = httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://x", timeout=LONGEST)
        async with app.router.lifespan_context(app), page:
            await erasure.forget_old(app.state.context.tables, Keep(30, 0, 0))
            told = (await page.get("/api/keeping")).json()
            assert told == {"guests": 30, "devices": 0, "tables": 0}

    asyncio.run(visit())
    assert asked(tmp_path / "tables.db", "SELECT name FROM players") == []


def test_days_are_set_by_environment() -> None:
    env = {"KRITZEL_KEEP_GUESTS": "7", "KRITZEL_KEEP_TABLES": "0"}
    assert Settings.from_environment(env).keep == Keep(7, 400, 0)
    with pytest.raises(ValueError, match="KRITZEL_KEEP_DEVICES"):
        Settings.from_environment({"KRITZEL_KEEP_DEVICES": "long"})
