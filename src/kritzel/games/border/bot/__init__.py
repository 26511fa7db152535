"""Opinions on The Border, compiled: the bots that play it. What every mind can do: `mind.Mind`."""

from __future__ import annotations

from kritzel.games.border.bot.course import COURSE
from kritzel.games.border.bot.features import aims
from kritzel.games.border.bot.foresight import anticipate, rests, weigh_throws
from kritzel.games.border.bot.greedy import greedy
from kritzel.games.border.bot.inputs import FEATURES, LOW, STEP, inputs
from kritzel.games.border.bot.learned import learned
from kritzel.games.border.bot.master import master
from kritzel.games.border.bot.planner import planner
from kritzel.games.border.bot.weighing import weigh_moves
