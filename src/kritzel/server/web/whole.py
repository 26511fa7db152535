"""The whole house, where this process is one of several workers: what only the front can say for all."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import NamedTuple

from kritzel.server.settings import Settings
from kritzel.server.store.calling import Caller
from kritzel.server.store.copying import Copied
from kritzel.server.web.control import Key
from kritzel.server.web.ledger import Ledger

SIGN = 5.0
"""Seconds after which whoever waits for a copy hears that it is being made."""


class Whole(NamedTuple):
    """The way to the front, the key of the house, and what counts for its limits."""

    front: Caller
    key: Key
    settings: Settings
    ledger: Ledger

    @property
    def path(self) -> Path | None:
        """The file for guests and lists; none where tables are in a database."""
        return None if self.settings.database else self.settings.data

    async def ping(self) -> None:
        """Whether every worker can write. Unavailable."""
        await self.front.call("everybody_well")

    async def counted(self) -> str:
        """What all workers count."""
        return str(await self.front.call("everybody_counted"))

    async def copied(self, target: Path) -> AsyncGenerator[Copied, None]:
        """Copy the files of all workers, and that of guests and lists. Raises Unavailable."""
        copying = asyncio.ensure_future(self.front.call("everybody_copied", str(target)))
        try:
            while not copying.done():
                yield Copied(0, 0)
                await asyncio.wait([copying], timeout=SIGN)
            await copying
        finally:
            copying.cancel()
