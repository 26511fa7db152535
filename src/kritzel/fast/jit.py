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


def _compile(function: Function, *, nogil: bool = False) -> Function:
    if not COMPILES:
        return function
    # With its module: in the cache, the same function of a file loaded a second time is another one.
    function.__qualname__ = f"{function.__module__.rpartition('.')[2]}.{function.__qualname__}"
    if once.FITS:
        return cast(Function, once.once(function, cache=FOLDER is not None, nogil=nogil))
    return cast(Function, numba.njit(cache=FOLDER is not None, nogil=nogil)(function))


def compiled(function: Function) -> Function:
    """Compile a function when it is first called, or load it from the cache."""
    return _compile(function)


def released(function: Function) -> Function:
    """The same, without Python's lock: other threads may run meanwhile."""
    return _compile(function, nogil=True)


@compiled
def hold(array: Any) -> None:
    """Keep an array alive: compiled code frees it after its last mention, even while one of its records is
    still in use."""
