"""Runs chunks on a Dask cluster. Knows Dask, which is imported only when somebody asks for a cluster.

A worker that dies costs nothing but time: the scheduler gives its chunks to others. A chunk that was finished
twice is written once, since results are kept by deal.
"""

from __future__ import annotations

import gc
import logging
from collections.abc import Iterator, Sequence
from time import monotonic, sleep
from typing import Any

from kritzel.arena.job import ArenaError, Job, refuse
from kritzel.arena.runner import Chunk, Play, play_chunk

ANSWER = 5.0
"""Seconds until a cluster must have answered."""

PATIENCE = 20.0
"""Seconds without any worker after which nobody is expected to come back."""

GLANCE = 0.2
"""Seconds between two looks at what has finished."""

RETRIES = 10
"""How often a chunk is tried again after its worker died."""

LOST = ("cancelled", "lost")
"""What becomes of chunks when the scheduler was out of reach for a moment."""


def on_cluster(address: str) -> Play:
    """Play on the cluster of this scheduler. ArenaError where it does not answer or goes away."""

    def play(job: Job, chunks: Sequence[Sequence[int]], engine: str) -> Iterator[Chunk]:
        client = connect(address)
        try:
            yield from _handed_out(client, address, job, chunks, engine)
        finally:
            client.close(timeout=ANSWER)

    return play


def connect(address: str) -> Any:
    """A client of the cluster. ArenaError where Dask is missing or nobody answers."""
    try:
        from distributed import Client
    except ImportError:
        raise refuse(
            "Für --cluster fehlt distributed: installiere kritzel[cluster].",
            "--cluster needs distributed: install kritzel[cluster].",
        ) from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # we say ourselves what goes wrong
    client, why = _client(Client, address)
    if client is None:
        gc.collect()  # a client that got half-way closes itself here, not in a thread that another one starts
        raise refuse(
            f"--cluster {address}: Dort antwortet kein Cluster ({why}).",
            f"--cluster {address}: no cluster answers there ({why}).",
        )
    return client


def _client(kind: Any, address: str) -> tuple[Any, str]:
    """A client, or why there is none."""
    try:
        return kind(address, timeout=ANSWER, set_as_default=False), ""
    except Exception as error:  # Dask fails in many ways, its own assertions on a busy machine among them
        return None, str(error).splitlines()[0] if str(error) else type(error).__name__


def _handed_out(
    client: Any, address: str, job: Job, chunks: Sequence[Sequence[int]], engine: str
) -> Iterator[Chunk]:
    """Every chunk once. One that was lost on the way is handed out again as soon as somebody is there."""
    waiting = list(chunks)
    running = dict[Any, Sequence[int]]()
    losses = 0
    seen = monotonic()
    while waiting or running:
        somebody = _has_workers(client)
        while waiting and somebody:
            deals = waiting.pop(0)
            running[client.submit(play_chunk, job, list(deals), engine, pure=False, retries=RETRIES)] = deals
        finished = {future for future in running if future.status != "pending"}
        for future in finished:
            deals = running.pop(future)
            if future.status in LOST:
                waiting, losses = [*waiting, deals], losses + 1
            else:
                yield _result(future, address)
        seen = monotonic() if somebody else seen
        if monotonic() - seen > PATIENCE or losses > RETRIES * len(chunks):
            raise _gone(address)
        sleep(0 if finished else GLANCE)


def _has_workers(client: Any) -> bool:
    """Whether anybody is there to work; nobody is while the scheduler does not answer."""
    try:
        return client.status == "running" and bool(client.scheduler_info(n_workers=-1)["workers"])
    except (OSError, ValueError):
        return False


def _result(future: Any, address: str) -> Chunk:
    """What a chunk brought. Errors of the chunk itself are told as they are."""
    try:
        chunk: Chunk = future.result(timeout=ANSWER)
    except ArenaError:
        raise
    except Exception as error:
        raise refuse(
            f"--cluster {address}: Ein Teil ist gescheitert ({type(error).__name__}: {error}).",
            f"--cluster {address}: a part has failed ({type(error).__name__}: {error}).",
        ) from None
    return chunk


def _gone(address: str) -> ArenaError:
    return refuse(
        f"--cluster {address}: Der Cluster ist weg.",
        f"--cluster {address}: the cluster has gone away.",
    )
