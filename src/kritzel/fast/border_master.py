"""The master of The Border, compiled: the learned bot, looking further.

Before it keeps dice it judges the most promising uses of every final throw with just the dice left then, and
in action 2 it carries on more sets of cells. If its own turn comes next, the best of them are judged by that
turn: the mean over all throws of the dice kept best, and each final throw used best (`border_throwing`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kritzel.fast.border_company import NOW, Mind, hand_over, new_mind
from kritzel.fast.border_learned import Search, begin, decide, key_of, new_search, seek
from kritzel.fast.border_planner import NEVER
from kritzel.fast.border_sheet import CROSS, DONE, FOLLOWING
from kritzel.fast.border_thought import is_last
from kritzel.fast.border_throwing import value_kept
from kritzel.fast.jit import compiled
from kritzel.fast.net import Desk, Net
from kritzel.games.border.material import THROWS

WIDE = 12
"""So many sets of cells are carried on in action 2."""

CAREFUL = 3
"""So many uses of each final throw are judged with just the dice that are left then."""

UNKNOWN = 2 * NEVER
"""The value of a table that is still to be judged."""

TURNS = 6
"""So many of the best sets of cells are judged by the turn to come."""


@compiled
def turn_worth(s: Any, m: Mind, later: Any) -> float:
    """What a table after action 2 is worth to a seat that is active next: the mean over its throws."""
    m.thoughts[NOW] = later
    now = m.thoughts[NOW]
    for other in range(now["seats"]):
        now["gone"] |= now["enclosed"][other]
    now["next"], now["giver"], now["left"], now["one"] = (m.seat + 1) % now["seats"], m.seat, 0, 0
    return value_kept(s, m, THROWS, 0)[0]  # type: ignore[no-any-return]


@compiled
def follow(s: Any, g: Any, m: Mind, q: Search) -> int:
    """B4: the cell to cross next, or done."""
    seek(s, g, m, q)
    for nth in range(len(q.values)):
        if q.values[nth] > NEVER and not is_last(s, q.thoughts[nth]):
            q.thoughts[nth] = hand_over(s, m, q.thoughts[nth])
            q.values[nth] = UNKNOWN
    for nth in range(len(q.values)):
        if q.values[nth] == UNKNOWN:
            q.values[nth] = turn_worth(s, m, q.thoughts[nth])
    start = q.begins[np.argmax(q.values)]
    return DONE if start < 0 else CROSS + start


@compiled
def master(sheet: Any, state: Any, seat: int, seed: int, net: Net, desk: Desk) -> int:
    """The move of the master for a seat that may act."""
    s, g = sheet[0], state[0]
    m, q = new_mind(seat, net, desk), new_search(key_of(g, seat, seed), 0.0, WIDE, CAREFUL, TURNS)
    begin(s, g, m, True)
    if g["phase"] == FOLLOWING and m.thoughts[NOW]["next"] == seat and not is_last(s, m.thoughts[NOW]):
        desk.told[:] = 0
        return follow(s, g, m, q)
    return decide(s, g, m, q)
