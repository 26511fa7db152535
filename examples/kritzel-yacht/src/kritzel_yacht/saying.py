"""What Yacht says: moves and throws as data and in words, the question, the clock, the step."""

from __future__ import annotations

from kritzel import words
from kritzel.game import Clock, Outcome, Said, Text
from kritzel_yacht.facts import FACTS
from kritzel_yacht.material import NAMES, THROWS, Sheet
from kritzel_yacht.moves import Again, Move, Write
from kritzel_yacht.state import State

AGAIN = Text("noch einmal werfen", "throw again")
STOP = Said("stop", Text("aufschreiben", "write now"))
WRITE = Text("in {box} schreiben", "write into {box}")
ROUND = Text("Runde {n} von {of}", "Round {n} of {of}")
THROW = Text("Wurf {n} von {of}", "Throw {n} of {of}")
NOTHING = Text("", "")
QUESTION_THROW = Text("Welche Würfel wirfst du noch einmal?", "Which dice do you throw again?")
QUESTION_WRITE = Text(
    "In welches Feld schreibst du deine Punkte?", "Which box do you write your points into?"
)


def say_move(sheet: Sheet, move: Move) -> Said:
    """A move as data and in words."""
    if isinstance(move, Write):
        return Said("write", WRITE.filled(box=NAMES[move.box]), move.box)
    if isinstance(move, Again):
        return words.with_faces("again", AGAIN, [str(face) for face in move.dice])
    return STOP


def say_outcome(state: State, outcome: Outcome) -> Said:
    """What was thrown."""
    return words.with_faces("roll", FACTS.chance("roll"), [str(face) for face in outcome])


def clock(state: State) -> Clock:
    """Which round it is; the last one once all are played."""
    of = len(state.sheet.boxes)
    return Clock.counted(ROUND, min(state.turn // len(state.pads) + 1, of), of)


def step(state: State) -> Clock | None:
    """Y2: which throw is to be made or lies there; None once the throwing is over."""
    if state.is_over or (state.is_thrown and not state.may_throw):
        return None
    return Clock.counted(THROW, state.throw, THROWS)


def question(state: State) -> Text:
    """What the active seat is asked for."""
    if not state.is_thrown:
        return NOTHING
    return QUESTION_THROW if state.may_throw else QUESTION_WRITE
