"""Dice as multisets: a roll of five dice has 252 outcomes, not 7,776."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial


def read_off(typed: str) -> str:
    """Faces as people type what lies before them: with spaces, commas or capitals."""
    return "".join(typed.lower().replace(",", " ").split())


@dataclass(frozen=True, slots=True)
class Roll:
    """Some equal dice thrown at once. An outcome is the faces in ascending order."""

    dice: int
    faces: tuple[int, ...]

    def outcomes(self) -> Iterator[tuple[tuple[int, ...], Fraction]]:
        """Every multiset of faces with its exact weight."""
        ways = len(self.faces) ** self.dice
        for outcome in combinations_with_replacement(self.faces, self.dice):
            orders = factorial(self.dice)
            for face in self.faces:
                orders //= factorial(outcome.count(face))
            yield outcome, Fraction(orders, ways)

    def __contains__(self, outcome: object) -> bool:
        return (
            isinstance(outcome, tuple)
            and len(outcome) == self.dice
            and all(map(self.faces.__contains__, outcome))
            and list(outcome) == sorted(outcome)
        )

    def sample(self, below: Callable[[int], int]) -> tuple[int, ...]:
        """One throw."""
        return self.normal([self.faces[below(len(self.faces))] for _ in range(self.dice)])

    def normal(self, outcome: Iterable[int]) -> tuple[int, ...]:
        """The faces in ascending order: equal dice may be read in any."""
        return tuple(sorted(outcome))
