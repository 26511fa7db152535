"""What The Border says: moves and throws as data and in words, the question, the clock, step and goal."""

from __future__ import annotations

from kritzel import words
from kritzel.game import Clock, Outcome, Said, Seat, Text
from kritzel.games.border.facts import FACTS
from kritzel.games.border.material import COLOURS, THROWS, Sheet
from kritzel.games.border.moves import Again, Cross, Dice, Move, Stop
from kritzel.games.border.rules import enclosed
from kritzel.games.border.state import Phase, State

CROSS = Text("{cell} ankreuzen", "cross {cell}")
AGAIN = Text("noch einmal werfen", "throw again")
STOP = Said("stop", Text("ankreuzen", "cross now"))
DONE = Said("done", Text("fertig", "done"))
ROUND = Text("Runde {n}", "Round {n}")
THROW = Text("Wurf {n} von {of}", "Throw {n} of {of}")
GOAL = Text("{n} von {of} Gebieten", "{n} of {of} areas")
NOTHING = Text("", "")
LONG = 40
"""Most games have fewer rounds."""
QUESTIONS = {
    Phase.KEEP: Text("Welche Würfel wirfst du noch einmal?", "Which dice do you throw again?"),
    Phase.MARK: Text("Mach Abschnitte voll.", "Fill segments."),
    Phase.FOLLOW: Text("Kreuz Felder neben deinen Kreuzen an.", "Cross cells next to your crosses."),
}
"""What the seats are asked for."""


def whole_move(state: State, seat: Seat, move: Move) -> bool:
    """To stop throwing is a move of its own; all crosses of an action are one."""
    return isinstance(move, Stop)


def say_move(sheet: Sheet, move: Move) -> Said:
    """A move as data and in words."""
    if isinstance(move, Cross):
        cell = sheet.names[move.cell]
        return Said("cross", CROSS.filled(cell=cell), cell)
    if isinstance(move, Again):
        return words.with_faces("again", AGAIN, _letters(move.dice))
    return STOP if isinstance(move, Stop) else DONE


def say_outcome(state: State, outcome: Outcome) -> Said:
    """What was thrown."""
    return words.with_faces("throw", FACTS.chance("throw"), _letters(outcome))


def _letters(dice: Dice) -> list[str]:
    return [COLOURS[colour] for colour in dice]


def question(state: State) -> Text:
    """What the seats are asked for."""
    return QUESTIONS.get(state.phase, NOTHING)


def sentences(sheet: Sheet, seats: int) -> list[Text]:
    """What is said again and again."""
    rounds = [Clock.counted(ROUND, n) for n in range(1, LONG + 1)]
    throws = [Clock.counted(THROW, n, THROWS) for n in range(1, THROWS + 1)]
    goals = [Clock.counted(GOAL, n, sheet.end) for n in range(len(sheet.areas) + 1)]
    return [*QUESTIONS.values(), *[clock.words for clock in (*rounds, *throws, *goals)]]


def clock(state: State) -> Clock:
    """Which round it is; how many there will be nobody knows."""
    return Clock.counted(ROUND, state.round)


def step(state: State) -> Clock | None:
    """Which throw is to be made or lies there; None once the throwing is over."""
    return Clock.counted(THROW, state.throw, THROWS) if state.throw else None


def goal(state: State, seat: Seat) -> Clock:
    """How many areas the seat has enclosed, of so many that end the game."""
    return Clock.counted(GOAL, enclosed(state.pads[seat].points), state.sheet.end)
