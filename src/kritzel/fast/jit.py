"""How twins are compiled: with everything a function calls, once (`fast.once`), then loaded from a cache
(`fast.cache`).

Within the cache Numba tells functions apart by file, line and types only; here also by the module, since a
file may be loaded as several (`fast.loops`). Where Numba is missing, or with NUMBA_DISABLE_JIT=1,
everything runs as plain Python: the same moves, a thousand times slower, and ready at once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from kritzel.fast import cache
from kritzel.fast.twin import compiles

Function = TypeVar("Function", bound=Callable[..., Any])

COMPILES = compiles()
"""Whether functions are compiled in this process."""
FOLDER = cache.opened() if COMPILES else None


if COMPILES:
    import numba

    from kritzel.fast import once

    if FOLDER is not None:
        setattr(numba.config, "CACHE_DIR", str(FOLDER))  # noqa: B010


def _named(function: Function) -> Function:
    """Named with its module: in the cache, another one loaded from the same file is another function."""
    function.__qualname__ = f"{function.__module__.rpartition('.')[2]}.{function.__qualname__}"
    return function


def _made(function: Function, *, nogil: bool = False) -> Function:
    if not COMPILES:
        return function
    if once.FITS:
        return cast(Function, once.once(_named(function), cache=FOLDER is not None, nogil=nogil))
    return cast(Function, numba.njit(cache=FOLDER is not None, nogil=nogil)(_named(function)))


def compiled(function: Function) -> Function:
    """Compile a function when it is first called, or load it from the cache."""
    return _made(function)


def released(function: Function) -> Function:
    """The same, and other threads may run meanwhile."""
    return _made(function, nogil=True)


@compiled
def hold(array: Any) -> None:
    """Compiled code frees an array after its last mention, even while one of its records is still in use: so
    this mentions it last."""
