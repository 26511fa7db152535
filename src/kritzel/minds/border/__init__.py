"""Opinions on The Border, compiled: the bots that play it. What every mind can do: `mind.Mind`."""

from __future__ import annotations

from kritzel.minds.border.course import COURSE
from kritzel.minds.border.features import aims
from kritzel.minds.border.foresight import anticipate, rests, weigh_throws
from kritzel.minds.border.greedy import greedy
from kritzel.minds.border.inputs import FEATURES, LOW, STEP, inputs
from kritzel.minds.border.learned import learned
from kritzel.minds.border.master import master
from kritzel.minds.border.planner import planner
from kritzel.minds.border.weighing import weigh_moves
