"""kill -9 in the middle of games: nothing acknowledged is lost, nothing is done twice (`history`).

`KRITZEL_KILLS=2000 pytest tests/server/test_kills.py` is the long run.
"""

from __future__ import annotations

import asyncio
import os
import threading
from pathlib import Path
from random import Random

import pytest

from kritzel.server.store.sqlite import SqliteStore
from tests.server.history import Line, faults
from tests.server.playing import Player
from tests.server.serving import Server

pytestmark = pytest.mark.slow

SEED = int(os.environ.get("KRITZEL_SEED", "1"))
KILLS = int(os.environ.get("KRITZEL_KILLS", "8"))
LONGEST_LIFE = 25
"""Commands after which a server is killed at the latest: while it decides, writes or answers one."""


class Killer:
    """Kills the server while a player's command is on its way, and starts it again."""

    def __init__(self, server: Server, player: Player, luck: Random) -> None:
        self._server, self._player, self._luck = server, player, luck
        self.kills = 0
        self._left = luck.randrange(1, LONGEST_LIFE)

    def heard(self) -> None:
        self._left -= 1
        if self._left == 0:
            threading.Timer(self._luck.uniform(0, 0.004), self._kill).start()

    def _kill(self) -> None:
        self._server.kill()
        self._server.start()
        self.kills += 1
        self._player.over = self.kills == KILLS
        self._left = self._luck.randrange(1, LONGEST_LIFE)


async def written(path: Path, tables: list[str]) -> dict[str, list[Line]]:
    store = SqliteStore(path / "tables.db")
    found = {table: await store.load(table) for table in tables}
    await store.close()
    return {
        table: [Line(row.version, row.move_id) for row in kept.rows] for table, kept in found.items() if kept
    }


def test_kill_9_loses_nothing_acknowledged(tmp_path: Path) -> None:
    luck = Random(SEED)
    with Server(tmp_path) as server:
        player = Player("Ana", [server.url], luck)
        killer = Killer(server, player, luck)
        player.says = killer.heard
        player.play()
        player.look_back()
        player.go_home()
        server.kill()
    logs = asyncio.run(written(tmp_path, list(player.history.stories)))
    assert len(player.history.ok) > 50, "the test has to do something"
    assert faults([player.history], logs) == []
    assert "Traceback" not in server.log
    print(f"{killer.kills} kills: {len(player.history.ok)} moves acknowledged, {len(logs)} tables")
