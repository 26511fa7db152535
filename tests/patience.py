"""Waiting in tests: for something that happens, never for a while. A busy machine is slow, not wrong.

`LONGEST` only bounds a hang: nothing may depend on how much of it passes.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable

LONGEST = float(os.environ.get("KRITZEL_PATIENCE", "600"))
"""Seconds after which whatever is awaited will not come; whoever looks for a fault may wait for less."""
LONGEST_MS = 1000 * LONGEST
"""The same for browsers."""
GLANCE = 0.01


class Limit:
    """The longest that something may take from now on; or how long something shall be done."""

    def __init__(self, seconds: float = LONGEST) -> None:
        self._seconds, self._end = seconds, time.monotonic() + seconds

    @property
    def share(self) -> float:
        """How much of that time is over."""
        return 1 - (self._end - time.monotonic()) / self._seconds

    @property
    def reached(self) -> bool:
        """Whether that time is over."""
        return time.monotonic() > self._end


def glance() -> None:
    """Before something is tried again that may take a while."""
    time.sleep(GLANCE)


def until(happened: Callable[[], object], said: Callable[[], object] = lambda: "") -> None:
    """Wait for something that another process or thread does; `said` tells what was seen instead."""
    limit = Limit()
    while not happened():
        assert not limit.reached, said()
        time.sleep(GLANCE)


async def a_moment() -> None:
    """Let something else happen, for whoever looks on for as long as it takes."""
    await asyncio.sleep(GLANCE)


async def until_here(happened: Callable[[], object]) -> None:
    """The same for what happens in this event loop."""
    async with asyncio.timeout(LONGEST):
        while not happened():
            await asyncio.sleep(GLANCE)
