"""What is asked of all workers together: how they are, what they count, copies of all their files."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kritzel.server.shards.hand import Hand
from kritzel.server.store import Unavailable, copying
from kritzel.server.store.calling import Answering
from kritzel.server.store.placing import shard
from kritzel.server.store.sqlite import SqliteStore
from kritzel.server.web import metrics

FRONT = "front"


class Everybody:
    """Answers workers for the whole house; what is about guests and lists is answered by `others`."""

    def __init__(self, hands: Sequence[Hand], store: SqliteStore | None, others: Answering) -> None:
        self._hands, self._store = hands, store
        self._others = others

    async def answer(self, name: str, values: list[Any]) -> Any:
        """What a worker asks for. Raises Unavailable, Conflict."""
        match name:
            case "everybody_well":
                return await asyncio.gather(*(hand.ask("well") for hand in self._hands))
            case "everybody_counted":
                return await self._counted()
            case "everybody_copied":
                return await self._copied(Path(values[0]))
        return await self._others(name, values)

    async def _counted(self) -> str:
        """What all workers count, as one text; one that does not answer is missing, and named."""
        asked = [hand.ask("counted") for hand in self._hands]
        texts = await asyncio.gather(*asked, return_exceptions=True)
        told = {str(hand.number): text for hand, text in zip(self._hands, texts, strict=True)}
        heard = {number: text for number, text in told.items() if isinstance(text, str)}
        up = {number: number in heard for number in told}
        return metrics.joined(heard | {FRONT: "".join(metrics.of_front(up))})

    async def _copied(self, target: Path) -> None:
        """Copies of all files: first the logs, then the lists, which therefore know every table of them."""
        if self._store is None:
            raise Unavailable("no file")
        asked = [hand.ask("copied", str(shard(target, hand.number)), within=None) for hand in self._hands]
        await asyncio.gather(*asked)
        try:
            async for _ in copying.copied(self._store, target):
                pass
        except OSError as error:
            raise Unavailable(str(error)) from None
