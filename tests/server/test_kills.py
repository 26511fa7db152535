"""kill -9 in the middle of games: nothing acknowledged is lost, nothing is done twice.

A history in the manner of Jepsen: each command is invoked and then acknowledged, refused or unknown. After
all kills every acknowledged one stands in the log exactly once, no refused one does, unknown ones at most
once; versions have no gaps; what a page was told is a beginning of what it is told at the end.
"""

from __future__ import annotations

import asyncio
import secrets
import threading
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import httpx
from websockets.exceptions import WebSocketException

from kritzel.server.store.sqlite import SqliteStore
from kritzel.server.table import log
from tests.server.clients import Guest, Page
from tests.server.serving import Server

KILLS = 15
LONGEST_LIFE = 25
"""Commands after which a server is killed at the latest: while it decides, writes or answers one."""
Json = dict[str, Any]


class History:
    """What one page has said and heard."""

    def __init__(self) -> None:
        self.ok: dict[str, int] = {}
        self.refused: set[str] = set()
        self.invoked: set[str] = set()
        self.outbox: Json | None = None

    def heard(self, answer: Json) -> None:
        self.outbox = None
        if answer["t"] == "ack":
            before = self.ok.setdefault(answer["id"], answer["version"])
            assert before == answer["version"], "the same command, the same answer"
        elif answer["code"] != "retry":
            self.refused.add(answer["id"])


class Player:
    """Two seats at one device, a new table whenever one is played out; it keeps what was not answered."""

    def __init__(self, guest: Guest, luck: Random) -> None:
        self.guest, self.luck = guest, luck
        self.history = History()
        self.stories: dict[str, list[Json]] = {}
        self.table = ""
        self.last = 0
        self.kill: Callable[[], None] = lambda: None

    def play(self) -> None:
        """Until the server dies."""
        while True:
            page = self._page()
            if self.history.outbox is not None:
                self._say(page, self.history.outbox)
            while page.view["phase"] != "over":
                self._move(page)
            self.table = ""

    def _page(self) -> Page:
        if not self.table:
            self.table = self.guest.lay("traexx/1", "me", "here")["table"]
        page = self.guest.sit(self.table)
        known = self.stories.setdefault(self.table, [])
        assert page.story[: len(known)] == known, "what was told once stays true"
        page.story = known + page.story[len(known) :]
        self.stories[self.table] = page.story
        if page.view["phase"] == "open":
            page.ready()
            page.hear(lambda: page.view["phase"] == "running")
        return page

    def _move(self, page: Page) -> None:
        page.hear(lambda: page.view["phase"] == "over" or any(h["options"] for h in page.view["hands"]))
        if page.view["phase"] == "over":
            return
        hand = self.luck.choice([hand for hand in page.view["hands"] if hand["options"]])
        move = self.luck.choice(hand["options"])["text"]
        command = {"t": "move", "id": secrets.token_urlsafe(16), "seat": hand["seat"], "move": move}
        self._say(page, {**command, "version": page.view["version"]})

    def _say(self, page: Page, command: Json) -> None:
        self.history.outbox = command
        self.history.invoked.add(command["id"])
        if len(self.history.invoked) >= self.last:
            threading.Timer(self.luck.uniform(0, 0.004), self.kill).start()
            self.last = 10**9
        answer = page.command(command)
        self.history.heard(answer)
        page.hear(lambda: answer["t"] != "ack" or page.view["version"] >= answer["version"])


def lives(server: Server, player: Player, luck: Random) -> None:
    """One life of the server: it is killed while the player plays."""
    server.start()
    dead = threading.Event()

    def kill() -> None:
        server.kill()
        dead.set()

    player.last, player.kill = len(player.history.invoked) + luck.randrange(1, LONGEST_LIFE), kill
    while not dead.is_set():
        with suppress(WebSocketException, OSError, EOFError, httpx.HTTPError):
            player.play()
    for page in player.guest.pages:
        page.close()
    player.guest.pages.clear()


async def written(path: Path, tables: list[str]) -> dict[str, tuple[log.Row, ...]]:
    store = SqliteStore(path / "tables.db")
    found = {table: await store.load(table) for table in tables}
    await store.close()
    return {table: kept.rows for table, kept in found.items() if kept is not None}


def test_kill_9_loses_nothing_acknowledged(tmp_path: Path) -> None:
    luck = Random(1)
    with Server(tmp_path) as server:
        player = Player(server.guest("Ana"), luck)
        server.kill()
        for _ in range(KILLS):
            lives(server, player, luck)
    history, rows = player.history, asyncio.run(written(tmp_path, list(player.stories)))
    seen = Counter(row.move_id for lines in rows.values() for row in lines if row.move_id)
    assert len(history.ok) > 50, "the test has to do something"
    assert [each for each in history.ok if seen[each] != 1] == []
    assert [each for each in history.refused if seen[each]] == []
    assert max(seen.values()) == 1
    for table, lines in rows.items():
        assert [row.version for row in lines] == list(range(1, len(lines) + 1)), table
    assert "Traceback" not in server.log
