"""The compiled twin of The Border: the game of `kritzel.games.border`, in place on records of fixed size.

What every twin can do, and what is to be trusted: `twin.Twin`. Moves as numbers: `numbers`.
"""

from __future__ import annotations

from kritzel.fast.luck import DECISION, OVER
from kritzel.games.border.fast.bridge import from_state, to_state
from kritzel.games.border.fast.numbers import (
    AGAIN,
    CROSS,
    DONE,
    MOST_MOVES,
    STOP,
    WAYS,
    actions,
    to_int,
    to_move,
)
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
from kritzel.games.border.fast.state import STATE
