"""What is kept of one game."""

from __future__ import annotations

from typing import NamedTuple


class Finished(NamedTuple):
    """Points and place of each seat, and how many decisions it took; 0 if the game was broken off."""

    scores: list[int]
    places: list[int]
    decisions: int


def broken_off(scores: list[int]) -> Finished:
    """A game that would not end: the points as they stand, places by points alone."""
    return Finished(scores, by_points(scores), 0)


def by_points(scores: list[int]) -> list[int]:
    """Places from 1, equal points shared."""
    return [1 + sum(other > mine for other in scores) for mine in scores]
