"""Leaving for good: a guest who wants to be forgotten, and what nobody has used for long.

Tables at which nobody else sits go with their guest; at those of others the moves stay, under another name.
"""

from __future__ import annotations

import asyncio
import logging

from kritzel.server.hall import Hall
from kritzel.server.live import Live
from kritzel.server.settings import Keep
from kritzel.server.store import Unavailable, forgetting
from kritzel.server.table import listing, renaming
from kritzel.server.table.refusals import No
from kritzel.server.table.room import Room

LOG = logging.getLogger("kritzel.leaving")
EVERY = 24 * 3600.0
"""Seconds after which it is looked again for what is old."""
PAUSE = 0.05
"""Seconds between two slices of that work."""


async def forget(hall: Hall, player: str, somebody: str) -> None:
    """Everything about a guest, and their name at the tables of others. Raises No, Unavailable.

    Where several processes have a table each, those of the others have to be left first.
    """
    tables = [each.summary.table for each in listing.legible(await hall.store.tables_of(player))]
    for table in filter(hall.store.keeps, tables):
        await leave(hall, table, player, somebody)
    if not all(map(hall.store.keeps, tables)):
        raise No("tables_first")
    hall.hang_up(player)
    await hall.store.forget_player(player)


async def leave(hall: Hall, table: str, player: str, somebody: str) -> None:
    """One table: it goes, or the player is somebody there from now on. Raises No, Unavailable."""
    try:
        live = await hall.find(table)
    except No as no:  # whoever laid a table that cannot be read may still delete it
        if no.code != "unreadable" or not await hall.forget_unreadable(table, player):
            await hall.store.forget_member(player, table)
        return
    async with live.lock:
        if not live.room.seats_of(player) and live.room.standing.company.owner != player:
            raise No("not_seated")
        await _leave(hall, live, player, somebody)
    hall.hang_up(player)
    await hall.store.forget_member(player, table)


async def _leave(hall: Hall, live: Live, player: str, somebody: str) -> None:
    standing = live.room.standing
    others = [each for each in standing.company.people if each != player]
    waits_for_me = standing.phase == "open" and standing.company.owner == player
    if not others or waits_for_me:
        return await hall.drop(live)
    kept = await hall.store.load(live.room.id)
    if kept is None:
        return None
    change = renaming.without(player, somebody, [row.event for row in kept.rows])
    rows = [row._replace(event=change(row.event)) for row in kept.rows]
    await hall.store.retell(live.room.id, change, Room(live.room.id, kept.seed, rows).summary)
    return await hall.reload(live)


async def forget_old(hall: Hall, keep: Keep) -> None:
    """Once, in slices."""
    since, today = 0, forgetting.today()
    while keep.tables and (names := await hall.store.old_tables(keep, today)):
        for name in names:
            await hall.store.delete(name)
            await asyncio.sleep(PAUSE)
    while since := await hall.store.forget_old(keep, today, since):
        await asyncio.sleep(PAUSE)


async def tidy(hall: Hall, keep: Keep) -> None:
    """For ever: at the start, then every day."""
    while True:
        try:
            await forget_old(hall, keep)
        except Unavailable:
            LOG.warning("not_tidied")
        await asyncio.sleep(EVERY)
