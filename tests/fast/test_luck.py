"""Luck by counting is fair, repeatable and the same compiled and plain."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from kritzel.fast.luck import Keyed, below, key


@pytest.mark.parametrize("n", [1, 2, 6, 15, 252, 3_000_000_000])
def test_compiled_and_plain_give_the_same_numbers(n: int) -> None:
    with np.errstate(over="ignore"):
        for seed in (0, 1, 2**63 + 5):
            keyed = Keyed(seed, 3, 2, 1)
            event = np.uint64(key(np.uint64(seed), 3, 2, 1))
            assert [keyed(n) for _ in range(50)] == [below(event, index, n) for index in range(50)]


def test_every_face_is_equally_likely() -> None:
    faces = Counter(Keyed(seed, 1, 1, 0)(6) for seed in range(60_000))
    expected = 10_000
    chi_square = sum((count - expected) ** 2 / expected for count in faces.values())
    assert len(faces) == 6
    assert chi_square < 20.5  # 5 degrees of freedom: passed by 99.9 % of fair dice


def test_neighbouring_keys_have_nothing_in_common() -> None:
    keys = [
        (seed, round_no, event, nth)
        for seed in range(9)
        for round_no in range(9)
        for event in range(5)
        for nth in range(5)
    ]
    assert len({tuple(Keyed(*k)(1 << 32) for _ in range(2)) for k in keys}) == 9 * 9 * 5 * 5
