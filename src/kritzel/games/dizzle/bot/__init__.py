"""Opinions on Dizzle, compiled: the bots that play it. What every mind can do: `mind.Mind`."""

from __future__ import annotations

from kritzel.games.dizzle.bot.course import COURSE
from kritzel.games.dizzle.bot.foresight import anticipate, rests, weigh_throws
from kritzel.games.dizzle.bot.greedy import greedy
from kritzel.games.dizzle.bot.inputs import FEATURES, LOW, STEP, inputs
from kritzel.games.dizzle.bot.learned import learned
from kritzel.games.dizzle.bot.master import master
from kritzel.games.dizzle.bot.planner import planner
from kritzel.games.dizzle.bot.weighing import weigh_moves
from kritzel.games.dizzle.fast.scoring import scores

aims = scores
"""What a net learns to foresee: the final points of each seat."""
