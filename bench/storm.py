"""All pages come back at once after a restart: `python -m bench.server storm [--pages 8000]`.

The file is filled first, through room and store. Then `kritzel serve` starts, and clients in processes of
their own connect at the same moment, wait as a page does when they are refused, and say hello
with what they know. At every tenth table the player to move does so at once.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import uvloop

from bench import lib, wire
from bench.lib import TABLES, ClientProcess, Missing, Place, cpu_seconds, percentile, verdict
from bench.wire import Wire
from kritzel.games import catalogue
from kritzel.server import sessions
from kritzel.server.store import Player, StoredTable
from kritzel.server.store.sqlite import SqliteStore
from kritzel.server.table import commands, dice, log
from kritzel.server.table.dice import LOTS
from kritzel.server.table.room import Room
from kritzel.server.web.limits import raise_limit

PAGES = 8000
MOVES_BEFORE = 30
AT_ONCE = 40
PROCESSES = 2
MOVING = 10
"""At one of this many tables a player moves at once."""
ALL_GOAL_S, FIRST_GOAL_S = 20.0, 2.0
COOKIE = "kritzel"
TIMEOUT_S = 300.0


class Storm(NamedTuple):
    """How it went: seconds since the first connection, CPU seconds of the server."""

    sheet: str
    pages: int
    back: Sequence[float]
    acknowledged: Sequence[float]
    waits: Sequence[float]
    turned_away: dict[str, int]
    cpu: float

    def text(self) -> str:
        """For people."""
        waits = sorted(self.waits)
        return "\n".join(
            (
                f"{self.sheet}: {self.pages} pages came back at once, all of them: {len(self.back)}",
                _timing("the first was back after", min(self.back)),
                _timing("all were back after", max(self.back), ALL_GOAL_S),
                _timing("the first move was acknowledged after", min(self.acknowledged), FIRST_GOAL_S),
                f"moves meanwhile: {len(waits)}, answered after {percentile(waits, 0.5):.2f} s (p50),"
                f" {percentile(waits, 0.99):.2f} s (p99)",
                f"turned away and came again: {self.turned_away or 'nobody'}",
                f"CPU of the server: {self.cpu:.2f} s, {self.cpu / self.pages * 1e3:.2f} ms a page",
            )
        )


def _timing(text: str, seconds: float, goal: float | None = None) -> str:
    judged = "" if goal is None else f" (goal: {goal:g} s, {verdict(seconds <= goal)})"
    return f"{text} {seconds:.2f} s{judged}"


# Before -------------------------------------------------------------------------------------------
async def fill(path: Path, sheet: str, tables: int, moves: int = MOVES_BEFORE) -> list[Page]:
    """Tables in the middle of their game, and the pages at them."""
    store, free = SqliteStore(path), asyncio.Semaphore(AT_ONCE)

    async def one(number: int) -> list[Page]:
        async with free:
            game = Game(store, sheet, Random(f"{sheet}/{number}"))
            room = await game.play(moves)
        both = zip(game.players, game.secrets, strict=True)
        goes_on = number % MOVING == 0
        return [Page(room.id, f"{COOKIE}={s}", len(room.feed(p).entries), goes_on) for p, s in both]

    found = await asyncio.gather(*(one(number) for number in range(tables)))
    await store.close()
    return [page for both in found for page in both]


# The storm ----------------------------------------------------------------------------------------
def storm(where: Place, sheet: str, pages: int = PAGES) -> Storm:
    """Fill a file, start a server, let everybody come. Raises Missing where not all come back."""
    with where.folder() as folder:
        everybody = asyncio.run(fill(folder / TABLES, sheet, (pages + 1) // 2))[:pages]
        clients = [
            ClientProcess("bench.storm", folder / f"pages-{nth}.json", everybody[nth::PROCESSES])
            for nth in range(PROCESSES)
        ]
        try:
            with lib.kritzel(folder, source=where.source) as server:
                before, begun = cpu_seconds(server.pid), time.monotonic()
                for each in clients:
                    each.send([server.url, begun, TIMEOUT_S])
                reports = [_report(each.receive()) for each in clients]
                spent = cpu_seconds(server.pid) - before
        finally:
            for each in clients:
                each.end()
    return _combine(sheet, pages, reports, spent)


def _report(message: list[Any]) -> Report:
    back, turned_away = message
    return Report([Back(*each) for each in back], turned_away)


def _combine(sheet: str, pages: int, reports: Sequence[Report], spent: float) -> Storm:
    everybody = [page for each in reports for page in each.back]
    if len(everybody) < pages or not any(page.acknowledged for page in everybody):
        raise Missing(f"only {len(everybody)} of {pages} pages came back in {TIMEOUT_S:g} s")
    moved = [page for page in everybody if page.acknowledged]
    return Storm(
        sheet,
        pages,
        [page.back for page in everybody],
        [page.acknowledged for page in moved],
        [page.waited for page in moved],
        dict(sum((Counter(each.turned_away) for each in reports), Counter())),
        spent,
    )


# Tables in the middle of a game -------------------------------------------------------------------
PlayerCommand = tuple[str, commands.AnyCommand]
"""Player id and command."""


class Game:
    """One table and its two guests."""

    def __init__(self, store: SqliteStore, sheet: str, luck: Random) -> None:
        self.store, self.sheet, self.luck = store, sheet, luck
        self.players = [sessions.new_table() for _ in range(2)]
        self.secrets = [sessions.new_token() for _ in range(2)]

    async def play(self, most: int | None = None) -> Room:
        """From the guests' names to the end, or `most` moves."""
        for player, secret in zip(self.players, self.secrets, strict=True):
            await self.store.add_player(Player(player, "Somebody"), sessions.hash_secret(secret))
        room = await self._create()
        for player, command in self._beginning(room):
            await self._say(room, player, command)
        while room.state.phase == "running" and most != 0:
            await self._say(room, *self._move(room))
            most = None if most is None else most - 1
        return room

    async def _create(self) -> Room:
        table, seed = sessions.new_table(), secrets.token_bytes(dice.SEED_BYTES)
        game, sheet = catalogue.find(self.sheet)
        chairs = (log.Chair("person", "Somebody", self.players[0]), log.Chair("open"))
        promise = dice.promise(table, 1, dice.secret(seed, table, 1))
        fixed = (self.sheet, sheet.version, game.rules.version, chairs, self.players[0], promise, LOTS)
        rows = (log.LogRow(1, log.Created(*fixed)),)
        room = Room(table, seed, rows)
        await self.store.create(table, StoredTable(seed, rows), self.players[:1], room.summary)
        return room

    def _beginning(self, room: Room) -> Iterator[PlayerCommand]:
        token = sessions.hash_secret(sessions.new_token())
        yield self.players[0], commands.Invite(1, token)
        yield self.players[1], commands.Sit(token, "Somebody")
        luck = [secrets.token_hex(32) for _ in self.players]
        for chair, (player, seed) in enumerate(zip(self.players, luck, strict=True)):
            seal = dice.seal(room.id, 1, room.state.commit, chair, seed)
            yield player, commands.Ready(secrets.token_hex(8), seal=seal)
        for player, seed in zip(self.players, luck, strict=True):
            yield player, commands.Open(secrets.token_hex(8), seed, 1)

    def _move(self, room: Room) -> PlayerCommand:
        table_state = room.state
        seat = self.luck.choice(table_state.deciding)
        move = self.luck.choice(table_state.table.moves(seat))
        command = commands.Move(secrets.token_hex(8), seat, move, 10**9)
        return table_state.seating.places[seat].player, command

    async def _say(self, room: Room, player: str, command: commands.AnyCommand) -> None:
        decided = room.decide(player, command)
        joined = [row.event.player for row in decided.rows if isinstance(row.event, log.Sat)]
        await self.store.append(room.id, decided.rows, joined, decided.summary)
        room.apply(decided.rows)


# The pages, in a process of their own -------------------------------------------------------------
FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.25, 8.0
"""Seconds, as the page waits before it tries again: twice as long each time."""
CONNECT_TIMEOUT_S = 20.0


class Page(NamedTuple):
    """A page that was at a table: its cookie, how many log entries it knows, whether it moves at once."""

    table: str
    cookie: str
    known: int
    moves: bool


class Back(NamedTuple):
    """When a page saw its table again, when its move was acknowledged (0: it made none), how long it took."""

    back: float
    acknowledged: float = 0.0
    waited: float = 0.0


class Report(NamedTuple):
    """What one process saw."""

    back: Sequence[Back]
    turned_away: dict[str, int]


class Line(Wire):
    """A socket that says when it is lost, and how long the server wants to be left alone."""

    def __init__(self, asked: bytes) -> None:
        super().__init__(asked)
        self.changed = asyncio.Event()
        self.known = wire.ClientView()
        self.answered = ""
        self.after = 0.0

    def connection_lost(self, exc: Exception | None) -> None:
        """Wake who waits for news."""
        super().connection_lost(exc)
        self.changed.set()

    def hear(self, text: bytes) -> None:
        """Whatever the server says."""
        self.after = wire.retry_after_s(text) or self.after
        self.answered = self.known.hear(text).answers or self.answered
        self.changed.set()


class Crowd:
    """All pages of this process; `address`: the local address they connect from, empty for any."""

    def __init__(self, url: str, begun: float, address: str = "") -> None:
        self._url, self._begun = url, begun
        self._from = (address, 0) if address else None
        self._luck = Random(begun)
        self.kept: dict[str, list[Line]] = {}
        self.turned_away: Counter[str] = Counter()

    async def come(self, page: Page) -> Back:
        """Come back, however often it takes."""
        pause = FIRST_PAUSE_S
        while (line := await self._try(page)) is None or not line.known.up_to_date:
            self.turned_away[line.known.problem if line is not None else "no connection"] += 1
            wait = line.after if line is not None and line.after else pause
            await asyncio.sleep(wait * self._luck.uniform(0.7, 1.3))
            pause = min(LONGEST_PAUSE_S, pause * 2)
        self.kept.setdefault(page.table, []).append(line)
        back = time.monotonic() - self._begun
        if not page.moves or not line.known.can_move:
            return Back(back)
        waited = await self.move(line, time.monotonic())
        return Back(back, time.monotonic() - self._begun, waited) if waited else Back(back)

    async def _try(self, page: Page) -> Line | None:
        place = urlsplit(self._url)
        host, port = place.hostname or "", place.port or 80
        asked = wire.request(self._url, wire.path(page.table), {"Origin": self._url, "Cookie": page.cookie})
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(CONNECT_TIMEOUT_S):
                _, line = await loop.create_connection(lambda: Line(asked), host, port, local_addr=self._from)
                await line.opened
        except (OSError, TimeoutError):
            return None
        line.listen(line.hear)
        line.send(wire.hello(page.known))
        while not line.known.up_to_date and not line.hung_up:
            await self._news(line)
        return line

    async def move(self, line: Line, since: float) -> float:
        """Any move; seconds from `since` until it was answered, 0 where it was not."""
        name = f"{self._luck.getrandbits(128):032x}"
        line.send(line.known.move(name, self._luck))
        while line.answered != name and not line.hung_up and not line.known.problem:
            await self._news(line)
        return time.monotonic() - since if line.answered == name else 0.0

    async def _news(self, line: Line) -> None:
        line.changed.clear()
        await line.changed.wait()


async def bring_back(pages: Sequence[Page], url: str, begun: float, timeout_s: float) -> Report:
    """All pages at once; those that are not back after `timeout_s` are missing from the report."""
    everybody = Crowd(url, begun)
    coming = [asyncio.ensure_future(everybody.come(page)) for page in pages]
    done, late = await asyncio.wait(coming, timeout=timeout_s)
    for each in late:
        each.cancel()
    return Report([each.result() for each in done], everybody.turned_away)


def main(file: str) -> None:
    raise_limit()
    pages = [Page(*page) for page in json.loads(Path(file).read_text())]
    print(json.dumps("ready"), flush=True)
    url, begun, timeout_s = json.loads(sys.stdin.readline())
    uvloop.install()
    print(json.dumps(asyncio.run(bring_back(pages, url, begun, timeout_s))), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
