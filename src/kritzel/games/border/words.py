"""The Border in words: facts, moves, throws, questions, counters, events, and what things on a board mean."""

from __future__ import annotations

from collections.abc import Sequence

from kritzel import words
from kritzel.game import About, Clock, Description, Facts, Happening, Outcome, Seat, Text
from kritzel.games.border.rules import count_enclosed
from kritzel.games.border.sheet import COLOURS, SEAT_COUNTS, SLUG, THROWS, Sheet
from kritzel.games.border.state import CrossCell, Dice, Move, Phase, State, StopThrowing, ThrowAgain

FACTS = Facts(
    slug=SLUG,
    title=Text("The Border", "The Border"),
    about=Text("Umschließ Gebiete, bevor es die anderen tun.", "Enclose areas before the others do."),
    minutes=20,
    pad="#3C7A4E",
    seat_counts=SEAT_COUNTS,
    lines={"area": Text("Gebiet {}", "Area {}")},
    chances={"throw": Text("Farbwurf", "Throw")},
    reasons={"areas_enclosed": Text("Genug Gebiete sind umschlossen.", "Enough areas are enclosed.")},
    gains={
        "closes": Text("umschlossene Gebiete", "enclosed areas"),
        "nears": Text("fast umschlossene Gebiete", "almost enclosed areas"),
        "chance": Text("Aussicht auf die nächsten Felder", "the chance of the next cells"),
        "leaves": Text("was anderen bleibt", "what is left for others"),
        "more": Text("mehr Kreuze", "more crosses"),
    },
    placings={
        "best_area": Text("mit den meisten Punkten für ein Gebiet", "by most points for a single area")
    },
)


# Moves, questions and counters --------------------------------------------------------------------
CROSS = Text("{cell} ankreuzen", "cross {cell}")
AGAIN = Text("noch einmal werfen", "throw again")
STOP = Description("stop", Text("ankreuzen", "cross now"))
DONE = Description("done", Text("fertig", "done"))
ROUND = Text("Runde {n}", "Round {n}")
THROW = Text("Wurf {n} von {of}", "Throw {n} of {of}")
GOAL = Text("{n} von {of} Gebieten", "{n} of {of} areas")
NOTHING = Text("", "")
COMMON_ROUNDS = 40
"""Rounds that are listed as sentences: most games have fewer."""
QUESTIONS = {
    Phase.KEEP: Text("Welche Würfel wirfst du noch einmal?", "Which dice do you throw again?"),
    Phase.MARK: Text("Mach Abschnitte voll.", "Fill segments."),
    Phase.FOLLOW: Text("Kreuz Felder neben deinen Kreuzen an.", "Cross cells next to your crosses."),
}
"""What the seats are asked for."""


def whole_move(state: State, seat: Seat, move: Move) -> bool:
    """To stop throwing is a move of its own; all crosses of an action are one."""
    return isinstance(move, StopThrowing)


def say_move(sheet: Sheet, move: Move) -> Description:
    if isinstance(move, CrossCell):
        cell = sheet.names[move.cell]
        return Description("cross", CROSS.filled(cell=cell), cell)
    if isinstance(move, ThrowAgain):
        return words.with_faces("again", AGAIN, _letters(move.dice))
    return STOP if isinstance(move, StopThrowing) else DONE


def say_outcome(state: State, outcome: Outcome) -> Description:
    return words.with_faces("throw", FACTS.chance("throw"), _letters(outcome))


def _letters(dice: Dice) -> list[str]:
    return [COLOURS[colour] for colour in dice]


def question(state: State) -> Text:
    return QUESTIONS.get(state.phase, NOTHING)


def sentences(sheet: Sheet, seats: int) -> list[Text]:
    rounds = [Clock.counted(ROUND, n) for n in range(1, COMMON_ROUNDS + 1)]
    throws = [Clock.counted(THROW, n, THROWS) for n in range(1, THROWS + 1)]
    goals = [Clock.counted(GOAL, n, sheet.end) for n in range(len(sheet.areas) + 1)]
    return [*QUESTIONS.values(), *[clock.words for clock in (*rounds, *throws, *goals)]]


def clock(state: State) -> Clock:
    return Clock.counted(ROUND, state.round)


def step(state: State) -> Clock | None:
    return Clock.counted(THROW, state.throw, THROWS) if state.throw else None


def goal(state: State, seat: Seat) -> Clock:
    return Clock.counted(GOAL, count_enclosed(state.pads[seat].points), state.sheet.end)


# What happens to a board --------------------------------------------------------------------------
FIRST = Text("{area} umschlossen: {points}.", "{area} enclosed: {points}.")
LATER = Text(
    "{area} umschlossen: {points}. {by} war zuerst da.",
    "{area} enclosed: {points}. {by} was there first.",
)
LATER_MANY = Text(
    "{area} umschlossen: {points}. {by} waren zuerst da.",
    "{area} enclosed: {points}. {by} were there first.",
)


def happenings(before: State, after: State, outcome: Outcome = ()) -> list[Happening]:
    """B6: the areas that seats have enclosed with the action, first or later."""
    return [
        _enclosure(before, after, seat, index)
        for seat, (was, now) in enumerate(zip(before.pads, after.pads, strict=True))
        if was.points != now.points
        for index, got in enumerate(now.points)
        if got is not None and was.points[index] is None
    ]


def _enclosure(before: State, after: State, seat: Seat, index: int) -> Happening:
    area, points = after.sheet.areas[index], after.pads[seat].points[index] or 0
    by = tuple(nth for nth, other in enumerate(before.pads) if other.points[index] is not None)
    text = FIRST if not by else LATER if len(by) == 1 else LATER_MANY
    sentence = text.filled(area=area.name, points=words.counted_points(points), by="{by}")
    return Happening(seat, "area", "B6", "", sentence, by=by)


# What things on a board mean ----------------------------------------------------------------------
ABOUTS = {
    ("fill", "white", "B4"): Text(
        "Weißes Feld: Es ist von Anfang an angekreuzt und gehört zu jeder Grenze daneben.",
        "White cell: it is crossed from the start and belongs to every border beside it.",
    ),
    ("cell", "any", "B3"): Text(
        "Grenzfeld: Du brauchst einen Würfel seiner Farbe; in Aktion 1 muss der Abschnitt voll werden.",
        "Border cell: you need a die of its colour for it; in action 1 you must fill the whole segment.",
    ),
    ("tag", "place", "B6"): Text(
        "Gebiet: Wer zuerst alle Felder ringsum angekreuzt hat, bekommt die höhere Zahl.",
        "Area: whoever is the first to cross all cells around it gets the higher number.",
    ),
    ("box", "area", "B6"): Text(
        "Gebiet: So viele Felder ringsum hast du angekreuzt, und so viele sind es.",
        "Area: how many cells around it you have crossed, and how many there are.",
    ),
    ("token", "kept", "B2"): Text(
        "Ein Würfel dieses Wurfs: Du darfst ihn behalten oder noch einmal werfen.",
        "A die of this throw: you may keep it or throw it again.",
    ),
    ("token", "used", "B3"): Text(
        "Mit diesem Würfel hast du schon ein Feld angekreuzt.",
        "You have crossed a cell with this die already.",
    ),
    ("token", "fits", "B3"): Text(
        "Mit diesem Würfel kannst du ein Feld seiner Farbe ankreuzen.",
        "You can cross a cell of its colour with this die.",
    ),
    ("token", "free", "B3"): Text(
        "Für diesen Würfel gibt es gerade kein Feld.", "There is no cell for this die right now."
    ),
}


def explain(sheet: Sheet) -> Sequence[About]:
    return [About(*thing, text) for thing, text in ABOUTS.items()]
