"""Cards drawn from a shuffled pack. Equal cards are one kind, so a pack is a count per kind."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Draw:
    """The top card of a pack. An outcome is the kind of the card, as a tuple of one."""

    left: tuple[int, ...]

    def outcomes(self) -> Iterator[tuple[tuple[int, ...], Fraction]]:
        """Every kind still in the pack with its exact weight."""
        cards = sum(self.left)
        for kind, count in enumerate(self.left):
            if count:
                yield (kind,), Fraction(count, cards)

    def __contains__(self, outcome: object) -> bool:
        return outcome in [(kind,) for kind, count in enumerate(self.left) if count]

    def normal(self, outcome: Iterable[int]) -> tuple[int, ...]:
        return tuple(outcome)

    def sample(self, below: Callable[[int], int]) -> tuple[int, ...]:
        nth = below(sum(self.left))
        for kind, count in enumerate(self.left):
            nth -= count
            if nth < 0:
                return (kind,)
        raise ValueError("the source of luck left its range")

    def text(self, outcome: tuple[int, ...]) -> str:
        """The number of the card's kind."""
        return str(outcome[0])

    def parse(self, text: str) -> tuple[int, ...]:
        """A kind that is still in the pack. Raises ValueError."""
        outcome = (int(text),)
        if outcome not in self:
            raise ValueError(text)
        return outcome

    def tray(self, outcome: tuple[int, ...]) -> list[str]:
        return [self.text(outcome)]
