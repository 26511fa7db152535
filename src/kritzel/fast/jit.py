"""How twins are compiled: once, then loaded from a cache that can never be stale.

Numba's own cache does not notice changes in other modules, so the cache folder is named by a fingerprint of
all sources that compiled code is made from: other sources, another folder. Folders nobody has used for a
month are removed. Within a folder Numba tells functions apart by file, line and types only; here also by the
module, since a file may be loaded as several (`twins.loop_of`). NUMBA_DISABLE_JIT=1 runs everything as plain
Python.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba

Function = TypeVar("Function", bound=Callable[..., Any])


MONTH = 30 * 24 * 3600.0
FLOORS = ("arena", "envs", "fast", "games", "mechanics", "training")
"""What compiles, and what constants in compiled code come from."""


def fingerprint() -> str:
    """What the compiled code depends on: our sources, Numba and Python."""
    seen = hashlib.sha256(f"{numba.__version__} {sys.version}".encode())
    for floor in FLOORS:
        for source in sorted((Path(__file__).parents[1] / floor).rglob("*.py")):
            seen.update(source.name.encode() + source.read_bytes())
    return seen.hexdigest()[:16]


def cache_folder() -> Path:
    """Where compiled twins are kept: KRITZEL_CACHE, or the user's cache folder."""
    home = os.environ.get("KRITZEL_CACHE") or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "kritzel" / f"fast-{fingerprint()}"


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)


def _sweep(folder: Path) -> None:
    """Note that this folder is in use, and remove those that have not been for a month."""
    os.utime(folder)
    for other in folder.parent.glob("fast-*"):
        if time.time() - other.stat().st_mtime > MONTH:
            shutil.rmtree(other, ignore_errors=True)


CACHED = _writable(cache_folder())
if CACHED:
    _sweep(cache_folder())
    setattr(numba.config, "CACHE_DIR", str(cache_folder()))  # noqa: B010


def _named(function: Function) -> Function:
    """Named with its module: in the cache, another one loaded from the same file is another function."""
    function.__qualname__ = f"{function.__module__.rpartition('.')[2]}.{function.__qualname__}"
    return function


def compiled(function: Function) -> Function:
    """Compile a function when it is first called, or load it from the cache."""
    return cast(Function, numba.njit(cache=CACHED)(_named(function)))


@compiled
def hold(array: Any) -> None:
    """Compiled code frees an array after its last mention, even while one of its records is still in use: so
    this mentions it last."""


def released(function: Function) -> Function:
    """The same, and other threads may run meanwhile."""
    return cast(Function, numba.njit(cache=CACHED, nogil=True)(_named(function)))
