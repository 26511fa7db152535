"""A guest at a live table: sits down by an invitation and plays to the end (docs/protocol.md).

    pip install websockets
    python examples/live_client.py 'http://127.0.0.1:8321/t/TABLE#TOKEN' --name Robo

The link is the one that the page shows for a friend's seat. It imports nothing of Kritzel: it gets the
position in notation and the legal moves, and takes any of them. Put your own idea into `choose`.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import secrets
import sys
from http.cookiejar import CookieJar
from random import Random
from typing import Any
from urllib.parse import urlsplit
from urllib.request import HTTPCookieProcessor, Request, build_opener

from websockets.sync.client import connect

Json = dict[str, Any]


def choose(view: Json, moves: list[Json], luck: Random) -> str:
    """Your idea goes here: `view["position"]` is the table in notation, the moves are the legal ones."""
    return str(luck.choice(moves)["text"])


class Guest:
    """Somebody with a name; the cookie of the first answer is who they are from then on."""

    def __init__(self, server: str) -> None:
        self.server, self._cookies = server, CookieJar()
        self._http = build_opener(HTTPCookieProcessor(self._cookies))

    def post(self, path: str, **content: Any) -> Json:
        """A request that changes something: JSON, from the server's own address."""
        headers = {"content-type": "application/json", "origin": self.server}
        with self._http.open(Request(self.server + path, json.dumps(content).encode(), headers)) as answer:
            told: Json = json.load(answer)
            return told

    def get(self, path: str) -> Json:
        """A request that changes nothing."""
        with self._http.open(self.server + path) as answer:
            told: Json = json.load(answer)
            return told

    def live(self, table: str) -> Any:
        """The socket of a table, with the same cookie."""
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self._cookies)
        address = self.server.replace("http", "ws", 1) + f"/api/tables/{table}/live"
        headers = {"origin": self.server, "cookie": cookies}
        return connect(address, additional_headers=headers, max_size=None, legacy=True)


class Seat:
    """A table as one guest sees it, put together from what the server says."""

    def __init__(self, guest: Guest, socket: Any, luck: Random) -> None:
        self._guest, self._socket, self._luck = guest, socket, luck
        self._waiting = self._sealed = ""
        self._moves: list[Json] = []
        self._hands: dict[int, list[Json]] = {}
        self.view: Json = {}
        self.say("hello", protocol=6, notation=True)

    def say(self, kind: str, **content: Any) -> None:
        """One message; its kind is in `t`."""
        self._socket.send(json.dumps({"t": kind, **content}))

    def command(self, kind: str, **content: Any) -> None:
        """A message that changes the table has an id; the next one is sent when this one is answered."""
        self._waiting = secrets.token_urlsafe(16)
        self.say(kind, id=self._waiting, **content)

    def play(self) -> Json:
        """Until the game is over; how it ended."""
        while self.view.get("phase") not in ("over", "stopped"):
            self.hear(json.loads(self._socket.recv()))
            if self.view and not self._waiting:
                self.act()
        return self.view

    def hear(self, said: Json) -> None:
        """A whole table, what is new, or the answer to a command."""
        if said["t"] == "table":  # what never changes has an address of its own: all moves of the sheet
            self._moves = self._guest.get(said["document"])["moves"]
            self.view = {key: value for key, value in said.items() if key != "now"}
            self.grow(said["now"])
        elif said["t"] == "update":
            self.grow(said)
        elif said["t"] in ("ack", "refused") and said["id"] == self._waiting:
            self._waiting = ""
        elif said["t"] in ("trouble", "bye"):
            raise SystemExit(said["words"]["en"])

    def grow(self, news: Json) -> None:
        """Fields replace the old ones; the pictures of the sheets are of no use here."""
        self.view |= {key: value for key, value in news.items() if key not in ("t", "pictures", "hands")}
        for hand in news.get("hands", ()):
            named = hand.get("moves", ())
            self._hands[hand["seat"]] = [self._moves[n] if isinstance(n, int) else n for n in named]
        if news.get("ack", "") == self._waiting:
            self._waiting = ""

    def begin(self, ready: bool) -> None:
        """Seal some luck of one's own for the dice; open it when everybody has (docs/dice.md)."""
        table, dice, chair = self.view["table"], self.view["dice"], min(self.view["you"])
        if not ready:
            self._sealed = secrets.token_hex(32)
            text = f"DICE-2|seal|{table}|{dice['round']}|{dice['commit']}|{chair}|{self._sealed}"
            self.command("ready", seal=hashlib.sha256(text.encode()).hexdigest(), round=dice["round"])
        elif self._sealed and self.view["awaits"] == "seeds":
            self.command("open", seed=self._sealed, round=dice["round"])
            self._sealed = ""

    def act(self) -> None:
        """Be ready, or make one small move, if it is this seat's turn."""
        seats = [self.view["seats"][seat] for seat in self.view["you"]]
        if self.view["phase"] == "open":
            self.begin(all(seat.get("ready") for seat in seats))
        for seat, moves in self._hands.items():
            if moves and not self._waiting:
                move = choose(self.view, moves, self._luck)
                self.command("move", seat=seat, move=move, version=self.view["version"])


def main() -> None:
    """Sit down, play, say how it ended."""
    parser = argparse.ArgumentParser(description="Play at a live table of Kritzel, as a guest.")
    parser.add_argument("link", help="the invitation: http://HOST:PORT/t/TABLE#TOKEN")
    parser.add_argument("--name", default="Robo")
    parser.add_argument("--seed", type=int)
    asked = parser.parse_args()
    link = urlsplit(asked.link)
    table = link.path.rsplit("/", 1)[-1]
    guest = Guest(f"{link.scheme}://{link.netloc}")
    guest.post("/api/session", name=asked.name)
    guest.post(f"/api/tables/{table}/join", token=link.fragment)
    with guest.live(table) as socket:
        view = Seat(guest, socket, Random(asked.seed)).play()
    for rank in (view["result"] or {}).get("ranking", ()):
        print(f"{rank['place']}. {rank['name']}: {rank['points']}")
    sys.exit(0 if view["phase"] == "over" else 1)


if __name__ == "__main__":
    main()
