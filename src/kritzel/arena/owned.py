"""The players' own luck on the reference engine: a `Random` whose numbers the twins have too.

Each decision of a seat has a key of its own: a bot's luck depends on nothing but how often it decided before.
"""

from __future__ import annotations

from random import Random

from kritzel.fast.luck import OWN, SPAN, Keyed

WORD_BITS = 32


class OwnLuck(Random):
    """Luck of one seat; `decide` begins the next decision."""

    def __init__(self, seed: int) -> None:
        super().__init__(0)
        self._own, self._decided = seed, 0
        self._keyed = Keyed(seed, 0, OWN, 0)

    def decide(self) -> OwnLuck:
        """The luck of the next decision."""
        self._keyed = Keyed(self._own, 0, OWN, self._decided)
        self._decided += 1
        return self

    def _randbelow(self, n: int) -> int:
        """Everything whole that Random draws comes through here."""
        if n <= SPAN:
            return self._keyed(n)
        bits = n.bit_length()
        while (number := self.getrandbits(bits)) >= n:
            pass
        return number

    def getrandbits(self, k: int, /) -> int:
        """The first k bits of as many words as it takes."""
        words = -(-k // WORD_BITS)
        number = 0
        for _ in range(words):
            number = number << WORD_BITS | self._keyed(SPAN)
        return number >> (words * WORD_BITS - k)

    def random(self) -> float:
        """A number from 0 to below 1."""
        return self.getrandbits(53) / (1 << 53)
