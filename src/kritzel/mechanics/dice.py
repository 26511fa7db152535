"""Dice as multisets: a roll of five dice has 252 outcomes, not 7,776."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import factorial, prod

LARGEST_DIGIT = 9


def read_off(typed: str) -> str:
    """Faces as people type them: with spaces, commas or capitals."""
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
        return self.normal([self.faces[below(len(self.faces))] for _ in range(self.dice)])

    def normal(self, outcome: Iterable[int]) -> tuple[int, ...]:
        """The faces in ascending order: equal dice may be read in any."""
        return tuple(sorted(outcome))

    def text(self, outcome: tuple[int, ...]) -> str:
        """The faces one after the other: `25`; with commas where a face has two digits: `3,12`."""
        return ("," if max(self.faces) > LARGEST_DIGIT else "").join(map(str, outcome))

    def parse(self, text: str) -> tuple[int, ...]:
        """Faces in any order, of as many dice as these. Raises ValueError."""
        typed = text.replace(",", " ").split() if max(self.faces) > LARGEST_DIGIT else read_off(text)
        outcome = self.normal(map(int, typed))
        if outcome not in self:
            raise ValueError(text)
        return outcome

    def tray(self, outcome: tuple[int, ...]) -> list[str]:
        return list(map(str, outcome))


@dataclass(frozen=True, slots=True)
class ColouredDice:
    """Dice of several colours thrown at once: `colours` has a letter for each, `ww` and `r` in `wwrygb`.

    An outcome lists the faces in the order of the letters; dice of one colour lie in ascending order. White
    ones (`w`) are written without their letter: `34r2y5g1b6`.
    """

    colours: str
    faces: tuple[int, ...] = (1, 2, 3, 4, 5, 6)

    def __post_init__(self) -> None:
        if max(self.faces) > LARGEST_DIGIT:
            raise ValueError(f"a face of coloured dice has one digit, not {max(self.faces)}")
        if sorted(self.colours, key=self.colours.index) != list(self.colours):
            raise ValueError(f"dice of one colour stand together, not {self.colours}")

    def _groups(self) -> list[Roll]:
        return [Roll(self.colours.count(letter), self.faces) for letter in dict.fromkeys(self.colours)]

    def outcomes(self) -> Iterator[tuple[tuple[int, ...], Fraction]]:
        """Every outcome of each colour with every one of the others."""
        for together in product(*[list(group.outcomes()) for group in self._groups()]):
            faces = tuple([face for group, _ in together for face in group])
            yield faces, prod([weight for _, weight in together], start=Fraction(1))

    def __contains__(self, outcome: object) -> bool:
        return (
            isinstance(outcome, tuple)
            and len(outcome) == len(self.colours)
            and all(map(self.faces.__contains__, outcome))
            and self.normal(outcome) == outcome
        )

    def sample(self, below: Callable[[int], int]) -> tuple[int, ...]:
        return self.normal([self.faces[below(len(self.faces))] for _ in self.colours])

    def normal(self, outcome: Iterable[int]) -> tuple[int, ...]:
        """Dice of one colour in ascending order, however they are read; a wrong number of dice as it is."""
        faces, order = tuple(outcome), list(dict.fromkeys(self.colours))
        if len(faces) != len(self.colours):
            return faces
        dice = zip(self.colours, faces, strict=True)
        return tuple([face for _, face in sorted(dice, key=lambda die: (order.index(die[0]), die[1]))])

    def text(self, outcome: tuple[int, ...]) -> str:
        return "".join(self.tray(outcome))

    def parse(self, text: str) -> tuple[int, ...]:
        """Faces in any order. Raises ValueError."""
        typed = read_off(text)
        read = [(letter or "w", int(face)) for letter, face in re.findall("([a-z]?)([0-9])", typed)]
        order = list(dict.fromkeys(self.colours))
        if sorted(letter for letter, _ in read) != sorted(self.colours):
            raise ValueError(text)
        outcome = tuple([face for _, face in sorted(read, key=lambda die: (order.index(die[0]), die[1]))])
        if outcome not in self or len(typed) != len(self.text(outcome)):
            raise ValueError(text)
        return outcome

    def tray(self, outcome: tuple[int, ...]) -> list[str]:
        dice = zip(self.colours, outcome, strict=True)
        return [str(face) if letter == "w" else f"{letter}{face}" for letter, face in dice]

    def every_face(self) -> tuple[str, ...]:
        """All faces that can lie in a tray, one colour after the other."""
        letters = ["" if letter == "w" else letter for letter in dict.fromkeys(self.colours)]
        return tuple([f"{letter}{face}" for letter in letters for face in self.faces])
