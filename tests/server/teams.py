"""Workers for tests that are no processes: each does what it is told to, at once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import ClassVar

from kritzel.fast.cache import Skill
from kritzel.server.bots import questions as bots
from kritzel.server.bots.pool import BotWorker
from kritzel.server.bots.questions import BotQuestion, needs_compiler
from kritzel.server.workers import LOST


class Actor(BotWorker):
    """Answers with the name of the bot that was asked, or does what `acts` says of it."""

    acts: ClassVar[dict[str, Callable[[Actor], str]]] = {}
    hired: ClassVar[list[Actor]] = []
    compiling: ClassVar[asyncio.Event]

    def __init__(self, *, plain: bool = False, gentle: bool = False, outside: Sequence[str] = ()) -> None:
        self.plain, self.gentle, self.outside = plain, gentle, tuple(outside)
        self.skills = frozenset()
        self.busy, self.ended = False, False
        self.asked: list[str] = []
        self.hired.append(self)

    @classmethod
    def begin(cls, **acts: Callable[[Actor], str]) -> type[Actor]:
        """A new team that acts like this; compiling waits for `compiling`."""
        cls.acts, cls.hired, cls.compiling = acts, [], asyncio.Event()
        return cls

    async def answer(self, asked: BotQuestion, within_s: float) -> str:
        assert not self.ended
        assert not (self.plain and needs_compiler(asked.bot))
        await asyncio.sleep(0)
        self.asked.append(asked.bot)
        try:
            return self.acts[asked.bot](self) if asked.bot in self.acts else f"move of {asked.bot}"
        except LOST:
            self.end()
            raise

    async def learn(self, what: Skill) -> None:
        if self.gentle:
            await self.compiling.wait()
        await self.answer(bots.exercise("random", what[1])._replace(bot=f"learn_{what[0]}"), 0)
        self.skills |= {what}

    def end(self) -> None:
        self.ended = True
