"""Sets of up to 128 cells as two words, behind named operations, so that twins read as set algebra."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, SupportsInt, TypeAlias

import numpy as np

from kritzel.fast.jit import COMPILES, compiled

Cells: TypeAlias = tuple[Any, Any]
"""A set: cells 0-63 in the first word (uint64), 64-127 in the second."""

MOST_CELLS = 128
WORD = 64
ONE = np.uint64(1)
ZERO = np.uint64(0)
NOTHING: Cells = (ZERO, ZERO)


# One word; compiled code uses the machine's own instructions ------------------------------------------
def ones(word: Any) -> int:
    """How many bits of a word are set."""
    return int(word).bit_count()


def lowest(word: Any) -> int:
    """The place of the lowest bit set; the word is not 0."""
    number = int(word)
    return (number & -number).bit_length() - 1


if COMPILES:
    from numba import types
    from numba.core import cgutils
    from numba.extending import intrinsic, overload

    def _compile_to(plain: Callable[[Any], int], emit: Callable[[Any, Any], Any]) -> None:
        """Compiled code that calls the plain function uses this instruction of the machine."""

        @intrinsic
        def instruction(_typing: Any, _word: Any) -> Any:
            def build(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
                return emit(builder, args[0])

            return types.uint64(types.uint64), build

        on_word: Any = instruction

        @overload(plain)
        def chosen(word: Any) -> Any:
            def on_machine(word: Any) -> Any:
                return np.int64(on_word(word))

            return on_machine

    _compile_to(ones, lambda builder, word: builder.ctpop(word))
    _compile_to(lowest, lambda builder, word: builder.cttz(word, cgutils.false_bit))


@compiled
def wide(number: SupportsInt) -> int:
    """A number of a record as int64, so that callers are compiled for one type."""
    found: Any = np.int64(number)
    return found


# Sets ------------------------------------------------------------------------------------------------
@compiled
def union(a: Cells, b: Cells) -> Cells:
    return a[0] | b[0], a[1] | b[1]


@compiled
def both(a: Cells, b: Cells) -> Cells:
    return a[0] & b[0], a[1] & b[1]


@compiled
def minus(a: Cells, b: Cells) -> Cells:
    """Cells of the first set that are not in the second."""
    return a[0] & ~b[0], a[1] & ~b[1]


@compiled
def is_empty(a: Cells) -> bool:
    return (a[0] | a[1]) == ZERO


@compiled
def meets(a: Cells, b: Cells) -> bool:
    """Whether the sets share a cell."""
    return ((a[0] & b[0]) | (a[1] & b[1])) != ZERO


@compiled
def within(a: Cells, b: Cells) -> bool:
    """Whether every cell of the first set is in the second."""
    return ((a[0] & ~b[0]) | (a[1] & ~b[1])) == ZERO


@compiled
def count(a: Cells) -> int:
    return ones(a[0]) + ones(a[1])


@compiled
def single(cell: int) -> Cells:
    if cell < WORD:
        return ONE << np.uint64(cell), ZERO
    return ZERO, ONE << np.uint64(cell - WORD)


@compiled
def has(a: Cells, cell: int) -> bool:
    if cell < WORD:
        return (a[0] >> np.uint64(cell)) & ONE == ONE
    return (a[1] >> np.uint64(cell - WORD)) & ONE == ONE


@compiled
def first(a: Cells) -> int:
    """The first cell of a set that is not empty."""
    return lowest(a[0]) if a[0] != ZERO else WORD + lowest(a[1])


@compiled
def without_first(a: Cells) -> Cells:
    """The set without its first cell: `while not is_empty(a): cell = first(a); a = without_first(a)`."""
    if a[0] != ZERO:
        return a[0] & (a[0] - ONE), a[1]
    return ZERO, a[1] & (a[1] - ONE)


@compiled
def nth(a: Cells, n: int) -> int:
    """The n-th cell of the set, from 0."""
    for _ in range(n):
        a = without_first(a)
    return first(a)


# Between Python and a record -------------------------------------------------------------------------
def words(cells: int) -> tuple[int, int]:
    """A set of the reference (an int) as two words."""
    return cells & (1 << WORD) - 1, cells >> WORD


def number(pair: Any) -> int:
    """Two words as a set of the reference."""
    return int(pair[0]) | int(pair[1]) << WORD
