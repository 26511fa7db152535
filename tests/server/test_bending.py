"""Somebody who runs the server, reads its file and plays cannot bend the dice.

The attack copies the file while the others have said that they are ready, reads the table's secret and
all that is written of the others, and tries seeds of its own until the first card is the wished one.
"""

from __future__ import annotations

import asyncio
import secrets
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from kritzel.game import Chance, Outcome
from kritzel.server.store import StoredTable
from kritzel.server.store.sqlite import SqliteStore
from kritzel.server.table import commands, dice, dice_proof, log
from kritzel.server.table.dice import DeviceSeed
from kritzel.server.table.room import Room
from tests.server.rooms import (
    ANA,
    BEN,
    TABLE,
    chairs,
    created,
    entries,
    luck_of,
    new_id,
    opening,
    ready,
    refused,
)

TRIES = 3000
WISHED = (4,)
"""One of the fifteen cards of Träxx, each of which may come first."""


class Game(NamedTuple):
    """A table in a file: Ana runs the server and plays, Ben is her friend."""

    path: Path
    store: SqliteStore
    room: Room

    async def say(self, player: str, command: commands.AnyCommand) -> None:
        decided = self.room.decide(player, command)
        await self.store.append(self.room.id, decided.rows, (), decided.summary)
        self.room.accept(decided)

    @property
    def first(self) -> Outcome:
        """What came first."""
        return next(each.event.outcome for each in dice_proof.draws(self.room.state.table))


async def laid(folder: Path, seed: bytes) -> Game:
    path = folder / f"{seed.hex()[:8]}.db"
    rows = (log.LogRow(1, created("traexx/1", chairs(2), seed=seed)),)
    store, room = SqliteStore(path), Room(TABLE, seed, rows)
    await store.create(TABLE, StoredTable(seed, rows), (ANA, BEN), room.summary)
    return Game(path, store, room)


async def stolen(game: Game) -> tuple[StoredTable, bytes]:
    """What a copy of the file tells: the table's log and seed, and every byte."""
    copy = game.path.with_suffix(".copy")
    everything = b""
    for end in ("", "-wal"):
        source = Path(f"{game.path}{end}")
        if source.exists():
            shutil.copy(source, f"{copy}{end}")
            everything += source.read_bytes()
    store = SqliteStore(copy)
    kept = await store.load(TABLE)
    await store.close()
    assert kept is not None
    return kept, everything


def tried(first_card: Callable[[str], Outcome]) -> str:
    """A seed with which the first card would be the wished one."""
    seeds = (f"{n:064x}" for n in range(TRIES))
    return next(seed for seed in seeds if first_card(seed) == WISHED)


def events(kept: StoredTable, kind: type) -> list[log.TableEvent]:
    return [row.event for row in kept.rows if isinstance(row.event, kind)]


def chance(game: Game) -> Chance:
    pending = game.room.state.table.pending
    assert isinstance(pending, Chance)
    return pending


def run(work: Callable[[Path], object], folder: Path) -> None:
    asyncio.run(work(folder))  # type: ignore[arg-type]


def test_with_seals_the_file_holds_nothing_to_try_seeds_with(tmp_path: Path) -> None:
    """The same with everything the file tells: what is chosen comes as seldom as by luck."""

    async def work(folder: Path) -> None:
        hits = [await attacked(folder, bytes([number]) * 32) for number in range(33)]
        assert sum(hits) <= 9, "by luck it is 2 of 33"

    run(work, tmp_path)


async def attacked(folder: Path, seed: bytes) -> bool:
    game = await laid(folder, seed)
    await game.say(BEN, ready(game.room, BEN))
    kept, everything = await stolen(game)
    assert luck_of(BEN).encode() not in everything
    assert bytes.fromhex(luck_of(BEN)) not in everything
    assert kept.seed == seed, "the secret of the table can be read"
    theirs = DeviceSeed(1, events(kept, log.Sealed)[0].seal)  # type: ignore[attr-defined]
    mine = tried(lambda own: _guessed(game, own, theirs))
    await game.say(ANA, ready(game.room, ANA, mine))
    for player, own in ((BEN, luck_of(BEN)), (ANA, mine)):
        await game.say(player, opening(game.room, player, own))
    await game.store.close()
    return game.first == WISHED


def _guessed(game: Game, own: str, theirs: DeviceSeed) -> Outcome:
    """The first card as far as it can be known: Ben's seed is missing."""
    table_state = game.room.state
    mine = DeviceSeed(0, dice.seal(TABLE, 1, table_state.commit, 0, own), own)
    names = dice.names_hash(TABLE, 1, table_state.commit, table_state.seating.names)
    key = dice.key(TABLE, 1, dice.secret(table_state.seed, TABLE, 1), "", names, (mine, theirs))
    return dice.draw(key, 1, 0, chance(game))


def test_whoever_knows_everything_in_the_end_can_only_open_or_be_seen_to_break_off(tmp_path: Path) -> None:
    """Once Ben has opened, the file tells all cards; then no other seed fits Ana's seal."""

    async def work(folder: Path) -> None:
        game = await laid(folder, bytes(range(32)))
        for player in (ANA, BEN):
            await game.say(player, ready(game.room, player))
        await game.say(BEN, opening(game.room, BEN))
        _, everything = await stolen(game)
        assert luck_of(BEN).encode() in everything
        for seed in others(50):
            with refused("other_seed"):
                game.room.decide(ANA, opening(game.room, ANA, seed))
        await game.say(ANA, commands.Mix(new_id(), 1))
        told = entries(game.room, BEN)[-1]
        assert (told.seat, told.words.en) == (0, "has the dice mixed anew.")
        for player in (ANA, BEN):
            await game.say(player, ready(game.room, player, secrets.token_hex(32)))
        assert game.room.state.round == 2
        await game.store.close()

    run(work, tmp_path)


def others(number: int) -> Sequence[str]:
    return [secrets.token_hex(32) for _ in range(number)]
