"""The running decision: which seats were asked, since when, and who of them still is. Knows no game."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from kritzel.game import Decision, Pending, Seat, State

NOBODY = Decision(())


class Running(NamedTuple):
    """A decision while it runs: `begin` counts the events before it; chance and the end ask nobody."""

    begin: int
    asked: frozenset[Seat]
    left: frozenset[Seat]
    purpose: str

    @staticmethod
    def since(begin: int, pending: Pending) -> Running:
        """What begins after so many events."""
        decision = pending if isinstance(pending, Decision) else NOBODY
        asked = _set_of(decision.seats)
        return Running(begin, asked, asked, decision.purpose)

    def then(self, events: int, pending: Pending) -> Running:
        """What runs after one event more: the same decision while its seats are asked for the same."""
        fresh = Running.since(events, pending)
        same = fresh.left and fresh.left <= self.left and fresh.purpose == self.purpose
        return self._replace(left=fresh.left) if same else fresh

    @property
    def shared(self) -> bool:
        """Whether several seats were asked at once."""
        return len(self.asked) > 1


@lru_cache(256)
def _set_of(seats: tuple[Seat, ...]) -> frozenset[Seat]:
    """One set for all who are asked like this: there is one for every state that is kept."""
    return frozenset(seats)


class Moment(NamedTuple):
    """A table after so many events: the state, what it waits for, and the decision that runs."""

    state: State
    pending: Pending
    running: Running
