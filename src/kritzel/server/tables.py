"""All tables of this server: one command at a time for each, broadcast only after the commit. Bots move here.

Knows asyncio and the store, no socket and no rule. A table is loaded when a page connects and dropped when
no page has been connected for a while; what is in memory is always a fold of the stored log.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import secrets
import time
from collections.abc import Callable, Coroutine, Iterable, Sequence
from typing import Any
from weakref import WeakValueDictionary

from msgspec.structs import replace

from kritzel.game import Seat
from kritzel.games import catalogue
from kritzel.server import sessions
from kritzel.server.bots import questions
from kritzel.server.bots.pool import BotPool
from kritzel.server.door import Door
from kritzel.server.live import LiveTable, Visitor
from kritzel.server.settings import Settings
from kritzel.server.store import Conflict, Lost, StoredTable, Unavailable
from kritzel.server.store.rooms import Rooms
from kritzel.server.store.sql import Store
from kritzel.server.table import commands, dice, log, story
from kritzel.server.table.refusals import Refused
from kritzel.server.table.room import Decided, Room
from kritzel.server.table.view import Substitute

LOG = logging.getLogger("kritzel.tables")
GC_THRESHOLDS = 50_000, 20, 50
"""Rarer garbage collections: most objects live as long as their table."""
MAX_IDLE_S = 600.0
"""A table without visitors leaves the memory after this time."""
MAX_IDLE_ENDED_S = 60.0
"""The same for a finished game: after a replay it holds all its states, 200 KB."""
MAX_IDLE_TABLES = 500
"""Tables without visitors that stay in memory: those left last."""
IDLE_CHECK_EVERY_S = 10.0
MAX_LOADS = 16
"""Tables that are loaded at a time, so that moves are committed between them and not after all."""
ENDED = ("over", "stopped")
"""Phases of a table whose log hardly grows any more."""


class Tables:
    """All tables of this server. Pages that connect wait at the `door`."""

    def __init__(self, store: Store, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        self.store = store
        self.settings = settings
        self.metrics = store.metrics
        self._clock = clock
        self._live: dict[str, LiveTable] = {}
        self._looked = clock()
        self._loading: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._loads = asyncio.Semaphore(MAX_LOADS)
        self.rooms = Rooms(store)
        self._tasks: set[asyncio.Task[Any]] = set()
        self.door = Door(clock)
        self.bots = BotPool(settings.bot_workers, self._update_substitutes, outside=settings.bots)
        gc.set_threshold(*GC_THRESHOLDS)

    # Tables ------------------------------------------------------------------------------------
    async def lay(self, created: log.Created, *, table: str = "", digital: bool = True) -> str:
        """Create a table and promise its dice. Returns the name of the table."""
        table = table or sessions.new_table()
        seed = secrets.token_bytes(dice.SEED_BYTES) if digital else b""
        promise = _promise(table, seed) if digital else ""
        rows = (log.LogRow(1, replace(created, commit=promise)),)
        summary = Room(table, seed, rows).summary
        players = dict.fromkeys([created.owner, *(c.player for c in created.chairs if c.player)])
        await self.store.create(table, StoredTable(seed, rows), tuple(players), summary)
        LOG.info("table_laid", extra={"table": table[:6], "sheet": created.sheet})
        return table

    def tables(self) -> tuple[LiveTable, ...]:
        return tuple(self._live.values())

    def in_memory(self, table: str) -> LiveTable | None:
        return self._live.get(table)

    async def find(self, table: str) -> LiveTable:
        """The table of this name, loaded if necessary. Raises Refused.

        Callers that ask for the same name share one lock, which is gone with the last of them: a name that
        does not exist costs no memory.
        """
        if table in self._live:
            return self._live[table]
        lock = self._loading.setdefault(table, asyncio.Lock())
        async with lock:
            if table not in self._live:
                room, token = await self._load(table)
                self._live[table] = LiveTable(room, self.settings.grace, self._clock, token)
                self._wake_later(self._live[table])
        self._drop_idle()
        return self._live[table]

    async def _load(self, table: str) -> tuple[Room, int]:
        """A room and the token to write with. It is claimed first, so that no other server can change it."""
        async with self._loads:
            token = await self.store.claim(table)
            return await self.rooms.load(table), token

    def _drop_idle(self) -> None:
        """Drop tables without visitors from memory; everything about them is stored."""
        now = self._clock()
        if now - self._looked < IDLE_CHECK_EVERY_S:
            return
        self._looked = now
        idle = [
            live
            for live in self._live.values()
            if not live.visitors and not live.thinking and not live.lock.locked()
        ]
        idle.sort(key=lambda live: live.touched, reverse=True)
        for nth, live in enumerate(idle):
            stays = MAX_IDLE_ENDED_S if live.room.state.phase in ENDED else MAX_IDLE_S
            if nth >= MAX_IDLE_TABLES or live.touched < now - stays:
                del self._live[live.room.id]
                self._begin(self.store.release(live.room.id, live.token))

    def let_go(self, tables: Sequence[str] | None) -> None:
        """Another server wants these tables; None: all may be lost. Their pages reconnect."""
        for name in tuple(self._live) if tables is None else tables:
            if live := self._live.get(name):
                self._begin(self._give_up(live))

    async def _give_up(self, live: LiveTable) -> None:
        async with live.lock:
            if self._live.get(live.room.id) is live:
                self._remove(live, "retry")
                await self.store.release(live.room.id, live.token)

    async def delete(self, table: str, player: str) -> None:
        try:
            live = await self.find(table)
        except Refused as no:
            if no.code == "unreadable" and await self.rooms.forget(table, player):
                return
            raise
        async with live.lock:
            commands.expect(player and player == live.room.state.seating.owner, "not_owner")
            await self.drop(live)

    async def drop(self, live: LiveTable) -> None:
        """Delete a table. The caller holds its lock."""
        await self.store.delete(live.room.id)
        self._remove(live, "no_table")

    def _remove(self, live: LiveTable, code: str) -> None:
        """Take a table out of the memory, and tell its visitors why."""
        self._live.pop(live.room.id, None)
        live.end(code)

    async def rematch(self, table: str, player: str) -> str:
        """The same people at a new table. Asking twice leads to the same table."""
        live = await self.find(table)
        room = live.room
        name = _rematch_name(room)
        room.decide(player, commands.Again(name))
        if not room.state.rematch:
            try:
                await self.lay(_rematch(room), table=name, digital=not room.state.real_dice)
            except Conflict:
                LOG.info("rematch_exists", extra={"table": name[:6]})
        await self.say(table, player, commands.Again(name))
        return room.state.rematch or name

    # Commands ----------------------------------------------------------------------------------
    async def say(self, table: str, player: str, command: commands.AnyCommand) -> int:
        """Carry a command out and return its version in the log. Raises Refused.

        One command at a time, durable before it is broadcast, finished even if the caller is cancelled.
        """
        live = await self.find(table)
        return await asyncio.shield(self._begin(self.hear(live, player, command)))

    async def hear(self, live: LiveTable, player: str, command: commands.AnyCommand) -> int:
        """The same for a caller that is never cancelled during a command: it needs no task of its own."""
        began = time.perf_counter()
        self.metrics.pending.inc()
        try:
            async with live.lock:
                commands.expect(not live.ended, "no_table")
                version = await self._carry_out(live, player, command)
        finally:
            self.metrics.pending.dec()
        self.metrics.command_seconds.observe(time.perf_counter() - began)
        self._let_bots_move(live)
        return version

    async def _carry_out(self, live: LiveTable, player: str, command: commands.AnyCommand) -> int:
        decided = live.room.decide(player, command, live.gone())
        self.metrics.commands.labels("written" if decided.rows else "repeated").inc()
        if not decided.rows:
            return decided.again or live.room.version
        await self._write(live, decided)
        before = live.room.state.phase
        live.room.accept(decided)
        live.changed()
        if before != live.room.state.phase in ENDED:
            self._begin(self._pack(live.room.id))
        if any(isinstance(row.event, (log.Filled, log.StoodIn)) for row in decided.rows):
            self._prepare_bots(live)
        return decided.rows[0].version

    async def _write(self, live: LiveTable, decided: Decided) -> None:
        """Store the rows. If that fails, the table is loaded again and the page has to try again."""
        joined = [row.event.player for row in decided.rows if isinstance(row.event, log.Sat)]
        try:
            await self.store.append(live.room.id, decided.rows, joined, decided.summary, live.token)
        except (Conflict, Unavailable) as error:
            LOG.error("commit_failed", extra={"table": live.room.id[:6], "error": type(error).__name__})
            self.metrics.commit_failures.inc()
            if isinstance(error, Lost):  # another server owns the table: pages reconnect and get there
                self._remove(live, "retry")
            else:
                await self.reload(live)
            raise Refused("retry") from None

    async def _pack(self, table: str) -> None:
        """Pack the log of a finished game. If that fails, it stays as it is."""
        try:
            await self.store.pack(table)
        except (Conflict, Unavailable) as error:
            LOG.warning("pack_failed", extra={"table": table[:6], "error": type(error).__name__})

    async def reload(self, live: LiveTable) -> None:
        """Load a table again and show it to its visitors. The caller holds its lock."""
        try:
            live.room, live.token = await self._load(live.room.id)
            live.changed()
        except (Refused, Unavailable):
            self._remove(live, "retry")

    # Visitors ----------------------------------------------------------------------------------
    async def enter(self, table: str, visitor: Visitor) -> LiveTable:
        """A visitor connects; a player who is back takes over from the bot. Raises Refused."""
        live = await self.find(table)
        if live.room.has_stand_in(visitor.player):
            await self.say(table, visitor.player, commands.Arrive())
        commands.expect(not live.ended, "no_table")
        live.come(visitor)
        self._prepare_bots(live)
        self._let_bots_move(live)
        return live

    def exit(self, live: LiveTable, visitor: Visitor) -> None:
        """A visitor disconnects; after the grace the others see that a bot may stand in."""
        if live.go(visitor):
            self._wake_later(live)

    def hang_up(self, player: str) -> None:
        """Close the sockets of all pages of a player; pages that are still theirs reconnect."""
        for live in tuple(self._live.values()):
            for visitor in tuple(live.visitors):
                if player and visitor.player == player:
                    visitor.leave("retry")

    def _wake_later(self, live: LiveTable) -> None:
        asyncio.get_running_loop().call_later(self.settings.grace + 0.05, live.wake)

    # Bots --------------------------------------------------------------------------------------
    def _prepare_bots(self, live: LiveTable) -> None:
        """Prepare the bots of a table before they are to move, and show who plays for them meanwhile."""
        sheet = live.room.state.created.sheet
        sitting = dict.fromkeys(place.bot for place in live.room.state.seating.places if place.bot)
        for bot in sitting:
            self.bots.expect(bot, sheet)
        found = tuple((bot, other) for bot in sitting if (other := self._substitute(bot, sheet)))
        if found != live.instead:
            live.instead = found
            live.wake()

    def _substitute(self, bot: str, sheet: str) -> Substitute | None:
        found = self.bots.substitute(bot, sheet)
        if found is None:
            return None
        return Substitute(*found, story.substitute_sentence(bot, *found), *self.bots.compiler.progress)

    def _update_substitutes(self) -> None:
        for live in self._live.values():
            if live.instead:
                self._prepare_bots(live)

    def _let_bots_move(self, live: LiveTable) -> None:
        for seat, bot in live.room.bots_to_move():
            if seat not in live.thinking and live.visitors:
                live.thinking.add(seat)
                self._begin(self._move_bot(live, seat, bot))

    async def _move_bot(self, live: LiveTable, seat: Seat, bot: str) -> None:
        try:
            await asyncio.sleep(self.settings.bot_pause)
            if (seat, bot) in live.room.bots_to_move():
                question = questions.question(live.room.state.table, seat, bot)
                began = time.perf_counter()
                answer = await self.bots.ask(question)
                self.metrics.bot_seconds.observe(time.perf_counter() - began)
                self.metrics.bot_moves.labels(answer.bot).inc()
                await self.hear(live, "", commands.BotMove(seat, bot, answer))
        except Refused as refused:  # the person came back meanwhile, or the table is gone
            LOG.info("bot_late", extra={"table": live.room.id[:6], "code": refused.code})
        finally:
            live.thinking.discard(seat)
        self._let_bots_move(live)

    # Itself ------------------------------------------------------------------------------------
    def measure(self) -> None:
        """Set the gauges of the metrics to what there is now."""
        every = self._live.values()
        self.metrics.tables.set(len(every))
        self.metrics.pages.set(sum(len(live.visitors) for live in every))
        self.metrics.seats_empty.set(sum(len(live.left) for live in every))
        self.metrics.door_waiting.set(self.door.waiting)
        self.metrics.bots_asked.set(sum(len(live.thinking) for live in every))

    def _begin(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) and not isinstance(error, Refused):
            LOG.error("task_failed", exc_info=error)

    async def close(self) -> None:
        """Finish commits, end the bots, close the store."""
        waiting: Iterable[asyncio.Task[Any]] = tuple(self._tasks)
        for live in self._live.values():
            async with live.lock:
                live.ended = True
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        self.bots.close()
        await self.store.close()


def _promise(table: str, seed: bytes) -> str:
    return dice.promise(table, dice.FIRST_ROUND, dice.secret(seed, table, dice.FIRST_ROUND))


def _rematch_name(room: Room) -> str:
    """The same one each time, so that two requests lead to one table."""
    return sessions.hash_secret(f"rematch|{room.id}|{room.state.seed.hex()}")[:16]


def _rematch(room: Room) -> log.Created:
    """The table of a rematch: the same sheet, all one seat on, so that the next one begins."""
    table_state = room.state
    first, *others = table_state.seating.places
    chairs = tuple(
        log.Chair(p.kind, p.name, p.player, p.bot if not p.player else "") for p in (*others, first)
    )
    created = table_state.created
    game = catalogue.game(table_state.table.game.slug)
    sheet, rules = table_state.table.sheet, game.rules.version
    hints = tuple(seat for seat, place in enumerate((*others, first)) if place.hints)
    return log.Created(created.sheet, sheet.version, rules, chairs, created.owner, begins="0", hints=hints)
