"""Workers are killed under load, and their front with them: nothing is lost or doubled, and all play on.

`KRITZEL_KILLS=500 pytest -s tests/server/test_worker_kills.py` is the long run.
"""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path
from random import Random

from kritzel.server.store.placing import place, shards
from kritzel.server.store.spreading import spread
from kritzel.server.store.sqlite import SqliteStore
from tests.patience import until
from tests.server.families import children, runs_still
from tests.server.history import Line, faults
from tests.server.playing import Crowd
from tests.server.serving import Server

SEED = int(os.environ.get("KRITZEL_SEED", "1"))
KILLS = int(os.environ.get("KRITZEL_KILLS", "6"))
WORKERS = 2
FRONT = 5
"""Each time after so many kills the front is killed, too."""


def kill_a_worker(server: Server, luck: Random) -> None:
    assert server.process is not None
    os.kill(luck.choice(children(server.process.pid)), signal.SIGKILL)


def kill_everything(server: Server) -> None:
    """The front dies; its workers notice and end by themselves."""
    assert server.process is not None
    workers = children(server.process.pid)
    server.kill()
    until(lambda: not any(map(runs_still, workers)))
    server.start()


def test_nothing_is_lost_or_doubled_when_workers_die(tmp_path: Path) -> None:
    luck = Random(SEED)
    with Server(tmp_path, "--workers", str(WORKERS)) as server:
        crowd = Crowd([server.url], 3, luck)
        crowd.begin()
        for number in range(1, KILLS + 1):
            crowd.go_on(luck.randrange(1, 30))
            kill_everything(server) if number % FRONT == 0 else kill_a_worker(server, luck)
        crowd.everybody_moves()
        crowd.end()
        listed = [listed_by(server, player.guests[0].http.cookies["kritzel"]) for player in crowd.players]
        assert server.stop() == 0
    assert crowd.done > 10 * KILLS, "the test has to do something"
    assert faults(crowd.histories, asyncio.run(written(tmp_path))) == []
    for player, tables in zip(crowd.players, listed, strict=True):
        assert set(player.history.stories) <= set(tables), "tables are in the lists of their players"
    assert "Traceback" not in server.log, server.log
    print(f"{KILLS} kills: {crowd.done} moves acknowledged, {len(crowd.tables)} tables")


def listed_by(server: Server, cookie: str) -> list[str]:
    guest = server.guest("")
    guest.http.cookies.set("kritzel", cookie)
    return [str(each["table"]) for each in guest.get("/api/tables")]


async def written(folder: Path) -> dict[str, list[Line]]:
    """All logs of all workers; each lies in the file where it belongs."""
    logs: dict[str, list[Line]] = {}
    for number, path in shards(folder / "tables.db").items():
        store = SqliteStore(path)
        for (name,) in await store._look("SELECT name FROM tables"):
            kept = await store.load(name)
            assert kept is not None
            assert place(name, WORKERS) == number
            assert name not in logs
            logs[name] = [Line(row.version, row.move_id) for row in kept.rows]
        await store.close()
    assert spread(folder / "tables.db", WORKERS) == 0
    return logs
