"""Games between compiled bots, inside the twin: many in one call."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kritzel.arena.job import Finished, Job, Seating, broken_off, deal_seed, laid, own_seeds
from kritzel.bots.learned import LearnedBot, net_or_none
from kritzel.bots.weights import Trained
from kritzel.fast.levels import PLANNER, noises
from kritzel.fast.loops import loop_of
from kritzel.fast.strategy import strategy
from kritzel.fast.twin import has_twin, twin
from kritzel.game import Text

if TYPE_CHECKING:
    from kritzel.fast.net import Thinking


CALM = {"skilled": 0.0, "casual": 0.0}


def loop(slug: str, strategies: bool) -> Any:
    """The compiled loop of a game: `game_loop` with this game's twin, and with bots that have nets."""
    return loop_of(Path(__file__).with_name("game_loop.py"), __package__, slug, strategies)


def unfit(job: Job) -> Text | None:
    """Why the games of a job cannot be played on a twin; None where they can."""
    if not has_twin(job.game):
        title = laid(job)[0].title
        return Text(f"{title.de} hat keinen übersetzten Zwilling", f"{title.en} has no compiled twin")
    try:
        packed(job)
    except ValueError as error:
        return Text(
            f"Das Blatt passt nicht in den übersetzten Zwilling ({error})",
            f"This sheet does not fit the compiled twin ({error})",
        )
    return None


@lru_cache(8)
def packed(job: Job) -> Any:
    """The sheet as a record. ValueError where it is too large for the twin."""
    return twin(job.game).pack(laid(job)[1])


def trained_for(job: Job) -> Trained | None:
    """The net for the job's sheet, if there is one and somebody asks for it."""
    asked = any(isinstance(job.bot(entry), LearnedBot) for entry in range(len(job.entries)))
    return net_or_none(*laid(job)) if asked else None


def thinking_of(job: Job, trained: Trained | None) -> Thinking:
    """What learned bots need of their net; without one, something that nobody looks at."""
    import numpy as np

    from kritzel.fast.net import NOTHING_LEARNED, Thinking, player_for

    net, noise = (trained.net, trained.noise) if trained else (NOTHING_LEARNED, CALM)
    master = trained.masters(job.seats) if trained else net
    share = strategy(job.game).COURSE.noise_share(job.seats)
    return Thinking(np.array(noises(noise, share)), player_for(net), player_for(master))


def code_of(job: Job, entry: int, trained: Trained | None) -> int | None:
    """The code of an entry's bot; without a net the planner plays in place of learned ones."""
    bot = job.bot(entry)
    return PLANNER if isinstance(bot, LearnedBot) and trained is None else bot.code


def play(job: Job, games: Sequence[tuple[int, Seating]], trained: Trained | None = None) -> list[Finished]:
    """Play games (deal and seating) between compiled bots, with this net if not with that for the sheet."""
    return [finished for finished, _ in played(job, games, trained)]


def played(
    job: Job, games: Sequence[tuple[int, Seating]], trained: Trained | None = None
) -> list[tuple[Finished, Any]]:
    """The same, each with its table as the game ended."""
    import numpy as np

    from kritzel.fast.luck import GameSeeds

    shape = len(games), job.seats
    boards = {seating.boards for _, seating in games}
    blank = {each: twin(job.game).blank(packed(job), job.seats, each) for each in boards}
    tables = np.concatenate([blank[seating.boards] for _, seating in games])
    seeds = np.array([deal_seed(job, deal) for deal, _ in games], np.uint64)
    trained = trained or trained_for(job)
    codes = np.array(
        [[code_of(job, entry, trained) for entry in seating.bots] for _, seating in games], np.int64
    )
    thinking = thinking_of(job, trained)
    own = np.array([own_seeds(job, deal, seating) for deal, seating in games], np.uint64)
    scores, places = np.zeros(shape, np.int32), np.zeros(shape, np.int32)
    decisions = np.zeros(len(games), np.int64)
    compiled = loop(job.game, strategies=trained is not None)
    compiled.play_all(packed(job), tables, GameSeeds(seeds, own), codes, thinking, scores, places, decisions)
    rows = zip(scores.tolist(), places.tolist(), decisions.tolist(), strict=True)
    ended = [Finished(*row) if row[2] else broken_off(row[0]) for row in rows]
    return [(each, tables[nth : nth + 1]) for nth, each in enumerate(ended)]
