"""Workers and their files: tables carried from file to file, calls to the front, connections handed over."""

from __future__ import annotations

import asyncio
import errno
import shutil
import socket
from pathlib import Path
from typing import Any

import httpx
import pytest

from kritzel.server.settings import Settings
from kritzel.server.shards import front
from kritzel.server.shards.bodies import Spares
from kritzel.server.store import Conflict, Elsewhere, InUse, Kept, Player, Unavailable, Unusable
from kritzel.server.store.calling import Caller, answer
from kritzel.server.store.placing import place, shard, shards
from kritzel.server.store.spreading import spread
from kritzel.server.store.sqlite import SqliteStore
from kritzel.server.web import ledger
from tests.patience import LONGEST, until_here
from tests.server import postgres
from tests.server.rooms import ANA
from tests.server.serving import Server
from tests.server.stores import KEPT, Database, Shard, row

NAMES = [f"table-{number:010d}" for number in range(30)]


async def _lay(data: Path) -> None:
    store = SqliteStore(data)
    await store.add_player(Player(ANA, "Ana"), "secret")
    for name in NAMES:
        await store.create(name, KEPT, [ANA], name.encode())
        await store.append(name, [row(2, f"id-{name}"), row(3)])
    await store._run("UPDATE tables SET day = 10000 + number")
    await store.close()


async def _read(path: Path) -> dict[str, Kept]:
    store = SqliteStore(path)
    found = {}
    for (name,) in await store._look("SELECT name FROM tables WHERE version > 0"):
        kept = await store.load(name)
        assert kept is not None
        found[str(name)] = kept
    await store.close()
    return found


def everything(data: Path) -> dict[str, Kept]:
    """All logs, each in one file."""
    parts = [asyncio.run(_read(path)) for path in (data, *shards(data).values())]
    assert sum(map(len, parts)) == len({name for part in parts for name in part})
    return {name: kept for part in parts for name, kept in part.items()}


# Files -----------------------------------------------------------------------------------------
def test_tables_are_carried_to_as_many_files_as_there_are_workers_and_back(tmp_path: Path) -> None:
    data = tmp_path / "tables.db"
    asyncio.run(_lay(data))
    before = everything(data)
    assert spread(data, 1) == 0
    for workers in (3, 2, 4, 1):
        assert spread(data, workers) > 0
        assert spread(data, workers) == 0
        assert everything(data) == before
        assert list(shards(data)) == ([] if workers == 1 else list(range(workers)))
        for number, path in shards(data).items():
            assert {place(name, workers) for name in asyncio.run(_read(path))} == {number}
            assert path.stat().st_mode & 0o077 == 0

    async def lists() -> tuple[list[bytes], list[Any]]:
        store = SqliteStore(data)
        days = await store._look("SELECT name, day FROM tables ORDER BY name")
        found = await store.tables_of(ANA)
        await store.close()
        return found, days

    found, days = asyncio.run(lists())
    assert found == [name.encode() for name in reversed(NAMES)]
    assert days == [(name, 10000 + number) for number, name in enumerate(NAMES, 1)]


def test_a_fall_between_carrying_and_taking_away_leaves_nothing_twice(tmp_path: Path) -> None:
    data = tmp_path / "tables.db"
    asyncio.run(_lay(data))
    before = everything(data)
    shutil.copy(data, tmp_path / "as-it-was.db")
    spread(data, 2)
    shutil.copy(tmp_path / "as-it-was.db", data)
    assert spread(data, 2) == len(NAMES)
    assert everything(data) == before


def test_files_in_use_and_files_of_others_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kritzel.server.store.spreading.WAIT", 0)
    data = tmp_path / "tables.db"
    asyncio.run(_lay(data))
    spread(data, 2)
    store = SqliteStore(shard(data, 1))
    with pytest.raises(InUse):
        spread(data, 1)
    asyncio.run(store.close())
    shard(data, 1).write_bytes(b"no tables at all" * 400)
    with pytest.raises(Unusable, match="no file of tables"):
        spread(data, 1)


# Calls -----------------------------------------------------------------------------------------
def test_calls_are_answered_in_any_order_and_fail_where_nobody_is_there() -> None:
    async def work() -> None:
        ours, theirs = socket.socketpair()
        gate, lost = asyncio.Event(), list[bool]()

        async def answering(name: str, values: list[Any]) -> Any:
            if name == "wait":
                await gate.wait()
            if name == "no":
                raise Conflict("no")
            if name == "mistaken":
                raise KeyError("a mistake of ours")
            return [name, *values]

        serving = asyncio.ensure_future(answer(ours, answering))
        caller = Caller(theirs)
        caller.lost = lambda: lost.append(True)
        slow = asyncio.ensure_future(caller.call("wait", b"bytes"))
        assert await caller.call("quick", 1, None) == ["quick", 1, None]
        with pytest.raises(Conflict):
            await caller.call("no")
        with pytest.raises(Unavailable):
            await asyncio.wait_for(caller.call("mistaken"), LONGEST)
        assert not slow.done()
        gate.set()
        assert await slow == ["wait", b"bytes"]
        gate.clear()
        slow = asyncio.ensure_future(caller.call("wait"))
        await asyncio.sleep(0)
        ours.shutdown(socket.SHUT_RDWR)
        with pytest.raises(Unavailable):
            await slow
        await until_here(lambda: lost)
        with pytest.raises(Unavailable):
            await caller.call("quick")
        gate.set()
        await asyncio.wait_for(serving, LONGEST)
        await caller.close()

    asyncio.run(work())


def test_a_worker_may_ask_for_guests_and_lists_and_for_nothing_else(tmp_path: Path) -> None:
    async def work() -> None:
        store = SqliteStore(tmp_path / "tables.db")
        for name in ("close", "_run", "append", "aside", "__class__"):
            with pytest.raises(Unavailable):
                await front.asked_of(store)(name, [])
        await store.close()

    asyncio.run(work())


def test_what_lists_have_missed_is_put_right_when_a_table_is_loaded(tmp_path: Path) -> None:
    async def work() -> None:
        store = Shard(tmp_path / "tables.db")
        await store.add_player(Player(ANA, "Ana"), "secret")
        await store._logs.create("table", KEPT, [], b"as it stands")
        assert await store.tables_of(ANA) == []
        await store.load("table")
        assert await store.tables_of(ANA) == [b"as it stands"]
        await store.close()

    asyncio.run(work())


def test_a_worker_does_not_touch_the_tables_of_another(tmp_path: Path) -> None:
    async def work() -> None:
        store = Shard(tmp_path / "tables.db")
        store._of = 2
        for name in NAMES:
            if store.keeps(name):
                assert await store.claim(name) == 0
            else:
                with pytest.raises(Elsewhere):
                    await store.claim(name)
        await store.close()

    asyncio.run(work())


# Connections -----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("head", "table"),
    [
        (b"GET /api/tables/abcdefgh12345678/live HTTP/1.1\r\n", b"abcdefgh12345678"),
        (b"DELETE /api/tables/abcdefgh-_345678 HTTP/1.1\r\n", b"abcdefgh-_345678"),
        (b"GET /api/tables/abcdefgh12345678?x HTTP/1.1\r\n", b"abcdefgh12345678"),
        (b"POST /api/tables HTTP/1.1\r\n", None),
        (b"GET /api/tables/abcdefgh123456789/live HTTP/1.1\r\n", None),
        (b"GET /t/abcdefgh12345678 HTTP/1.1\r\n", None),
        (b"\x16\x03\x01 no http at all\n", None),
    ],
)
def test_the_first_line_says_whose_a_connection_is(head: bytes, table: bytes | None) -> None:
    found = front.TABLE.match(head)
    assert (found[1] if found else None) == table


def test_requests_in_pieces_and_silent_or_broken_ones_harm_nobody(tmp_path: Path) -> None:
    with Server(tmp_path, "--workers", "2") as server:
        silent = socket.create_connection(("127.0.0.1", server.port))
        with socket.create_connection(("127.0.0.1", server.port)) as slow:
            for piece in (b"GET /hea", b"lthz HTTP/1.1\r\nhost: x\r\n", b"connection: keep-alive\r\n\r\n"):
                slow.sendall(piece)
            told = b"".join(iter(lambda: slow.recv(4096), b""))
        assert told.startswith(b"HTTP/1.1 200")
        assert b"connection: close" in told
        with socket.create_connection(("127.0.0.1", server.port)) as broken:
            broken.sendall(b"\x00" * 5000)
            while broken.recv(4096):
                pass
        ana = server.guest("Ana")
        table = ana.lay("traexx/1", "me", "here")["table"]
        page = ana.sit(table)
        page.ready()
        page.hear(lambda: page.view["phase"] == "running")
        page.say("stop")
        rematch = ana.post(f"/api/tables/{table}/rematch")["table"]
        assert ana.post(f"/api/tables/{table}/rematch")["table"] == rematch
        assert place(rematch, 2) == place(table, 2)
        assert [each["table"] for each in ana.get("/api/tables")] == [rematch, table]
        assert httpx.get(f"{server.url}/api/network").json()["possible"] is False
        assert ana.http.delete(f"/api/tables/{table}").status_code == 200
        assert ana.get(f"/api/tables/{table}", 404)["code"] == "no_table"
        assert [each["table"] for each in ana.get("/api/tables")] == [rematch]
        silent.close()
        assert server.stop() == 0
    assert "Traceback" not in server.log


@postgres.needed
def test_workers_may_share_a_database_too(tmp_path: Path) -> None:
    place_of = Database()
    with Server(tmp_path, "--workers", "2", KRITZEL_DATABASE=place_of.url, KRITZEL_NAME="one") as server:
        ana = server.guest("Ana")
        tables = [str(ana.lay("traexx/1", "me", "here")["table"]) for _ in range(6)]
        for table in tables:
            page = ana.sit(table)
            page.ready()
            page.hear(lambda page=page: page.view["phase"] == "running")
        owners = place_of.asked("SELECT t.name, s.name FROM tables t JOIN servers s ON s.number = t.owner")
        assert dict(owners) == {table: f"one/{place(table, 2)}" for table in tables}
        assert len(ana.get("/api/tables")) == 6
        assert server.stop() == 0
    assert not shards(tmp_path / "tables.db")
    assert "Traceback" not in server.log


def test_two_workers_that_die_together_get_two_processes() -> None:
    """Each of them once got the process that was waiting, which then was two workers at once."""

    async def work() -> None:
        spares = Spares(counts.fileno())
        bodies = [await spares.take()]
        bodies += await asyncio.gather(spares.take(), spares.take(), spares.take())
        assert len({body.process.pid for body in bodies}) == 4
        await spares.close()
        for body in bodies:
            await asyncio.wait_for(body.dismiss(), LONGEST)
            assert body.process.returncode == 0

    with ledger.blank() as counts:
        asyncio.run(work())


class Full:
    """A listener of a process that may open no more files, for a while."""

    def __init__(self) -> None:
        self._real = socket.create_server(("127.0.0.1", 0))
        self._real.setblocking(False)
        self.address, self.fileno, self.close = (
            self._real.getsockname(),
            self._real.fileno,
            self._real.close,
        )
        self.refused = 0

    def accept(self) -> tuple[socket.socket, Any]:
        if self.refused < 3:
            self.refused += 1
            raise OSError(errno.EMFILE, "Too many open files")
        return self._real.accept()


def test_without_files_whoever_knocks_waits(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """asyncio does the same; without it the loop would go round and round, with a traceback each time."""
    monkeypatch.setattr(front, "LATER", 0.01)

    async def work() -> None:
        listener = Full()
        house = front.Front(Settings(workers=2), listener, None, "info")  # type: ignore[arg-type]
        come = list[bytes]()

        def handed(line: socket.socket, head: bytes) -> None:
            line.close()
            come.append(head)

        monkeypatch.setattr(house, "_hand_over", handed)
        asyncio.get_running_loop().add_reader(listener.fileno(), house._accept)
        _, writer = await asyncio.open_connection(*listener.address)
        writer.write(b"GET / HTTP/1.1\r\n")
        await until_here(lambda: come)
        assert (come, listener.refused) == ([b"GET / HTTP/1.1\r\n"], 3)
        asyncio.get_running_loop().remove_reader(listener.fileno())
        writer.close()
        listener.close()
        house._counts.close()

    asyncio.run(work())
    assert [each.getMessage() for each in caplog.records] == ["no_room"] * 3
