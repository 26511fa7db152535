"""How much one page may ask for. Uses the monotonic clock: setting the wall clock changes nothing."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

Clock = Callable[[], float]


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


class Buckets:
    """A bucket for each of many; the ones unused for longest are forgotten."""

    MOST = 10_000

    def __init__(self, rate: float, burst: float, clock: Clock = time.monotonic) -> None:
        self._rate, self._burst, self._clock = rate, burst, clock
        self._kept: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, name: str) -> bool:
        """Whether this one had a token left."""
        bucket = self._kept.setdefault(name, Bucket(self._rate, self._burst, self._clock))
        self._kept.move_to_end(name)
        if len(self._kept) > self.MOST:
            self._kept.popitem(last=False)
        return bucket.take()
