"""How much one guest may ask for, however often they connect.

Uses the monotonic clock: setting the wall clock changes nothing.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")
Clock = Callable[[], float]
REACTIONS = 0.5, 3
"""How many reactions a guest may show per second, and how many at once."""


class Bucket:
    """Tokens that come back with time: `rate` per second, `burst` at most."""

    def __init__(self, rate: float, burst: float, clock: Clock = time.monotonic) -> None:
        self.rate, self.burst = rate, burst
        self._clock = clock
        self._left, self._at = burst, clock()

    def take(self) -> bool:
        """Whether there was one left."""
        now = self._clock()
        self._left = min(self.burst, self._left + (now - self._at) * self.rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Allowance:
    """What one guest may send: messages while playing, messages while watching, reactions."""

    def __init__(self, rate: float, clock: Clock = time.monotonic) -> None:
        self.playing = Bucket(rate, rate * 4, clock)
        self.watching = Bucket(rate * 0.4, rate * 1.6, clock)
        self.reacting = Bucket(*REACTIONS, clock)


class Each(Generic[T]):
    """One for each of many; the ones unused for longest are forgotten."""

    MOST = 10_000

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self._kept: OrderedDict[str, T] = OrderedDict()

    def of(self, name: str) -> T:
        """The one of this name: the same that was given to it before."""
        if name not in self._kept:
            self._kept[name] = self._make()
            if len(self._kept) > self.MOST:
                self._kept.popitem(last=False)
        self._kept.move_to_end(name)
        return self._kept[name]
