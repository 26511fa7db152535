"""How nets for The Border are trained."""

from __future__ import annotations

from kritzel.fast.course import Hyperparameters

COURSE = Hyperparameters(games=40_960, noise=1.5, trace=0.8, decisions=80, pessimism=0.5)
"""Pessimism: a net that hopes for much never closes the area that ends a game, and learns that none comes."""
