"""Servers and their database are killed and stopped under load: nothing is lost, doubled or kept by two.

`KRITZEL_KILLS=500 pytest tests/server/test_shared_kills.py` is the long run.
"""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random

import httpx
import pytest

from kritzel.server.store import Conflict, sql
from kritzel.server.store.postgres import PostgresStore
from tests.patience import LONGEST
from tests.server.history import Claim, History, Line, faults
from tests.server.playing import Crowd
from tests.server.postgres import Postgres, needed
from tests.server.serving import Server
from tests.server.stores import KEPT, Database, row

pytestmark = [pytest.mark.slow, needed]
SEED = int(os.environ.get("KRITZEL_SEED", "1"))
KILLS = int(os.environ.get("KRITZEL_KILLS", "4"))
FAULTS = ("server", "database", "pause", "server")
ALIVE = "1.5"


class Cluster:
    """A database and two servers that share it."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.database = Postgres().start()
        stack.callback(self.database.close)
        self.place = Database(self.database)
        self.place.watch()
        self.servers = [stack.enter_context(self._server(folder / name)) for name in ("one", "two")]
        self.counted = Counter[str]()

    def _server(self, folder: Path) -> Server:
        folder.mkdir()
        return Server(folder, KRITZEL_DATABASE=self.place.url, KRITZEL_NAME=folder.name, TEST_ALIVE=ALIVE)

    def strike(self, what: str, luck: Random, crowd: Crowd) -> None:
        """One fault, and the end of it."""
        self.counted[what] += 1
        one, other = luck.sample(self.servers, 2)
        if what == "database":
            self.database.kill()
            self.database.start()
        elif what == "server":
            one.kill()
            one.start()
        else:
            self._pause(one, other, crowd)

    def _pause(self, one: Server, other: Server, crowd: Crowd) -> None:
        """One stops while it keeps tables; the other takes them over; then the first goes on as if nothing
        had happened."""
        one.pause()
        for table in crowd.tables[-6:]:
            httpx.get(f"{other.url}/api/tables/{table}", timeout=LONGEST)
        one.go_on()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    with ExitStack() as stack:
        yield Cluster(tmp_path, stack)


def test_nothing_is_lost_doubled_or_kept_by_two(cluster: Cluster) -> None:
    luck = Random(SEED)
    crowd = Crowd([server.url for server in cluster.servers], 3, luck)
    crowd.begin()
    for number in range(KILLS):
        crowd.go_on(luck.randrange(1, 30))
        cluster.strike(FAULTS[number % len(FAULTS)], luck, crowd)
    crowd.everybody_moves()
    crowd.end()
    logs, claims = cluster.place.written()
    assert crowd.done > 10 * KILLS, "the test has to do something"
    assert faults(crowd.histories, logs, claims) == []
    for server in cluster.servers:
        assert "Traceback" not in server.log, server.log
    print(f"{dict(cluster.counted)}: {crowd.done} moves acknowledged, {len(logs)} tables")


# The checker sees faults -----------------------------------------------------------------------
def race(place: Database, rounds: int, luck: Random) -> History:
    """Two servers that lose and take a table over and over; each writes with whatever it believes."""
    history = History()

    async def work() -> None:
        stores = [place.open("one"), place.open("two")]
        await stores[0].create("table", KEPT, [], b"")
        known: list[tuple[int, int]] = [(0, 1), (0, 1)]
        for number in range(rounds):
            who = luck.randrange(2)
            if luck.random() < 0.3:
                known[who] = await _taken(place, stores[who], "two" if who == 0 else "one")
                continue
            token, version = known[who]
            command = {"id": f"command-{number}"}
            history.says(command)
            try:
                await stores[who].append("table", [row(version + 1, command["id"])], token=token)
            except Conflict:
                history.heard({"t": "refused", "code": "illegal", **command})
            else:
                history.heard({"t": "ack", "version": version + 1, **command})
                known[who] = (token, version + 1)
        await asyncio.gather(*(store.close() for store in stores))

    asyncio.run(work())
    return history


async def _taken(place: Database, store: PostgresStore, other: str) -> tuple[int, int]:
    place.asked("UPDATE servers SET until = clock_timestamp() - interval '1 s' WHERE name = %s", other)
    token = await store.claim("table")
    kept = await store.load("table")
    assert kept is not None
    return token, kept.rows[-1].version


def raced(luck: Random) -> list[str]:
    place = Database()
    place.watch()
    history = race(place, 120, luck)
    assert len(history.ok) > 20
    return faults([history], *place.written())


def test_two_that_fight_for_a_table_never_both_keep_it() -> None:
    assert raced(Random(1)) == []


def test_without_the_token_the_checker_sees_two_keepers(monkeypatch: pytest.MonkeyPatch) -> None:
    loose = sql.CONTINUE.replace("token = :token", ":token >= 0")
    assert loose != sql.CONTINUE
    monkeypatch.setattr(sql, "CONTINUE", loose)
    assert any("kept by" in fault for fault in raced(Random(1)))


def test_without_token_and_version_the_checker_sees_doubled_versions(monkeypatch: pytest.MonkeyPatch) -> None:
    loose = sql.CONTINUE.replace("version = :before AND token = :token", ":before + :token >= 0")
    assert loose != sql.CONTINUE
    monkeypatch.setattr(sql, "CONTINUE", loose)
    assert any("gaps or twins" in fault for fault in raced(Random(1)))


@pytest.mark.parametrize(
    ("lines", "ok", "refused", "seen"),
    [
        ([Line(1), Line(2, "a")], {"a": 2}, (), ""),
        ([Line(1)], {"a": 2}, (), "written 0 times"),
        ([Line(1), Line(2, "a"), Line(3, "a")], {"a": 2}, (), "written 2 times"),
        ([Line(1), Line(2, "a")], {}, ("a",), "refused and written"),
        ([Line(1), Line(3, "a")], {"a": 2}, (), "gaps"),
        ([Line(1), Line(2, "a", 1), Line(3, "b", 1)], {}, (), "kept by 2"),
    ],
)
def test_the_checker_sees_each_kind_of_fault(
    lines: list[Line], ok: dict[str, int], refused: tuple[str, ...], seen: str
) -> None:
    history = History()
    history.ok, history.refused = ok, set(refused)
    claims = {"table": [Claim(1, 1), Claim(2, 2)]} if len(lines) > 2 and lines[1].token else None
    found = faults([history], {"table": lines}, claims)
    assert any(seen in fault for fault in found) if seen else found == []
