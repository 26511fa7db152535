"""Everything Yacht says: its facts, moves and throws, the question, what a box brought, what things mean."""

from __future__ import annotations

from kritzel.game import About, Clock, Description, Facts, Happening, Outcome, Text
from kritzel.words import counted_points, with_faces
from kritzel_yacht.scoring import clause
from kritzel_yacht.sheet import NAMES, SEAT_COUNTS, SLUG, THROWS, Sheet
from kritzel_yacht.state import Again, Move, State, Write

FACTS = Facts(
    slug=SLUG,
    title=Text("Yacht", "Yacht"),
    about=Text("Fünf Würfel, drei Würfe, zwölf Felder.", "Five dice, three throws, twelve boxes."),
    minutes=15,
    pad="#1D6A9E",
    seat_counts=SEAT_COUNTS,
    lines=NAMES,
    chances={"roll": Text("Wurf", "Roll")},
    reasons={"boxes_full": Text("Alle Felder sind voll.", "All boxes are full.")},
    titles=(
        Text("Kapitän", "Captain"),
        Text("Am Steuer", "At the helm"),
        Text("Matrose", "Deckhand"),
        Text("Landratte", "Landlubber"),
    ),
)


# Moves, throws, the question, the clock, the step -----------------------------------------------
AGAIN = Text("noch einmal werfen", "throw again")
STOP = Description("stop", Text("aufschreiben", "write now"))
WRITE = Text("in {box} schreiben", "write into {box}")
ROUND = Text("Runde {n} von {of}", "Round {n} of {of}")
THROW = Text("Wurf {n} von {of}", "Throw {n} of {of}")
NOTHING = Text("", "")
QUESTION_THROW = Text("Welche Würfel wirfst du noch einmal?", "Which dice do you throw again?")
QUESTION_WRITE = Text(
    "In welches Feld schreibst du deine Punkte?", "Which box do you write your points into?"
)


def say_move(sheet: Sheet, move: Move) -> Description:
    """A move as data and in words."""
    if isinstance(move, Write):
        return Description("write", WRITE.filled(box=NAMES[move.box]), move.box)
    if isinstance(move, Again):
        return with_faces("again", AGAIN, [str(face) for face in move.dice])
    return STOP


def say_outcome(state: State, outcome: Outcome) -> Description:
    """What was thrown."""
    return with_faces("roll", FACTS.chance("roll"), [str(face) for face in outcome])


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


# What a box brought -----------------------------------------------------------------------------
WRITTEN = Text("{box}: {points}.", "{box}: {points}.")


def happenings(before: State, after: State, outcome: Outcome = ()) -> list[Happening]:
    """Y3: the box that was written, if one was."""
    if after.turn == before.turn:
        return []
    seat = before.active
    at = next(at for at, points in enumerate(after.pads[seat]) if points != before.pads[seat][at])
    box, points = after.sheet.boxes[at], after.pads[seat][at] or 0
    said = WRITTEN.filled(box=NAMES[box], points=counted_points(points))
    return [Happening(seat, "written", clause(box), box, said)]


# What things on a sheet mean --------------------------------------------------------------------
ABOUTS = (
    About(
        "mark",
        "full",
        "Y3",
        Text("Hier stehen schon Punkte. Sie bleiben.", "Points stand here already. They stay."),
    ),
    About(
        "mark",
        "legal",
        "Y3",
        Text("So viele Punkte bringen deine Würfel hier.", "So many points your dice bring here."),
    ),
    About(
        "cell",
        "any",
        "Y3",
        Text(
            "Feld: In jeder Runde schreibst du deine Punkte in eines, das noch frei ist.",
            "Box: each round you write your points into one that is still free.",
        ),
    ),
    About(
        "tag",
        "name",
        "Y4",
        Text("Der Name des Feldes sagt, welche Würfel zählen.", "The name of the box says which dice count."),
    ),
    About(
        "box",
        "numbers",
        "Y4",
        Text("Einser bis Sechser, zusammengezählt.", "Ones to sixes, added up."),
    ),
    About(
        "box",
        "figures",
        "Y5",
        Text("Alle Felder für besondere Würfe, zusammengezählt.", "All boxes for special throws, added up."),
    ),
    About(
        "token",
        "free",
        "Y2",
        Text(
            "Ein Würfel dieses Wurfs. Solange Würfe übrig sind, darf er neu geworfen werden.",
            "A die of this throw. As long as throws are left, it may be thrown again.",
        ),
    ),
    About(
        "token",
        "kept",
        "Y2",
        Text("Dieser Würfel bleibt liegen, die anderen fliegen.", "This die stays, the others are thrown."),
    ),
)


def explain(sheet: Sheet) -> tuple[About, ...]:
    """The same on every sheet."""
    return ABOUTS
