"""The clients, in a process of their own: they play, and read off what the server has spent meanwhile.

Run by bench/server.py with a job as JSON; the last line it prints is what it found.
"""

from __future__ import annotations

import asyncio
import gc
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

if not __package__:
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from bench import server_kritzel, server_tictactoe
from bench.server_timing import Measure, Moves, Player, Window, cpu_seconds, memory

SEED = 20260
PLENTY = 4000
"""Moves per second that tables are laid for in advance."""
WATCHED = 100
"""Tables that spectators are spread over."""


class Job(NamedTuple):
    """What is to be played: on which server, which games, by how many sockets, for how long.

    `rate` moves per second are begun whatever comes back (open loop); 0: everybody moves as soon as they can.
    """

    engine: str
    url: str
    pid: int
    games: Sequence[str]
    sockets: int
    warm: float
    seconds: float
    rate: int = 0
    spectators: int = 0
    family: Sequence[int] = ()
    """Other processes that belong to the server: a database."""
    samples: str = ""
    """A file that the server writes into as it plays: which part of it is of the window?"""


class Found(NamedTuple):
    """What came of a job."""

    window: Window
    state_bytes: float = 0
    """boardgame.io: the state at the start, as JSON."""
    held_bytes: float = 0
    """Memory the server needs for each socket that only watches."""
    samples: tuple[int, int] = (0, 0)
    """From where to where the file of samples was written."""


# Both -----------------------------------------------------------------------------------------------------
async def played(job: Job, players: Sequence[Player], moves: Moves) -> tuple[Window, tuple[int, int]]:
    """Everybody sits down; then they warm up and play. What was found, and which samples belong to it."""
    queue: dict[Player, None] = {}
    for player in players:
        player.queue = queue
        await player.sit_down()
    gc.collect()
    gc.freeze()
    gc.disable()
    if not job.rate:
        _let_go(players)
    await _go_on(job, queue, job.warm)
    measure = Measure((job.pid, *job.family), moves, lambda: sum(player.bytes_heard for player in players))
    begun = _size(job.samples)
    await _go_on(job, queue, job.seconds)
    found = measure.result(next((player.problem for player in players if player.problem), ""))
    return found, (begun, _size(job.samples))


def _size(file: str) -> int:
    return Path(file).stat().st_size if file else 0


def _let_go(players: Sequence[Player]) -> None:
    """From now on everybody moves as soon as they can."""
    for player in players:
        player.queue = None
        player.look()


async def _go_on(job: Job, queue: dict[Player, None], seconds: float) -> None:
    if not job.rate:
        await asyncio.sleep(seconds)
        return
    begun, nth = time.perf_counter(), 0
    while (now := time.perf_counter() - begun) < seconds:
        while queue and nth < now * job.rate:
            player = next(iter(queue))
            del queue[player]
            player.begin(begun + nth / job.rate)
            nth += 1
        await asyncio.sleep(0.001)


# Kritzel ----------------------------------------------------------------------------------------------------
async def kritzel(job: Job) -> Found:
    moves, luck = Moves(), Random(SEED)
    connection = server_kritzel.connection_to(job.url)
    couples = server_kritzel.couples(job.url, job.sockets // 2, connection)
    tables = 2 + int((job.warm + job.seconds) * (job.rate or PLENTY) / len(couples) / 60)
    pages: list[Player] = []
    for nth, couple in enumerate(couples):
        named = [server_kritzel.laid(couple, job.games[nth % len(job.games)]) for _ in range(tables)]
        pages += [server_kritzel.Page(guest, named, moves, luck) for guest in couple]
    held = await _held(job, couples[0]) if job.spectators else 0.0
    window, samples = await played(job, pages, moves)
    return Found(window, held_bytes=held, samples=samples)


async def _held(job: Job, couple: server_kritzel.Couple) -> float:
    """Spectators who stay: what each costs in memory."""
    tables = [server_kritzel.laid(couple, job.games[0]) for _ in range(min(WATCHED, job.spectators))]
    await _watching(job, tables, len(tables))
    before = memory(job.pid)
    await _watching(job, tables, job.spectators)
    return (memory(job.pid) - before) / job.spectators


async def _watching(job: Job, tables: Sequence[str], number: int) -> None:
    _KEPT.extend(await server_kritzel.spectators(job.url, tables, number))
    await asyncio.sleep(1)


_KEPT: list[Any] = []
"""Sockets of spectators; they stay open until the end."""


# boardgame.io -----------------------------------------------------------------------------------------------
async def boardgame(job: Job) -> Found:
    moves, luck = Moves(), Random(SEED)
    clients = [
        server_tictactoe.Client(job.url, job.games[0], nth // 2, nth % 2, moves, luck)
        for nth in range(job.sockets)
    ]
    window, _ = await played(job, clients, moves)
    syncs, share = sum(client.syncs for client in clients), job.seconds / (job.seconds + job.warm)
    a_sync = await _cost_of_a_sync(job, clients)
    return Found(window._replace(cpu=window.cpu - a_sync * syncs * share), state_bytes=clients[0].state_bytes)


async def _cost_of_a_sync(job: Job, clients: Sequence[server_tictactoe.Client], rounds: int = 6) -> float:
    """CPU seconds for joining a match, once everything is warm."""
    for client in clients:
        client.queue = {}
    await asyncio.sleep(1)
    before = cpu_seconds(job.pid)
    for _ in range(rounds):
        await asyncio.gather(*(client.next_match() for client in clients))
    return (cpu_seconds(job.pid) - before) / (rounds * len(clients))


def main(text: str) -> None:
    job = Job(**json.loads(text))
    found = asyncio.run({"kritzel": kritzel, "boardgame": boardgame}[job.engine](job))
    print(json.dumps({**found._asdict(), "window": found.window._asdict()}))


if __name__ == "__main__":
    main(sys.argv[1])
