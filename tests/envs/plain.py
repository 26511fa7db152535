"""A few moves of every game, told as a number: the same with and without the compiler (see test_plain)."""

from __future__ import annotations

import hashlib
import warnings

import numpy as np

import kritzel.envs

TABLES = [("dizzle/7", 2), ("dizzle/8", 2), ("border/1", 3), ("traexx/1", 2)]


def told() -> str:
    """Everything that was seen, allowed and paid, as a fingerprint."""
    seen = hashlib.sha256()
    rng = np.random.default_rng(0)
    for name, seats in TABLES:
        env = kritzel.envs.vector(name, seats, 2, seed=3, limit=25)
        for _ in range(40):
            mask = env.last.action_mask
            step = env.step(np.argmax(rng.random(mask.shape) * mask, axis=1))
            for array in step:
                seen.update(np.ascontiguousarray(array).tobytes())
    return seen.hexdigest()


if __name__ == "__main__":
    warnings.simplefilter("ignore")  # words wrap around without the compiler too, but NumPy mentions it
    print(told())
