"""What a finished game takes on disk: whole games of two at random, through room and store, many at once.

    python -m bench.disk [--games 120] [--at-once 40] [--unpacked]

Each game has two new guests; one lays the table, the other comes by link, as friends do. Tables of several
games grow side by side, so the pages of the file fill as they do on a server.
"""

from __future__ import annotations

import argparse
import asyncio
import secrets
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

from kritzel.games import catalogue
from kritzel.server import sessions
from kritzel.server.store import Player, StoredTable
from kritzel.server.store.sqlite import SqliteStore
from kritzel.server.table import commands, dice, log
from kritzel.server.table.dice import LOTS
from kritzel.server.table.room import Room

SHEETS = ("dizzle/1", "border/1", "traexx/1")
Said = tuple[str, commands.AnyCommand]


class Size(NamedTuple):
    """What the games of a sheet have come to."""

    games: int
    lines: int
    commands: int
    bytes: int


class Game:
    """One table and its two guests."""

    def __init__(self, store: SqliteStore, sheet: str, luck: Random) -> None:
        self.store, self.sheet, self.luck = store, sheet, luck
        self.players = [sessions.new_table() for _ in range(2)]
        self.secrets = [sessions.new_token() for _ in range(2)]
        self.lines = self.commands = 0

    async def play(self, most: int | None = None) -> Room:
        """From the guests' names to the end, or so many moves."""
        for player, secret in zip(self.players, self.secrets, strict=True):
            await self.store.add_player(Player(player, "Somebody"), sessions.hash_secret(secret))
        room = await self._laid()
        for player, command in self._beginning(room):
            await self._say(room, player, command)
        while room.state.phase == "running" and most != 0:
            await self._say(room, *self._move(room))
            most = None if most is None else most - 1
        return room

    async def _laid(self) -> Room:
        table, seed = sessions.new_table(), secrets.token_bytes(dice.SEED_BYTES)
        game, sheet = catalogue.find(self.sheet)
        chairs = (log.Chair("person", "Somebody", self.players[0]), log.Chair("open"))
        promise = dice.promise(table, 1, dice.secret(seed, table, 1))
        fixed = (self.sheet, sheet.version, game.rules_version, chairs, self.players[0], promise, LOTS)
        rows = (log.Row(1, log.Created(*fixed)),)
        room = Room(table, seed, rows)
        await self.store.create(table, StoredTable(seed, rows), self.players[:1], room.summary)
        self.lines += 1
        return room

    def _beginning(self, room: Room) -> Iterator[Said]:
        token = sessions.hash_secret(sessions.new_token())
        yield self.players[0], commands.Invite(1, token)
        yield self.players[1], commands.Sit(token, "Somebody")
        luck = [secrets.token_hex(32) for _ in self.players]
        for chair, (player, seed) in enumerate(zip(self.players, luck, strict=True)):
            seal = dice.seal(room.id, 1, room.state.commit, chair, seed)
            yield player, commands.Ready(secrets.token_hex(8), seal=seal)
        for player, seed in zip(self.players, luck, strict=True):
            yield player, commands.Open(secrets.token_hex(8), seed, 1)

    def _move(self, room: Room) -> Said:
        table_state = room.state
        seat = self.luck.choice(table_state.deciding)
        move = self.luck.choice(table_state.table.moves(seat))
        said = commands.Move(secrets.token_hex(8), seat, move, 10**9)
        return table_state.seating.places[seat].player, said

    async def _say(self, room: Room, player: str, command: commands.AnyCommand) -> None:
        decided = room.decide(player, command)
        joined = [row.event.player for row in decided.rows if isinstance(row.event, log.Sat)]
        await self.store.append(room.id, decided.rows, joined, decided.summary)
        room.apply(decided.rows)
        self.lines += len(decided.rows)
        self.commands += 1


async def played(path: Path, sheet: str, games: int, at_once: int, *, pack: bool = True) -> Size:
    """Play, close, and look how much the file has grown."""
    await SqliteStore(path).close()
    empty, store, free = size(path), SqliteStore(path), asyncio.Semaphore(at_once)
    all_of_them = [Game(store, sheet, Random(f"{sheet}/{number}")) for number in range(games)]

    async def one(game: Game) -> None:
        async with free:
            room = await game.play()
            if pack:
                await store.pack(room.id)

    await asyncio.gather(*(one(game) for game in all_of_them))
    await store.close()
    lines, said = (sum(getattr(g, what) for g in all_of_them) for what in ("lines", "commands"))
    return Size(games, lines, said, size(path) - empty)


def size(path: Path) -> int:
    """The file and whatever lies beside it."""
    return sum(each.stat().st_size for each in path.parent.glob(f"{path.name}*"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=120, help="games of each sheet")
    parser.add_argument("--at-once", type=int, default=40, help="tables that grow side by side")
    parser.add_argument(
        "--unpacked", action="store_true", help="leave logs as they are while a game is played"
    )
    chosen = parser.parse_args()
    print("| sheet | lines | commands | bytes a game | bytes a line |\n|---|---|---|---|---|")
    with TemporaryDirectory() as folder:
        for sheet in SHEETS:
            path = Path(folder, f"{sheet.replace('/', '-')}.db")
            games, lines, said, grown = asyncio.run(
                played(path, sheet, chosen.games, chosen.at_once, pack=not chosen.unpacked)
            )
            print(f"| {sheet} | {lines / games:.0f} | {said / games:.0f} |", end="")
            print(f" {grown / games:,.0f} | {grown / lines:.0f} |", flush=True)


if __name__ == "__main__":
    main()
