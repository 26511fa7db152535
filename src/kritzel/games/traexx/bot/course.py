"""How nets for Träxx are trained."""

from __future__ import annotations

from kritzel.fast.course import Hyperparameters

COURSE = Hyperparameters(games=122_880, noise=1.5, trace=0.5, decisions=40)
