"""How nets for Dizzle are trained."""

from __future__ import annotations

from kritzel.fast.course import Hyperparameters

COURSE = Hyperparameters(games=81_920, noise=0.8, trace=0.8, decisions=40)
