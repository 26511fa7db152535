"""How far a seat may take back: over its own moves, never over anything new it saw.

New is what chance brought, what another seat did in its turn, and what comes to light when the last
seat of a simultaneous decision is done. Within such a decision everybody may change their mind.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from kritzel.game import Explained, Seat, Text
from kritzel.record.events import Event, Revealed
from kritzel.record.running import Running

if TYPE_CHECKING:
    from kritzel.record.table import Table

NOTHING = Text("Du hast noch nichts gezogen.", "You haven't moved yet.")
NO_ROLL = Text("Noch ist nichts gewürfelt.", "Nothing has been rolled yet.")
PAST_CHANCE = Text("Zurück geht es nur bis zum Wurf.", "Undo goes back to the roll, no further.")
PAST_OTHERS = Text(
    "Nach dir war schon jemand dran. Dein Zug bleibt.", "Somebody has moved since. Your move stays."
)
SETTLED = Text(
    "Alle sind fertig und sehen es. Dein Zug bleibt.", "Everyone is done and sees it. Your move stays."
)


class CannotUndo(Explained, ValueError):
    """A move that cannot be taken back."""


def last_move(table: Table, seat: Seat) -> int:
    """Which event `seat` may take back: the index of its last move. Raises CannotUndo."""
    nth = _last_of(table.events, seat)
    mine = table.after(nth).running
    if table.running.begin == mine.begin:
        return nth
    later = [table.after(events).running.begin for events in range(nth + 1, len(table.events) + 1)]
    same = mine.begin in later
    if not same and nth < len(table.events) - 1:
        raise CannotUndo(PAST_OTHERS)
    if same or mine.shared or _began_hidden(table, mine, seat):
        raise CannotUndo(SETTLED)
    return nth


def _began_hidden(table: Table, running: Running, seat: Seat) -> bool:
    """Whether the decision began with something hidden from this seat."""
    state = table.after(running.begin).state
    return bool(table.game.view(state, seat) != state)


def last_roll(events: Sequence[Event]) -> int:
    """Where people roll the dice themselves they may correct what they read: which event that was."""
    for nth in range(len(events) - 1, -1, -1):
        if isinstance(events[nth], Revealed):
            return nth
    raise CannotUndo(NO_ROLL)


def _last_of(events: Sequence[Event], seat: Seat) -> int:
    for nth in range(len(events) - 1, -1, -1):
        event = events[nth]
        if isinstance(event, Revealed):
            raise CannotUndo(PAST_CHANCE)
        if event.seat == seat:
            return nth
    raise CannotUndo(NOTHING)
