"""What a trained net has achieved, and a few positions with what it thinks of them."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from kritzel.bots import weights
from kritzel.fast.net import Net, scratch_for
from kritzel.fast.records import Records, Seed
from kritzel.training.duels import SURE, play
from kritzel.training.games import Hall
from kritzel.training.noise import noise_for
from kritzel.training.selfplay import ALL_NETS, MOST_SEATS, Plan
from kritzel.training.trainer import Training

MEASURED, MEASURE_SEED = 2000, 1 << 41
GOLDEN, GOLDEN_SEED = 64, 1 << 42


class Graduate(NamedTuple):
    """A net as it is kept, and what its manifest says of it."""

    net: Net
    about: dict[str, Any]


def graduate(training: Training) -> Graduate:
    """Round the net to what is kept, and measure it."""
    hall = training.hall
    net = weights.read_back(training.net)
    about = {
        "games": training.learned_from,
        "seed": training.course.seed,
        "achieved": achieved(hall, net),
        "noise": noise_for(hall, net),
        "curve": [[point.games, round(point.score, 2)] for point in training.curve],
        "golden": golden(hall, net),
    }
    return Graduate(net, about)


def achieved(hall: Hall, net: Net) -> dict[str, Any]:
    """By seat count: mean points of a seat among its like on fresh deals, ± half of the 95 % interval."""
    told = {}
    for seats in hall.seat_counts:
        plan = Plan(0.0, hall.strategy.COURSE.trace, 0, 0, ALL_NETS)
        totals = hall.play(net, plan, MEASURED, MEASURE_SEED + seats, seats).totals[:, :seats].mean(axis=1)
        error = SURE * float(totals.std(ddof=1)) / math.sqrt(len(totals))
        told[str(seats)] = {
            "mean": round(float(totals.mean()), 2),
            "error": round(error, 2),
            "games": MEASURED,
        }
    return told


def golden(hall: Hall, net: Net) -> list[dict[str, Any]]:
    """Positions from games of the net against itself: the move it chooses, and what it hopes for."""
    rng = np.random.default_rng(GOLDEN_SEED)
    found: list[dict[str, Any]] = []
    while len(found) < GOLDEN:
        found += _of_one_game(hall, net, rng)[: GOLDEN - len(found)]
    return found


def _of_one_game(hall: Hall, net: Net, rng: np.random.Generator) -> list[dict[str, Any]]:
    """A handful of positions of one game, at random moments."""
    scratch, found = scratch_for(net), []

    def notes(state: Records, seat: int, seed: Seed) -> int:
        move = int(hall.strategy.learned(hall.packed, state, seat, seed, net, 0.0, scratch))
        if scratch.stats[0] and rng.random() < 0.08:
            found.append(_told(hall, state, seat, move, net, scratch))
        return move

    play(hall, hall.tables(1, rng), [notes] * MOST_SEATS, int(rng.integers(0, 1 << 63)))
    return found


def _told(hall: Hall, state: Records, seat: int, move: int, net: Net, scratch: Any) -> dict[str, Any]:
    game, sheet = hall.game, hall.sheet
    position = game.rules.view(hall.twin.to_state(sheet, hall.packed, state), seat)
    bins = net.scale[0] + net.scale[1] * np.arange(len(scratch.hoped))
    return {
        "position": game.notation.position_text(position),
        "seat": seat,
        "move": game.notation.move_text(sheet, hall.twin.to_move(sheet, move)),
        "to_come": round(float(scratch.hoped @ bins), 3),
    }
