"""The compiled twin of Träxx: the game of `kritzel.games.traexx`, in place on records of fixed size.

Outcomes are one number, the kind of the card. What every twin can do, and what is to be trusted: `twin.Twin`.
Moves as numbers: `numbers`.
"""

from __future__ import annotations

from kritzel.fast.luck import DECISION, OVER
from kritzel.fast.traexx.bridge import from_state, to_state
from kritzel.fast.traexx.numbers import actions, to_int, to_move
from kritzel.fast.traexx.playout import playout, playouts
from kritzel.fast.traexx.rules import (
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
from kritzel.fast.traexx.scoring import places, scores
from kritzel.fast.traexx.sheet import SHEET, pack
from kritzel.fast.traexx.state import STATE
