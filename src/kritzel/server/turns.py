"""The turns of bots at live tables: who gets ready, who plays for whom, who moves. Knows no thinking."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from kritzel.server.bots import questions
from kritzel.server.bots.pool import BotPool
from kritzel.server.live import LiveTable
from kritzel.server.metrics import Metrics
from kritzel.server.table import story
from kritzel.server.table.commands import BotMove
from kritzel.server.table.refusals import Refused
from kritzel.server.table.view import Substitute

LOG = logging.getLogger("kritzel.turns")


class Turns:
    """Lets bots move. `say` carries a move out, `begin` begins what is not waited for."""

    def __init__(
        self,
        bots: BotPool,
        pause: float,
        say: Callable[[LiveTable, str, BotMove], Awaitable[int]],
        begin: Callable[[Coroutine[Any, Any, None]], object],
        metrics: Metrics,
    ) -> None:
        self.bots, self._pause = bots, pause
        self._say, self._begin, self._metrics = say, begin, metrics

    def expect(self, live: LiveTable) -> None:
        """Bots that sit there get ready while people still talk; who plays for them meanwhile is shown."""
        sheet = live.room.state.created.sheet
        sitting = dict.fromkeys(place.bot for place in live.room.state.seating.places if place.bot)
        for bot in sitting:
            self.bots.expect(bot, sheet)
        found = tuple((bot, other) for bot in sitting if (other := self._instead(bot, sheet)))
        if found != live.instead:
            live.instead = found
            live.wake()

    def _instead(self, bot: str, sheet: str) -> Substitute | None:
        found = self.bots.substitute(bot, sheet)
        if found is None:
            return None
        words = story.sentence(bot, found.bot, found.why)
        return Substitute(found.bot, found.why, words, *self.bots.compiler.progress)

    def go_on(self, live: LiveTable) -> None:
        """Let bots move whose turn it is, while there are visitors."""
        for seat, bot in live.room.bots_to_move():
            if seat not in live.thinking and live.visitors:
                live.thinking.add(seat)
                self._begin(self._move(live, seat, bot))

    async def _move(self, live: LiveTable, seat: int, bot: str) -> None:
        try:
            await asyncio.sleep(self._pause)
            if (seat, bot) in live.room.bots_to_move():
                asked = questions.question(live.room.state.table, seat, bot)
                began = time.perf_counter()
                answer = await self.bots.ask(asked)
                self._metrics.bot_seconds.observe(time.perf_counter() - began)
                self._metrics.bot_moves.labels(answer.bot).inc()
                await self._say(live, "", BotMove(seat, bot, answer))
        except Refused as refused:  # somebody came back meanwhile, or the table is gone
            LOG.info("bot_late", extra={"table": live.room.id[:6], "code": refused.code})
        finally:
            live.thinking.discard(seat)
        self.go_on(live)
