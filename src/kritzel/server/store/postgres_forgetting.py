"""What is taken out of a database of tables, as `forgetting` says it for files: each in one statement."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, LiteralString

from kritzel.server.settings import Keep
from kritzel.server.store import forgetting
from kritzel.server.table import log

GUEST: LiteralString = """
WITH gone AS (DELETE FROM players WHERE id = %s RETURNING number),
carried AS (DELETE FROM devices USING gone WHERE player = gone.number),
linked AS (DELETE FROM links USING gone WHERE player = gone.number)
DELETE FROM members USING gone WHERE player = gone.number
"""
OTHERS: LiteralString = """
WITH who AS (SELECT number FROM players WHERE id = %s),
linked AS (DELETE FROM links USING who WHERE player = who.number)
DELETE FROM devices USING who WHERE player = who.number AND secret <> %s
"""
FEWER_LINKS: LiteralString = """
DELETE FROM links WHERE until < %s OR token IN (SELECT token FROM links JOIN players ON number = player
    WHERE id = %s ORDER BY until DESC OFFSET %s)
"""
FEWER_DEVICES: LiteralString = """
DELETE FROM devices WHERE secret IN (SELECT secret FROM devices JOIN players ON number = player
    WHERE id = %s ORDER BY day DESC OFFSET %s)
"""
TOLD: LiteralString = "SELECT lines.version, body FROM lines JOIN tables ON number = game WHERE name = %s"
RETELL: LiteralString = """
WITH there AS (UPDATE tables SET summary = %s WHERE name = %s RETURNING number)
UPDATE lines SET body = other.body FROM there, unnest(%s::integer[], %s::bytea[]) AS other (version, body)
WHERE game = there.number AND lines.version = other.version
"""
MEMBER: LiteralString = """
DELETE FROM members USING players, tables WHERE members.player = players.number AND players.id = %s
    AND members.game = tables.number AND tables.name = %s
"""
OLD_GUESTS: LiteralString = """
WITH gone AS (DELETE FROM players AS p WHERE number > %(since)s AND number <= %(until)s
    AND NOT EXISTS (SELECT FROM members AS m WHERE m.player = p.number)
    AND NOT EXISTS (SELECT FROM devices AS d WHERE d.player = p.number AND d.day >= %(day)s)
    RETURNING number),
carried AS (DELETE FROM devices USING gone WHERE player = gone.number)
DELETE FROM links USING gone WHERE player = gone.number RETURNING token
"""


class Forgetting:
    """The part of a store in PostgreSQL that forgets."""

    async def _ask(self, statement: LiteralString, values: Any = (), *, looks: bool = False) -> list[Any]:
        raise NotImplementedError

    async def _run(self, statement: LiteralString, *values: Any) -> int:
        raise NotImplementedError

    async def forget_player(self, player: str) -> None:
        """A guest, their devices and links, and that they sat at tables; the tables stay."""
        await self._run(GUEST, player)

    async def forget_device(self, secret: str) -> None:
        """Nobody is known by this any more."""
        await self._run("DELETE FROM devices WHERE secret = %s", secret)

    async def forget_other_devices(self, player: str, secret: str) -> None:
        """All devices of a guest but this one, and the links to more of them."""
        await self._run(OTHERS, player, secret)

    async def retell(self, table: str, change: Callable[[log.Event], log.Event], summary: bytes) -> None:
        """The same log in other words, where `change` says so: the same lines, the same order."""
        lines = await self._ask(TOLD, (table,), looks=True)
        other = forgetting.changed([(version, version, b"", body) for version, body in lines], change)
        versions, bodies = [each[0] for each in other], [each[2] for each in other]
        await self._run(RETELL, summary, table, versions, bodies)

    async def forget_member(self, player: str, table: str) -> None:
        """A table is in the list of this player no longer."""
        await self._run(MEMBER, player, table)

    async def old_tables(self, keep: Keep, today: int) -> list[str]:
        """Some tables that nobody has used for so long."""
        asked: LiteralString = "SELECT name FROM tables WHERE day < %s LIMIT %s"
        found = await self._ask(asked, (today - keep.tables, forgetting.TABLES), looks=True)
        return [str(row[0]) for row in found]

    async def forget_old(self, keep: Keep, today: int, since: int) -> int:
        """A slice of the guests and devices that nobody has used for so long."""
        if since == 0:
            await self._run("DELETE FROM links WHERE until < extract(epoch FROM now())")
        until = since + forgetting.SLICE
        if keep.devices:
            gone: LiteralString = "DELETE FROM devices WHERE day < %s AND player > %s AND player <= %s"
            await self._run(gone, today - keep.devices, since, until)
        if keep.guests:
            await self._ask(OLD_GUESTS, {"since": since, "until": until, "day": today - keep.guests})
        last = await self._ask("SELECT coalesce(max(number), 0) FROM players", looks=True)
        return until if until < last[0][0] else 0

    async def _make_room_for_link(self, player: str, until: float) -> None:
        await self._run(FEWER_LINKS, until - forgetting.HOUR, player, forgetting.MOST_LINKS - 1)

    async def _make_room_for_device(self, player: str) -> None:
        await self._run(FEWER_DEVICES, player, forgetting.MOST_DEVICES - 1)
