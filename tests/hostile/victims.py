"""People who only want to play while all this happens. Every move they were told of has to be stored."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from random import Random

from websockets.exceptions import ConnectionClosed

from kritzel.server.store.postgres import PostgresStore
from kritzel.server.store.sql import Store
from kritzel.server.store.sqlite import SqliteStore
from tests.patience import GLANCE
from tests.server.clients import Guest, Page
from tests.server.serving import Server

SHEETS = ("traexx/1", "dizzle/1", "border/1")


class Victims:
    """Two people at one table after the other, in a thread of their own, until they are asked to stop."""

    def __init__(self, server: Server, seed: int) -> None:
        self._luck = Random(seed)
        self.guests = [server.guest("Ana"), server.guest("Ben")]
        self.table, self.tables = "", list[str]()
        self.acks: list[tuple[str, str]] = []
        """Table and command of every move that was acknowledged."""
        self.trouble: list[str] = []
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._live, name="victims", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Finish the move that is being made."""
        self._stop.set()
        self._thread.join()

    def _live(self) -> None:
        try:
            while not self._stop.is_set():
                self._play(self._luck.choice(SHEETS))
        except (AssertionError, ConnectionClosed, KeyError) as error:
            self.trouble.append(f"{type(error).__name__}: {error}"[:500])

    def _play(self, sheet: str) -> None:
        ana, ben = self.guests
        laid = ana.lay(sheet, "me", "friend")
        ben.join(laid["table"], laid["invites"][0]["token"])
        self.table = laid["table"]
        self.tables.append(self.table)
        pages = [guest.sit(self.table) for guest in self.guests]
        for page in pages:
            page.ready()
        pages[0].hear(lambda: pages[0].view["phase"] == "running")
        self._play_on(pages)
        for guest, page in zip(self.guests, pages, strict=True):
            page.close()
            guest.pages.remove(page)

    def _play_on(self, pages: list[Page]) -> None:
        while not self._stop.is_set():
            for page in pages:
                page.hear()
            if any(page.view["phase"] != "running" for page in pages):
                return
            page = self._luck.choice(pages)
            known = set(page.answers)
            page.play_any(self._luck)
            self.acks += [
                (self.table, name) for name in page.answers.keys() - known if page.answers[name]["t"] == "ack"
            ]
            self._stop.wait(GLANCE)

    def missing(self, folder: Path, database: str = "") -> list[tuple[str, str]]:
        """What was acknowledged and is not kept, in the files of this folder or in a database."""
        return sorted(set(self.acks) - asyncio.run(stored(folder / "tables.db", database, set(self.tables))))


async def stored(data: Path, database: str, tables: set[str]) -> set[tuple[str, str]]:
    """Table and command of everything that is kept of these tables."""
    store: Store = PostgresStore(database, "looking") if database else SqliteStore(data)
    try:
        kept = {table: await store.load(table) for table in tables}
    finally:
        await store.close()
    return {(table, row.move_id) for table, each in kept.items() if each for row in each.rows if row.move_id}


def cookie(guest: Guest) -> str:
    """What carries this guest."""
    return "; ".join(f"{name}={value}" for name, value in guest.http.cookies.items())
