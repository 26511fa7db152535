"""Runs chunks on a Dask cluster. Dask is imported only when a cluster is asked for.

A worker that dies costs nothing but time: the scheduler gives its chunks to others. A chunk that was finished
twice is written once, since results are stored by deal.
"""

from __future__ import annotations

import gc
import logging
from collections.abc import Iterator, Sequence
from time import monotonic, sleep
from typing import Any

from kritzel.arena.job import ArenaError, Job, refuse
from kritzel.arena.runner import Chunk, Play, play_chunk

ANSWER_WITHIN_S = 5.0
MAX_WITHOUT_WORKERS_S = 20.0
POLL_S = 0.2
RETRIES = 10
"""How often a chunk is tried again after its worker died."""
LOST = ("cancelled", "lost")
"""The status of chunks when the scheduler was out of reach for a moment."""


def on_cluster(address: str) -> Play:
    """Play on the cluster of this scheduler. ArenaError where it does not answer or goes away."""

    def play(job: Job, chunks: Sequence[Sequence[int]], engine: str) -> Iterator[Chunk]:
        client = connect(address)
        try:
            yield from _play_chunks(client, address, job, chunks, engine)
        finally:
            client.close(timeout=ANSWER_WITHIN_S)

    return play


def connect(address: str) -> Any:
    """A client of the cluster. ArenaError where Dask is missing or no cluster answers."""
    try:
        from distributed import Client
    except ImportError:
        raise refuse(
            "Für --cluster fehlt distributed: installiere kritzel[cluster].",
            "--cluster needs distributed: install kritzel[cluster].",
        ) from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # our own messages say what goes wrong
    try:
        return Client(address, timeout=ANSWER_WITHIN_S, set_as_default=False)
    except Exception as error:  # Dask fails in many ways, its own assertions on a busy machine among them
        why = str(error).splitlines()[0] if str(error) else type(error).__name__
    gc.collect()  # a client that got half-way closes itself here, not in a thread that another one starts
    raise refuse(
        f"--cluster {address}: Dort antwortet kein Cluster ({why}).",
        f"--cluster {address}: no cluster answers there ({why}).",
    )


def _play_chunks(
    client: Any, address: str, job: Job, chunks: Sequence[Sequence[int]], engine: str
) -> Iterator[Chunk]:
    """Every chunk once. A lost one is submitted again as soon as there are workers."""
    waiting = list(chunks)
    running = dict[Any, Sequence[int]]()
    losses = 0
    last_seen = monotonic()
    while waiting or running:
        has_workers = _has_workers(client)
        while waiting and has_workers:
            deals = waiting.pop(0)
            running[client.submit(play_chunk, job, list(deals), engine, pure=False, retries=RETRIES)] = deals
        finished = {future for future in running if future.status != "pending"}
        for future in finished:
            deals = running.pop(future)
            if future.status in LOST:
                waiting, losses = [*waiting, deals], losses + 1
            else:
                yield _result(future, address)
        last_seen = monotonic() if has_workers else last_seen
        if monotonic() - last_seen > MAX_WITHOUT_WORKERS_S or losses > RETRIES * len(chunks):
            raise refuse(
                f"--cluster {address}: Der Cluster ist weg.",
                f"--cluster {address}: the cluster has gone away.",
            )
        sleep(0 if finished else POLL_S)


def _has_workers(client: Any) -> bool:
    """False while the scheduler does not answer."""
    try:
        return client.status == "running" and bool(client.scheduler_info(n_workers=-1)["workers"])
    except (OSError, ValueError):
        return False


def _result(future: Any, address: str) -> Chunk:
    try:
        chunk: Chunk = future.result(timeout=ANSWER_WITHIN_S)
    except ArenaError:
        raise
    except Exception as error:
        raise refuse(
            f"--cluster {address}: Ein Teil ist gescheitert ({type(error).__name__}: {error}).",
            f"--cluster {address}: a part has failed ({type(error).__name__}: {error}).",
        ) from None
    return chunk
