"""What a seat can say: one sentence each. Whether it may say it is up to `rules`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Cross:
    """Cross this cell (Q3)."""

    cell: str


@dataclass(frozen=True, slots=True)
class Skip:
    """Cross nothing (Q3)."""


Move: TypeAlias = Cross | Skip
SKIP = Skip()
