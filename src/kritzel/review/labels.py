"""What a step is called, in kind words, and only where it is sure. Knows no game.

Sure is what lies beyond two standard errors where it was judged, and has the same sign where it was chosen
(by one standard error more than nothing, so that a best move is hardly ever called anything else).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from kritzel.game import Text
from kritzel.review.told import WIN

SURE = "sure"
LIKELY = "likely"
CLOSE = "close"
FORCED = "forced"
SAME = "same"
BETTER = "better"
INACCURATE = "inaccurate"
MISTAKE = "mistake"
BLUNDER = "blunder"

LEAST_WIN = 2.0
STEPS_WIN = ((8.0, BLUNDER), (4.0, MISTAKE), (LEAST_WIN, INACCURATE))
"""With company: from so many win-% on."""
STEPS_ALONE = ((0.6, BLUNDER), (0.3, MISTAKE), (0.1, INACCURATE))
"""Alone: from such a share of the spread of a game on."""

WORDS = {
    FORCED: Text("es gab nur diesen Zug", "there was no other move"),
    SAME: Text("wie der Maßstab", "just like the yardstick"),
    BETTER: Text("besser als der Maßstab", "better than the yardstick"),
    CLOSE: Text("zu knapp für ein Urteil", "too close to call"),
    INACCURATE: Text("da war etwas mehr drin", "there was a little more in it"),
    MISTAKE: Text("da war mehr drin", "there was more in it"),
    BLUNDER: Text("da war viel mehr drin", "there was a lot more in it"),
}
"""In the words of the house; the keys are those of the trade."""


class Verdict(NamedTuple):
    """A label and how sure it is."""

    label: str
    certainty: str

    @property
    def sure(self) -> bool:
        """Whether something is said beyond doubt."""
        return self.certainty == SURE


class Measured(NamedTuple):
    """A difference and its standard error."""

    mean: float
    se: float

    def beyond(self, errors: float) -> bool:
        """Whether it is more than nothing by so many standard errors."""
        return self.mean > 0 and self.mean > errors * self.se


LEAST_JUDGED = 20
"""With fewer rollouts nobody knows the standard error itself, and nothing is sure."""


def thresholds(unit: str, spread: float) -> tuple[tuple[float, str], ...]:
    """From which loss on a step is called what, the worst first."""
    return STEPS_WIN if unit == WIN else tuple((share * spread, label) for share, label in STEPS_ALONE)


def verdict(
    loss: Measured, chose: Measured, own: Measured, steps: Sequence[tuple[float, str]], judged: int
) -> Verdict:
    """What a step is called: `loss` and `own` as judged by so many rollouts, `chose` the loss where the best
    was chosen."""
    least = steps[-1][0]
    if judged < LEAST_JUDGED:
        return Verdict(CLOSE, CLOSE)
    if own.mean >= least and own.beyond(2) and not (loss.mean >= least and loss.beyond(1)):
        return Verdict(BETTER, SURE)
    if loss.mean >= least and chose.beyond(1):
        cautious = max(loss.mean - loss.se, least)
        label = next(label for limit, label in steps if cautious >= limit)
        if loss.beyond(2):
            return Verdict(label, SURE)
        if loss.beyond(1):
            return Verdict(label, LIKELY)
    return Verdict(CLOSE, CLOSE)


def luck_mark(luck: float, sd: float | None) -> int:
    """-2 to 2, by the event's own spread."""
    if not sd:
        return 0
    size = min(int(abs(luck) / sd), 2)
    return size if luck > 0 else -size
