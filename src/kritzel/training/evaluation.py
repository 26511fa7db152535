"""What the manifest of a trained net says: its points, a few positions with its values, and the noise of the
weaker bots."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from kritzel.bots import weights
from kritzel.fast.net import Net, scratch_for
from kritzel.fast.records import Records, Seed
from kritzel.training.duels import SURE, Player, bot_player, net_player, play, random_player, wins
from kritzel.training.games import Simulator
from kritzel.training.selfplay import ALL_NETS, MOST_SEATS, PlaySettings
from kritzel.training.trainer import Training

MEASURED, MEASURE_SEED = 2000, 1 << 41
GOLDEN, GOLDEN_SEED = 64, 1 << 42
LEAST, MOST = 0.05, 50.0
"""The bounds of the search for noise, in points."""
HALVINGS = 8
DUELS = 400
"""Deals of a duel, each played from both seats."""


def finish(training: Training) -> tuple[Net, dict[str, Any]]:
    """The net as it is stored, and its manifest."""
    sim = training.sim
    net = weights.read_back(training.net)
    about = {
        "games": training.learned_from,
        "seed": training.course.seed,
        "achieved": achieved(sim, net),
        "noise": noise_for(sim, net),
        "curve": [[point.games, round(point.score, 2)] for point in training.curve],
        "golden": golden(sim, net),
    }
    return net, about


def achieved(sim: Simulator, net: Net) -> dict[str, Any]:
    """By seat count: mean points of the net against itself on new deals, ± half of the 95 % interval."""
    by_seats = {}
    for seats in sim.seat_counts:
        settings = PlaySettings(0.0, sim.strategy.COURSE.trace, 0, 0, ALL_NETS)
        totals = sim.play(net, settings, MEASURED, MEASURE_SEED + seats, seats).totals[:, :seats].mean(axis=1)
        error = SURE * float(totals.std(ddof=1)) / math.sqrt(len(totals))
        by_seats[str(seats)] = {
            "mean": round(float(totals.mean()), 2),
            "error": round(error, 2),
            "games": MEASURED,
        }
    return by_seats


def golden(sim: Simulator, net: Net) -> list[dict[str, Any]]:
    """Positions from games of the net against itself: the move it chooses, and the points that it expects."""
    rng = np.random.default_rng(GOLDEN_SEED)
    found: list[dict[str, Any]] = []
    while len(found) < GOLDEN:
        found += _of_one_game(sim, net, rng)[: GOLDEN - len(found)]
    return found


def _of_one_game(sim: Simulator, net: Net, rng: np.random.Generator) -> list[dict[str, Any]]:
    scratch, found = scratch_for(net), []

    def choose(state: Records, seat: int, seed: Seed) -> int:
        move = int(sim.strategy.learned(sim.packed, state, seat, seed, net, 0.0, scratch))
        if scratch.stats[0] and rng.random() < 0.08:
            found.append(_position_json(sim, state, seat, move, net, scratch))
        return move

    play(sim, sim.tables(1, rng), [choose] * MOST_SEATS, int(rng.integers(0, 1 << 63)))
    return found


def _position_json(
    sim: Simulator, state: Records, seat: int, move: int, net: Net, scratch: Any
) -> dict[str, Any]:
    game, sheet = sim.game, sim.sheet
    position = game.rules.view(sim.twin.to_state(sheet, sim.packed, state), seat)
    bins = net.scale[0] + net.scale[1] * np.arange(len(scratch.hoped))
    return {
        "position": game.notation.position_text(position),
        "seat": seat,
        "move": game.notation.move_text(sheet, sim.twin.to_move(sheet, move)),
        "to_come": round(float(scratch.hoped @ bins), 3),
    }


# The weaker bots --------------------------------------------------------------------------------------
def noise_for(sim: Simulator, net: Net) -> dict[str, float]:
    """The noise of the weaker bots, in points: by duels with two seats, on the net's own sheet.

    `skilled` is half-way between greedy and learned: it wins as often against greedy as learned does against
    it. `casual` is one such step below greedy, or half-way down to random where that is nearer. More noise
    never helps, so each is found by halving.
    """
    greedy = bot_player(sim, "greedy")
    learned = net_player(sim, net)
    chance = random_player(sim)

    def share(one: Player, two: Player) -> float:
        return wins(sim, one, two, DUELS).value

    def above(noise: float) -> float:
        skilled = net_player(sim, net, noise)
        return share(skilled, greedy) - share(learned, skilled)

    def below(noise: float) -> float:
        casual = net_player(sim, net, noise)
        return min(step, share(casual, chance)) - share(greedy, casual)

    skilled = find_noise(above)
    step = share(learned, net_player(sim, net, skilled))
    return {"skilled": skilled, "casual": find_noise(below)}


def find_noise(ahead: Callable[[float], float]) -> float:
    """The noise at which `ahead`, which falls with it, is 0."""
    low, high = math.log(LEAST), math.log(MOST)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if ahead(math.exp(middle)) > 0:
            low = middle
        else:
            high = middle
    return round(math.exp((low + high) / 2), 3)
