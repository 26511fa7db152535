"""The compiled twin of Dizzle: the game of `kritzel.games.dizzle`, in place on records of fixed size.

What every twin can do, and what is to be trusted: `twin.Twin`. Moves as numbers: `numbers`.
"""

from __future__ import annotations

from kritzel.fast.dizzle.bridge import from_state, to_state
from kritzel.fast.dizzle.numbers import (
    CHANCES,
    MOST_MOVES,
    REMOVE,
    REROLL,
    ROLL,
    VOLCANO,
    actions,
    to_int,
    to_move,
)
from kritzel.fast.dizzle.playout import playout, playouts
from kritzel.fast.dizzle.rules import (
    allowed,
    apply,
    blank,
    deciding,
    legal,
    outcome,
    pending,
    restart,
    reveal,
)
from kritzel.fast.dizzle.scoring import places, scores
from kritzel.fast.dizzle.sheet import SHEET, pack
from kritzel.fast.dizzle.state import STATE
from kritzel.fast.luck import DECISION, OVER
