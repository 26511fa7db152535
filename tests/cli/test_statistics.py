from __future__ import annotations

import pytest

from kritzel.cli.simulate import spread, wilson


@pytest.mark.parametrize(
    ("won", "games", "low", "high"),
    [(50, 100, 0.4038, 0.5962), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (1, 1, 0.2065, 1.0)],
)
def test_wilson_intervals(won: int, games: int, low: float, high: float) -> None:
    share = wilson(won, games)
    assert share.share == won / games
    assert (share.low, share.high) == pytest.approx((low, high), abs=5e-5)


def test_one_value_has_no_spread() -> None:
    assert spread([7]) == 0
    assert spread([1, 3]) == pytest.approx(2**0.5)
