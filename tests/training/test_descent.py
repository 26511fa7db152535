"""One step of learning: the gradient is that of the loss, and steps go down."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from kritzel.fast.net import BINS, Shape, net_of, untrained, weights_of
from kritzel.training.descent import Learner, Memory, gradient
from kritzel.training.games import empty
from kritzel.training.selfplay import Lesson

SHAPE = Shape(12, 6, 5)


def lesson(samples: int, seed: int = 0) -> Lesson:
    """Samples whose target follows from their inputs."""
    rng, made = np.random.default_rng(seed), empty(samples)
    for at in range(samples):
        on = np.sort(rng.permutation(SHAPE.inputs)[:4])
        made.inputs[4 * at : 4 * at + 4], made.begin[at + 1], made.counts[at] = on, 4 * at + 4, 4
        made.target[at, on.sum() % BINS] = 1.0
    return made


def loss_of(weights: Any, taught: Lesson, which: Any) -> float:
    slope = net_of(np.zeros_like(weights), SHAPE, (0, 1))
    return gradient(net_of(weights, SHAPE, (0, 1)), slope, taught, which)


def test_the_gradient_is_the_slope_of_the_loss() -> None:
    taught, which = lesson(8), np.arange(8)
    weights = weights_of(untrained(SHAPE.inputs, 0, 1, 3, SHAPE.wide, SHAPE.narrow))
    slope = np.zeros_like(weights)
    gradient(net_of(weights, SHAPE, (0, 1)), net_of(slope, SHAPE, (0, 1)), taught, which)
    for at in np.random.default_rng(1).permutation(len(weights))[:60]:
        step = np.zeros_like(weights)
        step[at] = 1e-2
        rise = loss_of(weights + step, taught, which) - loss_of(weights - step, taught, which)
        assert rise / 2e-2 == pytest.approx(slope[at], abs=0.02)


def test_learning_brings_the_loss_down_and_is_the_same_again() -> None:
    taught, losses, ends = lesson(512), [], []
    for _ in range(2):
        with ThreadPoolExecutor(2) as pool:
            start = Memory.fresh(weights_of(untrained(SHAPE.inputs, 0, 1, 3, SHAPE.wide, SHAPE.narrow)))
            learner, rng = Learner(start, SHAPE, pool), np.random.default_rng(0)
            losses.append([learner.learn(taught, 512, 3e-2, rng) for _ in range(40)])
            ends.append(learner.memory().weights)
            assert not np.shares_memory(start.weights, learner.memory().weights)
    assert losses[0][-1] < 0.6 * losses[0][0]
    assert losses[0] == losses[1]
    assert (ends[0] == ends[1]).all()
