"""An attack on a real server: how long, with how much, and what came of it."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tests.hostile.frames import Malice
from tests.hostile.requests import Asking, ask
from tests.hostile.victims import Victims, cookie
from tests.hostile.wire import HELLO, MARK, Gone, Wire, frame
from tests.patience import Limit, a_moment
from tests.server.clients import Guest
from tests.server.serving import Server

BATCH, BATCHES = 20, 20
BROKEN_EACH = 28
"""Messages that are none, per socket: after a few more the server hangs up, rightly."""
FLOOD = 400
SOCKETS, ASKERS = 6, 3
TABLES = 12
GROWTH = 40_000
"""KiB by which a server may be larger at the end than after a quarter of the attack: caches fill up."""
TRACES = re.compile(r"Traceback|\"trace\"")


@dataclass
class Found:
    """What came of an attack. Only what was answered counts."""

    frames: Counter[str] = field(default_factory=Counter)
    requests: Counter[int] = field(default_factory=Counter)
    sockets: int = 0
    memory: list[int] = field(default_factory=list)
    moves: int = 0
    games: int = 0
    faults: list[str] = field(default_factory=list)

    @property
    def answered(self) -> int:
        """Hostile frames that were answered; the marks between them are not hostile."""
        return sum(self.frames.values()) - 2 * self.frames["mark"]

    @property
    def asked(self) -> int:
        """Hostile requests that were answered."""
        return sum(self.requests.values())

    def text(self) -> str:
        """For people."""
        kinds = ", ".join(f"{kind} {many:,}" for kind, many in sorted(self.frames.items()))
        states = ", ".join(f"{status}: {many:,}" for status, many in sorted(self.requests.items()))
        return (
            f"{self.answered:,} frames answered over {self.sockets:,} sockets ({kinds})\n"
            f"{self.asked:,} requests answered ({states})\n"
            f"memory in KiB, quarter by quarter: {self.memory}\n"
            f"victims: {self.moves:,} moves acknowledged in {self.games:,} games\n"
            f"faults: {self.faults or 'none'}"
        )


class Attack:
    """Strangers with cookies, tables and secrets of their own, and those of others."""

    def __init__(self, server: Server, seed: int, frames: int, requests: int, seconds: float) -> None:
        self._server, self._luck = server, Random(seed)
        self._wanted = frames, requests
        self._time = Limit(seconds)
        self.found = Found()
        self._victims = Victims(server, seed)
        self._eves = [server.guest(name) for name in ("Eve", "Mallory")]
        self._tables = [self._lay(eve) for eve in self._eves for _ in range(TABLES)]
        self._ids = [f"{self._luck.getrandbits(128):032x}" for _ in range(50)]

    def _lay(self, eve: Guest) -> str:
        sheet = self._luck.choice(("traexx/1", "dizzle/1", "border/1"))
        second = self._luck.choice(("here", "friend"))
        table = str(eve.lay(sheet, "me", second, real_dice=self._luck.random() < 0.3)["table"])
        if second == "here":
            page = eve.sit(table)
            page.ready()
            page.close()
            eve.pages.remove(page)
        return table

    # How far it is -----------------------------------------------------------------------------
    @property
    def share(self) -> float:
        """How much of what was wanted is done: by number or by time, whichever is further."""
        frames, requests = self._wanted
        done = min(self.found.answered / max(1, frames), self.found.asked / max(1, requests))
        return max(done, self._time.share)

    def _more_frames(self) -> bool:
        return self.found.answered < self._wanted[0] and not self._time.reached

    def _more_requests(self) -> bool:
        return self.found.asked < self._wanted[1] and not self._time.reached

    # Sockets -----------------------------------------------------------------------------------
    async def sockets(self) -> None:
        """One after the other."""
        while self._more_frames():
            with suppress(OSError):
                await self._socket()

    async def _socket(self) -> None:
        """One socket from its handshake to its end; whatever it is told until then counts."""
        luck, port = self._luck, self._server.port
        table = luck.choice((*self._tables, *self._victims.tables[-3:]))
        carried = luck.choice([cookie(eve) for eve in self._eves] + [""])
        self.found.sockets += 1
        wire = await Wire.opened(port, table, carried, luck)
        try:
            await wire.send(frame(HELLO))
            await wire.until("welcome")
            await self._talk(wire)
        except Gone:
            pass
        finally:
            wire.close()
            self.found.frames.update(wire.answers)
            self.found.frames["mark"] += wire.marks

    async def _talk(self, wire: Wire) -> None:
        malice, luck = Malice(self._luck, self._ids), self._luck
        if luck.random() < 0.1:
            return await self._flood(wire, malice)
        left = BROKEN_EACH
        for _ in range(BATCHES):
            broken = min(left, luck.randrange(5))
            left -= broken
            await wire.send(b"".join(self._batch(wire, malice, broken)) + frame(MARK))
            wire.marks += 1
            await wire.until("pong")
        if luck.random() < 0.3:
            return await wire.send(malice.half_frame())
        await wire.send(malice.last_frame())
        return await wire.rest()

    def _batch(self, wire: Wire, malice: Malice, broken: int) -> list[bytes]:
        frames = [frame(malice.command(wire.version)) for _ in range(BATCH - broken)]
        frames += [
            malice.odd_frame() if self._luck.random() < 0.5 else frame(malice.broken()) for _ in range(broken)
        ]
        self._luck.shuffle(frames)
        return frames

    async def _flood(self, wire: Wire, malice: Malice) -> None:
        """Everything at once, whether it is read or not, until the server hangs up."""
        await wire.send(b"".join(frame(malice.broken()) for _ in range(FLOOD)))
        await wire.rest()

    # Requests ----------------------------------------------------------------------------------
    async def requests(self) -> None:
        """One connection after the other."""
        while self._more_requests():
            tables = (*self._tables, *self._victims.tables[-3:], "a" * 16)
            made = Asking(self._luck, self._server.port, tables, [cookie(eve) for eve in self._eves])
            with suppress(OSError):
                self.found.requests.update(await ask(self._server.port, made, 50))

    # All together ------------------------------------------------------------------------------
    async def run(self, tell: Callable[[Found], None]) -> None:
        """All attackers side by side, and a look at the server now and then."""
        attackers: list[Awaitable[None]] = [self.sockets() for _ in range(SOCKETS)]
        attackers += [self.requests() for _ in range(ASKERS)]
        tasks = [asyncio.ensure_future(each) for each in attackers]
        while len(self.found.memory) < 4:
            await a_moment()
            quarter = len(self.found.memory) + 1
            if self.share * 4 >= quarter or all(task.done() for task in tasks):
                self.found.memory.append(resident(self._server))
                tell(self.found)
        for task in tasks:
            await task

    def judge(self) -> Found:
        """Stop, and look for everything that must not be."""
        self._victims.stop()
        found, server = self.found, self._server
        found.moves, found.games = len(self._victims.acks), len(self._victims.tables)
        alive = server.process is not None and server.process.poll() is None
        faults = [f"a victim was troubled: {each}" for each in self._victims.trouble]
        faults += [] if alive else ["the server is gone"]
        faults += [
            f"status {status}: {many} times" for status, many in found.requests.items() if status >= 500
        ]
        faults += [
            f"the log: {line[:200]} ... {line[-1200:]}"
            for line in server.log.splitlines()
            if TRACES.search(line)
        ][:5]
        if found.memory[-1] - found.memory[0] > GROWTH:
            faults.append(f"memory grew: {found.memory}")
        server.stop()
        missing = self._victims.missing(server.folder, server.env.get("KRITZEL_DATABASE", ""))
        faults += [f"lost: {each}" for each in missing][:5]
        found.faults = faults
        return found


def resident(server: Server) -> int:
    """Memory of the server in KiB; 0 where the system does not tell."""
    assert server.process is not None
    status = Path(f"/proc/{server.process.pid}/status")
    if not status.exists():
        return 0
    lines = status.read_text().splitlines()
    return next((int(line.split()[1]) for line in lines if line.startswith("VmRSS")), 0)


def attack(
    folder: Path,
    *,
    frames: int,
    requests: int,
    seconds: float,
    seed: int,
    tell: Callable[[Found], None] = lambda found: None,
    **env: str,
) -> Found:
    """Start a server, attack it until so much was answered or so much time has passed, and judge."""
    with Server(folder, KRITZEL_RATE="100000", KRITZEL_TABLES="3000", **env) as server:
        made = Attack(server, seed, frames, requests, seconds)
        asyncio.run(made.run(tell))
        return made.judge()
