"""The turns of bots at live tables: who gets ready, who plays for whom, who moves. Knows no thinking."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from kritzel.server import meters
from kritzel.server.bots import questions
from kritzel.server.bots.thinkers import Thinkers
from kritzel.server.live import Live
from kritzel.server.table import instead
from kritzel.server.table.commands import BotMove
from kritzel.server.table.refusals import No
from kritzel.server.wire.parts import Instead

LOG = logging.getLogger("kritzel.turns")


class Turns:
    """Lets bots move. `say` carries a move out, `begin` begins what is not waited for."""

    def __init__(
        self,
        thinkers: Thinkers,
        pause: float,
        say: Callable[[Live, str, BotMove], Awaitable[int]],
        begin: Callable[[Coroutine[Any, Any, None]], object],
    ) -> None:
        self.thinkers, self._pause = thinkers, pause
        self._say, self._begin = say, begin

    def expect(self, live: Live) -> None:
        """Bots that sit there get ready while people still talk; who plays for them meanwhile is shown."""
        sheet = live.room.standing.created.sheet
        sitting = dict.fromkeys(place.bot for place in live.room.standing.company.places if place.bot)
        for bot in sitting:
            self.thinkers.expect(bot, sheet)
        found = tuple((bot, other) for bot in sitting if (other := self._instead(bot, sheet)))
        if found != live.instead:
            live.instead = found
            live.wake()

    def _instead(self, bot: str, sheet: str) -> Instead | None:
        found = self.thinkers.instead(bot, sheet)
        if found is None:
            return None
        words = instead.sentence(bot, found.bot, found.why)
        return Instead(found.bot, found.why, words, *self.thinkers.warming.progress)

    def go_on(self, live: Live) -> None:
        """Bots whose turn it is move, while somebody is there to see it."""
        for seat, bot in live.room.bots_to_move():
            if seat not in live.thinking and live.visitors:
                live.thinking.add(seat)
                self._begin(self._move(live, seat, bot))

    async def _move(self, live: Live, seat: int, bot: str) -> None:
        try:
            await asyncio.sleep(self._pause)
            if (seat, bot) in live.room.bots_to_move():
                asked = questions.question(live.room.standing.table, seat, bot)
                began = time.perf_counter()
                answer = await self.thinkers.ask(asked)
                meters.THOUGHT.add(time.perf_counter() - began)
                meters.BOTS.add(answer.bot)
                await self._say(live, "", BotMove(seat, bot, answer))
        except No as refused:  # somebody came back meanwhile, or the table is gone
            LOG.info("bot_late", extra={"table": live.room.id[:6], "code": refused.code})
        finally:
            live.thinking.discard(seat)
        self.go_on(live)
