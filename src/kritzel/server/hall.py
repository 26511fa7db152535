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
from collections.abc import Callable, Coroutine, Iterable
from typing import Any, NamedTuple, Protocol
from weakref import WeakValueDictionary

from kritzel.games import catalogue
from kritzel.server import sessions
from kritzel.server.bots import questions as bots
from kritzel.server.bots.thinkers import Thinkers
from kritzel.server.settings import Settings
from kritzel.server.store import Conflict, Kept, Store, Unavailable
from kritzel.server.table import commands, dice, instead, log
from kritzel.server.table.refusals import No
from kritzel.server.table.room import Decided, Room
from kritzel.server.view.showing import Presence, Showing
from kritzel.server.wire import parts
from kritzel.server.wire.protocol import Reacted

LOG = logging.getLogger("kritzel.hall")
GARBAGE = 50_000, 20, 50
"""How seldom garbage is looked for: tables are many small objects that stay; looking at all takes long."""
FORGET_AFTER = 600.0
"""Seconds after which a room without visitors leaves the memory."""
LOOK_EVERY = 10.0
"""Seconds after which such rooms are looked for again."""


class Visitor(Protocol):
    """Somebody who looks at a table."""

    @property
    def player(self) -> str:
        """Their private number, empty for a stranger."""

    def wake(self) -> None:
        """Something is new at the table."""

    def leave(self, code: str) -> None:
        """The table is gone."""

    def see(self, reaction: Reacted) -> None:
        """Somebody at the table reacts."""


class Done(NamedTuple):
    """A command that is written down: where it stands in the log."""

    version: int


class Live:
    """A room with its visitors. `showing` is what they see, made anew after every change."""

    def __init__(self, room: Room, clock: Callable[[], float]) -> None:
        self.room = room
        self.lock = asyncio.Lock()
        self.visitors: set[Visitor] = set()
        self.left: dict[str, float] = {}
        self.thinking: set[int] = set()
        self.instead: tuple[tuple[str, parts.Instead], ...] = ()
        self.touched = clock()
        self.deleted = False
        self._clock = clock
        self._here: frozenset[str] | None = None
        self._showing: Showing | None = None
        self._shown: Showing | None = None
        self._since = clock()

    def showing(self, grace: float) -> Showing:
        """The table and who is there, for making views."""
        if self._showing is None:
            self._showing = Showing(self.room.standing, before=self._shown)
        self._showing = self._showing.at(self.presence(grace))
        return self._showing

    def changed(self) -> None:
        """What was shown is no longer true."""
        self._shown, self._showing = self._showing or self._shown, None
        self.touched = self._clock()
        self.wake()

    def wake(self) -> None:
        """Tell everybody to look again."""
        for visitor in tuple(self.visitors):
            visitor.wake()

    def show(self, reaction: Reacted) -> None:
        """A reaction, for everybody who is here now and for nobody else."""
        for visitor in tuple(self.visitors):
            visitor.see(reaction)

    # Presence ----------------------------------------------------------------------------------
    def come(self, visitor: Visitor) -> None:
        """Somebody is here."""
        self.visitors.add(visitor)
        self.left.pop(visitor.player, None)
        self._here = None

    def go(self, visitor: Visitor) -> None:
        """Somebody is here no longer."""
        self.visitors.discard(visitor)
        self._here = None

    def here(self) -> frozenset[str]:
        """The players who are there."""
        if self._here is None:
            self._here = frozenset(visitor.player for visitor in self.visitors if visitor.player)
        return self._here

    def presence(self, grace: float) -> Presence:
        """Who is there, and who is gone. The time the server was away counts for nobody."""
        here, now = self.here(), self._clock()
        missing = [p.player for p in self.room.standing.company.places if p.player and p.player not in here]
        gone = [player for player in missing if now - self.left.get(player, self._since) >= grace]
        return Presence(here, frozenset(gone), int(grace), self.instead)


class Hall:
    """All tables of this server."""

    def __init__(self, store: Store, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        self.store = store
        self.settings = settings
        self._clock = clock
        self._live: dict[str, Live] = {}
        self._looked = clock()
        self._loading: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._tasks: set[asyncio.Task[Any]] = set()
        self.thinkers = Thinkers(settings.bot_workers, self._wake_all, outside=settings.bots)
        gc.set_threshold(*GARBAGE)

    # Tables ------------------------------------------------------------------------------------
    async def lay(self, created: log.Created, *, table: str = "", digital: bool = True) -> str:
        """A new table; its dice are promised here. The name of the table."""
        table = table or sessions.new_table()
        seed = secrets.token_bytes(dice.SEED_BYTES) if digital else b""
        commit = dice.promise(table, seed) if digital else ""
        rows = (log.Row(1, log.Created(**{**_fields(created), "commit": commit})),)
        summary = Room(table, seed, rows).summary
        players = dict.fromkeys([created.owner, *(c.player for c in created.chairs if c.player)])
        await self.store.create(table, Kept(seed, rows), tuple(players), summary)
        LOG.info("table_laid", extra={"table": table[:6], "sheet": created.sheet})
        return table

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
                self._live[table] = Live(await self._load(table), self._clock)
        self._forget_old()
        return self._live[table]

    async def _load(self, table: str) -> Room:
        kept = await self.store.load(table)
        if kept is None:
            raise No("no_table")
        return Room(table, *kept)

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
            del self._live[name]

    async def delete(self, table: str, player: str) -> None:
        """Forget a table for ever, if it is this player's. Raises No."""
        live = await self.find(table)
        async with live.lock:
            if player != live.room.standing.company.owner or not player:
                raise No("not_owner")
            await self.store.delete(table)
            live.deleted = True
            self._live.pop(table, None)
        for visitor in tuple(live.visitors):
            visitor.leave("no_table")

    async def rematch(self, table: str, player: str) -> str:
        """The same company at a new table. Asking twice leads to the same one."""
        live = await self.find(table)
        room = live.room
        name = sessions.hashed(f"rematch|{table}|{room.standing.seed.hex()}")[:16]
        room.decide(player, commands.Again(name))
        if not room.standing.rematch:
            try:
                await self.lay(_same(room), table=name, digital=not room.standing.real_dice)
            except Conflict:
                LOG.info("rematch_exists", extra={"table": name[:6]})
        await self.say(table, player, commands.Again(name))
        return room.standing.rematch or name

    # Commands ----------------------------------------------------------------------------------
    async def say(self, table: str, player: str, command: commands.AnyCommand) -> Done:
        """Carry a command out: one at a time, durable before anybody hears of it. Raises No.

        It is finished even if whoever asked is gone by then.
        """
        return await asyncio.shield(self._begin(self._say(table, player, command)))

    async def hear(self, table: str, player: str, command: commands.AnyCommand) -> Done:
        """The same for a page, which is never stopped in the middle of a command: it needs no task for it."""
        return await self._say(table, player, command)

    async def _say(self, table: str, player: str, command: commands.AnyCommand) -> Done:
        live = await self.find(table)
        async with live.lock:
            if live.deleted:
                raise No("no_table")
            done = await self._carry_out(live, player, command)
        self._let_bots_move(live)
        return done

    async def _carry_out(self, live: Live, player: str, command: commands.AnyCommand) -> Done:
        gone = live.presence(self.settings.grace).gone
        decided = live.room.decide(player, command, gone)
        if not decided.rows:
            return Done(decided.again or live.room.version)
        await self._write(live, decided)
        live.room.apply(decided.rows)
        live.changed()
        if any(isinstance(row.event, (log.Filled, log.StoodIn)) for row in decided.rows):
            self._expect_bots(live)
        return Done(decided.rows[0].version)

    async def _write(self, live: Live, decided: Decided) -> None:
        """Write lines down; where that fails the room is what the store says, and the page tries again."""
        joined = [row.event.player for row in decided.rows if isinstance(row.event, log.Sat)]
        try:
            await self.store.append(live.room.id, decided.rows, joined, decided.summary)
        except (Conflict, Unavailable) as error:
            LOG.error("commit_failed", extra={"table": live.room.id[:6], "error": type(error).__name__})
            await self._reload(live)
            raise No("retry") from None

    async def _reload(self, live: Live) -> None:
        try:
            live.room = await self._load(live.room.id)
            live.changed()
        except (No, Unavailable):
            self._live.pop(live.room.id, None)
            live.deleted = True
            for visitor in tuple(live.visitors):
                visitor.leave("retry")

    # Visitors ----------------------------------------------------------------------------------
    async def enter(self, table: str, visitor: Visitor) -> Live:
        """Somebody comes; whoever comes back takes over from the bot."""
        live = await self.find(table)
        live.come(visitor)
        if visitor.player:
            live.wake()
            await self.say(table, visitor.player, commands.Arrive())
        self._expect_bots(live)
        self._let_bots_move(live)
        return live

    def exit(self, live: Live, visitor: Visitor) -> None:
        """Somebody leaves; after the grace the others hear that a bot may stand in."""
        live.go(visitor)
        live.touched = self._clock()
        if visitor.player and visitor.player not in live.here():
            live.left[visitor.player] = self._clock()
            self._begin(self._wake_later(live))
            live.wake()

    async def _wake_later(self, live: Live) -> None:
        await asyncio.sleep(self.settings.grace + 0.05)
        live.wake()

    # Bots --------------------------------------------------------------------------------------
    def warm_bots(self) -> None:
        """Compile the bots' code before anybody asks for one."""
        self.thinkers.warm()

    def _expect_bots(self, live: Live) -> None:
        """Bots that sit there get ready while people still talk; who plays for them meanwhile is shown."""
        sheet = live.room.standing.created.sheet
        sitting = dict.fromkeys(place.bot for place in live.room.standing.company.places if place.bot)
        for bot in sitting:
            self.thinkers.expect(bot, sheet)
        live.instead = tuple((bot, other) for bot in sitting if (other := self._instead(bot, sheet)))

    def _instead(self, bot: str, sheet: str) -> parts.Instead | None:
        found = self.thinkers.instead(bot, sheet)
        if found is None:
            return None
        words = instead.sentence(bot, found.bot, found.why)
        return parts.Instead(found.bot, found.why, words, *self.thinkers.warming.progress)

    def _wake_all(self) -> None:
        """Something more is compiled: somebody may play for themselves from now on."""
        for live in self._live.values():
            if live.instead:
                self._expect_bots(live)
                live.wake()

    def _let_bots_move(self, live: Live) -> None:
        for seat, bot in live.room.bots_to_move():
            if seat not in live.thinking and live.visitors:
                live.thinking.add(seat)
                self._begin(self._bot_moves(live, seat, bot))

    async def _bot_moves(self, live: Live, seat: int, bot: str) -> None:
        try:
            await asyncio.sleep(self.settings.bot_pause)
            if (seat, bot) in live.room.bots_to_move():
                asked = bots.question(live.room.standing.table, seat, bot)
                answer = await self.thinkers.ask(asked)
                await self._say_for(live, commands.BotMove(seat, bot, answer))
        finally:
            live.thinking.discard(seat)
        self._let_bots_move(live)

    async def _say_for(self, live: Live, command: commands.BotMove) -> None:
        try:
            await self._say(live.room.id, "", command)
        except No as refused:  # somebody came back meanwhile, or the table is gone
            LOG.info("bot_late", extra={"table": live.room.id[:6], "code": refused.code})

    # Itself ------------------------------------------------------------------------------------
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
                live.deleted = True
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        self.thinkers.close()
        await self.store.close()


def _fields(created: log.Created) -> dict[str, Any]:
    return {name: getattr(created, name) for name in created.__struct_fields__}


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
    return log.Created(created.sheet, sheet.version, rules, chairs, created.owner, begins="0")
