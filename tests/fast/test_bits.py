"""Sets of two words behave like sets."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from kritzel.fast import bits

CELLS = st.sets(st.integers(0, bits.MOST_CELLS - 1))


def as_cells(cells: set[int]) -> bits.Cells:
    low, high = bits.words(sum(1 << cell for cell in cells))
    return np.uint64(low), np.uint64(high)


def as_set(cells: bits.Cells) -> set[int]:
    number = bits.number(cells)
    return {cell for cell in range(bits.MOST_CELLS) if number >> cell & 1}


@given(CELLS, CELLS)
def test_set_algebra(a: set[int], b: set[int]) -> None:
    x, y = as_cells(a), as_cells(b)
    assert as_set(bits.union(x, y)) == a | b
    assert as_set(bits.both(x, y)) == a & b
    assert as_set(bits.minus(x, y)) == a - b
    assert bits.meets(x, y) == bool(a & b)
    assert bits.within(x, y) == (a <= b)
    assert bits.is_empty(x) == (not a)
    assert bits.count(x) == len(a)
    assert all(bits.has(x, cell) == (cell in a) for cell in range(bits.MOST_CELLS))


@given(CELLS.filter(bool))
def test_the_nth_cell(a: set[int]) -> None:
    assert [int(bits.nth(as_cells(a), n)) for n in range(len(a))] == sorted(a)


@given(CELLS.filter(bool))
def test_one_by_one(a: set[int]) -> None:
    assert bits.first(as_cells(a)) == min(a)
    assert as_set(bits.without_first(as_cells(a))) == a - {min(a)}
    assert as_set(bits.single(min(a))) == {min(a)}


@given(CELLS)
def test_between_an_int_and_two_words(a: set[int]) -> None:
    number = sum(1 << cell for cell in a)
    assert bits.number(bits.words(number)) == number
    assert as_set(as_cells(a)) == a
