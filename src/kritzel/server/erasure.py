"""Deletes guests who ask for it, and tables and guests that were unused for long.

A table at which no other person sits goes with its guest. At other tables the moves stay, under another name.
"""

from __future__ import annotations

import asyncio
import logging

from kritzel.server.live import LiveTable
from kritzel.server.settings import Keep
from kritzel.server.store import Unavailable, sql
from kritzel.server.table import log
from kritzel.server.table.refusals import Refused
from kritzel.server.table.room import Room, decode_summaries
from kritzel.server.tables import Tables

LOG = logging.getLogger("kritzel.leaving")
TIDY_EVERY_S = 24 * 3600.0
PAUSE_S = 0.05
"""Between two slices of that work."""


async def forget(tables: Tables, player: str, new_name: str) -> None:
    """Delete a guest, and replace their name at the tables of others. Raises Refused, Unavailable."""
    mine = decode_summaries(await tables.store.tables_of(player))
    for table in [each.summary.table for each in mine]:
        await leave(tables, table, player, new_name)
    tables.hang_up(player)
    await tables.store.forget_player(player)


async def leave(tables: Tables, table: str, player: str, new_name: str) -> None:
    """Delete a table, or replace the player's name there by `new_name`. Raises Refused, Unavailable."""
    try:
        live = await tables.find(table)
    except Refused as no:  # the owner of a table that cannot be read may still delete it
        if no.code != "unreadable" or not await tables.rooms.forget(table, player):
            await tables.store.forget_member(player, table)
        return
    async with live.lock:
        if not live.room.seats_of(player) and live.room.state.seating.owner != player:
            raise Refused("not_seated")
        await _leave(tables, live, player, new_name)
    tables.hang_up(player)
    await tables.store.forget_member(player, table)


async def _leave(tables: Tables, live: LiveTable, player: str, new_name: str) -> None:
    table_state = live.room.state
    others = [each for each in table_state.seating.people if each != player]
    waits_for_me = table_state.phase == "open" and table_state.seating.owner == player
    if not others or waits_for_me:
        return await tables.drop(live)
    stored = await tables.store.load(live.room.id)
    if stored is None:
        return None
    change = log.without_name(player, new_name, [row.event for row in stored.rows])
    rows = [row._replace(event=change(row.event)) for row in stored.rows]
    await tables.store.rewrite(live.room.id, rows, Room(live.room.id, stored.seed, rows).summary)
    return await tables.reload(live)


async def forget_old(tables: Tables, keep: Keep) -> None:
    """Delete old tables and guests, in slices."""
    since, today = 0, sql.today()
    while keep.tables and (names := await tables.store.old_tables(keep, today)):
        for name in names:
            await tables.store.delete(name)
            await asyncio.sleep(PAUSE_S)
    while since := await tables.store.forget_old(keep, today, since):
        await asyncio.sleep(PAUSE_S)


async def tidy(tables: Tables, keep: Keep) -> None:
    """Delete what is old at the start, then every day, until cancelled."""
    while True:
        try:
            await forget_old(tables, keep)
        except Unavailable:
            LOG.warning("not_tidied")
        await asyncio.sleep(TIDY_EVERY_S)
