"""The compiled twin of The Border: the game of `kritzel.games.border`, in place on records of fixed size.

What every twin can do, and what is to be trusted: `twin.Twin`. Moves as numbers: `numbers`.
"""

from __future__ import annotations

from kritzel.fast.border.bridge import from_state, to_state
from kritzel.fast.border.numbers import AGAIN, CROSS, DONE, MOST_MOVES, STOP, WAYS, actions, to_int, to_move
from kritzel.fast.border.playout import MOST_ROUNDS, playout, playouts
from kritzel.fast.border.rules import (
    THROW,
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
from kritzel.fast.border.scoring import places, scores
from kritzel.fast.border.sheet import SHEET, pack
from kritzel.fast.border.state import STATE
from kritzel.fast.luck import DECISION, OVER
