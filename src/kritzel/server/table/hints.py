"""Hints that were taken at a table, and for which decisions. Knows no advice.

A hint counts once for a decision: what a seat does until it has made a whole move. If several seats choose at
once, all of that is one decision, so that the number of hints does not tell how far a seat is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from kritzel.game import Seat
from kritzel.record import Played, Table
from kritzel.review.models import BOT, HINT

if TYPE_CHECKING:
    from kritzel.server.table.state import TableState

VOID = -1


class HintTaken(NamedTuple):
    """A hint: whose, and how many moves they had made before the decision it was for.

    `VOID` if the roll before that decision was corrected.
    """

    seat: Seat
    moves: int


def decision(table: Table, seat: Seat) -> HintTaken:
    before = table.events[: table.running.begin]
    made = sum(isinstance(event, Played) and event.seat == seat for event in before)
    return HintTaken(seat, made + (0 if table.running.shared else _settled(table, seat)))


def _settled(table: Table, seat: Seat) -> int:
    """How many moves of the running decision lie before the last whole one of the seat, with that."""
    settled, mine = 0, 0
    for nth in range(table.running.begin, len(table.events)):
        event = table.events[nth]
        if isinstance(event, Played) and event.seat == seat:
            mine += 1
            if table.game.rules.whole_move(table.after(nth).state, seat, event.move):
                settled = mine
    return settled


def without_void(hints: tuple[HintTaken, ...], table: Table) -> tuple[HintTaken, ...]:
    """The hints after a roll was corrected: those for later decisions are void and count again."""
    made = Counter(event.seat for event in table.events if isinstance(event, Played))
    return tuple(each if each.moves < made[each.seat] else each._replace(moves=VOID) for each in hints)


def hinted(table: Table, hints: tuple[HintTaken, ...]) -> Iterator[bool]:
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
        yield HintTaken(seat, since[seat][1]) in hints
        made[seat] += 1
        if table.game.rules.whole_move(state, seat, event.move) and not running.shared:
            since[seat] = running.begin, made[seat]


def helped(table_state: TableState) -> dict[int, str]:
    """The events of a game that a hint was taken for, or a stand-in played: index to reason."""
    tips = enumerate(hinted(table_state.table, table_state.hints))
    found = {nth: HINT for nth, tip in tips if tip}
    return found | {
        nth: BOT for nth, version in enumerate(table_state.origins) if version in table_state.stood_in
    }
