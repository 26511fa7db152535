"""A file with two guests and a table in every phase, made once by a real hall."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import closing
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

import apsw

from kritzel.games import catalogue
from kritzel.server.sessions import hash_secret
from kritzel.server.settings import Settings
from kritzel.server.store import Player
from kritzel.server.store.sql import Store
from kritzel.server.store.sqlite import SqliteStore
from kritzel.server.table import commands, log
from kritzel.server.table.room import Room
from kritzel.server.tables import Tables
from tests.server.rooms import ANA, BEN, beginning, chairs, new_id

T = TypeVar("T")
FINISHED, RUNNING = "finished-table-0", "running-table-00"
PHASES = {
    FINISHED: "over",
    "real-dice-table0": "running",
    RUNNING: "running",
    "stopped-table-00": "stopped",
    "waiting-table-00": "open",
    "waiting-table-01": "open",
}
LINK_UNTIL = 1e12


async def fill(store: Store) -> None:
    """The two guests and the six tables."""
    tables = Tables(store, Settings())
    for player, name in ((ANA, "Ana"), (BEN, "Ben")):
        await store.add_player(Player(player, name), hash_secret(f"{name}'s secret"))
    await store.add_device(ANA, hash_secret("Ana's phone"))
    await store.add_link(hash_secret("a link"), ANA, LINK_UNTIL)
    await _laid(tables, FINISHED, "traexx/1")
    await play(tables, FINISHED, 10**9)
    await _laid(tables, "real-dice-table0", "dizzle/1", digital=False)
    await _laid(tables, RUNNING, "dizzle/1")
    await play(tables, RUNNING, 12)
    while 1 not in (await tables.find(RUNNING)).room.state.deciding:  # it is Ben's turn
        await play(tables, RUNNING, 1)
    await _laid(tables, "stopped-table-00", "border/1")
    await play(tables, "stopped-table-00", 5)
    await tables.say("stopped-table-00", ANA, commands.Stop(new_id()))
    for name in ("waiting-table-00", "waiting-table-01"):
        await tables.lay(_created("traexx/1", log.Chair("open")), table=name)
    for table in (FINISHED, "stopped-table-00"):
        await store.pack(table)


def _created(sheet: str, second: log.Chair) -> log.Created:
    game, paper = catalogue.find(sheet)
    return log.Created(sheet, paper.version, game.rules.version, (chairs(1)[0], second), ANA)


async def _laid(tables: Tables, table: str, sheet: str, *, digital: bool = True) -> None:
    await tables.lay(_created(sheet, chairs(2)[1]), table=table, digital=digital)
    for player, command in beginning((await tables.find(table)).room):
        await tables.say(table, player, command)


async def play(tables: Tables, table: str, moves: int) -> None:
    """Play at random, so many moves or to the end."""
    luck, live = Random(1), await tables.find(table)
    while live.room.state.phase == "running" and moves:
        table_state, moves = live.room.state, moves - 1
        seat = luck.choice(table_state.deciding)
        move = commands.Move(new_id(), seat, luck.choice(table_state.table.moves(seat)), 10**9)
        await tables.say(table, table_state.seating.places[seat].player, move)


@cache
def _content() -> bytes:
    with TemporaryDirectory() as folder:
        opened(Path(folder) / "tables.db", fill)
        return (Path(folder) / "tables.db").read_bytes()


def filled(folder: Path) -> Path:
    """Such a file in this folder."""
    folder.mkdir(exist_ok=True)
    path = folder / "tables.db"
    path.write_bytes(_content())
    return path


def opened(path: Path, work: Callable[[SqliteStore], Awaitable[T]]) -> T:
    """Something done with the store of a file."""

    async def run() -> T:
        store = SqliteStore(path)
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(run())


async def room(store: Store, table: str) -> Room:
    stored = await store.load(table)
    assert stored is not None
    return Room(table, *stored)


async def phases(store: Store) -> dict[str, str]:
    """The phase of every table, by its log."""
    return {table: (await room(store, table)).state.phase for table in PHASES}


# The file itself -------------------------------------------------------------------------------
def changed(path: Path, *statements: str) -> None:
    with closing(apsw.Connection(str(path))) as connection:
        for statement in statements:
            connection.execute(statement)


def asked(path: Path, question: str) -> list[Any]:
    with closing(apsw.Connection(str(path))) as connection:
        return connection.execute(question).fetchall()


def everything(path: Path) -> list[Any]:
    tables = [
        name for (name,) in asked(path, "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    ]
    return [(table, asked(path, f"SELECT * FROM {table}")) for table in tables]
