"""A live table: a room and those who look at it, who is there, and what each of them has to be told.

Knows no socket and no rule. Views and messages are made once for all who see the same, and kept until the
table changes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple, Protocol

from kritzel.server.table.room import Room
from kritzel.server.view import changes
from kritzel.server.view.showing import Presence, Showing, Viewer
from kritzel.server.wire import parts, protocol
from kritzel.server.wire.packing import packed
from kritzel.server.wire.parts import Instead, View

MOST_TOLD = 16
"""Messages that are kept for others who watch: one for each language, and for those who read slowly."""


class Visitor(Protocol):
    """Somebody who looks at a table."""

    @property
    def player(self) -> str:
        """Their private number, empty for a stranger."""

    def wake(self) -> None:
        """Something is new at the table."""

    def leave(self, code: str) -> None:
        """The table is gone."""

    def see(self, reaction: bytes) -> None:
        """Somebody at the table reacts; `reaction` is a frame, the same for all."""


class Told(NamedTuple):
    """What was told to somebody who watches: the view they knew, the one they know now, the bytes between."""

    known: View | None
    view: View
    frame: bytes


class Live:
    """A room with its visitors. Commands hold its `lock`, one after the other."""

    def __init__(self, room: Room, grace: float, clock: Callable[[], float]) -> None:
        self.room = room
        self.lock = asyncio.Lock()
        self.visitors: set[Visitor] = set()
        self.left: dict[str, float] = {}
        self.thinking: set[int] = set()
        self.instead: tuple[tuple[str, Instead], ...] = ()
        self.touched = clock()
        self.ended = False
        self._grace, self._clock = grace, clock
        self._since = clock()
        self._here: frozenset[str] | None = None
        self._shown: Showing | None = None
        self._before: Showing | None = None
        self._views: dict[Viewer, View] = {}
        self._told: dict[Hashable, Told] = {}

    # What is told ------------------------------------------------------------------------------
    def news(self, viewer: Viewer, known: View | None, since: int = 0) -> tuple[View, bytes]:
        """The view, and the frame for whoever knows another one; empty where nothing is new.

        Whoever knows none has heard the story up to `since`. All who only watch get the same bytes: who knows
        the same view is the same kind of viewer.
        """
        told = None if viewer.seats else self._told.get(id(known))
        if told is not None and known is not None:
            return told.view, told.frame
        view = self.view(viewer)
        if view is known:
            return view, b""
        if viewer.seats:
            return view, self._frame(viewer, known, view, since)
        return view, self._shared(viewer, known, view, since)

    def _shared(self, viewer: Viewer, known: View | None, view: View, since: int) -> bytes:
        """The same for all who only watch. What is kept here stays alive, so its id stays its own."""
        key = id(known) if known is not None else (id(view), since)
        if key not in self._told:
            if len(self._told) >= MOST_TOLD:
                self._told.clear()
            self._told[key] = Told(known, view, self._frame(viewer, known, view, since))
        return self._told[key].frame

    def view(self, viewer: Viewer) -> View:
        """The table as this viewer sees it: one view for all who see the same."""
        alike = viewer if viewer.player == self.room.standing.company.owner else viewer._replace(player="")
        view = self._views.get(alike)
        if view is None:
            view = self._views[alike] = self.showing().view(viewer, len(self._entries(viewer)))
        return view

    def showing(self) -> Showing:
        """The table and who is there, for making views."""
        if self._shown is None:
            self._shown = Showing(self.room.standing, before=self._before)
        if not self._views:  # the first who looks since everybody was woken
            self._shown = self._shown.at(self.presence())
        return self._shown

    def _frame(self, viewer: Viewer, known: View | None, view: View, since: int) -> bytes:
        entries = self._entries(viewer)
        new = changes.update(known, view, entries) if known else changes.whole(view, entries, since)
        return b"" if new is None else packed(new)

    def _entries(self, viewer: Viewer) -> Sequence[parts.Told]:
        return self.room.story.feed(viewer.seats).entries

    # What changes ------------------------------------------------------------------------------
    def changed(self) -> None:
        """The table is another one now."""
        self._before, self._shown = self._shown or self._before, None
        self.touched = self._clock()
        self.wake()

    def wake(self) -> None:
        """What was told is no longer true: everybody looks again."""
        self._views.clear()
        self._told.clear()
        for visitor in tuple(self.visitors):
            visitor.wake()

    def show(self, reaction: protocol.Reacted) -> None:
        """A reaction, for everybody who is here now and for nobody else."""
        frame = packed(reaction)
        for visitor in tuple(self.visitors):
            visitor.see(frame)

    def end(self, code: str) -> None:
        """The table is gone, and why."""
        self.ended = True
        for visitor in tuple(self.visitors):
            visitor.leave(code)

    # Presence ----------------------------------------------------------------------------------
    def come(self, visitor: Visitor) -> None:
        """Somebody is here; those who see their seat empty look again."""
        before = self.here()
        self.visitors.add(visitor)
        self._here = None
        self.left.pop(visitor.player, None)
        if visitor.player not in before and self.room.seats_of(visitor.player):
            self.wake()

    def go(self, visitor: Visitor) -> bool:
        """Somebody is here no longer. Whether a seat is empty now, which everybody sees."""
        self.visitors.discard(visitor)
        self.touched, self._here = self._clock(), None
        if visitor.player in self.here() or not self.room.seats_of(visitor.player):
            return False
        self.left[visitor.player] = self.touched
        self.wake()
        return True

    def here(self) -> frozenset[str]:
        """The players who are there."""
        if self._here is None:
            self._here = frozenset(visitor.player for visitor in self.visitors if visitor.player)
        return self._here

    def gone(self) -> frozenset[str]:
        """Who has been away for longer than the grace. The time the server was away counts for nobody."""
        here, places = self.here(), self.room.standing.company.places
        missing = [place.player for place in places if place.player and place.player not in here]
        if not missing:
            return frozenset()
        before = self._clock() - self._grace
        return frozenset(player for player in missing if self.left.get(player, self._since) <= before)

    def presence(self) -> Presence:
        """Who is there, and who is gone."""
        return Presence(self.here(), self.gone(), int(self._grace), self.instead)
