"""The games as environments for reinforcement learning, on the compiled twins (docs/environments.md).

    env = kritzel.envs.aec("border/1", seats=3)        # PettingZoo
    env = kritzel.envs.solo("dizzle/1")                # Gymnasium
    env = kritzel.envs.vector("traexx/1", 2, 4096)     # NumPy arrays, thousands of games per call
    desk = kritzel.envs.desk("dizzle/7", seats=2)      # one game, chance in your hands

Importing this imports none of them; what is missing is named when it is needed.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
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
    with _naming_extra("envs"):
        from kritzel.envs.zoo import Zoo
    return Zoo(sheet, seats, **settings)


def solo(sheet: str | Path | Any, **settings: Any) -> Solo:
    """A Gymnasium environment of a game alone; settings: see `kritzel.envs.gym.Solo`."""
    with _naming_extra("envs"):
        from kritzel.envs.gym import Solo
    return Solo(sheet, **settings)


def vector(sheet: str | Path | Any, seats: int = 2, games: int = 1024, **settings: Any) -> Vector:
    """Many games in one call; settings: see `kritzel.envs.vectors.Vector`."""
    with _naming_extra():
        from kritzel.envs.vectors import Vector
    return Vector(sheet, seats, games, **settings)


def desk(sheet: str | Path | Any, seats: int = 2, *, boards: tuple[int, ...] = (), deal: int = 0) -> Desk:
    """One game with chance in your hands: see `kritzel.envs.desks.Desk`."""
    with _naming_extra():
        from kritzel.envs.desks import Desk
        from kritzel.envs.sheets import paper
    return Desk(paper(sheet, seats, boards), deal)


def layout(sheet: str | Path | Any, seats: int = 2) -> tuple[Part, ...]:
    """What stands where in an observation."""
    with _naming_extra():
        from kritzel.envs.sheets import paper
    return paper(sheet, seats).layout


@contextmanager
def _naming_extra(extra: str = "") -> Iterator[None]:
    """Raise NotInstalled, with the extra that brings the missing package, instead of ImportError."""
    try:
        yield
    except ImportError as error:
        missing = (error.name or "").partition(".")[0]
        if missing not in EXTRAS:
            raise
        raise NotInstalled(missing, extra or EXTRAS[missing]) from None
