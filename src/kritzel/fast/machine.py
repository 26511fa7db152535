"""Instructions of the machine for sets of cells, in compiled code: the one part of twins that needs Numba."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload


@intrinsic
def _machine_ones(_typing: Any, _word: Any) -> Any:
    def build(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.uint64(types.uint64), build


@intrinsic
def _machine_lowest(_typing: Any, _word: Any) -> Any:
    def build(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], cgutils.false_bit)

    return types.uint64(types.uint64), build


ctpop: Any = _machine_ones
cttz: Any = _machine_lowest


def instead_of(plain: Callable[[Any], int], instruction: Any) -> None:
    """Compiled code that calls the plain function uses this instruction."""

    @overload(plain)
    def chosen(word: Any) -> Any:
        def on_machine(word: Any) -> Any:
            return np.int64(instruction(word))

        return on_machine
