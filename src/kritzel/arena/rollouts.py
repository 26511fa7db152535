"""Games played on from any table by one player at every seat, inside the twin: what a table is worth.

The player is the learned bot, or the planner where no net fits the sheet. Where a rollout is cut, the net of
the master tells the rest: a net that judges what it chose itself finds every other choice too bad. The same
seed is the same luck from every table, so tables are compared by what the same games bring (common random
numbers).
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from kritzel.bots.compiled import packed
from kritzel.bots.learned import net_or_none
from kritzel.fast.loops import loop_of
from kritzel.fast.strategy import strategy
from kritzel.fast.twin import twin
from kritzel.game import Sheet, State
from kritzel.games.catalogue import AnyGame

if TYPE_CHECKING:
    from kritzel.bots.weights import Trained
    from kritzel.fast.records import Numbers, Reals, Records

SEED_BITS = 63
MOST_FACES = 16
NOBODY = -1


class Values(NamedTuple):
    """What rollouts brought, a row each, by seat: final points (none where they were cut) and shares of a
    win."""

    points: Reals
    shares: Reals


class Ahead(NamedTuple):
    """What each outcome of a chance event promises, a row each, by seat."""

    points: Reals
    wins: Reals


def seeds(text: str, count: int, seats: int) -> tuple[Numbers, Numbers]:
    """So many seeds of luck and of each seat's own luck, which nothing but this text brings."""
    import numpy as np

    number = int.from_bytes(hashlib.sha256(text.encode()).digest()[:16])
    drawn = np.random.Generator(np.random.PCG64(number)).integers(
        0, 1 << SEED_BITS, (count, 1 + seats), np.uint64
    )
    return np.ascontiguousarray(drawn[:, 0]), np.ascontiguousarray(drawn[:, 1:])


class Rollouts:
    """Rollouts on one sheet with so many seats. `sigma`: the lead that makes a win likely."""

    def __init__(self, game: AnyGame, sheet: Sheet, seats: int, sigma: float) -> None:
        from kritzel.fast.net import NOTHING_LEARNED, scratch_for

        self.game = game
        self.sheet = sheet
        self.seats = seats
        self.sigma = sigma
        self.trained: Trained | None = net_or_none(game, sheet)
        self.net = self.trained.net if self.trained else NOTHING_LEARNED
        self.twin, self.strategy = twin(game.slug), strategy(game.slug)
        self.masters = self.trained.masters(seats) if self.trained else self.net
        self.ready, self._scratch = packed(game.slug, cast(Any, sheet)), scratch_for(self.net)
        self._masters_scratch = scratch_for(self.masters)
        self._loop = _loop(game.slug, self.trained is not None)

    def table(self, state: State) -> Records:
        """A state of the reference as a table."""
        return self.twin.from_state(self.ready, state)

    def play(
        self, tables: Records, luck: Numbers, own: Numbers, cut: int = NOBODY, turns: int = 1
    ) -> list[Values]:
        """Each table played on with the same luck, to the end or to where a rollout for the seat `cut` may
        rest for the time `turns`."""
        import numpy as np

        count = len(luck)
        which = np.repeat(np.arange(len(tables)), count)
        points, shares = np.zeros((2, len(which), self.seats))
        ended, again = np.zeros(len(which), np.int64), (len(tables), 1)
        nets, scratches = (self.net, self.masters), (self._scratch, self._masters_scratch)
        rest = cut, turns, self.sigma, nets, scratches, points, shares, ended
        every, owns = np.tile(luck, len(tables)), np.tile(own, again)
        self._loop.roll_out(self.ready, tables, which, every, owns, *rest)
        return [
            Values(points[at : at + count], shares[at : at + count]) for at in range(0, len(which), count)
        ]

    def look_into(self, before: Records, outcomes: Numbers, dice: int) -> Ahead:
        """What the net expects after each outcome of the awaited event; there must be a net."""
        import numpy as np

        points, wins = np.zeros((2, len(outcomes), self.seats))
        own = np.zeros(self.seats, np.uint64)
        rest = dice, own, self.sigma, self.net, self._scratch, points, wins
        self._loop.look_into(self.ready, before, outcomes, *rest)
        return Ahead(points, wins)

    def weigh_throws(self, before: Records, outcomes: Numbers, dice: int) -> tuple[int, Reals]:
        """What the outcomes are worth to the seat in turn, and which that is (-1: look into them)."""
        import numpy as np

        values = np.zeros(len(outcomes))
        rest = self.net, self._scratch, outcomes, dice, values
        return int(self.strategy.weigh_throws(self.ready, before, *rest)), values

    def choose(self, name: str, table: Records, seat: int, seed: int, noise: float = 0.0) -> int:
        """The move of a bot of the mind, as a number; `learned` with so much noise."""
        from numpy import uint64

        asked = self.ready, table, seat, uint64(seed)
        if name == "learned":
            return int(self.strategy.learned(*asked, self.net, noise, self._scratch))
        if name == "master":
            return int(self.strategy.master(*asked, self.masters, self._masters_scratch))
        return int(getattr(self.strategy, name)(*asked))


@lru_cache(8)
def _loop(slug: str, strategies: bool) -> Any:
    return loop_of(Path(__file__).with_name("rollout_loop.py"), __package__, slug, strategies)
