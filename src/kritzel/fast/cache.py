"""Where compiled twins are kept, in a folder that can never be stale. Imports neither NumPy nor Numba.

Numba's own cache does not notice changes in other modules, so the folder is named by a fingerprint of all
sources that compiled code is made from: other sources, another folder. Folders not used for a month are
removed. A `Skill` that was compiled whole is marked, so that no process has to try.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TypeAlias

from kritzel import paths

MONTH = 30 * 24 * 3600.0
FLOORS = ("arena", "envs", "fast", "games", "mechanics", "training")
"""What compiles, and what constants in compiled code come from."""
COMPILERS = ("numba", "llvmlite")

Skill: TypeAlias = tuple[str, str]
"""A bot that thinks in a twin, and the game it plays."""


def fingerprint() -> str:
    """A hash of what compiled code depends on: our sources, Numba, Python and the machine."""
    made_by = [*map(_version, COMPILERS), f"{sys.version_info.major}.{sys.version_info.minor}"]
    seen = hashlib.sha256(" ".join([*made_by, sys.platform, platform.machine()]).encode())
    sources = Path(__file__).parents[1]
    for floor in FLOORS:
        for source in sorted((sources / floor).rglob("*.py")):
            seen.update(source.relative_to(sources).as_posix().encode() + source.read_bytes())
    return seen.hexdigest()[:16]


def _version(package: str) -> str:
    try:
        return f"{package} {version(package)}"
    except PackageNotFoundError:
        return f"no {package}"


def cache_folder() -> Path:
    """Where compiled twins are kept: KRITZEL_CACHE, or the user's cache folder."""
    home = os.environ.get("KRITZEL_CACHE") or os.environ.get("XDG_CACHE_HOME") or paths.home() / ".cache"
    return Path(home) / "kritzel" / f"fast-{fingerprint()}"


def opened() -> Path | None:
    """The folder, ready to be written to and noted as in use; None where that cannot be."""
    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    if not os.access(folder, os.W_OK):
        return None
    os.utime(folder)
    _sweep(folder)
    return folder


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Lock the folder for writing. The lock ends with the process, however that ends."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("ab") as file:
        _lock(file.fileno())
        yield


def _lock(file: int) -> None:
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(file, msvcrt.LK_LOCK, 1)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX)


def _sweep(folder: Path) -> None:
    for other in folder.parent.glob("fast-*"):
        with suppress(OSError):  # another process has removed it
            if time.time() - other.stat().st_mtime > MONTH:
                shutil.rmtree(other, ignore_errors=True)


# What is compiled whole ------------------------------------------------------------------------------
def mark(skill: Skill) -> None:
    """All that this bot needs in this game lies in the folder now."""
    folder = opened()
    if folder is not None:
        (folder / f"compiled-{'-'.join(skill)}").touch()


def marked() -> frozenset[Skill]:
    """What has been compiled whole."""
    names = [path.name.split("-") for path in cache_folder().glob("compiled-*")]
    return frozenset((bot, game) for _, bot, game in names)
