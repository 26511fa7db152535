"""How much noise makes `casual` and `skilled` of a net: by duels with two seats, on the net's own sheet.

`skilled` stands half-way between greedy and learned: it wins as often against greedy as learned does against
it. `casual` stands one such step below greedy, or half-way down to who plays at random where that is nearer.
More noise never helps, so each is found by halving.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from kritzel.fast.net import Net
from kritzel.training.duels import Player, anybody, bot, thinker, wins
from kritzel.training.games import Hall

LEAST, MOST = 0.05, 50.0
"""Noise is sought between these, in points."""
HALVINGS = 8
DUELS = 400
"""Deals of a duel, each played from both seats."""


def noise_for(hall: Hall, net: Net) -> dict[str, float]:
    """The noise of the weaker bots, in points with two seats."""
    greedy = bot(hall, "greedy")
    learned = thinker(hall, net)
    chance = anybody(hall)

    def share(one: Player, two: Player) -> float:
        return wins(hall, one, two, DUELS).value

    def above(noise: float) -> float:
        skilled = thinker(hall, net, noise)
        return share(skilled, greedy) - share(learned, skilled)

    def below(noise: float) -> float:
        casual = thinker(hall, net, noise)
        return min(step, share(casual, chance)) - share(greedy, casual)

    skilled = sought(above)
    step = share(learned, thinker(hall, net, skilled))
    return {"skilled": skilled, "casual": sought(below)}


def sought(ahead: Callable[[float], float]) -> float:
    """The noise from which on `ahead`, which falls with it, is below 0."""
    low, high = math.log(LEAST), math.log(MOST)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if ahead(math.exp(middle)) > 0:
            low = middle
        else:
            high = middle
    return round(math.exp((low + high) / 2), 3)
