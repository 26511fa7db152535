"""Games between compiled bots, inside the twin: many in one call."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kritzel.arena.design import Seating
from kritzel.arena.finished import Finished, broken_off
from kritzel.arena.job import Job, deal_seed, laid, own_seeds
from kritzel.bots.learned import LearnedBot, net_or_none
from kritzel.fast.levels import PLANNER
from kritzel.fast.twins import loop_of, twin

if TYPE_CHECKING:
    from kritzel.fast.net import Net


def loop(slug: str, minds: bool) -> Any:
    """The compiled loop of a game: `playing` with this game's twin, and with bots that have nets."""
    return loop_of(Path(__file__).with_name("playing.py"), __package__, slug, minds)


@lru_cache(8)
def packed(job: Job) -> Any:
    """The sheet as a record. ValueError where it is too large for the twin."""
    return twin(job.game).pack(laid(job)[1])


def net_of(job: Job) -> Net | None:
    """The net for the job's sheet, if there is one and somebody asks for it."""
    asked = any(isinstance(job.bot(entry), LearnedBot) for entry in range(len(job.entries)))
    trained = net_or_none(*laid(job)) if asked else None
    return trained.net if trained else None


def code_of(job: Job, entry: int, net: Net | None) -> int | None:
    """The code of an entry's bot; without a net the planner plays in place of learned ones."""
    bot = job.bot(entry)
    return PLANNER if isinstance(bot, LearnedBot) and net is None else bot.code


def play(job: Job, games: Sequence[tuple[int, Seating]]) -> list[Finished]:
    """Play games (deal and seating) between compiled bots."""
    import numpy as np

    from kritzel.fast.net import NOTHING_LEARNED, desk_for

    shape = len(games), job.seats
    boards = sorted({seating.boards for _, seating in games})
    begins = np.concatenate([twin(job.game).blank(packed(job), job.seats, each) for each in boards])
    which = np.array([boards.index(seating.boards) for _, seating in games], np.int64)
    seeds = np.array([deal_seed(job, deal) for deal, _ in games], np.uint64)
    net = net_of(job)
    codes = np.array([[code_of(job, entry, net) for entry in seating.bots] for _, seating in games], np.int64)
    mind = net or NOTHING_LEARNED
    own = np.array([own_seeds(job, deal, seating) for deal, seating in games], np.uint64)
    scores, places = np.zeros(shape, np.int32), np.zeros(shape, np.int32)
    decisions = np.zeros(len(games), np.int64)
    played = seeds, codes, own, mind, desk_for(mind), scores, places, decisions
    loop(job.game, minds=net is not None).play_all(packed(job), begins, which, *played)
    rows = zip(scores.tolist(), places.tolist(), decisions.tolist(), strict=True)
    return [
        Finished(points, order, decided) if decided else broken_off(points) for points, order, decided in rows
    ]
