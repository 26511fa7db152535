"""The compiled twin of Dizzle: the game of `kritzel.games.dizzle`, in place on records of fixed size.

What every twin can do, and what is to be trusted: `twin.Twin`. Moves as numbers: `numbers`.
"""

from __future__ import annotations

from kritzel.fast.luck import DECISION, OVER
from kritzel.games.dizzle.fast.bridge import from_state, to_state
from kritzel.games.dizzle.fast.numbers import (
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
from kritzel.games.dizzle.fast.playout import playout, playouts
from kritzel.games.dizzle.fast.rules import (
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
from kritzel.games.dizzle.fast.scoring import places, scores
from kritzel.games.dizzle.fast.sheet import SHEET, pack
from kritzel.games.dizzle.fast.state import STATE
