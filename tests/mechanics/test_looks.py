"""Cells that look alike are made once, and look as if each had been made for itself."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kritzel import mechanics
from kritzel.mechanics.looks import Looks

Look = tuple[int, tuple[str, ...]]

CELLS = (5, 2, 11, 3)
NAMES = ("cross", "pick", "legal")
MARKED = st.lists(
    st.tuples(*[st.integers(0, 2**14) for _ in NAMES]).map(lambda sets: list(zip(NAMES, sets, strict=True))),
    max_size=12,
)


def plain(sets: list[tuple[str, int]]) -> tuple[Look, ...]:
    """Each cell for itself."""
    return tuple((cell, tuple(name for name, cells in sets if cells >> cell & 1)) for cell in CELLS)


@given(MARKED)
def test_every_cell_is_what_its_sets_say(times: list[list[tuple[str, int]]]) -> None:
    looks = Looks(CELLS, lambda cell, names: (cell, names))
    for sets in times:
        assert looks.of(sets) == plain(sets)


def test_a_look_is_made_once() -> None:
    looks = Looks(CELLS, lambda cell, names: [cell, names])
    first, other, again = (looks.of([("cross", cells)]) for cells in (0b100, 0b1000, 0b100))
    assert all(one is same for one, same in zip(first, again, strict=True))
    assert [one is same for one, same in zip(first, other, strict=True)] == [True, False, True, False]


def test_a_sheet_that_looks_as_before_is_the_same_until_too_many_are_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(mechanics.looks, "KEPT", 2)
    looks = Looks(CELLS, lambda cell, names: (cell, names))
    first, again, other, third = (looks.of([("cross", cells)]) for cells in (0b100, 0b100, 0b1000, 0b1100))
    assert first is again
    assert looks.of([("cross", 0b100)]) is not first
    assert looks.of([("cross", 0b100)]) == first
    assert third != other
