"""How much of a net's noise its restless bots have, by seats."""

from __future__ import annotations

import pytest

from kritzel.fast.levels import AMONG_MANY, CASUAL, LEARNED, SKILLED, unrests

NOISE = {"skilled": 1.0, "casual": 4.0}
MANY = AMONG_MANY["dizzle"][0], 4.0 * AMONG_MANY["dizzle"][1]


@pytest.mark.parametrize(
    ("seats", "skilled", "casual"),
    [(1, 0.5, 2.0), (2, 1.0, 4.0), (3, *MANY), (4, *MANY)],
)
def test_noise_as_measured_with_two_seats(seats: int, skilled: float, casual: float) -> None:
    found = unrests("dizzle", NOISE, seats)
    assert (found[SKILLED], found[CASUAL]) == (skilled, casual)
    assert max(found[: LEARNED + 1]) == 0.0


def test_the_border_has_all_of_it_alone_too() -> None:
    assert unrests("border", NOISE, 1)[SKILLED] == 1.0
