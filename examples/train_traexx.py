"""Teach a small network Träxx alone, from nothing but its own games, until it clearly beats the greedy bot.

    python examples/train_traexx.py             # two minutes of computing time
    python examples/train_traexx.py --quick     # a few seconds: only to see that it learns

The network guesses how many points a game will still end with, from what the seat sees after a move
(`Vector.afterstates`). The player takes the move with the best guess. After each batch of games the guesses
are drawn towards what came of them: TD(lambda), with every observation as it is and no feature made by hand.
The matrices are small: on a busy machine OPENBLAS_NUM_THREADS=1 is faster.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

import kritzel.envs
from kritzel.envs.vectors import Vector

SHEET = "traexx/1"
POINTS = 20.0
"""Guesses are kept near 1: in units of so many points."""

START = -1.0
"""The first guess for every position: about what random moves bring."""

LAMBDA = 0.8
LEARNING_RATE = 0.001
BATCH = 256
STEPS = 64
NOISE = 0.05
"""So that the player tries other moves too; it fades."""

TEST_SEED = 10_000_000
"""Test games have deals that no training game had."""

Array: TypeAlias = np.ndarray[Any, np.dtype[np.float32]]
Player: TypeAlias = Callable[[Vector], Any]


class Network:
    """One hidden layer, trained by Adam."""

    def __init__(self, inputs: int, hidden: int, seed: int) -> None:
        rng = np.random.default_rng(seed)
        first = rng.normal(0, (2 / 30) ** 0.5, (inputs, hidden))  # about thirty inputs are not 0
        shapes = first, np.zeros(hidden), 0.01 * rng.normal(size=(hidden, 1)), np.full(1, START)
        self.weights = [np.asarray(weight, np.float32) for weight in shapes]
        self.mean = [np.zeros_like(weight) for weight in self.weights]
        self.square = [np.zeros_like(weight) for weight in self.weights]
        self.steps = 0

    def guess(self, seen: Array) -> Array:
        """The points each of these positions will end with."""
        first, bias, second, offset = self.weights
        guessed: Array = (np.maximum(seen @ first + bias, 0) @ second + offset)[:, 0]
        return guessed

    def learn(self, seen: Array, target: Array, rate: float) -> None:
        """Draw the guesses for these positions towards their targets."""
        first, bias, second, offset = self.weights
        hidden = np.maximum(seen @ first + bias, 0)
        error = ((hidden @ second + offset)[:, 0] - target)[:, None] / len(seen)
        back = (error @ second.T) * (hidden > 0)
        self._follow([seen.T @ back, back.sum(0), hidden.T @ error, error.sum(0)], rate)

    def _follow(self, slopes: list[Array], rate: float) -> None:
        self.steps += 1
        rate *= (1 - 0.999**self.steps) ** 0.5 / (1 - 0.9**self.steps)
        for weight, mean, square, slope in zip(self.weights, self.mean, self.square, slopes, strict=True):
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            weight -= rate * mean / (np.sqrt(square) + 1e-8)


# Playing -------------------------------------------------------------------------------------------------
def best_moves(env: Vector, guess: Callable[[Array], Array]) -> tuple[Any, Array, Array]:
    """The move with the best guess in each game, what the seat sees after it, and the guess."""
    games, actions, seen = env.afterstates()
    guesses = guess(seen)
    order = np.lexsort((guesses, games))
    last = np.append(np.flatnonzero(np.diff(games[order])), len(order) - 1)
    best = order[last]
    return actions[best], seen[best], guesses[best]


def learned(network: Network) -> Player:
    """The player that follows the network."""
    return lambda env: best_moves(env, network.guess)[0]


def greedy(env: Vector) -> Any:
    """The greedy bot."""
    return env.greedy()


def points(player: Player, games: int) -> Array:
    """What a player scores in the test games: one game on each of the same deals."""
    env = kritzel.envs.vector(SHEET, 1, games, seed=TEST_SEED)
    scores = np.full(games, np.nan, np.float32)
    step = env.last
    while np.isnan(scores).any():
        step = env.step(player(env))
        first_end = step.terminated & np.isnan(scores)
        scores[first_end] = step.score[first_end, 0]
    return scores


# Learning ------------------------------------------------------------------------------------------------
def play_batch(env: Vector, network: Network, steps: int, noise: float, rng: Any) -> tuple[Array, Array]:
    """So many moves in every game: what was seen after each, and the targets for their guesses."""

    def guess(seen: Array) -> Array:
        noisy: Array = network.guess(seen) + noise * rng.standard_normal(len(seen), np.float32)
        return noisy

    seen = np.empty((steps, env.games, env.paper.length), np.float32)
    paid, ended = np.zeros((steps, env.games), np.float32), np.zeros((steps, env.games), np.bool_)
    for now in range(steps):
        actions, seen[now], _ = best_moves(env, guess)
        step = env.step(actions)
        paid[now], ended[now] = step.reward[:, 0] / POINTS, step.terminated
    target = targets(network, seen, paid, ended)
    return seen.reshape(-1, env.paper.length), target.reshape(-1)


def targets(network: Network, seen: Array, paid: Array, ended: Any) -> Array:
    """TD(lambda): what the game brought, mixed with the guesses on the way there."""
    target = np.empty_like(paid)
    following = guessed = network.guess(seen[-1])
    for now in reversed(range(len(paid))):
        following = LAMBDA * following + (1 - LAMBDA) * guessed
        target[now] = following = np.where(ended[now], paid[now], following)
        guessed = network.guess(seen[now])
    return target


def train(network: Network, rounds: int, games: int, every: int, tests: int) -> None:
    """Rounds of play and study; a line of the learning curve now and then."""
    env, rng, begin = kritzel.envs.vector(SHEET, 1, games, seed=1), np.random.default_rng(2), time.time()
    print("round    games  seconds  mean points")
    for round_no in range(rounds + 1):
        if round_no % every == 0 or round_no == rounds:
            mean, error = interval(points(learned(network), tests))
            told = f"{round_no:5d} {env.episodes:8d} {time.time() - begin:8.0f}"
            print(f"{told}  {mean:6.1f} ± {error:.1f}", flush=True)
        if round_no < rounds:
            left = 1 - round_no / rounds
            seen, target = play_batch(env, network, STEPS, NOISE * left, rng)
            order = rng.permutation(len(target))
            for at in range(0, len(order), BATCH):
                chosen = order[at : at + BATCH]
                network.learn(seen[chosen], target[chosen], LEARNING_RATE * (0.05 + 0.95 * left))


def interval(scores: Array) -> tuple[float, float]:
    """The mean, and half the width of its 95 % interval."""
    return float(scores.mean()), float(1.96 * scores.std(ddof=1) / len(scores) ** 0.5)


def main() -> None:
    """Train, and compare with the greedy bot."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    asked.add_argument("--quick", action="store_true", help="a few seconds instead of minutes")
    asked.add_argument("--rounds", type=int, default=0, help="rounds of training")
    chosen = asked.parse_args()
    rounds, games, hidden, tests = (40, 64, 32, 200) if chosen.quick else (400, 256, 128, 2000)
    env = kritzel.envs.vector(SHEET, 1, 1)
    network = Network(env.paper.length, hidden, seed=0)
    untrained = points(learned(network), tests)
    train(network, chosen.rounds or rounds, games, 10 if chosen.quick else 40, tests)
    trained, bot = points(learned(network), tests), points(greedy, tests)
    difference, error = interval(trained - bot)
    means = f"untrained {untrained.mean():.1f}, trained {trained.mean():.1f}, greedy {bot.mean():.1f}"
    print(f"{means} points in {tests} games on the same deals")
    within = f"{difference - error:+.1f} to {difference + error:+.1f}"
    print(f"trained less greedy {difference:+.1f}, 95 % interval {within}")


if __name__ == "__main__":
    main()
