"""What a seat can say: one sentence each. Whether it may say it is up to `rules`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

Dice: TypeAlias = tuple[int, ...]
"""Faces of dice in ascending order."""


@dataclass(frozen=True, slots=True)
class Again:
    """Throw these dice again and keep the others (Y2)."""

    dice: Dice


@dataclass(frozen=True, slots=True)
class Stop:
    """No further throw (Y2)."""


@dataclass(frozen=True, slots=True)
class Write:
    """Write what the dice are worth into this box (Y3)."""

    box: str


Move: TypeAlias = Again | Stop | Write

STOP = Stop()
