"""What is kept of one game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple


class Finished(NamedTuple):
    """Points and place of each seat, and how many decisions it took; 0 if the game was broken off.

    `faults`: which bots failed on how many moves, on which another one moved in their place (`bots.faults`).
    """

    scores: list[int]
    places: list[int]
    decisions: int
    faults: Sequence[dict[str, Any]] = ()


def broken_off(scores: list[int], faults: Sequence[dict[str, Any]] = ()) -> Finished:
    """A game that would not end: the points as they stand, places by points alone."""
    return Finished(scores, by_points(scores), 0, faults)


def by_points(scores: list[int]) -> list[int]:
    """Places from 1, equal points shared."""
    return [1 + sum(other > mine for other in scores) for mine in scores]
