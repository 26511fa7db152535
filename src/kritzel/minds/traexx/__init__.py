"""Opinions on Träxx, compiled: the bots that play it. What every mind can do: `mind.Mind`."""

from __future__ import annotations

from kritzel.fast.traexx.scoring import scores
from kritzel.minds.traexx.course import COURSE
from kritzel.minds.traexx.foresight import anticipate, rests, weigh_throws
from kritzel.minds.traexx.greedy import greedy
from kritzel.minds.traexx.inputs import FEATURES, LOW, STEP, inputs
from kritzel.minds.traexx.learned import learned
from kritzel.minds.traexx.master import master
from kritzel.minds.traexx.planner import planner
from kritzel.minds.traexx.weighing import weigh_moves

aims = scores
"""What a net learns to foresee: the final points of each seat."""
