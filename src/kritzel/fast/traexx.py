"""The compiled twin of Träxx: the same game as `kritzel.games.traexx`, in place on records of fixed size.

Moves are numbers from 0 to `actions(packed) - 1`: first every step from a cell to a neighbour, by the cell
in reading order and then by the neighbour in reading order, then done. A step from c to d is the same number
whichever end of the line c is; on the printed board steps are 0-311 and done is 312. Outcomes are one number,
the kind of the card. What every twin can do: `twins.Twin`.
"""

from __future__ import annotations

from kritzel.fast.traexx_bridge import actions, from_state, to_int, to_move, to_state
from kritzel.fast.traexx_inputs import FEATURES, LOW, STEP, inputs
from kritzel.fast.traexx_learned import learned
from kritzel.fast.traexx_master import master
from kritzel.fast.traexx_planner import planner
from kritzel.fast.traexx_play import greedy, playout, playouts, restart
from kritzel.fast.traexx_rules import (
    CARD,
    DECISION,
    MOST_MOVES,
    OVER,
    allowed,
    apply,
    deciding,
    legal,
    outcome,
    pending,
    places,
    reveal,
    scores,
)
from kritzel.fast.traexx_sheet import SHEET, STATE, blank, pack

__all__ = [
    "CARD",
    "DECISION",
    "FEATURES",
    "LOW",
    "MOST_MOVES",
    "OVER",
    "SHEET",
    "STATE",
    "STEP",
    "actions",
    "aims",
    "allowed",
    "apply",
    "blank",
    "deciding",
    "from_state",
    "greedy",
    "inputs",
    "learned",
    "legal",
    "master",
    "outcome",
    "pack",
    "pending",
    "places",
    "planner",
    "playout",
    "playouts",
    "restart",
    "reveal",
    "scores",
    "to_int",
    "to_move",
    "to_state",
]

aims = scores
"""What a net learns to foresee: the final points of each seat."""
