"""One step of learning, compiled, without any library: the gradient of a few hundred samples, then Adam.

The loss of a sample is the cross entropy between its target and the net's chances. Samples are split among
threads in a fixed way and their gradients added in a fixed order, so that the same seed gives the same net.
"""

from __future__ import annotations

import math
from concurrent.futures import Executor
from typing import Any, NamedTuple

import numpy as np

from kritzel.fast.jit import compiled, released
from kritzel.fast.net import BINS, Net, Shape, net_of, to_chances
from kritzel.fast.records import Numbers, Reals
from kritzel.training.selfplay import Lesson

BATCH, VISITS = 256, 2
"""Samples in a step; how often each is used."""

FOLLOW = 0.005
"""The rate at which the weights that act follow those that learn: they are steadier."""

PARTS = 2
"""Threads that share a step."""

BETA1, BETA2, EPSILON = 0.9, 0.999, 1e-8
"""Adam: how long the mean and the mean square of gradients are remembered."""

CLIP = 1.0
"""The greatest length of a gradient."""


@compiled
def forward(net: Net, inputs: Numbers, count: int, sums: Reals, hidden: Reals, chances: Reals) -> None:
    """As `net.look`, for one sample, keeping the rectified sums."""
    sums[:] = net.first_bias
    for index in range(count):
        row = net.first[inputs[index]]
        for at in range(len(sums)):
            sums[at] += row[at]
    hidden[:] = net.second_bias
    for at in range(len(sums)):
        sums[at] = max(sums[at], np.float32(0.0))
        if sums[at] > 0.0:
            for to in range(len(hidden)):
                hidden[to] += sums[at] * net.second[at, to]
    chances[:] = net.last_bias
    for at in range(len(hidden)):
        hidden[at] = max(hidden[at], np.float32(0.0))
        if hidden[at] > 0.0:
            for to in range(BINS):
                chances[to] += hidden[at] * net.last[at, to]
    to_chances(chances)


@compiled
def backward(
    net: Net, slope: Net, inputs: Numbers, count: int, sums: Reals, hidden: Reals, wrong: Reals, down: Reals
) -> None:
    """Adds the gradient of one sample; `wrong` is how much too likely each bin is, `down` is room."""
    for to in range(BINS):
        slope.last_bias[to] += wrong[to]
    for at in range(len(hidden)):
        down[at] = 0.0
        if hidden[at] > 0.0:
            total = np.float32(0.0)
            for to in range(BINS):
                slope.last[at, to] += hidden[at] * wrong[to]
                total += net.last[at, to] * wrong[to]
            down[at] = total
            slope.second_bias[at] += total
    for at in range(len(sums)):
        if sums[at] > 0.0:
            total = np.float32(0.0)
            for to in range(len(hidden)):
                slope.second[at, to] += sums[at] * down[to]
                total += net.second[at, to] * down[to]
            sums[at] = total
            slope.first_bias[at] += total
    for index in range(count):
        row = slope.first[inputs[index]]
        for at in range(len(sums)):
            row[at] += sums[at]


@released
def gradient(net: Net, slope: Net, lesson: Lesson, which: Numbers) -> float:
    """Adds the gradients of these samples to `slope`; their loss."""
    sums, hidden = np.zeros(net.first.shape[1], np.float32), np.zeros(net.second.shape[1], np.float32)
    chances, down = np.zeros(BINS, np.float32), np.zeros(net.second.shape[1], np.float32)
    loss = 0.0
    for index in which:
        inputs = lesson.inputs[lesson.begin[index] :]
        count = lesson.counts[index]
        target = lesson.target[index]
        forward(net, inputs, count, sums, hidden, chances)
        for to in range(BINS):
            loss -= target[to] * np.log(chances[to] + np.float32(1e-9))
            chances[to] -= target[to]
        backward(net, slope, inputs, count, sums, hidden, chances, down)
    return loss


@compiled
def step(weights: Reals, slope: Reals, mean: Reals, square: Reals, nth: int, rate: float) -> None:
    """Adam: every weight goes down its slope, the steadier the slope the further. `nth` counts from 1."""
    length = 0.0
    for index in range(len(slope)):
        length += slope[index] * slope[index]
    by = np.float32(min(1.0, CLIP / (math.sqrt(length) + EPSILON)))
    beta1, beta2 = np.float32(BETA1), np.float32(BETA2)
    rest = np.float32(math.sqrt(1.0 - BETA2**nth))
    far = np.float32(rate / (1.0 - BETA1**nth))
    for index in range(len(slope)):
        slant = slope[index] * by
        mean[index] = beta1 * mean[index] + (np.float32(1.0) - beta1) * slant
        square[index] = beta2 * square[index] + (np.float32(1.0) - beta2) * slant * slant
        weights[index] -= far * mean[index] / (np.sqrt(square[index]) / rest + np.float32(EPSILON))


class Memory(NamedTuple):
    """The state between two steps: enough to go on later."""

    weights: Any
    acting: Any
    """The weights that play: they follow the others slowly."""
    mean: Any
    square: Any
    steps: int

    @staticmethod
    def fresh(weights: Reals) -> Memory:
        return Memory(weights, weights, np.zeros_like(weights), np.zeros_like(weights), 0)


class Learner:
    """Learns on the cores of this machine."""

    def __init__(self, memory: Memory, shape: Shape, pool: Executor) -> None:
        self._memory = Memory._make([*[part.copy() for part in memory[:-1]], memory.steps])
        self._shape, self._pool = shape, pool
        self._slopes = [np.zeros_like(memory.weights) for _ in range(PARTS)]

    def memory(self) -> Memory:
        return self._memory

    def learn(self, lesson: Lesson, count: int, rate: float, rng: np.random.Generator) -> float:
        """Use every sample `VISITS` times, in random order; the mean loss."""
        order, loss = np.concatenate([rng.permutation(count) for _ in range(VISITS)]), 0.0
        for begin in range(0, len(order), BATCH):
            loss += self._step(lesson, order[begin : begin + BATCH], rate)
        return loss / len(order)

    def _step(self, lesson: Lesson, which: Numbers, rate: float) -> float:
        weights, acting, mean, square, steps = self._memory
        net = net_of(weights, self._shape, (0, 1))

        def part(task: tuple[Any, Any]) -> float:
            task[0][:] = 0.0
            return gradient(net, net_of(task[0], self._shape, (0, 1)), lesson, task[1])

        loss = sum(self._pool.map(part, zip(self._slopes, np.array_split(which, PARTS), strict=True)))
        slope = sum(self._slopes[1:], self._slopes[0]) / np.float32(len(which))
        step(weights, slope, mean, square, steps + 1, rate)
        acting += np.float32(FOLLOW) * (weights - acting)
        self._memory = self._memory._replace(steps=steps + 1)
        return loss
