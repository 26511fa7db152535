"""People who play on whatever happens to the servers, and write down what they said and heard."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from typing import Any

import httpx
from websockets.exceptions import WebSocketException

from tests.patience import LONGEST, glance, until
from tests.server.clients import Guest, Page, Silent
from tests.server.history import History

Json = dict[str, Any]
BROKEN = (WebSocketException, OSError, EOFError, httpx.HTTPError, Silent)
"""What a client hears of a server that dies."""


class Away(Exception):
    """The server says that it cannot just now."""


class Player:
    """Two seats at one device, a new table whenever one is played out; it keeps what was not answered.

    `doors` are the addresses of servers that share their tables: each table is asked for at one of them, and
    at the next one where that does not answer, as a proxy does. A socket that says nothing for `patience`
    seconds is given up, as pages do.
    """

    def __init__(self, name: str, doors: Sequence[str], luck: Random, patience: float = LONGEST) -> None:
        self.luck, self.history, self._patience = luck, History(), patience
        self.table, self.over, self.trouble = "", False, ""
        self.guests = [Guest(door, "") for door in doors]
        self.guests[0].post("/api/session", name=name)
        for guest in self.guests[1:]:
            guest.http.cookies.update(self.guests[0].http.cookies)
        self._door, self._luck = luck.randrange(len(doors)), ""
        self.says: Callable[[], None] = lambda: None
        """Called when a command is on its way."""

    @property
    def guest(self) -> Guest:
        return self.guests[self._door % len(self.guests)]

    def play(self) -> None:
        """Until it is over, through whatever happens."""
        while not self.over:
            try:
                self._visit()
            except (*BROKEN, Away) as error:
                self.trouble = f"{self.table}: {error!r}"
                self._door += 1
                self._hang_up()
                glance()
        self._hang_up()

    def _hang_up(self) -> None:
        for guest in self.guests:
            while guest.pages:
                guest.pages.pop().close()

    def _visit(self) -> None:
        page = self._page()
        if self.history.outbox is not None:
            self._say(page, self.history.outbox)
        while page.view["phase"] != "over" and not self.over:
            self._move(page)
        if page.view["phase"] == "over":
            self.table = ""
            self._hang_up()

    def _page(self) -> Page:
        if not self.table:
            self.table = self._laid()
        page = self.sits(self.table)
        if page.view["phase"] == "open":
            self._begin(page)
            page.hear(lambda: page.view["phase"] == "running")
        return page

    def _begin(self, page: Page) -> None:
        """Seal some luck, or open what was sealed before everything fell: a device keeps its own."""
        if page.view["waiting"]["kind"] == "seeds":
            page.open(self._luck)
        else:
            self._luck = secrets.token_hex(32)
            page.ready(self._luck)

    def _laid(self) -> str:
        wish = {"sheet": "traexx/1", "seats": [{"kind": "me"}, {"kind": "here"}], "begins": "0"}
        answer = self.guest.http.post("/api/tables", json=wish)
        if answer.status_code != 201:
            raise Away(answer.text)
        return str(answer.json()["table"])

    def sits(self, table: str) -> Page:
        """A page at a table, which has to be told what was told before."""
        page = self.guest.sit(table, patience=self._patience)
        if not page.view:
            raise Away(str(page.heard))
        self.history.told(table, page.story)
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
        self.history.says(command)
        self.says()
        answer = page.command(command)
        if answer.get("code") == "retry":  # nobody knows: ask again, with the same id
            raise Away("retry")
        self.history.heard(answer)
        page.hear(lambda: answer["t"] != "ack" or page.view["version"] >= answer["version"])

    def look_back(self) -> None:
        """In the end every story is told once more."""
        for table in self.history.stories:
            until(lambda table=table: self._hears(table))  # type: ignore[misc]

    def _hears(self, table: str) -> bool:
        with suppress(*BROKEN, Away):
            self.sits(table).close()
            return True
        self._door += 1
        return False

    def go_home(self) -> None:
        self._hang_up()
        for guest in self.guests:
            guest.close()


class Crowd:
    """Players at once, each in a thread."""

    def __init__(self, doors: Sequence[str], number: int, luck: Random, patience: float = LONGEST) -> None:
        self.players = [Player(f"Ana {n}", doors, Random(luck.random()), patience) for n in range(number)]
        self._threads = [threading.Thread(target=player.play, daemon=True) for player in self.players]

    @property
    def histories(self) -> list[History]:
        return [player.history for player in self.players]

    @property
    def done(self) -> int:
        """Commands that were acknowledged so far."""
        return sum(len(history.ok) for history in self.histories)

    @property
    def tables(self) -> list[str]:
        return [table for history in self.histories for table in list(history.stories)]

    def begin(self) -> None:
        for thread in self._threads:
            thread.start()

    def go_on(self, moves: int) -> None:
        """Until so many more are acknowledged."""
        enough = self.done + moves
        until(lambda: self.done >= enough, lambda: f"only {self.done} of {enough}")
        assert all(thread.is_alive() for thread in self._threads)

    def everybody_moves(self) -> None:
        """Until each of them has been acknowledged something more: nobody is stuck."""
        before = [len(history.ok) for history in self.histories]

        def moved() -> bool:
            assert all(thread.is_alive() for thread in self._threads), "a player has fallen"
            return all(len(h.ok) > n for h, n in zip(self.histories, before, strict=True))

        until(moved, lambda: [player.trouble for player in self.players])

    def end(self) -> None:
        for player in self.players:
            player.over = True
        for thread in self._threads:
            thread.join()
        for player in self.players:
            player.look_back()
            player.go_home()
