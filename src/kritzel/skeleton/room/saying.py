"""What the game says: moves and throws as data and in words, the question, the clock."""

from __future__ import annotations

from kritzel import words
from kritzel.game import Clock, Outcome, Said, Text
from kritzel.skeleton.room.facts import FACTS
from kritzel.skeleton.room.material import ROUNDS, Sheet
from kritzel.skeleton.room.moves import Cross, Move
from kritzel.skeleton.room.state import State

CROSS = Text("{cell} ankreuzen", "cross {cell}")
SKIP = Said("skip", Text("nichts ankreuzen", "cross nothing"))
ROUND = Text("Runde {n} von {of}", "Round {n} of {of}")
QUESTION = Text("Welches Feld kreuzt du an?", "Which cell do you cross?")
NOTHING = Text("", "")


def say_move(sheet: Sheet, move: Move) -> Said:
    """A move as data and in words."""
    return Said("mark", CROSS.filled(cell=move.cell), move.cell) if isinstance(move, Cross) else SKIP


def say_outcome(state: State, outcome: Outcome) -> Said:
    """What was thrown."""
    return words.with_faces("roll", FACTS.chance("roll"), [str(face) for face in outcome])


def question(state: State) -> Text:
    """What the active seat is asked for."""
    return QUESTION if state.dice else NOTHING


def clock(state: State) -> Clock:
    """Which round it is; the last one once all are played."""
    return Clock.counted(ROUND, min(state.turn // len(state.pads) + 1, ROUNDS), ROUNDS)
