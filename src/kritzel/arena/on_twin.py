"""Games between compiled bots, inside the twin: many in one call."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kritzel.arena.job import Finished, Job, LineUp, broken_off, deal_seed, game_and_sheet, own_seeds
from kritzel.bots import Bot
from kritzel.bots.compiled import packed_sheet
from kritzel.bots.learned import LearnedBot
from kritzel.bots.weights import NOISY, Trained
from kritzel.fast.levels import PLANNER, noises
from kritzel.fast.loops import loop_of
from kritzel.fast.strategy import strategy
from kritzel.fast.twin import has_twin, twin
from kritzel.game import Text

if TYPE_CHECKING:
    from kritzel.fast.net import Thinking


def loop(slug: str, strategies: bool) -> Any:
    """`game_loop` with this game's twin; with `strategies` also for bots that have nets."""
    return loop_of(Path(__file__).with_name("game_loop.py"), __package__, slug, strategies)


def unfit(job: Job) -> Text | None:
    """Why the games of a job cannot be played on a twin; None where they can."""
    game, sheet = game_and_sheet(job)
    if not has_twin(job.game):
        return Text(
            f"{game.title.de} hat keinen übersetzten Zwilling", f"{game.title.en} has no compiled twin"
        )
    try:
        packed_sheet(job.game, sheet)
    except ValueError as error:
        return Text(
            f"Das Blatt passt nicht in den übersetzten Zwilling ({error})",
            f"This sheet does not fit the compiled twin ({error})",
        )
    return None


def thinking_of(job: Job, trained: Trained | None) -> Thinking:
    """What learned bots need of their net; without a net, a placeholder that is never read."""
    import numpy as np

    from kritzel.fast.net import NOTHING_LEARNED, Thinking, player_for

    net = trained.net if trained else NOTHING_LEARNED
    noise = trained.noise if trained else dict.fromkeys(NOISY, 0.0)
    master = trained.masters(job.seats) if trained else net
    share = strategy(job.game).COURSE.noise_share(job.seats)
    return Thinking(np.array(noises(noise, share)), player_for(net), player_for(master))


def code_of(bot: Bot, trained: Trained | None) -> int | None:
    """Without a net the planner plays in place of learned bots."""
    return PLANNER if isinstance(bot, LearnedBot) and trained is None else bot.code


def play(job: Job, games: Sequence[tuple[int, LineUp]], trained: Trained | None = None) -> list[Finished]:
    """Play games (deal and line-up) between compiled bots, by default with the net for the sheet."""
    return [finished for finished, _ in play_with_tables(job, games, trained)]


def play_with_tables(
    job: Job, games: Sequence[tuple[int, LineUp]], trained: Trained | None = None
) -> list[tuple[Finished, Any]]:
    """The same; each game with its final table."""
    import numpy as np

    from kritzel.fast.luck import GameSeeds

    shape = len(games), job.seats
    packed = packed_sheet(job.game, game_and_sheet(job)[1])
    boards = {line_up.boards for _, line_up in games}
    blank = {each: twin(job.game).blank(packed, job.seats, each) for each in boards}
    tables = np.concatenate([blank[line_up.boards] for _, line_up in games])
    seeds = np.array([deal_seed(job, deal) for deal, _ in games], np.uint64)
    trained = trained or job.trained()
    by_entrant = [code_of(bot, trained) for bot in job.all_bots()]
    codes = np.array([[by_entrant[entrant] for entrant in line_up.bots] for _, line_up in games], np.int64)
    thinking = thinking_of(job, trained)
    own = np.array([own_seeds(job, deal, line_up) for deal, line_up in games], np.uint64)
    scores, places = np.zeros(shape, np.int32), np.zeros(shape, np.int32)
    decisions = np.zeros(len(games), np.int64)
    compiled = loop(job.game, strategies=trained is not None)
    compiled.play_all(packed, tables, GameSeeds(seeds, own), codes, thinking, scores, places, decisions)
    rows = zip(scores.tolist(), places.tolist(), decisions.tolist(), strict=True)
    fewest = game_and_sheet(job)[0].facts.fewest_win
    ended = [Finished(*row) if row[2] else broken_off(row[0], fewest=fewest) for row in rows]
    return [(each, tables[nth : nth + 1]) for nth, each in enumerate(ended)]
