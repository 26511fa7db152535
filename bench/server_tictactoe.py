"""boardgame.io as it is played in the measurement: two clients a match, over its own socket.io protocol.

Two games: the tic-tac-toe of its tutorial, and crosses on two sheets of about the size of ours. Whoever has
finished a match goes on to the next one by `sync`; what that costs is measured apart and taken off, in favour
of boardgame.io.
"""

from __future__ import annotations

import asyncio
from itertools import count
from random import Random
from typing import Any

import msgspec

from bench.server_timing import Moves, Player
from bench.server_wire import Wire, connected

decode, encode = msgspec.json.Decoder(list[Any]).decode, msgspec.json.encode


class Client(Player):
    """One of the two of a match."""

    def __init__(self, url: str, game: str, pair: int, seat: int, moves: Moves, luck: Random) -> None:
        super().__init__(moves)
        self._url, self._seat, self._luck, self._pair = url, str(seat), luck, pair
        self._head = f"/{game},".encode()
        self._click = "clickCell" if game == "tic-tac-toe" else "cross"
        self._names = count()
        self._match = ""
        self._state: dict[str, Any] = {}
        self._wire: Wire | None = None
        self._greeted: asyncio.Future[None] | None = None
        self._joined: asyncio.Future[None] | None = None
        self.syncs = 0
        self.state_bytes = 0

    @property
    def bytes_heard(self) -> int:
        """Everything it was sent."""
        return self._wire.bytes_heard if self._wire else 0

    async def sit_down(self) -> None:
        """Connect and join the first match."""
        self._greeted = asyncio.get_running_loop().create_future()
        path = "/socket.io/?EIO=4&transport=websocket"
        self._wire = await connected(self._url, path, {"Origin": self._url})
        self._wire.listen(self._hear)
        await self._greeted
        await self.next_match()
        self.state_bytes = len(encode(self._state))

    def next_match(self) -> asyncio.Future[None]:
        """Join the next match; both of a pair count alike, so they meet. Done when its state is here."""
        self._match, self._state, self.waiting_for = f"m{self._pair}-{next(self._names)}", {}, ""
        self._joined = asyncio.get_running_loop().create_future()
        self.syncs += 1
        self._emit("sync", self._match, self._seat, None, 2)
        return self._joined

    def _emit(self, *what: Any) -> None:
        assert self._wire is not None
        self._wire.send(b"42" + self._head + encode(what))

    def _hear(self, text: bytes) -> None:
        if text == b"2":
            assert self._wire is not None
            self._wire.send(b"3")
        elif text[:1] == b"0":
            assert self._wire is not None
            self._wire.send(b"40" + self._head)
        elif text[:2] == b"40" and self._greeted:
            self._greeted.set_result(None)
        elif text[:2] == b"42":
            kind, match, *more = decode(text[2 + len(self._head) :])
            if match == self._match and kind in ("sync", "update"):
                self._take(more[0]["state"] if kind == "sync" else more[0])

    def _take(self, state: dict[str, Any]) -> None:
        self._state = state
        if self._joined and not self._joined.done():
            self._joined.set_result(None)
        if self.waiting_for and state["_stateID"] >= int(self.waiting_for):
            self.answered()
        if "gameover" in state["ctx"]:
            self.next_match()
        else:
            self.look()

    @property
    def can_move(self) -> bool:
        """Whether it is this seat's turn."""
        return (
            bool(self._state) and not self.waiting_for and self._state["ctx"]["currentPlayer"] == self._seat
        )

    def move(self) -> None:
        """Any free cell."""
        cells, now = self._state["G"]["cells"], self._state["_stateID"]
        cell = self._luck.choice([nth for nth, owner in enumerate(cells) if owner is None])
        payload = {"type": self._click, "args": [cell], "playerID": self._seat}
        self.waiting_for = str(now + 1)
        self._emit("update", {"type": "MAKE_MOVE", "payload": payload}, now, self._match, self._seat)
