"""What Träxx says: moves and cards as data and in words, the question, the clock."""

from __future__ import annotations

from kritzel import words
from kritzel.game import Clock, Outcome, Said, Text
from kritzel.games.traexx.facts import FACTS
from kritzel.games.traexx.material import Sheet
from kritzel.games.traexx.moves import Extend, Move
from kritzel.games.traexx.state import State

EXTEND = Text("Linie von {start} nach {cell}", "line from {start} to {cell}")
DONE = Said("done", Text("fertig", "done"))
CARD = Text("Karte {n} von {of}", "Card {n} of {of}")
NOTHING = Text("", "")
QUESTION = Text("Verlängere deine Linie.", "Extend your line.")


def say_move(sheet: Sheet, move: Move) -> Said:
    """A move as data and in words."""
    if not isinstance(move, Extend):
        return DONE
    start, cell = sheet.names[move.end], sheet.names[move.to]
    return Said("extend", EXTEND.filled(start=start, cell=cell), cell, start=start)


def say_outcome(state: State, outcome: Outcome) -> Said:
    """The card that was drawn."""
    return words.with_faces("card", FACTS.chance("card"), state.sheet.cards[outcome[0]])


def question(state: State) -> Text:
    """What the seats are asked for."""
    return NOTHING if state.card is None else QUESTION


def sentences(sheet: Sheet, seats: int) -> list[Text]:
    """What is said again and again."""
    cards = [Clock.counted(CARD, n, sheet.rounds) for n in range(1, sheet.rounds + 1)]
    return [QUESTION, *[clock.words for clock in cards]]


def clock(state: State) -> Clock:
    """Which card it is; the last one once all are played."""
    of = state.sheet.rounds
    return Clock.counted(CARD, min(len(state.seen) + 1, of), of)
