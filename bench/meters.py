"""What counting costs: the meters of one command beside the command itself, in CPU time.

`python -m bench.meters` plays moves through a hall over a real file, alone, without sockets (with them a move
costs more, and the share is smaller), and then counts as much as those moves did.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path
from random import Random

from kritzel.server import meters
from kritzel.server.hall import Hall
from kritzel.server.settings import Settings
from kritzel.server.store.sqlite import SqliteStore
from kritzel.server.table.room import Room
from kritzel.server.wire import protocol
from tests.server.rooms import beginning, chairs, created, new_id

GAMES, ROUNDS = 12, 200_000


async def played(folder: Path) -> tuple[int, float]:
    """So many moves, and their CPU seconds."""
    hall, luck = Hall(SqliteStore(folder / "tables.db"), Settings()), Random(1)
    moves, begun = 0, time.process_time()
    for _ in range(GAMES):
        table = await hall.lay(created("traexx/1", chairs(2)))
        live = await hall.find(table)
        for player, command in beginning(live.room):
            await hall.hear(live, player, command)
        while live.room.standing.phase == "running":
            await hall.hear(live, *_any(live.room, luck))
            moves += 1
    used = time.process_time() - begun
    await hall.close()
    return moves, used


def _any(room: Room, luck: Random) -> tuple[str, protocol.Move]:
    standing = room.standing
    seat = luck.choice(standing.deciding)
    move = protocol.Move(new_id(), seat, luck.choice(standing.table.moves(seat)), 10**9)
    return standing.company.places[seat].player, move


def counted() -> float:
    """CPU seconds of what is counted for one command that has a commit of its own: the most there can be."""
    begun = time.process_time()
    for _ in range(ROUNDS):
        at = time.perf_counter()
        meters.PENDING.value += 1
        meters.WRITTEN.add("written")
        meters.PENDING.value -= 1
        meters.COMMAND.add(time.perf_counter() - at)
        at = time.perf_counter()
        meters.COMMIT.add(time.perf_counter() - at)
        meters.GROUP.add(1)
    return (time.process_time() - begun) / ROUNDS


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        moves, used = asyncio.run(played(Path(folder)))
    move, counting = used / moves, counted()
    print(f"{moves} moves, {1e6 * move:.0f} us of CPU each without sockets")
    print(f"counting: {1e6 * counting:.2f} us, {100 * counting / move:.2f} % of that")


if __name__ == "__main__":
    main()
