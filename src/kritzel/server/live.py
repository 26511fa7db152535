"""A table in memory: its state, who is connected to it, and what each of them is sent.

Knows no socket and no rule. Views and messages are made once for all viewers who see the same.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Protocol

from msgspec.structs import astuple

from kritzel.game import IllegalMove, NotationError, State, Touch
from kritzel.games.catalogue import AnyGame
from kritzel.server.table.document import Words
from kritzel.server.table.refusals import words
from kritzel.server.table.room import Room
from kritzel.server.table.story import LogEntry
from kritzel.server.table.view import Presence, Substitute, View, ViewBuilder, Viewer, changed_fields
from kritzel.server.wire import protocol
from kritzel.server.wire.protocol import Why, WhyAnswer

SPECTATOR = Viewer()
MAX_SHARED_UPDATES = 16
"""Updates that are kept for other spectators: some read more slowly than others."""
LOG_PAGE = 300
"""Entries of the log that a page gets at once; it asks for older ones."""


class Visitor(Protocol):
    """One connection to a table, of a player or a spectator."""

    @property
    def player(self) -> str:
        """Their private number, empty for a stranger."""

    def wake(self) -> None:
        """Something is new at the table."""

    def tell(self, known: View, view: View, frame: bytes) -> bool:
        """Send what is new to all who knew the same view; False if this one knew another or reads slowly."""

    def leave(self, code: str) -> None:
        """The table is gone."""

    def see(self, reaction: bytes) -> None:
        """A player reacts; `reaction` is a frame, the same for all."""


class LiveTable:
    """A room with its visitors. Commands hold its `lock`, one after the other."""

    def __init__(self, room: Room, grace: float, clock: Callable[[], float], token: int = 0) -> None:
        self.room = room
        self.token = token
        """Proves to the store that this server keeps the table."""
        self.lock = asyncio.Lock()
        self.visitors: set[Visitor] = set()
        self.left: dict[str, float] = {}
        self.thinking: set[int] = set()
        self.instead: tuple[tuple[str, Substitute], ...] = ()
        self.touched = clock()
        self.ended = False
        self._grace, self._clock = grace, clock
        self._since = clock()
        self._here: frozenset[str] | None = None
        self._views: ViewBuilder | None = None
        self._stale = True
        self._shared: dict[tuple[View | None, View, int], bytes] = {}
        self._watching: set[Visitor] = set()
        self._watched: View | None = None

    # What is sent ------------------------------------------------------------------------------
    def viewer(self, player: str, program: bool = False) -> Viewer:
        seating = self.room.state.seating
        return Viewer(seating.seats_of(player), bool(player) and player == seating.owner, program)

    def view(self, viewer: Viewer) -> View:
        """The table as this viewer sees it now: the same object until something changes."""
        if self._views is None:
            self._views = ViewBuilder(self.room.state, self.presence())
        elif self._stale:
            self._views.show(self.room.state, self.presence())
        self._stale = False
        return self._views.view(viewer, len(self._entries(viewer)))

    def news(self, viewer: Viewer, known: View | None, since: int = 0, ack: str = "") -> tuple[View, bytes]:
        """The viewer's view, and the frame that leads there from the `known` one; empty if nothing is new.

        `since`: how many entries of the log they have, if they know no view. `ack`: the command that this
        answers. All spectators who knew the same view get the same bytes.
        """
        view = self.view(viewer)
        if view is known and not ack:
            return view, b""
        if viewer.seats or ack:
            return view, self._frame(viewer, known, view, since, ack)
        key = known, view, since
        if key not in self._shared:
            if len(self._shared) >= MAX_SHARED_UPDATES:
                self._shared.clear()
            self._shared[key] = self._frame(viewer, known, view, since, ack)
        return view, self._shared[key]

    def _frame(self, viewer: Viewer, known: View | None, view: View, since: int, ack: str) -> bytes:
        if known is None:
            return protocol.encode(self.welcome(viewer, view, since, ack))
        changes = changed_fields(known, view)
        if not changes and not ack:
            return b""
        return protocol.encode(
            protocol.Update(changes, tuple(self._entries(viewer)[known.version : view.version]), ack)
        )

    def welcome(self, viewer: Viewer, view: View, known: int, ack: str = "") -> protocol.Welcome:
        """The whole view, and the newest entries of the log that a page with `known` entries lacks."""
        since = max(known if known <= view.version else 0, view.version - LOG_PAGE)
        entries = tuple(self._entries(viewer)[since : view.version])
        return welcome(self.room, viewer, view, int(self._grace), since, entries, ack)

    def _entries(self, viewer: Viewer) -> Sequence[LogEntry]:
        return self.room.feed_of(viewer.seats).entries

    # Many spectators ---------------------------------------------------------------------------
    def watch(self, visitor: Visitor, view: View) -> None:
        """From now on a spectator is sent updates together with all others who know the same view."""
        if not self._watching:
            self._watched = view
        if view is self._watched:
            self._watching.add(visitor)

    def _tell(self) -> None:
        """One frame for all of them; a spectator who knows another view is woken like everyone."""
        if (known := self._watched) is None:
            return
        self._watched, frame = self.news(SPECTATOR, known)
        for visitor in tuple(self._watching) if self._watched is not known else ():
            if not visitor.tell(known, self._watched, frame):
                visitor.wake()

    def _part(self) -> None:
        """Every visitor is woken on their own again: they may be another kind of viewer now."""
        self._watching.clear()
        self._watched = None

    # What changes ------------------------------------------------------------------------------
    def changed(self) -> None:
        if self._views is None or self._views.state.seating is not self.room.state.seating:
            self._part()
        self.touched = self._clock()
        self.wake()

    def wake(self) -> None:
        """Views are out of date: every visitor looks again."""
        self._stale = True
        self._shared.clear()
        if self._watching:
            asyncio.get_running_loop().call_soon(self._tell)
        for visitor in self.visitors - self._watching:
            visitor.wake()

    def show(self, reaction: protocol.Reacted) -> None:
        frame = protocol.encode(reaction)
        for visitor in tuple(self.visitors):
            visitor.see(frame)

    def end(self, code: str) -> None:
        self.ended = True
        for visitor in tuple(self.visitors):
            visitor.leave(code)

    # Presence ----------------------------------------------------------------------------------
    def come(self, visitor: Visitor) -> None:
        """A visitor connects. If their seat was shown as empty, all views are out of date."""
        before = self.here()
        self.visitors.add(visitor)
        self._here = None
        self.left.pop(visitor.player, None)
        if visitor.player not in before and self.room.seats_of(visitor.player):
            self.wake()

    def go(self, visitor: Visitor) -> bool:
        """A visitor disconnects. Returns whether a seat is empty now."""
        self.visitors.discard(visitor)
        self._watching.discard(visitor)
        self.touched, self._here = self._clock(), None
        if visitor.player in self.here() or not self.room.seats_of(visitor.player):
            return False
        self.left[visitor.player] = self.touched
        self.wake()
        return True

    def here(self) -> frozenset[str]:
        if self._here is None:
            self._here = frozenset(visitor.player for visitor in self.visitors if visitor.player)
        return self._here

    def gone(self) -> frozenset[str]:
        """The players away for longer than the grace. Time while the server was down does not count."""
        here, places = self.here(), self.room.state.seating.places
        missing = [place.player for place in places if place.player and place.player not in here]
        if not missing:
            return frozenset()
        before = self._clock() - self._grace
        return frozenset(player for player in missing if self.left.get(player, self._since) <= before)

    def presence(self) -> Presence:
        return Presence(self.here(), self.gone(), self.instead)


def welcome(
    room: Room,
    viewer: Viewer,
    view: View,
    grace: int,
    since: int,
    entries: tuple[LogEntry, ...],
    ack: str = "",
) -> protocol.Welcome:
    """The first message about a table: which it is, and all there is of it."""
    table = room.state.table
    return protocol.Welcome(
        protocol=protocol.PROTOCOL,
        table=room.id,
        game=table.game.slug,
        sheet=f"{table.game.slug}/{table.sheet.id}",
        document=room.state.document.address,
        you=tuple(sorted(viewer.seats)),
        owner=viewer.owner,
        grace=grace,
        since=since,
        view=view,
        log=entries,
        ack=ack,
    )


# Why not --------------------------------------------------------------------------------------
def because(game: AnyGame, state: State, asked: Why, names: Sequence[str] = ()) -> WhyAnswer:
    """Whether it is possible on a table seen like this; if not, why not, with the names of the people."""
    seat, touched = asked.seat, asked.touched
    try:
        meant = game.notation.touched(state, seat, Touch(*astuple(touched)))
        game.rules.play(state, seat, game.notation.parse_move(state.sheet, meant))
    except IllegalMove as no:
        return WhyAnswer(seat, touched, False, no.clause, Words.of(no.named(names)))
    except NotationError:
        return WhyAnswer(seat, touched, False, "", words("notation"))
    return WhyAnswer(seat, touched, True)
