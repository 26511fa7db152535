"""The compiled twin of Dizzle: the game of `kritzel.games.dizzle`, in place on records of fixed size.

What every twin can do, and what it trusts: `twin.Twin`. Moves as numbers: `codec`.
"""

from __future__ import annotations

from kritzel.fast.luck import DECISION, OVER
from kritzel.games.dizzle.fast.codec import (
    CHANCES,
    MOST_MOVES,
    REMOVE,
    REROLL,
    ROLL,
    VOLCANO,
    actions,
    from_state,
    to_int,
    to_move,
    to_state,
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
