"""Clients in a process of their own: they play a job and read what the server spent meanwhile.

`run(job)` starts the process (`python -m bench.load JOB`); its last line is the result as JSON.
boardgame.io is played over its socket.io protocol; joining its next match is measured separately and
subtracted, in its favour.
"""

from __future__ import annotations

import asyncio
import gc
import json
import subprocess
import sys
import time
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec

from bench import clients
from bench.clients import Measure, Moves, Player, Window
from bench.lib import HERE, cpu_seconds, memory
from bench.wire import Wire, connect

PREPARED_MOVES_PER_S = 4000
"""Moves per second that tables are prepared for in advance."""
WATCHED_TABLES = 100
"""Tables that spectators are spread over."""


class Job(NamedTuple):
    """What is to be played: on which server, which games, by how many sockets, for how long.

    `rate` moves per second are begun whatever comes back (open loop); 0: everybody moves as soon as they can.
    """

    engine: str
    url: str
    pid: int
    games: Sequence[str]
    sockets: int
    warm: float
    seconds: float
    rate: int = 0
    spectators: int = 0
    family: Sequence[int] = ()
    """Other processes that belong to the server: a database."""
    samples: str = ""
    """A file that the server writes into as it plays: which part of it is of the window?"""


class Found(NamedTuple):
    """What came of a job."""

    window: Window
    state_bytes: float = 0
    """boardgame.io: the state at the start, as JSON."""
    held_bytes: float = 0
    """Memory the server needs for each socket that only watches."""
    samples: tuple[int, int] = (0, 0)
    """From where to where the file of samples was written."""


# Both ---------------------------------------------------------------------------------------------
async def play(job: Job, players: Sequence[Player], moves: Moves) -> tuple[Window, tuple[int, int]]:
    """Everybody sits down; then they warm up and play. What was found, and which samples belong to it."""
    queue: dict[Player, None] = {}
    for player in players:
        player.queue = queue
        await player.sit_down()
    gc.collect()
    gc.freeze()
    gc.disable()
    if not job.rate:
        _release(players)
    await _play_for(job, queue, job.warm)
    measure = Measure((job.pid, *job.family), moves, lambda: sum(player.bytes_heard for player in players))
    begun = _size(job.samples)
    await _play_for(job, queue, job.seconds)
    found = measure.result(next((player.problem for player in players if player.problem), ""))
    return found, (begun, _size(job.samples))


def _size(file: str) -> int:
    return Path(file).stat().st_size if file else 0


def _release(players: Sequence[Player]) -> None:
    """From now on everybody moves as soon as they can."""
    for player in players:
        player.queue = None
        player.look()


async def _play_for(job: Job, queue: dict[Player, None], seconds: float) -> None:
    if not job.rate:
        await asyncio.sleep(seconds)
        return
    begun, nth = time.perf_counter(), 0
    while (now := time.perf_counter() - begun) < seconds:
        while queue and nth < now * job.rate:
            player = next(iter(queue))
            del queue[player]
            player.begin(begun + nth / job.rate)
            nth += 1
        await asyncio.sleep(0.001)


# Kritzel ------------------------------------------------------------------------------------------
async def play_kritzel(job: Job) -> Found:
    moves, luck = Moves(), Random(clients.SEED)
    connection = clients.open_connection(job.url)
    couples = clients.couples(job.url, job.sockets // 2, connection)
    tables = 2 + int((job.warm + job.seconds) * (job.rate or PREPARED_MOVES_PER_S) / len(couples) / 60)
    pages: list[Player] = []
    for nth, couple in enumerate(couples):
        named = [clients.create_table(couple, job.games[nth % len(job.games)]) for _ in range(tables)]
        pages += [clients.Page(guest, named, moves, luck) for guest in couple]
    held = await _bytes_per_spectator(job, couples[0]) if job.spectators else 0.0
    window, samples = await play(job, pages, moves)
    return Found(window, held_bytes=held, samples=samples)


async def _bytes_per_spectator(job: Job, couple: clients.Couple) -> float:
    """Spectators who stay: what each costs in memory."""
    tables = [clients.create_table(couple, job.games[0]) for _ in range(min(WATCHED_TABLES, job.spectators))]
    await _watch(job, tables, len(tables))
    before = memory(job.pid)
    await _watch(job, tables, job.spectators)
    return (memory(job.pid) - before) / job.spectators


async def _watch(job: Job, tables: Sequence[str], number: int) -> None:
    _SOCKETS.extend(await clients.spectators(job.url, tables, number))
    await asyncio.sleep(1)


_SOCKETS: list[Any] = []
"""Sockets of spectators; they stay open until the end."""


# boardgame.io -------------------------------------------------------------------------------------
async def play_boardgame(job: Job) -> Found:
    moves, luck = Moves(), Random(clients.SEED)
    players = [
        BoardgameClient(job.url, job.games[0], nth // 2, nth % 2, moves, luck) for nth in range(job.sockets)
    ]
    window, _ = await play(job, players, moves)
    syncs, share = sum(each.syncs for each in players), job.seconds / (job.seconds + job.warm)
    sync_s = await _cost_of_a_sync(job, players)
    return Found(window._replace(cpu=window.cpu - sync_s * syncs * share), state_bytes=players[0].state_bytes)


async def _cost_of_a_sync(job: Job, players: Sequence[BoardgameClient], rounds: int = 6) -> float:
    """CPU seconds for joining a match, once everything is warm."""
    for each in players:
        each.queue = {}
    await asyncio.sleep(1)
    before = cpu_seconds(job.pid)
    for _ in range(rounds):
        await asyncio.gather(*(each.next_match() for each in players))
    return (cpu_seconds(job.pid) - before) / (rounds * len(players))


def main(text: str) -> None:
    job = Job(**json.loads(text))
    found = asyncio.run({"kritzel": play_kritzel, "boardgame": play_boardgame}[job.engine](job))
    print(json.dumps({**found._asdict(), "window": found.window._asdict()}))


# A client of boardgame.io -------------------------------------------------------------------------
decode, encode = msgspec.json.Decoder(list[Any]).decode, msgspec.json.encode


class BoardgameClient(Player):
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
        self._wire = await connect(self._url, path, {"Origin": self._url})
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
            self.note_answer()
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


# Outside the process ------------------------------------------------------------------------------
def run(job: Job) -> Found:
    """What the clients of this job found."""
    command = [sys.executable, "-m", "bench.load", json.dumps(job._asdict())]
    timeout_s = 120 + 4 * (job.warm + job.seconds)
    done = subprocess.run(command, capture_output=True, text=True, cwd=HERE.parent, timeout=timeout_s)
    if done.returncode:
        raise RuntimeError(done.stderr)
    found = json.loads(done.stdout.splitlines()[-1])
    return Found(**{**found, "window": Window(**found["window"])})


def require_window(found: Found) -> Window:
    """What was measured, if nothing went wrong. Raises RuntimeError."""
    if found.window.problem or not found.window.moves:
        raise RuntimeError(found.window.problem or "no move was made")
    return found.window


if __name__ == "__main__":
    main(sys.argv[1])
