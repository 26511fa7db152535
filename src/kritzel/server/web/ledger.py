"""What was taken of each limit, where several workers share it: a house has every limit once.

A file without a name in which each guest and each address has a row; all workers have it in their memory.
Nobody waits for anybody: where two take from a bucket at the very same moment, it may count as one.
"""

from __future__ import annotations

import mmap
import os
import sys
import tempfile
from collections.abc import Sequence
from hashlib import blake2b
from typing import IO

from kritzel.server.web.limits import LIMITS, Taken

SETS, WAYS = 4096, 8
"""Whoever comes has so many rows to choose from, in one of so many places."""
ROW = 1 + LIMITS
"""Numbers in a row: whose it is, and what was taken of each limit."""
SIZE = SETS * WAYS * ROW * 8
MANTISSA = 52
"""Bits of a whole number that a float keeps."""


def blank() -> IO[bytes]:
    """A file in which nothing is counted yet, in memory where there is such; gone when nobody has it open."""
    file = _in_memory()
    file.truncate(SIZE)
    return file


def _in_memory() -> IO[bytes]:
    if sys.platform == "linux":
        return os.fdopen(os.memfd_create("limits"), "w+b")
    return tempfile.TemporaryFile()


class Ledger:
    """The file of this number, in memory."""

    def __init__(self, file: int) -> None:
        self._numbers = memoryview(mmap.mmap(file, SIZE)).cast("d")

    def row(self, name: str) -> Sequence[Taken]:
        """The row of this name, the same in every process."""
        key = int.from_bytes(blake2b(name.encode(), digest_size=8).digest())
        return [Shared(self, key, nth) for nth in range(LIMITS)]

    def read(self, key: int, nth: int) -> float:
        """What stands in this place of its row."""
        return self._numbers[self._place(key) + 1 + nth]

    def write(self, key: int, nth: int, due: float) -> None:
        """What stands there from now on."""
        self._numbers[self._place(key) + 1 + nth] = due

    def _place(self, key: int) -> int:
        """Where the row of this key begins: its own, or else the one that has been quiet for longest."""
        numbers, mark = self._numbers, float(key >> 64 - MANTISSA or 1)
        first = key % SETS * WAYS * ROW
        rows = range(first, first + WAYS * ROW, ROW)
        for row in rows:
            if numbers[row] == mark:
                return row
        quiet = min(rows, key=lambda row: max(numbers[row + 1 : row + ROW]))
        for nth in range(ROW):
            numbers[quiet + nth] = 0.0 if nth else mark
        return quiet


class Shared(Taken):
    """A place in a row of the ledger."""

    __slots__ = ("_key", "_ledger", "_nth")

    def __init__(self, ledger: Ledger, key: int, nth: int) -> None:
        self._ledger = ledger
        self._key, self._nth = key, nth

    @property
    def due(self) -> float:
        """When all that was taken has come back."""
        return self._ledger.read(self._key, self._nth)

    @due.setter
    def due(self, due: float) -> None:
        self._ledger.write(self._key, self._nth, due)
