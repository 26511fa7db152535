"""What is told of finished games, kept for whoever asks again: it never changes, and costs work to make."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable

MOST = 16 * 1024 * 1024
"""Bytes that are kept at most."""


class Keepsakes:
    """Answers by what was asked; those nobody has asked for longest are forgotten first."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self.size = 0

    def clear(self) -> None:
        """Forget everything: somebody who is named in it wants to be forgotten."""
        self._kept.clear()
        self.size = 0

    def of(self, asked: Hashable, make: Callable[[], bytes]) -> bytes:
        """The answer, made where it is not there yet."""
        found = self._kept.get(asked)
        if found is None:
            found = self._kept[asked] = make()
            self.size += len(found)
            while self.size > self._most and len(self._kept) > 1:
                self.size -= len(self._kept.popitem(last=False)[1])
        self._kept.move_to_end(asked)
        return found
