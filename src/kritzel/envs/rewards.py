"""What an agent is paid for, by name, and when a game is broken off.

`score`: a seat's points when the game ends. `margin`: its points at the end less the mean of the others'; the
margins of all seats add up to 0. `win`: its share of the win: 1, 0, or an equal part of a shared first place,
tie-breaks included. `gain`: points gained since the last step, as they are settled; they add up to the points
at the end less those at the start. Where the fewest points win, each point is paid as -1. All but `gain` are
paid once, when the game ends.
"""

from __future__ import annotations

from kritzel.envs.vector_loop import GAIN, MARGIN, SCORE, WIN

LIMIT = 10_000
"""So many decisions, and a game is broken off: The Border need not end if nobody wants it to."""

ILLEGAL = -100.0
"""What an illegal action costs alone; no honest game on a printed sheet ends with so little."""

MODES = {"score": SCORE, "margin": MARGIN, "win": WIN, "gain": GAIN}


def mode(name: str | None, seats: int) -> int:
    """The number of a reward; None: `score` alone, `margin` with company. ValueError for unknown names."""
    chosen = name or ("score" if seats == 1 else "margin")
    if chosen not in MODES:
        raise ValueError(f"there is no reward '{chosen}', only: {', '.join(MODES)}")
    return MODES[chosen]
