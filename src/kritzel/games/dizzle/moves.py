"""What a seat can say. A move names a thing done, legal or not; `rules` decides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Take:
    """Take a die with this number from the pool and place it on the cell (D5)."""

    number: int
    cell: int


@dataclass(frozen=True, slots=True)
class Reroll:
    """Roll the pool again (D11)."""


@dataclass(frozen=True, slots=True)
class Out:
    """Drop out of the pass (D11)."""


@dataclass(frozen=True, slots=True)
class Back:
    """Give the die on the cell back to the pool (D13)."""

    cell: int


@dataclass(frozen=True, slots=True)
class Lava:
    """Turn the cell into lava (D35)."""

    cell: int


@dataclass(frozen=True, slots=True)
class Planet:
    """Cross the planet a rocket flies to (D22)."""

    cell: int


@dataclass(frozen=True, slots=True)
class Rail:
    """Draw a piece of rail on the cell (D37)."""

    cell: int
    piece: str


Move: TypeAlias = Take | Reroll | Out | Back | Lava | Planet | Rail

REROLL = Reroll()
OUT = Out()
