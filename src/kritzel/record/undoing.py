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
    nth, why = looked_up(table, seat)
    if why is not None:
        raise CannotUndo(why)
    return nth


def looked_up(table: Table, seat: Seat) -> tuple[int, Text | None]:
    """The index of the seat's last move, and why it cannot be taken back, if it cannot."""
    for nth in range(len(table.events) - 1, -1, -1):
        event = table.events[nth]
        if isinstance(event, Revealed):
            return nth, PAST_CHANCE
        if event.seat == seat:
            return nth, _why_it_stays(table, seat, nth)
    return 0, NOTHING


def _why_it_stays(table: Table, seat: Seat, nth: int) -> Text | None:
    mine = table.after(nth).running
    if table.running.begin == mine.begin:
        return None
    later = [table.after(events).running.begin for events in range(nth + 1, len(table.events) + 1)]
    same = mine.begin in later
    if not same and nth < len(table.events) - 1:
        return PAST_OTHERS
    return SETTLED if same or mine.shared or _began_hidden(table, mine, seat) else None


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
