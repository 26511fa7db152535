"""The hall: all live rooms, one command at a time for each, told to everybody only after the commit.

Knows asyncio and the store, no socket and no rule. A room is loaded when somebody comes and let go of
when nobody has been there for a while; what is in memory is only ever a fold of what is written down.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import secrets
import time
from collections.abc import Callable, Coroutine, Iterable, Iterator, Sequence
from itertools import count
from typing import Any, NamedTuple
from weakref import WeakValueDictionary

from kritzel.games import catalogue
from kritzel.server import meters, sessions
from kritzel.server.bots.thinkers import Thinkers
from kritzel.server.door import Door
from kritzel.server.live import Live, Visitor
from kritzel.server.settings import Settings
from kritzel.server.store import Conflict, Kept, Lost, Store, Unavailable
from kritzel.server.store.rooms import Rooms
from kritzel.server.table import commands, dice, log, seals
from kritzel.server.table.refusals import No
from kritzel.server.table.room import Decided, Room
from kritzel.server.turns import Turns

LOG = logging.getLogger("kritzel.hall")
GARBAGE = 50_000, 20, 50
"""How seldom garbage is looked for: tables are many small objects that stay; looking at all takes long."""
FORGET_AFTER = 600.0
"""Seconds after which a room without visitors leaves the memory."""
LOOK_EVERY = 10.0
"""Seconds after which such rooms are looked for again."""
LOADS = 16
"""Rooms that are loaded at a time: moves are written between them, not behind them all."""


ENDED = ("over", "stopped")
"""Phases of a table to which hardly a line is added."""


class Census(NamedTuple):
    """How many tables are in memory, pages look at them, people are away, pages wait, bots are asked."""

    tables: int
    pages: int
    away: int
    waiting: int
    asked: int


class Hall:
    """All tables of this server. Who wants to come in waits at the `door`."""

    def __init__(self, store: Store, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        self.store = store
        self.settings = settings
        self._clock = clock
        self._live: dict[str, Live] = {}
        self._looked = clock()
        self._loading: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._loads = asyncio.Semaphore(LOADS)
        self._rooms = Rooms(store)
        self._tasks: set[asyncio.Task[Any]] = set()
        self.door = Door(clock)
        thinkers = Thinkers(settings.bot_workers, self._wake_all, outside=settings.bots)
        self.turns = Turns(thinkers, settings.bot_pause, self.hear, self._begin)
        gc.set_threshold(*GARBAGE)

    # Tables ------------------------------------------------------------------------------------
    async def lay(self, created: log.Created, *, table: str = "", digital: bool = True) -> str:
        """A new table; its dice are promised here. The name of the table."""
        table = table or next(filter(self.store.keeps, iter(sessions.new_table, "")))
        seed = secrets.token_bytes(dice.SEED_BYTES) if digital else b""
        promised = {"commit": _promise(table, seed), "scheme": 2} if digital else {"commit": ""}
        rows = (log.Row(1, log.Created(**{**_fields(created), **promised})),)
        summary = Room(table, seed, rows).summary
        players = dict.fromkeys([created.owner, *(c.player for c in created.chairs if c.player)])
        await self.store.create(table, Kept(seed, rows), tuple(players), summary)
        LOG.info("table_laid", extra={"table": table[:6], "sheet": created.sheet})
        return table

    def at_hand(self, table: str) -> Live | None:
        """The live table of this name, if it is in memory: nothing is read for it."""
        return self._live.get(table)

    async def find(self, table: str) -> Live:
        """The live table of this name. Raises No.

        Whoever asks meanwhile waits at the same lock, which is gone with the last of them: of a name that
        leads nowhere nothing is kept.
        """
        if table in self._live:
            return self._live[table]
        lock = self._loading.setdefault(table, asyncio.Lock())
        async with lock:
            if table not in self._live:
                room, token = await self._load(table)
                self._live[table] = Live(room, self.settings.grace, self._clock, token)
                self._wake_later(self._live[table])
        self._forget_old()
        return self._live[table]

    async def _load(self, table: str) -> tuple[Room, int]:
        """A room, and the token with which it goes on: what is claimed first cannot change any more."""
        async with self._loads:
            token = await self.store.claim(table)
            return await self._rooms.load(table), token

    def _forget_old(self) -> None:
        """Let go of rooms nobody visits; what they know is written down."""
        now = self._clock()
        if now - self._looked < LOOK_EVERY:
            return
        self._looked, before = now, now - FORGET_AFTER
        idle = [
            name
            for name, live in self._live.items()
            if not live.visitors and not live.thinking and live.touched < before and not live.lock.locked()
        ]
        for name in idle:
            self._begin(self.store.release(name, self._live.pop(name).token))

    def let_go(self, tables: Sequence[str] | None) -> None:
        """Another server wants these tables; None: all may be lost. Their pages come back, wherever to."""
        for name in tuple(self._live) if tables is None else tables:
            if live := self._live.get(name):
                self._begin(self._give_up(live))

    async def _give_up(self, live: Live) -> None:
        async with live.lock:
            if self._live.get(live.room.id) is live:
                del self._live[live.room.id]
                live.end("retry")
                await self.store.release(live.room.id, live.token)

    async def delete(self, table: str, player: str) -> None:
        """Forget a table for ever, if it is this player's. Raises No."""
        try:
            live = await self.find(table)
        except No as no:
            if no.code == "unreadable" and await self.forget_unreadable(table, player):
                return
            raise
        async with live.lock:
            if player != live.room.standing.company.owner or not player:
                raise No("not_owner")
            await self.drop(live)

    async def drop(self, live: Live) -> None:
        """Forget a table for ever; for whoever holds its lock."""
        await self.store.delete(live.room.id)
        self._live.pop(live.room.id, None)
        live.end("no_table")

    async def forget_unreadable(self, table: str, player: str) -> bool:
        """Forget a table that cannot be read, if it is this player's; whether it was."""
        return await self._rooms.forget(table, player)

    async def remains(self, table: str, player: str) -> str:
        """The record of a table that cannot be read, as far as it goes; empty where there is none."""
        return await self._rooms.remains(table, player)

    async def rematch(self, table: str, player: str) -> str:
        """The same company at a new table. Asking twice leads to the same one."""
        live = await self.find(table)
        room = live.room
        name = next(filter(self.store.keeps, _names_of_rematch(room)))
        room.decide(player, commands.Again(name))
        if not room.standing.rematch:
            try:
                await self.lay(_same(room), table=name, digital=not room.standing.real_dice)
            except Conflict:
                LOG.info("rematch_exists", extra={"table": name[:6]})
        await self.say(table, player, commands.Again(name))
        return room.standing.rematch or name

    # Commands ----------------------------------------------------------------------------------
    async def say(self, table: str, player: str, command: commands.AnyCommand) -> int:
        """Carry a command out: one at a time, durable before anybody hears of it. Raises No.

        It is finished even if whoever asked is gone by then. Where it stands in the log.
        """
        live = await self.find(table)
        return await asyncio.shield(self._begin(self.hear(live, player, command)))

    async def hear(self, live: Live, player: str, command: commands.AnyCommand) -> int:
        """The same from somebody who is never stopped in the middle of a command: it needs no task for it."""
        began = time.perf_counter()
        meters.PENDING.value += 1
        try:
            async with live.lock:
                if live.ended:
                    raise No("no_table")
                version = await self._carry_out(live, player, command)
        finally:
            meters.PENDING.value -= 1
        meters.COMMAND.add(time.perf_counter() - began)
        self.turns.go_on(live)
        return version

    async def _carry_out(self, live: Live, player: str, command: commands.AnyCommand) -> int:
        decided = live.room.decide(player, command, live.gone())
        meters.WRITTEN.add("written" if decided.rows else "repeated")
        if not decided.rows:
            return decided.again or live.room.version
        await self._write(live, decided)
        before = live.room.standing.phase
        live.room.accept(decided)
        live.changed()
        if before != live.room.standing.phase in ENDED:
            self._begin(self._pack(live.room.id))
        if any(isinstance(row.event, (log.Filled, log.StoodIn)) for row in decided.rows):
            self.turns.expect(live)
        return decided.rows[0].version

    async def _write(self, live: Live, decided: Decided) -> None:
        """Write lines down; where that fails the room is what the store says, and the page tries again."""
        joined = [row.event.player for row in decided.rows if isinstance(row.event, log.Sat)]
        try:
            await self.store.append(live.room.id, decided.rows, joined, decided.summary, live.token)
        except (Conflict, Unavailable) as error:
            LOG.error("commit_failed", extra={"table": live.room.id[:6], "error": type(error).__name__})
            meters.FAILED.add()
            await (self._lose(live) if isinstance(error, Lost) else self.reload(live))
            raise No("retry") from None

    async def _pack(self, table: str) -> None:
        """A game has ended: its log in less room. Where that fails it stays as it is."""
        try:
            await self.store.pack(table)
        except (Conflict, Unavailable) as error:
            LOG.warning("pack_failed", extra={"table": table[:6], "error": type(error).__name__})

    async def _lose(self, live: Live) -> None:
        """Another server has the table: its pages come back there."""
        self._live.pop(live.room.id, None)
        live.end("retry")

    async def reload(self, live: Live) -> None:
        """What the store says of a table, and tell it to everybody there; for whoever holds its lock."""
        try:
            live.room, live.token = await self._load(live.room.id)
            live.changed()
        except (No, Unavailable):
            self._live.pop(live.room.id, None)
            live.end("retry")

    # Visitors ----------------------------------------------------------------------------------
    async def enter(self, table: str, visitor: Visitor) -> Live:
        """Somebody comes; whoever comes back takes over from the bot. Raises No."""
        live = await self.find(table)
        if live.room.played_for(visitor.player):
            await self.say(table, visitor.player, commands.Arrive())
        if live.ended:
            raise No("no_table")
        live.come(visitor)
        self.turns.expect(live)
        self.turns.go_on(live)
        return live

    def exit(self, live: Live, visitor: Visitor) -> None:
        """Somebody leaves; after the grace the others hear that a bot may stand in."""
        if live.go(visitor):
            self._wake_later(live)

    def hang_up(self, player: str) -> None:
        """Hang up on all pages of a player; those that are still theirs come back by themselves."""
        for live in tuple(self._live.values()):
            for visitor in tuple(live.visitors):
                if player and visitor.player == player:
                    visitor.leave("retry")

    def _wake_later(self, live: Live) -> None:
        asyncio.get_running_loop().call_later(self.settings.grace + 0.05, live.wake)

    # Bots --------------------------------------------------------------------------------------
    def warm_bots(self) -> None:
        """Compile the bots' code before anybody asks for one."""
        self.turns.thinkers.warm()

    def _wake_all(self) -> None:
        """Something more is compiled: somebody may play for themselves from now on."""
        for live in self._live.values():
            if live.instead:
                self.turns.expect(live)

    # Itself ------------------------------------------------------------------------------------
    def census(self) -> Census:
        """How many there are of everything."""
        every = self._live.values()
        pages, away = sum(len(live.visitors) for live in every), sum(len(live.left) for live in every)
        asked = sum(len(live.thinking) for live in every)
        return Census(len(self._live), pages, away, self.door.waiting, asked)

    def _begin(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) and not isinstance(error, No):
            LOG.error("task_failed", exc_info=error)

    async def close(self) -> None:
        """Finish commits, end the bots, let go of the store."""
        waiting: Iterable[asyncio.Task[Any]] = tuple(self._tasks)
        for live in self._live.values():
            async with live.lock:
                live.ended = True
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        self.turns.thinkers.close()
        await self.store.close()


def _promise(table: str, seed: bytes) -> str:
    """What a new table promises of its dice."""
    return seals.promise(table, seals.FIRST, seals.secret(seed, table, seals.FIRST))


def _fields(created: log.Created) -> dict[str, Any]:
    return {name: getattr(created, name) for name in created.__struct_fields__}


def _names_of_rematch(room: Room) -> Iterator[str]:
    """Names for the next table, always the same ones: the first that is kept here is taken."""
    for number in count():
        salt = f"|{number}" if number else ""
        yield sessions.hashed(f"rematch|{room.id}|{room.standing.seed.hex()}{salt}")[:16]


def _same(room: Room) -> log.Created:
    """The table of a rematch: the same sheet, everybody one seat on, so that the next one begins."""
    standing = room.standing
    first, *others = standing.company.places
    chairs = tuple(
        log.Chair(p.kind, p.name, p.player, p.bot if not p.player else "") for p in (*others, first)
    )
    created = standing.created
    game = catalogue.game(standing.table.game.slug)
    sheet, rules = standing.table.sheet, game.rules_version
    hints = tuple(seat for seat, place in enumerate((*others, first)) if place.hints)
    return log.Created(created.sheet, sheet.version, rules, chairs, created.owner, begins="0", hints=hints)
