"""What a seat can say: one sentence each. Whether it may say it is up to `rules`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

Dice: TypeAlias = tuple[int, ...]
"""Colours of dice as indices into `material.COLOURS`, in ascending order."""


@dataclass(frozen=True, slots=True)
class Again:
    """Throw these dice again and keep the others (B2)."""

    dice: Dice


@dataclass(frozen=True, slots=True)
class Stop:
    """No further throw (B2)."""


@dataclass(frozen=True, slots=True)
class Cross:
    """Cross this cell with a die of its colour (B3, B4)."""

    cell: int


@dataclass(frozen=True, slots=True)
class Done:
    """Finished crossing (B3, B4)."""


Move: TypeAlias = Again | Stop | Cross | Done

STOP = Stop()
DONE = Done()
