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
from kritzel.server.view.showing import Presence, Seen, Showing, Viewer
from kritzel.server.wire import protocol
from kritzel.server.wire.packing import packed
from kritzel.server.wire.parts import Instead, Spoken

STRANGER = Viewer()
"""Somebody who only watches."""
MOST_TOLD = 16
"""Messages that are kept for others who watch: some read more slowly than others."""


class Visitor(Protocol):
    """Somebody who looks at a table."""

    @property
    def player(self) -> str:
        """Their private number, empty for a stranger."""

    def wake(self) -> None:
        """Something is new at the table."""

    def tell(self, known: Seen, seen: Seen, frame: bytes) -> bool:
        """What is new for all who knew the same; whether this is one of them, and reads."""

    def leave(self, code: str) -> None:
        """The table is gone."""

    def see(self, reaction: bytes) -> None:
        """Somebody at the table reacts; `reaction` is a frame, the same for all."""


class Told(NamedTuple):
    """What was told to somebody who watches: what they knew, what they know now, the bytes between."""

    known: Seen | None
    seen: Seen
    frame: bytes


class Live:
    """A room with its visitors. Commands hold its `lock`, one after the other."""

    def __init__(self, room: Room, grace: float, clock: Callable[[], float], token: int = 0) -> None:
        self.room = room
        self.token = token
        """Proves to the store that this server keeps the table."""
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
        self._new = True
        self._seen: dict[Viewer, Seen] = {}
        self._told: dict[Hashable, Told] = {}
        self._watching: set[Visitor] = set()
        self._watched: Seen | None = None

    # What is told ------------------------------------------------------------------------------
    def viewer(self, player: str, notation: bool = False) -> Viewer:
        """How this player sees the table, or a stranger."""
        company = self.room.standing.company
        return Viewer(company.seats_of(player), bool(player) and player == company.owner, notation)

    def news(self, viewer: Viewer, known: Seen | None, since: int = 0, ack: str = "") -> tuple[Seen, bytes]:
        """What is seen, and the frame for whoever knows something else; empty where nothing is new.

        Whoever knows nothing has heard the story up to `since`; `ack` is the command that this answers. All
        who only watch get the same bytes: who knows the same is the same kind of viewer.
        """
        alone = bool(viewer.seats or ack)
        told = None if alone else self._told.get(id(known))
        if told is not None and known is not None:
            return told.seen, told.frame
        seen = self.seen(viewer)
        if seen is known:
            return seen, b""
        return seen, (self._frame if alone else self._shared)(known, seen, since, ack)

    def _shared(self, known: Seen | None, seen: Seen, since: int, ack: str = "") -> bytes:
        """The same for all who only watch. What is kept here stays alive, so its id stays its own."""
        key = id(known) if known is not None else (id(seen), since)
        if key not in self._told:
            if len(self._told) >= MOST_TOLD:
                self._told.clear()
            self._told[key] = Told(known, seen, self._frame(known, seen, since, ack))
        return self._told[key].frame

    def seen(self, viewer: Viewer) -> Seen:
        """The table as this viewer sees it: the same for all who see the same."""
        found = self._seen.get(viewer)
        if found is None:
            found = self._seen[viewer] = self.showing().seen(viewer, len(self._entries(viewer)))
        return found

    def showing(self) -> Showing:
        """The table and who is there."""
        if self._shown is None or not self._seen:  # the first who looks since everybody was woken
            presence = self.presence()
            if self._shown is None or self._new or presence != self._shown.presence:
                self._shown, self._new = Showing(self.room.standing, presence, self._shown), False
        return self._shown

    def _frame(self, known: Seen | None, seen: Seen, since: int, ack: str) -> bytes:
        entries = self._entries(seen.viewer)
        new = changes.update(known, seen, entries, ack) if known else changes.whole(seen, entries, since)
        return b"" if new is None else packed(new)

    def _entries(self, viewer: Viewer) -> Sequence[Spoken]:
        return self.room.story.feed(viewer.seats).entries

    # Many who watch ----------------------------------------------------------------------------
    def watch(self, visitor: Visitor, seen: Seen) -> None:
        """From now on a stranger is told together with all others who have seen the same."""
        if not self._watching:
            self._watched = seen
        if seen is self._watched:
            self._watching.add(visitor)

    def _tell(self) -> None:
        """One frame for all of them; who knows something else, or reads slowly, is woken like anybody."""
        if (known := self._watched) is None:
            return
        self._watched, frame = self.news(STRANGER, known)
        for visitor in tuple(self._watching) if self._watched is not known else ():
            if not visitor.tell(known, self._watched, frame):
                visitor.wake()

    def _part(self) -> None:
        """Everybody is told on their own again: they may be another kind of viewer now."""
        self._watching.clear()
        self._watched = None

    # What changes ------------------------------------------------------------------------------
    def changed(self) -> None:
        """The table is another one now."""
        self._new = True
        if self._shown is None or self._shown.standing.company is not self.room.standing.company:
            self._part()
        self.touched = self._clock()
        self.wake()

    def wake(self) -> None:
        """What was told is no longer true: everybody looks again."""
        self._seen.clear()
        self._told.clear()
        if self._watching:
            asyncio.get_running_loop().call_soon(self._tell)
        for visitor in self.visitors - self._watching:
            visitor.wake()
        if self.visitors:
            asyncio.get_running_loop().call_soon(self._tidy)

    def _tidy(self) -> None:
        """All who read have been told by now: nobody needs what it was compared with any more."""
        if self._shown is not None:
            self._shown.forget()

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
        self._watching.discard(visitor)
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
