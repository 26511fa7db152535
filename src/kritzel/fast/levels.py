"""The compiled bots by number, and how restless the learned ones are. Knows no game."""

from __future__ import annotations

RANDOM, GREEDY, PLANNER, MASTER, LEARNED, SKILLED, CASUAL = range(7)
"""From `LEARNED` on every number is the learned bot, more and more restless."""

UNREST = (0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 3.0)
"""By number: the noise on what a move is worth, in the game's `UNIT`."""

UNIT = {"dizzle": 0.6, "border": 1.0, "traexx": 0.45}
"""By game, in points: so that `casual` stands between greedy and planner, and `skilled` between planner and
learned (docs/research, entry 6). The Border's is a guess."""
