"""The compiled twin of Träxx: the game of `kritzel.games.traexx`, in place on records of fixed size.

Outcomes are one number, the kind of the card. What every twin can do, and what is to be trusted: `twin.Twin`.
Moves as numbers: `numbers`.
"""

from __future__ import annotations

from kritzel.fast.luck import DECISION, OVER
from kritzel.games.traexx.fast.bridge import from_state, to_state
from kritzel.games.traexx.fast.numbers import actions, to_int, to_move
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
