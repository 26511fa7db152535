"""A page for tests, without the page: a cookie, a socket, and the view it has put together from messages."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from contextlib import suppress
from random import Random
from socket import SHUT_RDWR, socket
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from kritzel.server.table import dice
from kritzel.server.wire.protocol import PROTOCOL
from tests.patience import LONGEST, glance
from tests.server.assembling import Assembled
from tests.server.holding import held

Json = dict[str, Any]
DOCUMENTS: dict[str, Json] = {}
SEALED: dict[str, list[Page]] = {}
"""The pages of each table that have sealed something, to be opened when all have."""


class Guest:
    """Somebody with a name and a cookie."""

    def __init__(self, url: str, name: str, origin: str = "") -> None:
        self.url, self.origin = url, origin or url
        hooks = {"response": [held]}
        self.http = httpx.Client(
            base_url=url, headers={"origin": self.origin}, timeout=LONGEST, event_hooks=hooks
        )
        self.pages: list[Page] = []
        if name:
            self.post("/api/session", name=name)

    def post(self, path: str, status: int | None = None, **content: Any) -> Json:
        answer = self.http.post(path, json=content)
        assert status in (None, answer.status_code), answer.text
        if status is None:
            assert answer.is_success, answer.text
        found: Json = answer.json()
        return found

    def get(self, path: str, status: int = 200) -> Any:
        answer = self.http.get(path)
        assert answer.status_code == status, answer.text
        return answer.json() if "json" in answer.headers["content-type"] else answer.text

    def look(self, path: str, lang: str = "en") -> Json:
        """A table as it is told over HTTP, now (`/api/tables/...`) or in a replay."""
        told = self.get(path)
        table = told.get("table", told) if isinstance(told.get("table"), dict) else told
        return Assembled(self.document(table["document"]), table, lang).view()

    def document(self, address: str) -> Json:
        """What never changes of a sheet, asked for once."""
        if address not in DOCUMENTS:
            DOCUMENTS[address] = self.get(address)
        return DOCUMENTS[address]

    def lay(self, sheet: str, *kinds: str, **more: Any) -> Json:
        """A table; everybody sits as they are named, unless lots are asked for."""
        seats = [_seat(kind) for kind in kinds]
        return self.post("/api/tables", sheet=sheet, seats=seats, **{"begins": "0", **more})

    def join(self, table: str, token: str) -> Json:
        return self.post(f"/api/tables/{table}/join", token=token)

    def sit(self, table: str, story: Sequence[Json] = (), lang: str = "en", **more: Any) -> Page:
        """A page at the table; one that was there before brings the story it knows."""
        self.pages.append(Page(self, table, story, lang, **more))
        return self.pages[-1]

    def close(self) -> None:
        for page in self.pages:
            page.close()
        self.http.close()


def _seat(kind: str) -> Json:
    return {"kind": "bot", "bot": kind} if kind in ("random", "greedy", "generic") else {"kind": kind}


class Silent(AssertionError):
    """Nothing came for as long as a page waits."""


class Page:
    """One socket at one table. `view` is what the page would show, merged from everything it was sent."""

    def __init__(
        self,
        guest: Guest,
        table: str,
        story: Sequence[Json] = (),
        lang: str = "en",
        patience: float = LONGEST,
        **more: Any,
    ) -> None:
        self.table, self.guest, self._patience = table, guest, patience
        self.lang = lang
        self._view: Json = {}
        self._known: Assembled | None = None
        self.story: list[Json] = list(story)
        self.answers: dict[str, Json] = {}
        self.luck = ""
        self.heard: list[Json] = []
        self.raw: list[str] = []
        self.socket = opened(guest, table)
        hello = {"t": "hello", "protocol": PROTOCOL, "last_version": len(story), **more}
        try:
            self.send(hello)
            self.hear(lambda: bool(self.view) or any(m["t"] == "bye" for m in self.heard))
        except BaseException:
            self.close()
            raise

    # Talking -----------------------------------------------------------------------------------
    def send(self, message: Json) -> None:
        self.socket.send(json.dumps(message))

    def say(self, kind: str, **content: Any) -> Json:
        """A command with a new id, and its answer."""
        return self.command({"t": kind, "id": secrets.token_urlsafe(16), **content})

    def command(self, message: Json) -> Json:
        self.send(message)
        self.hear(lambda: message["id"] in self.answers)
        return self.answers[message["id"]]

    def ready(self, luck: str = "") -> Json:
        """Seal some luck; the last who does so has all pages of this program open theirs."""
        answer = self.seal(luck)
        if answer["t"] == "ack" and self.view["waiting"]["kind"] == "seeds":
            for page in SEALED.pop(self.table):
                page.open()
            self.hear(lambda: self.view["waiting"]["kind"] != "seeds")
        return answer

    def seal(self, luck: str = "") -> Json:
        """Be ready, without opening anything yet."""
        self.luck, shown = luck or secrets.token_hex(32), self.view["dice"]
        if shown["real"]:
            return self.say("ready", seed=self.luck)
        SEALED.setdefault(self.table, []).append(self)
        chair, round_ = min(self.view["you"], default=0), shown["round"]
        sealed = dice.seal(self.table, round_, shown["commit"], chair, self.luck)
        return self.say("ready", seal=sealed, round=round_)

    def open(self, luck: str = "") -> None:
        """Open what was sealed, here or by an earlier page of this device, once everybody has sealed."""
        self.luck = luck or self.luck
        self._open()
        self.hear(lambda: self.view["waiting"]["kind"] not in ("people", "ready"))

    def _open(self) -> None:
        if self.luck and self._known is not None and self._known.known["awaits"] == "seeds":
            luck, self.luck = self.luck, ""
            name, round_ = secrets.token_urlsafe(16), self._known.known["dice"]["round"]
            self.send({"t": "open", "id": name, "seed": luck, "round": round_})

    def move(self, seat: int, move: str, **more: Any) -> Json:
        return self.say("move", seat=seat, move=move, **{"version": self.view["version"], **more})

    def ask(self, message: Json, kind: str) -> Json:
        """A question, and its answer by kind."""
        before = len(self.heard)
        self.send(message)
        self.hear(lambda: any(m["t"] == kind for m in self.heard[before:]))
        return next(m for m in self.heard[before:] if m["t"] == kind)

    def play_any(self, luck: Random) -> bool:
        """One random legal move of one of the page's own seats; whether there was one."""
        hands = [hand for hand in self.view["hands"] if hand["options"]]
        if not hands:
            return False
        hand = luck.choice(hands)
        answer = self.move(hand["seat"], luck.choice(hand["options"])["text"])
        assert answer["t"] == "ack", answer
        self.hear(lambda: bool(self.view["version"] >= answer["version"]))
        return True

    # Listening ---------------------------------------------------------------------------------
    def hear(self, enough: Any = None, wait: float | None = None) -> None:
        """Take messages in until it is enough; without a wish: whatever is there. Raises Silent.

        Never with a timeout of a few milliseconds: with Python 3.11.7 on a busy machine such a wait was seen
        to hang, in `SimpleQueue.get`.
        """
        if enough is None:
            glance()
        while enough is None or not enough():
            try:
                text = self.socket.recv(0 if enough is None else wait or self._patience)
            except TimeoutError:
                if enough is None:
                    return
                socket.shutdown(self.socket.socket, SHUT_RDWR)  # else closing waits for an answer
                raise Silent(f"nothing came; {self.view.get('waiting')}") from None
            assert isinstance(text, str)
            self.raw.append(text)
            self.take(json.loads(text))

    def take(self, message: Json) -> None:
        self.heard.append(message)
        kind = message["t"]
        if kind == "welcome":
            self._greeted(message)
        elif kind == "update":
            assert self._known is not None, "an update of nothing"
            before, entries = self._known.known["version"], message.get("log", [])
            self._known.take(message)
            assert self._known.known["version"] - len(entries) == before, "a gap in the log"
            self.story += self._known.story[-len(entries) :] if entries else []
            self._view = {}
        if (ack := message.get("ack")) and self._known is not None:
            self.answers[ack] = {"t": "ack", "id": ack, "version": self._known.known["version"]}
        if kind in ("ack", "refused"):
            self.answers[message["id"]] = message
        if kind in ("welcome", "update"):
            self._open()

    def _greeted(self, table: Json) -> None:
        self._known = Assembled(self.guest.document(table["document"]), table, self.lang)
        self.story = self.story[: table["since"]] + self._known.story
        self._view = {}

    @property
    def view(self) -> Json:
        """What the page would show; nothing before it has heard of its table."""
        if self._known is not None and not self._view:
            self._view = self._known.view()
        return self._view

    def close(self) -> None:
        with suppress(ConnectionClosed):
            self.socket.close()


def opened(
    guest: Guest, table: str = "a" * 16, origin: str | None = "same", max_queue: int | None = None
) -> ClientConnection:
    """A socket at a table with this guest's cookie."""
    cookies = "; ".join(f"{name}={value}" for name, value in guest.http.cookies.items())
    wanted: Any = guest.origin if origin == "same" else origin
    address = guest.url.replace("http", "ws") + f"/api/tables/{table}/live"
    return connect(
        address,
        origin=wanted,
        additional_headers={"cookie": cookies},
        compression=None,
        max_size=None,
        max_queue=max_queue,
        legacy=True,
    )
