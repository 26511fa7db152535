"""How far a seat may take back: over its own moves, never over anything new it saw.

New is what chance brought, what another seat did in its turn, and what comes to light when the last
seat of a simultaneous decision is done. Within such a decision everybody may change their mind.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kritzel.game import Decision, Seat, Text
from kritzel.games.catalogue import AnyGame
from kritzel.record.events import Event, Revealed

NOTHING = Text("Du hast noch nichts gezogen.", "You haven't moved yet.")
NO_ROLL = Text("Noch ist nichts gewürfelt.", "Nothing has been rolled yet.")
PAST_CHANCE = Text("Zurück geht es nur bis zum Wurf.", "Undo goes back to the roll, no further.")
PAST_OTHERS = Text(
    "Nach dir war schon jemand dran. Dein Zug bleibt.", "Somebody has moved since. Your move stays."
)
SETTLED = Text(
    "Alle sind fertig und sehen es. Dein Zug bleibt.", "Everyone is done and sees it. Your move stays."
)


class CannotUndo(ValueError):
    """A move that cannot be taken back, with a sentence a player understands."""

    def __init__(self, sentence: Text) -> None:
        super().__init__(sentence.en)
        self.sentence = sentence


def last_move(game: AnyGame, states: Sequence[Any], events: Sequence[Event], seat: Seat) -> int:
    """Which event `seat` may take back: the index of its last move. Raises CannotUndo."""
    nth = _last_of(events, seat)
    closing = _last_state_of_decision(game, states, nth)
    if closing == len(events):
        return nth
    if closing == nth < len(events) - 1:
        raise CannotUndo(PAST_OTHERS)
    if closing > nth or _was_shared(game, states, nth, seat):
        raise CannotUndo(SETTLED)
    return nth


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


def _last_state_of_decision(game: AnyGame, states: Sequence[Any], nth: int) -> int:
    while nth + 1 < len(states) and _continues(game, states, nth):
        nth += 1
    return nth


def _was_shared(game: AnyGame, states: Sequence[Any], nth: int, seat: Seat) -> bool:
    """Whether the decision of this state began with several seats, or with something hidden from this one."""
    while nth and _continues(game, states, nth - 1):
        nth -= 1
    hidden: bool = game.view(states[nth], seat) != states[nth]
    return hidden or len(_deciding(game, states[nth])) > 1


def _continues(game: AnyGame, states: Sequence[Any], nth: int) -> bool:
    """Whether the state after this one still belongs to the same decision: the same seats or fewer."""
    after = _deciding(game, states[nth + 1])
    return bool(after) and after <= _deciding(game, states[nth])


def _deciding(game: AnyGame, state: Any) -> set[Seat]:
    pending = game.pending(state)
    return set(pending.seats) if isinstance(pending, Decision) else set()
