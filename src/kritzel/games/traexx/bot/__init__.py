"""Opinions on Träxx, compiled: the bots that play it. What every mind can do: `mind.Mind`."""

from __future__ import annotations

from kritzel.games.traexx.bot.course import COURSE
from kritzel.games.traexx.bot.foresight import anticipate, rests, weigh_throws
from kritzel.games.traexx.bot.greedy import greedy
from kritzel.games.traexx.bot.inputs import FEATURES, LOW, STEP, inputs
from kritzel.games.traexx.bot.learned import learned
from kritzel.games.traexx.bot.master import master
from kritzel.games.traexx.bot.planner import planner
from kritzel.games.traexx.bot.weighing import weigh_moves
from kritzel.games.traexx.fast.scoring import scores

aims = scores
"""What a net learns to foresee: the final points of each seat."""
