"""How much one guest and one address may ask for, however often they connect.

Uses the monotonic clock: setting the wall clock changes nothing. An address is often a whole family or
school, so it may do several times what one guest may.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from typing import Generic, Protocol, TypeVar

T = TypeVar("T")
Clock = Callable[[], float]
REACTIONS = 0.5, 3
"""How many reactions a guest may show per second, and how many at once."""
AT_ONCE = 4
"""How many seconds' worth may be taken at once."""
CHANGING, ENTERING = 8, 4
TALKING, LOOKING = 40, 20
"""What an address may do, in guests: change something, open sockets, say something over them, look."""
ARRIVING, ARRIVING_AT_ONCE = 0.2, 20
"""How many new guests an address may bring, in guests per second, and at once."""
CROWD_AT_ONCE = 10
"""How many seconds' worth an address may take at once: a class comes in when the lesson begins."""
ROUNDING = 1e-6
"""Tokens that are nothing."""
LIMITS = 5
"""Buckets of an address, and of a guest."""


class Limit(Protocol):
    """Something of which there is only so much."""

    def take(self) -> bool:
        """Whether there was one left."""


class Taken:
    """What a bucket remembers: when all that was taken out of it has come back."""

    __slots__ = ("due",)

    def __init__(self) -> None:
        self.due = 0.0


class Bucket:
    """Tokens that come back with time: `rate` per second, `burst` at most."""

    __slots__ = ("_clock", "_taken", "burst", "rate")

    def __init__(
        self, rate: float, burst: float, clock: Clock = time.monotonic, taken: Taken | None = None
    ) -> None:
        self.rate, self.burst = rate, burst
        self._clock, self._taken = clock, taken or Taken()

    def take(self) -> bool:
        """Whether there was one left."""
        now = self._clock()
        due = max(now, self._taken.due)
        if (due - now) * self.rate > self.burst - 1 + ROUNDING:
            return False
        self._taken.due = due + 1 / self.rate
        return True


def new_row(name: str = "") -> Sequence[Taken]:
    """A row of this process alone, whosever it is."""
    return [Taken() for _ in range(LIMITS)]


class Both:
    """Two limits at once: one's own, and that of everybody at the same address."""

    __slots__ = ("_others", "_own")

    def __init__(self, own: Limit, others: Limit) -> None:
        self._own, self._others = own, others

    def take(self) -> bool:
        """Whether there was one left of both. Whoever is over takes nothing from others."""
        return self._own.take() and self._others.take()


class Address:
    """What all may do together who come from one address."""

    __slots__ = ("arriving", "changing", "entering", "looking", "talking")

    def __init__(
        self, rate: float, clock: Clock = time.monotonic, row: Sequence[Taken] | None = None
    ) -> None:
        kept = row or new_row()
        self.changing = Bucket(rate * CHANGING, rate * CHANGING * AT_ONCE, clock, kept[0])
        self.entering = Bucket(rate * ENTERING, rate * ENTERING * CROWD_AT_ONCE, clock, kept[1])
        self.talking = Bucket(rate * TALKING, rate * TALKING * AT_ONCE, clock, kept[2])
        self.looking = Bucket(rate * LOOKING, rate * LOOKING * CROWD_AT_ONCE, clock, kept[3])
        self.arriving = Bucket(rate * ARRIVING, rate * ARRIVING_AT_ONCE, clock, kept[4])


class Allowance:
    """What one guest may do over all their devices: change something, open sockets, and over these say
    something while playing and while watching, and react."""

    __slots__ = ("changing", "entering", "playing", "reacting", "watching")

    def __init__(
        self, rate: float, clock: Clock = time.monotonic, row: Sequence[Taken] | None = None
    ) -> None:
        kept = row or new_row()
        self.changing: Limit = Bucket(rate, rate * AT_ONCE, clock, kept[0])
        self.entering: Limit = Bucket(rate, rate * AT_ONCE, clock, kept[1])
        self.playing: Limit = Bucket(rate, rate * AT_ONCE, clock, kept[2])
        self.watching: Limit = Bucket(rate * 0.4, rate * 0.4 * AT_ONCE, clock, kept[3])
        self.reacting: Limit = Bucket(*REACTIONS, clock, kept[4])

    def at(self, address: Address) -> Allowance:
        """The same for somebody who comes from this address: it counts for both."""
        here = Allowance.__new__(Allowance)
        here.changing = Both(self.changing, address.changing)
        here.entering = Both(self.entering, address.entering)
        here.playing, here.watching = (
            Both(self.playing, address.talking),
            Both(self.watching, address.talking),
        )
        here.reacting = self.reacting
        return here


class Each(Generic[T]):
    """One for each of many; the ones unused for longest are forgotten."""

    MOST = 20_000

    def __init__(self, make: Callable[[str], T]) -> None:
        self._make = make
        self._kept: OrderedDict[str, T] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def of(self, name: str) -> T:
        """The one of this name: the same that was given to it before."""
        if name not in self._kept:
            self._kept[name] = self._make(name)
            if len(self._kept) > self.MOST:
                self._kept.popitem(last=False)
        self._kept.move_to_end(name)
        return self._kept[name]
