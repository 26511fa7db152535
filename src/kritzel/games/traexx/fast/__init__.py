"""The compiled twin of Träxx, in place on records of fixed size. The contract of every twin: `twin.Twin`.

An outcome is one number, the kind of the card. Moves as numbers: `codec`.
"""

from __future__ import annotations

from kritzel.fast.luck import DECISION, OVER
from kritzel.games.traexx.fast.codec import actions, from_state, to_int, to_move, to_state
from kritzel.games.traexx.fast.playout import playout, playouts
from kritzel.games.traexx.fast.rules import (
    CARD,
    MOST_MOVES,
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
from kritzel.games.traexx.fast.scoring import places, scores
from kritzel.games.traexx.fast.sheet import SHEET, pack
from kritzel.games.traexx.fast.state import STATE
