"""A store that waits until the test lets it go on, so that a test can look between decision and commit."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from kritzel.server.metrics import Metrics
from kritzel.server.settings import Keep
from kritzel.server.store import Conflict, Lost, Player, StoredTable, Unavailable
from kritzel.server.store.sql import Store
from kritzel.server.table import log


class SlowStore(Store):
    """Everything in memory. `gate` closed: writing waits. `broken`: the next write fails, written or not."""

    def __init__(self) -> None:
        self.metrics = Metrics()
        self.kept: dict[str, StoredTable] = {}
        self.members: dict[str, list[str]] = {}
        self.summaries: dict[str, bytes] = {}
        self.gate = asyncio.Event()
        self.gate.set()
        self.waiting = 0
        self.broken = ""
        self.closed = False
        self.packed: list[str] = []
        self.tokens: dict[str, int] = {}
        self.released: list[tuple[str, int]] = []

    async def create(self, table: str, stored: StoredTable, players: Sequence[str], summary: bytes) -> None:
        if table in self.kept:
            raise Conflict(table)
        self.kept[table], self.summaries[table] = stored, summary
        self.members[table] = list(players)

    async def pack(self, table: str) -> None:
        self.packed.append(table)

    async def claim(self, table: str) -> int:
        self.tokens[table] = self.tokens.get(table, 0) + 1
        return self.tokens[table]

    async def release(self, table: str, token: int) -> None:
        self.released.append((table, token))

    def on_wanted(self, call: Callable[[Sequence[str] | None], None]) -> None: ...

    async def append(
        self,
        table: str,
        rows: Sequence[log.LogRow],
        players: Sequence[str] = (),
        summary: bytes = b"",
        token: int = 0,
    ) -> None:
        self.waiting += 1
        await self.gate.wait()
        self.waiting -= 1
        if token and token != self.tokens[table]:
            raise Lost(table)
        how, self.broken = self.broken, ""
        if how == "lost":
            raise Unavailable
        kept = self.kept[table]
        taken = {row.move_id for row in kept.rows if row.move_id}
        if rows[0].version != kept.rows[-1].version + 1 or rows[0].move_id in taken:
            raise Conflict(table)
        self.kept[table] = StoredTable(kept.seed, (*kept.rows, *rows))
        self.members[table] += players
        self.summaries[table] = summary or self.summaries[table]
        if how == "written":
            raise Unavailable

    async def load(self, table: str) -> StoredTable | None:
        return self.kept.get(table)

    async def delete(self, table: str) -> None:
        del self.kept[table]

    async def tables_of(self, player: str) -> list[bytes]:
        return [self.summaries[table] for table in self.kept if player in self.members[table]]

    async def add_player(self, player: Player, secret: str) -> None: ...

    async def add_device(self, player: str, secret: str) -> None: ...

    async def player_of(self, secret: str) -> Player | None:
        return None

    async def rename(self, player: str, name: str) -> None: ...

    async def add_link(self, token: str, player: str, until: float) -> None: ...

    async def take_link(self, token: str, now: float) -> str | None:
        return None

    async def forget_player(self, player: str) -> None: ...

    async def forget_device(self, secret: str) -> None: ...

    async def forget_other_devices(self, player: str, secret: str) -> None: ...

    async def rewrite(self, table: str, rows: Sequence[log.LogRow], summary: bytes) -> None: ...

    async def forget_member(self, player: str, table: str) -> None: ...

    async def old_tables(self, keep: Keep, today: int) -> list[str]:
        return []

    async def forget_old(self, keep: Keep, today: int, since: int) -> int:
        return 0

    async def ping(self) -> None: ...

    async def close(self) -> None:
        self.closed = True
