"""The compiled twin of The Border: the game of `kritzel.games.border`, in place on records of fixed size.

The contract of all twins: `kritzel.fast.twin.Twin`. Moves as numbers: `state`.
"""

from __future__ import annotations

from kritzel.fast.luck import DECISION, OVER
from kritzel.games.border.fast.codec import actions, from_state, to_int, to_move, to_state
from kritzel.games.border.fast.playout import MOST_ROUNDS, playout, playouts
from kritzel.games.border.fast.rules import (
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
from kritzel.games.border.fast.scoring import places, scores
from kritzel.games.border.fast.sheet import SHEET, pack
from kritzel.games.border.fast.state import AGAIN, CROSS, DONE, MOST_MOVES, STATE, STOP, WAYS
