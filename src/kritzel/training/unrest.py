"""How much noise makes `casual` and `skilled` of a net: by duels with the planner, on the net's own sheet.

With two seats `skilled` shall stand half-way between planner and learned, `casual` half-way between greedy
and planner, both as ratings go. More noise never helps, so each is found by halving.
"""

from __future__ import annotations

import math

import numpy as np

from kritzel.fast.net import Net
from kritzel.training.games import Hall
from kritzel.training.selfplay import GREEDY, MOST_SEATS, NET, PLANNER, Plan

LEAST, MOST = 0.05, 25.0
"""Noise is sought between these, in points."""
HALVINGS = 8
DUELS, DUEL_SEED = 1000, 1 << 43
"""Deals of a duel, each played from both seats; always the same ones."""
NARROW = 0.002
"""Shares are taken to be at least so far from 0 and 1."""


def noise_for(hall: Hall, net: Net) -> dict[str, float]:
    """The noise of the restless bots, in points with two seats."""
    return {
        "skilled": _sought(hall, net, half_way(share(hall, net, NET, 0.0))),
        "casual": _sought(hall, net, half_way(share(hall, net, GREEDY, 0.0))),
    }


def half_way(share: float) -> float:
    """The share of somebody who stands in the middle between this one and the planner."""
    share = min(max(share, NARROW), 1 - NARROW)
    return 1 / (1 + math.sqrt((1 - share) / share))


def share(hall: Hall, net: Net, who: int, unrest: float) -> float:
    """The share of the wins of the net with noise, or of somebody else, against the planner."""
    won = 0.0
    for seat in range(2):
        players = np.full(MOST_SEATS, PLANNER)
        players[seat] = who
        totals = hall.play(net, Plan(unrest, 0.0, 0, 0, players), DUELS, DUEL_SEED, 2).totals
        won += float((np.sign(totals[:, seat] - totals[:, 1 - seat]) + 1).mean()) / 4
    return won


def _sought(hall: Hall, net: Net, target: float) -> float:
    """With how much noise the net wins so much against the planner."""
    low, high = math.log(LEAST), math.log(MOST)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if share(hall, net, NET, math.exp(middle)) > target:
            low = middle
        else:
            high = middle
    return round(math.exp((low + high) / 2), 3)
