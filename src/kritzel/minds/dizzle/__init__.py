"""Opinions on Dizzle, compiled: the bots that play it. What every mind can do: `mind.Mind`."""

from __future__ import annotations

from kritzel.fast.dizzle.scoring import scores
from kritzel.minds.dizzle.course import COURSE
from kritzel.minds.dizzle.foresight import anticipate, rests, weigh_throws
from kritzel.minds.dizzle.greedy import greedy
from kritzel.minds.dizzle.inputs import FEATURES, LOW, STEP, inputs
from kritzel.minds.dizzle.learned import learned
from kritzel.minds.dizzle.master import master
from kritzel.minds.dizzle.planner import planner
from kritzel.minds.dizzle.weighing import weigh_moves

aims = scores
"""What a net learns to foresee: the final points of each seat."""
