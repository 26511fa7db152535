"""The memory curve: how growth is judged and drawn. No clock is judged."""

from __future__ import annotations

import pytest

from bench.memory_curve import Sample, curve, growth_per_hour


def test_growth_is_judged_by_the_second_half() -> None:
    warming = [Sample(at, 50 + at, 0) for at in range(100)]
    level = [Sample(at, 150, 0) for at in range(100, 200)]
    assert growth_per_hour(warming + level) == pytest.approx(0.0)
    assert growth_per_hour([Sample(at, at / 60, 0) for at in range(100)]) == pytest.approx(60.0)


def test_the_curve_names_its_height_and_length() -> None:
    drawn = curve([Sample(0, 50, 0), Sample(120, 100, 9)])
    assert "100 MB" in drawn
    assert "2 minutes" in drawn
    assert 'points="48.0,130.0 720.0,0.0"' in drawn
