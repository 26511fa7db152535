"""What a seat may take back at a live table. The record knows the rule; a live table is a little stricter.

Once others choose in secret, a move from before stays: otherwise the mere fact that it can no longer be
taken back would tell that somebody has begun to choose.
"""

from __future__ import annotations

from kritzel.game import Decision, Seat, Text
from kritzel.record import Played, Table, undoing
from kritzel.server.table.story import hides


def undoable(table: Table, seat: Seat) -> Played | Text:
    """The move a seat may take back, or why it may take back none."""
    nth, why = undoing.looked_up(table, seat)
    if why is not None:
        return why
    if nth < table.running.begin and _in_secret(table):
        return undoing.PAST_OTHERS
    move = table.events[nth]
    assert isinstance(move, Played), "nobody takes back what chance brought"
    return move


def _in_secret(table: Table) -> bool:
    """Whether the table waits for choices that others do not see."""
    pending = table.pending
    if not isinstance(pending, Decision):
        return False
    if len(pending.seats) > 1:
        return True
    return table.game.secret(table.state) and any(_would_hide(table, seat) for seat in pending.seats)


def _would_hide(table: Table, seat: Seat) -> bool:
    first = table.game.moves(table.state, seat)[0]
    return hides(table.game, table.game.play(table.state, seat, first), seat)
