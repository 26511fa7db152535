"""Fingers on a page: as many as are needed, each where it is put. Only Chromium can be touched like this."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from playwright.sync_api import CDPSession

from tests.browser.people import Person

Spot = tuple[float, float]
STEPS = 6


class Fingers:
    """Put down, moved and lifted by name of the event."""

    def __init__(self, session: CDPSession) -> None:
        self._session = session

    def down(self, *spots: Spot) -> None:
        self._tell("touchStart", spots)

    def move(self, begin: Sequence[Spot], end: Sequence[Spot]) -> None:
        """All of them, evenly."""
        for part in range(1, STEPS + 1):
            self._tell("touchMove", [_between(a, b, part / STEPS) for a, b in zip(begin, end, strict=True)])

    def up(self) -> None:
        self._tell("touchEnd", ())

    def drag(self, begin: Spot, end: Spot) -> None:
        self.down(begin)
        self.move([begin], [end])
        self.up()

    def _tell(self, kind: str, spots: Sequence[Spot]) -> None:
        points = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(spots)]
        self._session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


def _between(begin: Spot, end: Spot, share: float) -> Spot:
    return begin[0] + (end[0] - begin[0]) * share, begin[1] + (end[1] - begin[1]) * share


@contextmanager
def fingers(person: Person) -> Iterator[Fingers]:
    session = person.context.new_cdp_session(person.page)
    yield Fingers(session)
    session.detach()
