"""Games between compiled bots, inside the twin: many in one call."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import lru_cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from kritzel.arena.design import Seating
from kritzel.arena.finished import Finished, broken_off
from kritzel.arena.job import Job, deal_seed, laid, own_seeds
from kritzel.fast.twins import twin


@lru_cache(8)
def loop(slug: str) -> Any:
    """The compiled loop of a game: `playing` with this game's twin."""
    file = Path(__file__).with_name("playing.py")
    spec = spec_from_file_location(f"{__package__}.playing_{slug}", file)
    assert spec is not None, "playing.py lies beside this file"
    assert spec.loader is not None, "a file has a loader"
    module = module_from_spec(spec)
    module.__dict__["twin"] = twin(slug)
    sys.modules[spec.name] = module  # where the cache of compiled code looks for it
    spec.loader.exec_module(module)
    return module


@lru_cache(8)
def packed(job: Job) -> Any:
    """The sheet as a record. ValueError where it is too large for the twin."""
    return twin(job.game).pack(laid(job)[1])


def play(job: Job, games: Sequence[tuple[int, Seating]]) -> list[Finished]:
    """Play games (deal and seating) between compiled bots."""
    import numpy as np

    shape = len(games), job.seats
    boards = sorted({seating.boards for _, seating in games})
    begins = np.concatenate([twin(job.game).blank(packed(job), job.seats, each) for each in boards])
    which = np.array([boards.index(seating.boards) for _, seating in games], np.int64)
    seeds = np.array([deal_seed(job, deal) for deal, _ in games], np.uint64)
    codes = np.array([[job.bot(entry).code for entry in seating.bots] for _, seating in games], np.int64)
    own = np.array([own_seeds(job, deal, seating) for deal, seating in games], np.uint64)
    scores, places = np.zeros(shape, np.int32), np.zeros(shape, np.int32)
    decisions = np.zeros(len(games), np.int64)
    loop(job.game).play_all(packed(job), begins, which, seeds, codes, own, scores, places, decisions)
    rows = zip(scores.tolist(), places.tolist(), decisions.tolist(), strict=True)
    return [
        Finished(points, order, decided) if decided else broken_off(points) for points, order, decided in rows
    ]
