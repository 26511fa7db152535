"""Games played on from any table by one player at every seat, inside the twin: the value of a table.

The player is the learned bot, or the planner where no net fits the sheet. Where a rollout is cut, the net of
the master values the rest: a net that judges what it chose itself finds every other choice too bad. The same
seed is the same luck from every table, so tables are compared by what the same games bring (common random
numbers).
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from kritzel.bots.compiled import packed_sheet
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
    """What rollouts brought, or what the net expects, a row each, by seat: final points (none where a
    rollout was cut) and shares of a win."""

    points: Reals
    shares: Reals


def seeds(text: str, count: int, seats: int) -> tuple[Numbers, Numbers]:
    """`count` seeds of luck, and of each seat's own luck, drawn from a hash of this text."""
    import numpy as np

    number = int.from_bytes(hashlib.sha256(text.encode()).digest()[:16])
    drawn = np.random.Generator(np.random.PCG64(number)).integers(
        0, 1 << SEED_BITS, (count, 1 + seats), np.uint64
    )
    return np.ascontiguousarray(drawn[:, 0]), np.ascontiguousarray(drawn[:, 1:])


class Rollouts:
    """Rollouts on one sheet with this many seats. `sigma`: the lead that makes a win likely."""

    def __init__(self, game: AnyGame, sheet: Sheet, seats: int, sigma: float) -> None:
        from kritzel.fast.net import NOTHING_LEARNED, player_for

        self.game = game
        self.sheet = sheet
        self.seats = seats
        self.sigma = sigma
        self.trained: Trained | None = net_or_none(game, sheet)
        net = self.trained.net if self.trained else NOTHING_LEARNED
        self.player = player_for(net)
        self.master = player_for(self.trained.masters(seats) if self.trained else net)
        self.twin, self.strategy = twin(game.slug), strategy(game.slug)
        self.ready = packed_sheet(game.slug, cast(Any, sheet))
        file = Path(__file__).with_name("rollout_loop.py")
        self._loop = loop_of(file, __package__, game.slug, self.trained is not None)

    def table(self, state: State) -> Records:
        return self.twin.from_state(self.ready, state)

    def play(
        self, tables: Records, luck: Numbers, own: Numbers, cut: int = NOBODY, turns: int = 1
    ) -> list[Values]:
        """Each table played on with the same luck, to the end or to where a rollout for the seat `cut` may
        rest for the time `turns`."""
        import numpy as np

        from kritzel.fast.luck import GameSeeds

        values = Values(*np.zeros((2, len(tables), len(luck), self.seats)))
        rest = cut, turns, self.sigma, (self.player, self.master), values
        self._loop.roll_out(self.ready, tables, GameSeeds(luck, own), *rest)
        return [Values(points, shares) for points, shares in zip(*values, strict=True)]

    def look_into(self, before: Records, outcomes: Numbers, dice: int) -> Values:
        """What the net expects after each outcome of the awaited event; there must be a net."""
        import numpy as np

        values = Values(*np.zeros((2, len(outcomes), self.seats)))
        self._loop.look_into(self.ready, before, outcomes, dice, self.sigma, self.player, values)
        return values

    def weigh_throws(self, before: Records, outcomes: Numbers, dice: int) -> tuple[int, Reals]:
        """The seat in turn, and the values of the outcomes to it. Seat -1: look into them."""
        import numpy as np

        values = np.zeros(len(outcomes))
        found = self.strategy.weigh_throws(self.ready, before, *self.player, outcomes, dice, values)
        return int(found), values

    def choose(self, name: str, table: Records, seat: int, seed: int, noise: float = 0.0) -> int:
        """The move of a bot, as a number; the noise is for `learned`."""
        from numpy import uint64

        asked = self.ready, table, seat, uint64(seed)
        if name == "learned":
            return int(self.strategy.learned(*asked, self.player.net, noise, self.player.scratch))
        if name == "master":
            return int(self.strategy.master(*asked, *self.master))
        return int(getattr(self.strategy, name)(*asked))
