"""The store of one worker: its own file for the logs of its tables; guests and lists are kept by the front.

A log goes first. What lists say of a table is told to the front after it, before anybody hears of either;
where a fall comes in between, the lists are put right when the table is loaded again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from kritzel.server.settings import Keep
from kritzel.server.store import Elsewhere, Kept, Player, Unavailable, copying
from kritzel.server.store.calling import Caller
from kritzel.server.store.placing import place
from kritzel.server.store.sqlite import SqliteStore
from kritzel.server.table import log


class ShardStore:
    """The tables of one worker of so many. `front` keeps everything else."""

    def __init__(self, path: Path, number: int, of: int, front: Caller) -> None:
        self._number, self._of = number, of
        self._logs, self._front = SqliteStore(path), front
        self._told: set[str] = set()

    def keeps(self, table: str) -> bool:
        """Whether a table of this name is this worker's."""
        return place(table, self._of) == self._number

    @property
    def commits(self) -> int:
        """How often something was made durable so far."""
        return self._logs.commits

    # Tables ------------------------------------------------------------------------------------
    async def claim(self, table: str) -> int:
        """It is ours by its name, or another worker's. Elsewhere."""
        if not self.keeps(table):
            raise Elsewhere(table[:6])
        return 0

    async def release(self, table: str, token: int) -> None:
        """Nobody else could take it."""

    def attend(self, let_go: Callable[[Sequence[str] | None], None]) -> None:
        """Nobody else wants a table."""

    async def create(self, table: str, kept: Kept, players: Sequence[str], summary: bytes) -> None:
        """A new table, in the lists of these players. Conflict where there is one of this name."""
        await self._logs.create(table, kept, (), summary)
        await self._front.call("listed", table, list(players), summary)

    async def append(
        self,
        table: str,
        rows: Sequence[log.Row],
        players: Sequence[str] = (),
        summary: bytes = b"",
        token: int = 0,
    ) -> None:
        """More lines of a log; `players` get the table in their lists. Conflict, Unavailable."""
        await self._logs.append(table, rows, (), summary, token)
        if players or summary:
            await self._front.call("listed", table, list(players), summary)

    async def load(self, table: str) -> Kept | None:
        """A table, or None; the lists hear of it as it stands. Unreadable."""
        kept = await self._logs.load(table)
        if kept is not None and kept.rows and table not in self._told:
            with suppress(Unavailable):
                summary = await self._logs.summary_of(table)
                await self._front.call("listed", table, _players(kept.rows), summary)
                self._told.add(table)
        return kept

    async def pack(self, table: str) -> None:
        """The log of a game that has ended in one row."""
        await self._logs.pack(table)

    async def delete(self, table: str) -> None:
        """Forget a table; first it is in no list any more."""
        await self._front.call("delete", table)
        await self._logs.delete(table)

    async def tables_of(self, player: str) -> list[bytes]:
        """The summaries of a player's tables, newest first."""
        return [bytes(each) for each in await self._front.call("tables_of", player)]

    # Players -----------------------------------------------------------------------------------
    async def add_player(self, player: Player, secret: str) -> None:
        """A new guest with a first device; `secret` is a hash."""
        await self._front.call("add_player", list(player), secret)

    async def add_device(self, player: str, secret: str) -> None:
        """One more device of a guest."""
        await self._front.call("add_device", player, secret)

    async def player_of(self, secret: str) -> Player | None:
        """Whose device this is."""
        found = await self._front.call("player_of", secret)
        return Player(*found) if found else None

    async def rename(self, player: str, name: str) -> None:
        """A guest takes another name."""
        await self._front.call("rename", player, name)

    async def add_link(self, token: str, player: str, until: float) -> None:
        """A link to carry a guest to another device; `token` is a hash, `until` seconds since 1970."""
        await self._front.call("add_link", token, player, until)

    async def take_link(self, token: str, now: float) -> str | None:
        """The guest of a link, once and in time."""
        found: str | None = await self._front.call("take_link", token, now)
        return found

    # Forgetting --------------------------------------------------------------------------------
    async def forget_player(self, player: str) -> None:
        """A guest, their devices and links, and that they sat at tables; the tables stay."""
        await self._front.call("forget_player", player)

    async def forget_device(self, secret: str) -> None:
        """Nobody is known by this any more."""
        await self._front.call("forget_device", secret)

    async def forget_other_devices(self, player: str, secret: str) -> None:
        """All devices of a guest but this one, and the links to more of them."""
        await self._front.call("forget_other_devices", player, secret)

    async def forget_member(self, player: str, table: str) -> None:
        """A table is in the list of this player no longer."""
        await self._front.call("forget_member", player, table)

    async def retell(self, table: str, change: Callable[[log.Event], log.Event], summary: bytes) -> None:
        """The same log in other words, and the lists with it."""
        await self._logs.retell(table, change, summary)
        await self._front.call("listed", table, [], summary)

    async def old_tables(self, keep: Keep, today: int) -> list[str]:
        """Some tables of this worker that nobody has used for so long."""
        return await self._logs.old_tables(keep, today)

    async def forget_old(self, keep: Keep, today: int, since: int) -> int:
        """A slice of the guests and devices that nobody has used for so long."""
        found: int = await self._front.call("forget_old", list(keep), today, since)
        return found

    # Itself ------------------------------------------------------------------------------------
    async def ping(self) -> None:
        """Whether something could be written now, here and at the front. Unavailable."""
        await self._logs.ping()
        await self._front.call("ping")

    async def copy(self, target: Path) -> None:
        """A copy of this worker's file, while people play. Raises Unavailable."""
        try:
            async for _ in copying.copied(self._logs, target):
                pass
        except OSError as error:
            raise Unavailable(str(error)) from None

    async def close(self) -> None:
        """Finish what was begun and let go of the file."""
        await self._logs.close()
        await self._front.close()


def _players(rows: Sequence[log.Row]) -> list[str]:
    """Everybody who ever sat at a table, and whoever laid it."""
    found: dict[str, None] = {}
    for row in rows:
        if isinstance(row.event, log.Created):
            found |= dict.fromkeys([row.event.owner, *(chair.player for chair in row.event.chairs)])
        elif isinstance(row.event, log.Sat):
            found[row.event.player] = None
    return [player for player in found if player]
