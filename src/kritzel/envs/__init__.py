"""The games as environments for reinforcement learning, on the compiled twins (docs/environments.md).

    env = kritzel.envs.aec("border/1", seats=3)        # PettingZoo
    env = kritzel.envs.solo("dizzle/1")                # Gymnasium
    env = kritzel.envs.vector("traexx/1", 2, 4096)     # NumPy arrays, thousands of games per call
    desk = kritzel.envs.desk("dizzle/7", seats=2)      # one game, chance in your hands

Importing this imports none of them; what is missing is named when it is needed.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kritzel.fast.twin import NotInstalled

if TYPE_CHECKING:
    from kritzel.envs.desks import Desk
    from kritzel.envs.gym import Solo
    from kritzel.envs.parts import Part
    from kritzel.envs.vectors import Vector
    from kritzel.envs.zoo import Zoo

__all__ = ["NotInstalled", "aec", "desk", "layout", "solo", "vector"]

EXTRAS = {"numpy": "fast", "numba": "fast", "llvmlite": "fast", "gymnasium": "envs", "pettingzoo": "envs"}


def aec(sheet: str | Path | Any, seats: int = 2, **settings: Any) -> Zoo:
    """A PettingZoo AEC environment of any game and sheet; settings: see `kritzel.envs.zoo.Zoo`."""
    return _needed("zoo").Zoo(sheet, seats, **settings)  # type: ignore[no-any-return]


def solo(sheet: str | Path | Any, **settings: Any) -> Solo:
    """A Gymnasium environment of a game alone; settings: see `kritzel.envs.gym.Solo`."""
    return _needed("gym").Solo(sheet, **settings)  # type: ignore[no-any-return]


def vector(sheet: str | Path | Any, seats: int = 2, games: int = 1024, **settings: Any) -> Vector:
    """Many games in one call; settings: see `kritzel.envs.vectors.Vector`."""
    return _needed("vectors").Vector(sheet, seats, games, **settings)  # type: ignore[no-any-return]


def desk(sheet: str | Path | Any, seats: int = 2, *, boards: tuple[int, ...] = (), deal: int = 0) -> Desk:
    """One game with chance in your hands: see `kritzel.envs.desks.Desk`."""
    return _needed("desks").Desk(_needed("sheets").paper(sheet, seats, boards), deal)  # type: ignore[no-any-return]


def layout(sheet: str | Path | Any, seats: int = 2) -> tuple[Part, ...]:
    """What stands where in an observation."""
    return _needed("sheets").paper(sheet, seats).layout  # type: ignore[no-any-return]


def _needed(name: str) -> Any:
    try:
        return import_module(f"{__name__}.{name}")
    except ImportError as error:
        missing = (error.name or "").partition(".")[0]
        if missing not in EXTRAS:
            raise
        raise NotInstalled(missing, "envs" if name in ("zoo", "gym") else EXTRAS[missing]) from None
