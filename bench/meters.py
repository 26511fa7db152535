"""What counting costs: the metrics of one command beside the command itself, in CPU time.

`python -m bench.meters` plays moves through a hall over a real file, alone, without sockets (with them a move
costs more, and the share is smaller), and then counts as much as those moves did.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path
from random import Random

from kritzel.server.metrics import Metrics
from kritzel.server.settings import Settings
from kritzel.server.store.sqlite import SqliteStore
from kritzel.server.table import commands
from kritzel.server.table.room import Room
from kritzel.server.tables import Tables
from tests.server.rooms import beginning, chairs, created, new_id

GAMES, ROUNDS = 12, 200_000


async def played(folder: Path) -> tuple[int, float]:
    """So many moves, and their CPU seconds."""
    tables, luck = Tables(SqliteStore(folder / "tables.db"), Settings()), Random(1)
    moves, begun = 0, time.process_time()
    for _ in range(GAMES):
        table = await tables.lay(created("traexx/1", chairs(2)))
        live = await tables.find(table)
        for player, command in beginning(live.room):
            await tables.hear(live, player, command)
        while live.room.state.phase == "running":
            await tables.hear(live, *_any(live.room, luck))
            moves += 1
    used = time.process_time() - begun
    await tables.close()
    return moves, used


def _any(room: Room, luck: Random) -> tuple[str, commands.Move]:
    table_state = room.state
    seat = luck.choice(table_state.deciding)
    move = commands.Move(new_id(), seat, luck.choice(table_state.table.moves(seat)), 10**9)
    return table_state.seating.places[seat].player, move


def counted() -> float:
    """CPU seconds of what is counted for one command that has a commit of its own: the most there can be."""
    metrics, begun = Metrics(), time.process_time()
    for _ in range(ROUNDS):
        at = time.perf_counter()
        metrics.pending.inc()
        metrics.commands.labels("written").inc()
        metrics.pending.dec()
        metrics.command_seconds.observe(time.perf_counter() - at)
        at = time.perf_counter()
        metrics.commit_seconds.observe(time.perf_counter() - at)
        metrics.commit_jobs.observe(1)
    return (time.process_time() - begun) / ROUNDS


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        moves, used = asyncio.run(played(Path(folder)))
    move, counting = used / moves, counted()
    print(f"{moves} moves, {1e6 * move:.0f} us of CPU each without sockets")
    print(f"counting: {1e6 * counting:.2f} us, {100 * counting / move:.2f} % of that")


if __name__ == "__main__":
    main()
