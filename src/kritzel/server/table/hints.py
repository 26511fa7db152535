"""Hints at a table: who allows them, for which decision one was taken, how many there were. Knows no advice.

A hint counts once for a decision, however often it is looked at: what a seat does until it has made a whole
move. Where several choose at once all of that is one decision, so that the number of hints does not tell the
others how far somebody is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from kritzel.game import Seat, State
from kritzel.record import Played, Table
from kritzel.review.helping import BOT, HINT
from kritzel.server.table import log
from kritzel.server.table.refusals import No
from kritzel.server.wire import protocol as said

if TYPE_CHECKING:
    from kritzel.server.table.room import Room
    from kritzel.server.table.standing import Standing

VOID = -1


class Taken(NamedTuple):
    """A hint: whose, and how many moves they had made before the decision it was for.

    `VOID` where that decision came to nothing, because the roll before it was read wrong.
    """

    seat: Seat
    moves: int


class TakeHint(NamedTuple):
    """A seat was given advice on a table that it saw like this."""

    seat: Seat
    seen: State


# What is said ----------------------------------------------------------------------------------
def allow(command: said.Allow, room: Room, player: str, gone: frozenset[str]) -> tuple[log.Event, ...]:
    """Somebody allows hints at this table, or no longer."""
    company = room.standing.company
    if not company.seats_of(player):
        raise No("not_seated")
    if room.standing.phase not in ("open", "running"):
        raise No("not_running")
    if company.allows(player) == command.hints:
        return ()
    return (log.Allowed(player, command.hints),)


def take(command: TakeHint, room: Room, player: str, gone: frozenset[str]) -> tuple[log.Event, ...]:
    """A hint is written down, unless it was for this decision already."""
    standing = room.standing
    expect_hints(standing, player, command.seat)
    if not standing.now.same(command.seen, standing.now.seen(command.seat)):
        raise No("stale")
    return () if decision(standing.table, command.seat) in standing.hints else (log.Hinted(command.seat),)


def expect_hints(standing: Standing, player: str, seat: Seat) -> None:
    """Whoever asks sits there, is to decide, and all allow it. Raises No."""
    company = standing.company
    if not company.seats_of(player):
        raise No("not_seated")
    if seat not in company.seats_of(player):
        raise No("not_your_seat")
    if standing.phase != "running":
        raise No("not_running")
    if not company.hints:
        raise No("no_hints")
    if company.places[seat].bot:
        raise No("bot_plays")
    if seat not in standing.deciding:
        raise No("not_deciding")


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


def helped(standing: Standing) -> dict[int, str]:
    """The events of a game that somebody did not play unaided: a hint was taken for it, or a bot moved."""
    tips = enumerate(hinted(standing.table, standing.hints))
    found = {nth: HINT for nth, tip in tips if tip}
    return found | {nth: BOT for nth, version in enumerate(standing.origins) if version in standing.stood_in}
