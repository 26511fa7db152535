"""A guest at a live table: sits down by an invitation and plays to the end (docs/protocol.md).

    pip install websockets
    python examples/live_client.py 'http://127.0.0.1:8321/t/TABLE#TOKEN' --name Robo

The link is the one that the page shows for a friend's seat. It imports nothing of Kritzel, and uses only the
stable part of the protocol: it gets the position and the legal moves in notation, and takes any of them.
Put your own idea into `choose`.
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


def choose(view: Json, moves: list[str], luck: Random) -> str:
    """Your idea goes here: `view["position"]` is the table in notation, `moves` are the legal ones."""
    return luck.choice(moves)


def merge(target: Any, patch: Any) -> Any:
    """The target after a JSON merge patch (RFC 7396)."""
    if not isinstance(patch, dict):
        return patch
    merged = dict(target) if isinstance(target, dict) else {}
    for name, value in patch.items():
        if value is None:
            merged.pop(name, None)
        else:
            merged[name] = merge(merged.get(name), value)
    return merged


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

    def live(self, table: str) -> Any:
        """The socket of a table, with the same cookie."""
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self._cookies)
        address = self.server.replace("http", "ws", 1) + f"/api/tables/{table}/live"
        headers = {"origin": self.server, "cookie": cookies}
        return connect(address, additional_headers=headers, max_size=None, legacy=True)


class Seat:
    """A table as one guest sees it: the view of `welcome`, with the changes of each `update`."""

    def __init__(self, socket: Any, luck: Random) -> None:
        self._socket, self._luck = socket, luck
        self._waiting = self._seed = self._table = ""
        self._you: list[int] = []
        self.view: Json = {}
        self.say("hello", program=1)

    def say(self, kind: str, **content: Any) -> None:
        """One message; its kind is in `t`."""
        self._socket.send(json.dumps({"t": kind, **content}))

    def command(self, kind: str, **content: Any) -> None:
        """A message that changes the table has an id; the next one is sent when this one is answered."""
        self._waiting = secrets.token_urlsafe(16)
        self.say(kind, id=self._waiting, **content)

    def play(self) -> Json:
        """Play until the game is over; the last view."""
        while self.view.get("phase") not in ("over", "stopped"):
            self.hear(json.loads(self._socket.recv()))
            if self.view and not self._waiting:
                self.act()
        return self.view

    def hear(self, said: Json) -> None:
        """The whole table, what is new, or the answer to a command."""
        if said["t"] == "welcome":
            self._table, self._you, self.view = said["table"], said["you"], said["view"]
        elif said["t"] == "update":
            self.view = merge(self.view, said["changes"])
        elif said["t"] in ("trouble", "bye"):
            raise SystemExit(said["words"]["en"])
        if self._waiting in (said.get("ack"), said.get("id")):  # done or refused
            self._waiting = ""

    def act(self) -> None:
        """Be ready, or make one small move, if it is this seat's turn."""
        if self.view["phase"] == "open":
            self.begin()
        for seat, moves in self.view["legal"].items():
            if moves and not self._waiting:
                move = choose(self.view, moves, self._luck)
                self.command("move", seat=int(seat), move=move, version=self.view["version"])

    def begin(self) -> None:
        """Seal a random number for the dice; open it when everybody has sealed theirs (docs/dice.md)."""
        dice, seat = self.view["dice"], min(self._you)
        if not self.view["seats"][seat].get("ready"):
            self._seed = secrets.token_hex(32)
            text = f"KRITZEL-DICE-1|seal|{self._table}|{dice['round']}|{dice['commit']}|{seat}|{self._seed}"
            self.command("ready", seal=hashlib.sha256(text.encode()).hexdigest(), round=dice["round"])
        elif self._seed and self.view["awaits"] == "seeds":
            self.command("open", seed=self._seed, round=dice["round"])
            self._seed = ""


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
        view = Seat(socket, Random(asked.seed)).play()
    for rank in view.get("result", {}).get("ranking", ()):
        print(f"{rank['place']}. {rank['name']}: {rank['points']}")
    sys.exit(0 if view["phase"] == "over" else 1)


if __name__ == "__main__":
    main()
