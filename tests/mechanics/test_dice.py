"""Equal dice as text: how a throw is written, and how it is read."""

from __future__ import annotations

import pytest

from kritzel.mechanics.dice import Roll

TWO = Roll(2, (1, 2, 3, 4, 5, 6))
TWELVE_SIDED = Roll(2, tuple(range(1, 13)))


@pytest.mark.parametrize("event", [TWO, TWELVE_SIDED])
def test_every_throw_is_read_as_it_is_written(event: Roll) -> None:
    for outcome, _ in event.outcomes():
        assert event.parse(event.text(outcome)) == outcome


def test_faces_of_two_digits_are_kept_apart() -> None:
    assert TWO.text((2, 5)) == "25"
    assert TWELVE_SIDED.text((1, 12)) == "1,12"
    for typed in ("12,1", "12 1", " 1, 12 "):
        assert TWELVE_SIDED.parse(typed) == (1, 12)


@pytest.mark.parametrize("typed", ["112", "1,13", "1,1,2", "", "1;2"])
def test_other_throws_are_refused(typed: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        TWELVE_SIDED.parse(typed)
