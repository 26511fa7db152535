"""What a server counts of itself while it plays: cheap enough for every move. Knows no table and no request.

Each meter is written by one thread only (the store's or the event loop's) and read by any; what is read may
be a moment old. `web/metrics` tells them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

MOVE_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
GROUP_SIZES = (1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0)
THINKING_SECONDS = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 15.0, 30.0)


class Level:
    """How many of something there are now."""

    def __init__(self, name: str, words: str) -> None:
        self.name, self.words = name, words
        self.value = 0


class Count:
    """Something that happens, by kind: `label` says what kinds there are, empty where there are none."""

    def __init__(self, name: str, words: str, label: str = "") -> None:
        self.name, self.words = name, words
        self.label = label
        self.kinds: dict[str, int] = {}

    def add(self, kind: str = "") -> None:
        """Once more."""
        self.kinds[kind] = self.kinds.get(kind, 0) + 1


class Spread:
    """How large something is each time: how often it was at most as large as each of some bounds."""

    def __init__(self, name: str, words: str, bounds: tuple[float, ...], unit: str = "seconds") -> None:
        self.name, self.words = name, words
        self.bounds, self.unit = bounds, unit
        self._counts = [0] * (len(bounds) + 1)
        self._total = 0.0

    def add(self, value: float) -> None:
        """Once more, so large."""
        self._counts[bisect_left(self.bounds, value)] += 1
        self._total += value

    def read(self) -> tuple[tuple[int, ...], float]:
        """How often it was at most each bound, at last how often at all; and the sum of all."""
        counts, total = tuple(self._counts), self._total
        return tuple(_summed(counts)), total


def _summed(counts: tuple[int, ...]) -> Iterator[int]:
    so_far = 0
    for count in counts:
        so_far += count
        yield so_far


WRITTEN = Count("kritzel_commands", "Commands of people and bots, by what became of them.", "outcome")
REFUSED = Count("kritzel_refusals", "What the server did not do, by its reason.", "code")
BOTS = Count("kritzel_bot_moves", "Moves of bots, by who really moved.", "bot")
FAILED = Count("kritzel_commit_failures", "Commands that could not be written; pages try them again.")
COMMAND = Spread("kritzel_command_seconds", "From hearing a command until it is durable.", MOVE_SECONDS)
COMMIT = Spread("kritzel_commit_seconds", "One commit of the store.", MOVE_SECONDS)
GROUP = Spread("kritzel_commit_jobs", "Commands that shared one commit.", GROUP_SIZES, "")
THOUGHT = Spread(
    "kritzel_bot_seconds", "From asking for a bot's move until it is there, with waiting.", THINKING_SECONDS
)
PENDING = Level("kritzel_commands_pending", "Commands that are heard and not durable yet.")
COUNTS = (WRITTEN, REFUSED, BOTS, FAILED)
SPREADS = (COMMAND, COMMIT, GROUP, THOUGHT)
