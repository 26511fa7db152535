"""The master where no net fits: it plays every move on with the planner, again and again, and takes the best.

All moves are played on with the same luck. A move that is surely behind the best one leaves the race, and the
others are played on more often. The planner's own move stays unless another one is clearly better: the best
of many noisy values is often not the best move. Alone points count, with company the chance to win that goes
with a lead. Rollouts are counted and not timed: the same luck gives the same move.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from kritzel.bots.bot import View
from kritzel.bots.rollouts import SEED_BITS, Rollouts, seeds

if TYPE_CHECKING:
    from kritzel.fast.records import Reals, Records

ROLLOUTS_PER_S = 500
"""Rollouts for one decision by the budget: about 0.2 s of processor time with the default budget."""
AT_ONCE, MOST = 8, 256
"""Rollouts of a move between two looks at the race, and at most."""
BEHIND, CLEAR = 2.5, 1.0
"""Standard errors: surely behind the best move, and clearly better than the planner's."""
NORMAL = 0.8
"""`tanh(NORMAL * x)` is about the normal distribution, from -1 to 1."""
LEAST_SPREAD = 1.0
"""In points: where leads hardly differ, one more point is worth no more than this makes of it."""


def choose(view: View, moves: Sequence[Any], rng: Random, budget: float) -> Any:
    """The best move by rollouts of the planner. ValueError for a sheet too large for the twin."""
    seats, seed = len(view.game.rules.score(view.state)), rng.getrandbits(SEED_BITS)
    rollouts = Rollouts(view.game, view.state.sheet, seats, sigma=1.0)
    table = rollouts.table(view.state)
    numbers = sorted(rollouts.twin.to_int(view.state.sheet, move) for move in moves)
    if len(numbers) > 1:
        own = numbers.index(rollouts.choose("planner", table, view.seat, seed))
        after = [_after(rollouts, table, view.seat, number) for number in numbers]
        numbers = [numbers[race(rollouts, after, view.seat, own, seed, round(ROLLOUTS_PER_S * budget))]]
    return rollouts.twin.to_move(view.state.sheet, numbers[0])


def _after(rollouts: Rollouts, table: Records, seat: int, number: int) -> Records:
    table = table.copy()
    rollouts.twin.apply(rollouts.ready, table, seat, number)
    return table


def race(rollouts: Rollouts, tables: Sequence[Records], seat: int, own: int, seed: int, most: int) -> int:
    """The index of the best table for the seat, after about `most` rollouts; `own` is the planner's."""
    import numpy as np

    luck, own_luck = seeds(str(seed), MOST, rollouts.seats)
    leads: dict[int, Reals] = {index: np.zeros(0) for index in range(len(tables))}
    best, done = own, 0
    while len(leads) > 1 and done < MOST and (most > 0 or not done):
        until = done + AT_ONCE
        begins = np.concatenate([tables[index] for index in leads])
        played = rollouts.play(begins, luck[done:until], own_luck[done:until])
        for index, found in zip(leads, played, strict=True):
            leads[index] = np.concatenate([leads[index], lead(found.points, seat)])
        values = worth(leads, own, rollouts.seats)
        best = max(values, key=lambda index: float(values[index].mean()))
        leads = {
            index: leads[index]
            for index in leads
            if index in (own, best) or not surer(values[best] - values[index], BEHIND)
        }
        most, done = most - len(begins) * AT_ONCE, until
    return best if best == own or surer(values[best] - values[own], CLEAR) else own


def lead(points: Reals, seat: int) -> Reals:
    """How far the seat is ahead of the best other one in each rollout; alone its points."""
    import numpy as np

    others = np.delete(points, seat, axis=1)
    return points[:, seat] - (others.max(axis=1) if others.size else 0.0)


def worth(leads: dict[int, Reals], own: int, seats: int) -> dict[int, Reals]:
    """What each rollout is worth: points alone, with company about the chance to win."""
    import numpy as np

    if seats == 1:
        return leads
    spread = max(float(leads[own].std()), LEAST_SPREAD)
    return {index: np.tanh(NORMAL * each / spread) for index, each in leads.items()}


def surer(differences: Reals, errors: float) -> bool:
    """Whether the mean of these differences is more than this number of standard errors above 0."""
    spread = float(differences.std(ddof=1)) / len(differences) ** 0.5
    return bool(differences.mean() > errors * spread)
