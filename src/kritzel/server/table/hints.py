"""Hints at a table: who allows them, for which decision one was taken, how many there were. Knows no advice.

A hint counts once for a decision, however often it is looked at: what a seat does until it has made a whole
move. Where several choose at once all of that is one decision, so that the number of hints does not tell the
others how far somebody is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from kritzel.game import Seat
from kritzel.record import Played, Table
from kritzel.review.helping import BOT, HINT
from kritzel.server.table import commands, log
from kritzel.server.table.refusals import Refused

if TYPE_CHECKING:
    from kritzel.server.table.room import Room
    from kritzel.server.table.state import TableState

VOID = -1


class Taken(NamedTuple):
    """A hint: whose, and how many moves they had made before the decision it was for.

    `VOID` where that decision came to nothing, because the roll before it was read wrong.
    """

    seat: Seat
    moves: int


# What is said ----------------------------------------------------------------------------------
def allow(command: commands.Allow, room: Room, player: str, gone: frozenset[str]) -> tuple[log.Event, ...]:
    """Somebody allows hints at this table, or no longer."""
    seating = room.state.seating
    if not seating.seats_of(player):
        raise Refused("not_seated")
    if room.state.phase not in ("open", "running"):
        raise Refused("not_running")
    if seating.allows(player) == command.hints:
        return ()
    return (log.Allowed(player, command.hints),)


def take(command: commands.TakeHint, room: Room, player: str, gone: frozenset[str]) -> tuple[log.Event, ...]:
    """A hint is written down, unless it was for this decision already."""
    table_state = room.state
    expect_hints(table_state, player, command.seat)
    if not table_state.now.same(command.seen, table_state.now.seen(command.seat)):
        raise Refused("stale")
    return (
        () if decision(table_state.table, command.seat) in table_state.hints else (log.Hinted(command.seat),)
    )


def expect_hints(table_state: TableState, player: str, seat: Seat) -> None:
    """The player sits there, is to decide, and all allow hints. Raises Refused."""
    seating = table_state.seating
    if not seating.seats_of(player):
        raise Refused("not_seated")
    if seat not in seating.seats_of(player):
        raise Refused("not_your_seat")
    if table_state.phase != "running":
        raise Refused("not_running")
    if not seating.hints:
        raise Refused("no_hints")
    if seating.places[seat].bot:
        raise Refused("bot_plays")
    if seat not in table_state.deciding:
        raise Refused("not_deciding")


# What follows from the log ---------------------------------------------------------------------
def decision(table: Table, seat: Seat) -> Taken:
    """The decision that a seat is to make now."""
    before = table.events[: table.running.begin]
    made = sum(isinstance(event, Played) and event.seat == seat for event in before)
    return Taken(seat, made + (0 if table.running.shared else _settled(table, seat)))


def _settled(table: Table, seat: Seat) -> int:
    """How many moves of the running decision lie before the last whole one of the seat, with that."""
    settled, mine = 0, 0
    for nth in range(table.running.begin, len(table.events)):
        event = table.events[nth]
        if isinstance(event, Played) and event.seat == seat:
            mine += 1
            if table.game.whole_move(table.after(nth).state, seat, event.move):
                settled = mine
    return settled


def without_void(hints: tuple[Taken, ...], table: Table) -> tuple[Taken, ...]:
    """The same after a roll was taken up: decisions after it are to be made anew, and hints count anew."""
    made = Counter(event.seat for event in table.events if isinstance(event, Played))
    return tuple(each if each.moves < made[each.seat] else each._replace(moves=VOID) for each in hints)


def hinted(table: Table, hints: tuple[Taken, ...]) -> Iterator[bool]:
    """For each event of a game whether it is a move of a decision for which a hint was taken."""
    made: Counter[Seat] = Counter()
    since: dict[Seat, tuple[int, int]] = {}
    for event, (state, _, running) in zip(table.events, table.moments, strict=False):
        if not isinstance(event, Played):
            yield False
            continue
        seat = event.seat
        if since.get(seat, (VOID, 0))[0] != running.begin:
            since[seat] = running.begin, made[seat]
        yield Taken(seat, since[seat][1]) in hints
        made[seat] += 1
        if table.game.whole_move(state, seat, event.move) and not running.shared:
            since[seat] = running.begin, made[seat]


def helped(table_state: TableState) -> dict[int, str]:
    """The events of a game that somebody did not play unaided: a hint was taken for it, or a bot moved."""
    tips = enumerate(hinted(table_state.table, table_state.hints))
    found = {nth: HINT for nth, tip in tips if tip}
    return found | {
        nth: BOT for nth, version in enumerate(table_state.origins) if version in table_state.stood_in
    }
