"""Dealers: where outcomes come from. Knows no game.

The rules never draw. A seed, a list of outcomes, real dice or dice that can be verified later: all are the
same to the table.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Protocol

from kritzel.game import Event, IllegalOutcome, Outcome, Text


class Dealer(Protocol):
    """A source of outcomes."""

    def deal(self, purpose: str, event: Event) -> Outcome:
        """One outcome of the event; `purpose` says what it is for."""


class SeededDealer:
    """Fair outcomes, the same for the same seed."""

    def __init__(self, seed: int | str | None = None) -> None:
        self._seed = seed
        self._luck: Random | None = None

    def deal(self, purpose: str, event: Event) -> Outcome:
        """The next outcome. The generator is made late: it is large, and many tables never ask."""
        self._luck = self._luck or Random(self._seed)
        return event.sample(self._luck.randrange)


class ScriptedDealer:
    """A list of outcomes, in order."""

    def __init__(self, outcomes: Iterable[Outcome]) -> None:
        self._left = iter(outcomes)

    def deal(self, purpose: str, event: Event) -> Outcome:
        """The next outcome of the script. Raises IllegalOutcome if none is left or it does not fit."""
        outcome = next(self._left, None)
        if outcome is None:
            de = f"das Drehbuch ist zu Ende: nichts mehr da für {purpose}"
            raise IllegalOutcome(Text(de, f"the script has no outcome left for this {purpose}"))
        if outcome not in event:
            de = f"{outcome} kann bei {purpose} nicht kommen"
            raise IllegalOutcome(Text(de, f"{outcome} is no outcome of this {purpose}"))
        return outcome
