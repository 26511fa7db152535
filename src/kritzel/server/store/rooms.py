"""Stored tables as rooms. A table that this Kritzel cannot read is refused and affects no other.

Such a table is not read again by this process, and is logged once.
"""

from __future__ import annotations

import logging

from kritzel.server.store import Unreadable
from kritzel.server.store.sql import Store
from kritzel.server.table import remains
from kritzel.server.table.refusals import Refused
from kritzel.server.table.room import Room, StoredSummary, decode_summaries

LOG = logging.getLogger("kritzel.store")


class Rooms:
    """Loads rooms from a store, and knows which tables cannot be read."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._unreadable: set[str] = set()

    async def load(self, table: str) -> Room:
        """Raises Refused, Unavailable."""
        if table in self._unreadable:
            raise Refused("unreadable")
        try:
            stored = await self._store.load(table)
        except Unreadable as error:
            raise self._note_unreadable(table, error) from None
        if stored is None:
            raise Refused("no_table")
        try:
            return Room(table, *stored)
        except Exception as error:  # a sheet or rules that are gone, a forbidden move, any other fault
            raise self._note_unreadable(table, error) from None

    def _note_unreadable(self, table: str, error: Exception) -> Refused:
        self._unreadable.add(table)
        why = f"{type(error).__name__}: {error}"
        LOG.error("unreadable", extra={"table": table[:6], "error": why[:200]})
        return Refused("unreadable")

    async def remains(self, table: str, player: str) -> str:
        """What is left of a table that cannot be read, as a record, or empty. Raises Unavailable."""
        if table not in self._unreadable:
            return ""
        try:
            stored = await self._store.load(table)
            rows = stored.rows if stored else ()
        except Unreadable as error:
            rows = error.rows
        mine = [each.summary for each in await self._entries_of(player) if each.summary.table == table]
        return remains.record(rows, ended=any(each.phase in ("over", "stopped") for each in mine))

    async def forget(self, table: str, player: str) -> bool:
        """Delete a table that cannot be read, if the lists say that it is this player's; whether it was."""
        if table not in self._unreadable:
            return False
        owners = {each.summary.table: each.owner for each in await self._entries_of(player)}
        if owners.get(table) != player:
            return False
        await self._store.delete(table)
        self._unreadable.discard(table)
        return True

    async def _entries_of(self, player: str) -> list[StoredSummary]:
        return list(decode_summaries(await self._store.tables_of(player))) if player else []
