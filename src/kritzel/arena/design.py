"""Who plays whom, on which seats and boards: the duplicate design. Knows no game and no luck.

A deal is the unit: one luck for all its games. Of every choice of bots for the seats, a deal plays all
rotations of one cyclic order, and the order changes from deal to deal, so that (seats - 1)! deals hold
every permutation once. Where boards differ, every rotation of the bots is played with every rotation of the
boards; the set of boards changes from deal to deal too. So within every single deal each bot sits on each
seat, and with each board of the deal on each seat, equally often.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations
from math import comb
from typing import NamedTuple


class Seating(NamedTuple):
    """One game of a deal: which entry (by its number) sits on each seat, and each seat's board, from 1."""

    bots: tuple[int, ...]
    boards: tuple[int, ...]


def games_of(deal: int, entries: int, seats: int, boards: int) -> list[Seating]:
    """All games of a deal; `boards` is how many differing boards the sheet has, 0 for none."""
    laid = list(_boards(deal, seats, boards))
    return [
        Seating(line_up, each)
        for chosen in combinations(range(entries), seats)
        for line_up in rotations(_order(deal, chosen))
        for each in laid
    ]


def games_per_deal(entries: int, seats: int, boards: int) -> int:
    """How many games a deal has."""
    return comb(entries, seats) * seats * (seats if boards else 1)


def rotations(order: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Everybody moves on by one seat, until all sat everywhere."""
    for shift in range(len(order)):
        yield (*order[shift:], *order[:shift])


def _order(deal: int, chosen: Sequence[int]) -> tuple[int, ...]:
    """The cyclic order of this deal: the first bot stays, the others change places."""
    orders = list(permutations(chosen[1:]))
    return (chosen[0], *orders[deal % len(orders)])


def _boards(deal: int, seats: int, boards: int) -> Iterator[tuple[int, ...]]:
    if not boards:
        return iter([()])
    sets = list(combinations(range(1, boards + 1), seats))
    return rotations(sets[deal % len(sets)])
