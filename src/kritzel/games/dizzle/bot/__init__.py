"""The bots that play Dizzle, compiled. What the bots of every game have: `kritzel.fast.strategy.Strategy`."""

from __future__ import annotations

from kritzel.games.dizzle.bot.features import FEATURES, LOW, STEP, inputs
from kritzel.games.dizzle.bot.greedy import greedy
from kritzel.games.dizzle.bot.learned import COURSE, anticipate, learned, rests, weigh_moves, weigh_throws
from kritzel.games.dizzle.bot.master import master
from kritzel.games.dizzle.bot.planner import planner
from kritzel.games.dizzle.fast.scoring import scores

targets = scores
"""What a net learns to foresee: the final points of each seat."""
