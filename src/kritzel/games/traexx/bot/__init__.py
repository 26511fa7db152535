"""The compiled bots of Träxx. The contract of every strategy: `strategy.Strategy`."""

from __future__ import annotations

from kritzel.games.traexx.bot.features import FEATURES, LOW, STEP, inputs
from kritzel.games.traexx.bot.greedy import greedy
from kritzel.games.traexx.bot.learned import COURSE, anticipate, learned, rests, weigh_moves, weigh_throws
from kritzel.games.traexx.bot.master import master
from kritzel.games.traexx.bot.planner import planner
from kritzel.games.traexx.fast.scoring import scores

targets = scores
"""What a net learns to predict: the final points of each seat."""
