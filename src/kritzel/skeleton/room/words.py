"""Everything Tiny says: its facts, moves and throws, the question, the clock, what things mean."""

from __future__ import annotations

from kritzel.game import About, Clock, Description, Facts, Outcome, Text
from kritzel.skeleton.room.sheet import ROUNDS, SEAT_COUNTS, SLUG, Sheet
from kritzel.skeleton.room.state import Cross, Move, State
from kritzel.words import with_faces

FACTS = Facts(
    slug=SLUG,
    title=Text("Tiny", "Tiny"),
    about=Text("Zwei Würfel, ein Kreuz.", "Two dice, one cross."),
    minutes=5,
    pad="#7A4A22",
    seat_counts=SEAT_COUNTS,
    lines={"crosses": Text("Kreuze", "Crosses")},
    chances={"roll": Text("Wurf", "Roll")},
    reasons={"last_round": Text("Die letzte Runde ist gespielt.", "The last round has been played.")},
    titles=(Text("Meisterhaft", "Masterly"), Text("Gut", "Good"), Text("Weiter üben", "Keep practising")),
)


# Moves, throws, the question, the clock ---------------------------------------------------------
CROSS = Text("{cell} ankreuzen", "cross {cell}")
SKIP = Description("skip", Text("nichts ankreuzen", "cross nothing"))
ROUND = Text("Runde {n} von {of}", "Round {n} of {of}")
QUESTION = Text("Welches Feld kreuzt du an?", "Which cell do you cross?")
NOTHING = Text("", "")


def say_move(sheet: Sheet, move: Move) -> Description:
    """A move as data and in words."""
    return Description("mark", CROSS.filled(cell=move.cell), move.cell) if isinstance(move, Cross) else SKIP


def say_outcome(state: State, outcome: Outcome) -> Description:
    """What was thrown."""
    return with_faces("roll", FACTS.chance("roll"), [str(face) for face in outcome])


def question(state: State) -> Text:
    """What the active seat is asked for."""
    return QUESTION if state.dice else NOTHING


def clock(state: State) -> Clock:
    """Which round it is; the last one once all are played."""
    return Clock.counted(ROUND, min(state.turn // len(state.pads) + 1, ROUNDS), ROUNDS)


# What things on a sheet mean --------------------------------------------------------------------
ABOUTS = (
    About("mark", "cross", "Q4", Text("Angekreuzt: zählt seine Zahl.", "Crossed: counts its number.")),
    About(
        "cell",
        "any",
        "Q3",
        Text(
            "Feld: Du darfst es ankreuzen, wenn ein Würfel seine Zahl zeigt.",
            "Cell: you may cross it if a die shows its number.",
        ),
    ),
    About("box", "crosses", "Q4", Text("Die Zahlen deiner Kreuze.", "The numbers of your crosses.")),
    About("token", "free", "Q2", Text("Ein Würfel, der gerade daliegt.", "A die that lies there right now.")),
)


def explain(sheet: Sheet) -> tuple[About, ...]:
    """What can be asked about; the same on every sheet."""
    return ABOUTS
