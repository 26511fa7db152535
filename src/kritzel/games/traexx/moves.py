"""What a seat can say: extend the line by one cell, or done. Knows nothing of what is allowed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Extend:
    """Draw the line from its end to one more cell (T2-T4)."""

    end: int
    to: int


@dataclass(frozen=True, slots=True)
class Done:
    """Finished with this card; a pass if nothing was drawn (T2)."""


DONE = Done()

Move: TypeAlias = Extend | Done
