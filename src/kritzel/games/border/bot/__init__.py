"""The bots of The Border, compiled. The contract of all bots: `kritzel.fast.strategy.Strategy`."""

from __future__ import annotations

from kritzel.games.border.bot.features import FEATURES, LOW, STEP, inputs, targets
from kritzel.games.border.bot.greedy import greedy
from kritzel.games.border.bot.hints import anticipate, rests, weigh_moves, weigh_throws
from kritzel.games.border.bot.learned import COURSE, learned
from kritzel.games.border.bot.master import master
from kritzel.games.border.bot.planner import planner
