"""What Dizzle says: moves and outcomes as data and in words, the question, the clock."""

from __future__ import annotations

from kritzel import words
from kritzel.game import Clock, Outcome, Said, Seat, Text
from kritzel.games.dizzle.captions import FLOWING, PIECES
from kritzel.games.dizzle.facts import FACTS
from kritzel.games.dizzle.material import FACES, Sheet, passes
from kritzel.games.dizzle.moves import Back, Lava, Move, Out, Planet, Rail, Reroll, Take
from kritzel.games.dizzle.state import FLOW, PLACE, PLANETS, RAILS, REROLLED, State

TAKE = Text("{number} auf {cell} legen", "place {number} on {cell}")
RAIL = Text("{piece} auf {cell}", "{piece} on {cell}")
ALONE = {
    Reroll: Said("reroll", Text("neu würfeln", "re-roll"), clauses=("D12", "D13")),
    Out: Said("out", Text("aussteigen", "drop out"), clauses=("D15",)),
}
ON_A_CELL = {
    Back: Said("back", Text("den Würfel von {cell} zurückgeben", "give the die on {cell} back")),
    Lava: Said("lava", Text("{cell} wird Lava", "turn {cell} into lava")),
    Planet: Said("planet", Text("Planet {cell} ankreuzen", "cross planet {cell}")),
}
PASS = Text("Durchgang {n} von {of}", "Pass {n} of {of}")
NOTHING = Text("", "")
QUESTIONS = {
    PLACE: Text("Nimm einen Würfel und leg ihn auf dein Blatt.", "Take a die and put it on your sheet."),
    REROLLED: Text(
        "Neu gewürfelt: Leg einen Würfel oder gib einen zurück.", "Re-rolled: place a die, or give one back."
    ),
    FLOW: Text(
        "Lava: Wähl eine {n} neben dem Vulkan oder neben Lava.",
        "Lava: pick a {n} next to the volcano or next to lava.",
    ),
    PLANETS: Text("Rakete: Wähl einen Planeten.", "Rocket: pick a planet."),
    RAILS: Text("Zeichne deine Schienen.", "Draw your rails."),
}
"""What the seats are asked for, by phase; `n` is the number of the volcano's die."""


def whole_move(state: State, seat: Seat, move: Move) -> bool:
    """One die is one move, and so is a re-roll; planets, lava and rails of a pass are chosen together."""
    return isinstance(move, Take | Back | Reroll | Out)


def say_move(sheet: Sheet, move: Move) -> Said:
    """A move as data and in words."""
    if isinstance(move, Reroll | Out):
        return ALONE[type(move)]
    cell = sheet.name(move.cell)
    if isinstance(move, Take):
        return Said("take", TAKE.filled(number=move.number, cell=cell), cell, die=move.number)
    if isinstance(move, Rail):
        return Said("rail", RAIL.filled(piece=PIECES[move.piece], cell=cell), cell, piece=move.piece)
    said = ON_A_CELL[type(move)]
    return said._replace(words=said.words.filled(cell=cell), cell=cell)


def say_outcome(state: State, outcome: Outcome) -> Said:
    """What was rolled."""
    return words.with_faces(state.phase, FACTS.chance(state.phase), [str(face) for face in outcome])


def question(state: State) -> Text:
    """What the seats are asked for."""
    asked = QUESTIONS.get(state.phase, NOTHING)
    return asked.filled(n=state.shown) if state.phase == FLOW else asked


def sentences(sheet: Sheet, seats: int) -> list[Text]:
    """What is said again and again at a table of so many."""
    flowing = [text.filled(n=n) for n in FACES for text in (QUESTIONS[FLOW], FLOWING)]
    asked = [text for phase, text in QUESTIONS.items() if phase != FLOW]
    of = passes(seats)
    return [*asked, *flowing, *[Clock.counted(PASS, n, of).words for n in range(1, of + 1)]]


def clock(state: State) -> Clock:
    """Which pass it is."""
    return Clock.counted(PASS, state.pass_no, passes(len(state.pads)))
