"""Everything Träxx says: its facts, moves and cards, the question, what a round brought, what things mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kritzel.game import About, Clock, Description, Facts, Happening, Outcome, Seat, Text
from kritzel.games.traexx.scoring import half_points
from kritzel.games.traexx.sheet import SEAT_COUNTS, SLUG, Extend, Move, Sheet
from kritzel.games.traexx.state import State
from kritzel.words import with_faces

FACTS = Facts(
    slug=SLUG,
    title=Text("Träxx", "Träxx"),
    about=Text("Eine Linie, zwei Enden, fünfzehn Karten.", "One line, two ends, fifteen cards."),
    minutes=15,
    pad="#B5442E",
    seat_counts=SEAT_COUNTS,
    together=True,
    lines={
        "number": Text("Zahl {}", "Number {}"),
        "missed": Text("Verpasste Felder", "Missed cells"),
    },
    chances={"card": Text("Karte", "Card")},
    reasons={"last_card": Text("Die letzte Karte ist gespielt.", "The last card has been played.")},
    gains={
        "number": Text("Zahlen", "numbers"),
        "number_and_longer": Text("Zahlen und Felder", "numbers and cells"),
        "longer": Text("längere Linien", "longer lines"),
        "halves": Text("Zahlen, die noch voll zählen", "numbers that still count in full"),
        "dead_end": Text("Enden, von denen es weitergeht", "ends that go on"),
        "fits": Text("Karten, die passen", "cards that fit"),
        "next_card": Text("die nächste Karte", "the next card"),
        "nears": Text("nähere Zahlen", "nearer numbers"),
    },
    titles=(Text("Super", "Super"), Text("Da geht noch mehr", "There is more in it")),
)


# Moves, cards, the question, the clock ------------------------------------------------------------
EXTEND = Text("Linie von {start} nach {cell}", "line from {start} to {cell}")
DONE_MOVE = Description("done", Text("fertig", "done"))
CARD = Text("Karte {n} von {of}", "Card {n} of {of}")
NO_QUESTION = Text("", "")
QUESTION = Text("Verlängere deine Linie.", "Extend your line.")


def say_move(sheet: Sheet, move: Move) -> Description:
    if not isinstance(move, Extend):
        return DONE_MOVE
    start, cell = sheet.names[move.end], sheet.names[move.to]
    return Description("extend", EXTEND.filled(start=start, cell=cell), cell, start=start)


def say_outcome(state: State, outcome: Outcome) -> Description:
    return with_faces("card", FACTS.chance("card"), state.sheet.cards[outcome[0]])


def question(state: State) -> Text:
    return NO_QUESTION if state.card is None else QUESTION


def sentences(sheet: Sheet, seats: int) -> list[Text]:
    cards = [Clock.counted(CARD, n, sheet.rounds) for n in range(1, sheet.rounds + 1)]
    return [QUESTION, *[clock.words for clock in cards]]


def join_words(texts: Sequence[Text]) -> Text:
    """A list in a sentence: `r, y and g`."""
    return Text(_join([text.de for text in texts], "und"), _join([text.en for text in texts], "and"))


def _join(texts: list[str], last: str) -> str:
    return f" {last} ".join([", ".join(texts[:-1]), texts[-1]] if texts[1:] else texts)


def clock(state: State) -> Clock:
    of = state.sheet.rounds
    return Clock.counted(CARD, min(len(state.seen) + 1, of), of)


# What a round brought (T5, T7) --------------------------------------------------------------------
FULL = Text("Die {n} erreicht: {points} Punkte.", "Reached the {n}: {points} points.")
HALF = Text(
    "Die {n} erreicht: halbe Punkte, {points}. {by} war zuerst da.",
    "Reached the {n}: half points, {points}. {by} was there first.",
)
HALF_MANY = Text(
    "Die {n} erreicht: halbe Punkte, {points}. {by} waren zuerst da.",
    "Reached the {n}: half points, {points}. {by} were there first.",
)
ALONE = Text(
    "Die {n} erreicht: halbe Punkte, {points}. Eine höhere Zahl kam schon vorher.",
    "Reached the {n}: half points, {points}. A higher number came earlier.",
)


def happenings(before: State, after: State, outcome: Outcome = ()) -> list[Happening]:
    """Every number that a seat has reached with the round."""
    return [
        reached
        for seat, (was, now) in enumerate(zip(before.pads, after.pads, strict=True))
        if (was.full, was.half) != (now.full, now.half)
        for reached in _numbers_reached(before, after, seat)
    ]


def _numbers_reached(before: State, after: State, seat: Seat) -> Iterator[Happening]:
    was, now = before.pads[seat], after.pads[seat]
    for number in sorted(after.sheet.numbers.values()):
        if (now.full & ~was.full) >> number & 1:
            yield _number_reached(after.sheet, seat, number, number, FULL, ())
        elif (now.half & ~was.half) >> number & 1:
            by = tuple(
                nth for nth, other in enumerate(before.pads) if (other.full | other.half) >> number & 1
            )
            sentence = (HALF if len(by) == 1 else HALF_MANY) if by else ALONE
            yield _number_reached(after.sheet, seat, number, half_points(number), sentence, by)


def _number_reached(
    sheet: Sheet, seat: Seat, number: int, points: int, sentence: Text, by: tuple[Seat, ...]
) -> Happening:
    text = sentence.filled(n=number, points=points, by="{by}")
    clause = "T7" if sentence is ALONE else "T5"
    return Happening(seat, "number", clause, sheet.names[sheet.cell_of_number(number)], text, by=by)


# What things on a board mean ----------------------------------------------------------------------
ABOUTS = {
    ("mark", "full", "T5"): Text("Diese Zahl zählt für dich ganz.", "This number counts in full for you."),
    ("mark", "half", "T5"): Text(
        "Diese Zahl zählt für dich die Hälfte, aufgerundet.", "This number counts half for you, rounded up."
    ),
    ("cell", "number", "T5"): Text(
        "Zahl: Bist du zuerst da, zählt sie ganz; wer später kommt, bekommt die Hälfte.",
        "Number: if you get here first, it counts in full; whoever comes later gets half.",
    ),
    ("mark", "origin", "T3"): Text(
        "Dein Startfeld: Hier beginnt deine Linie.", "Your start: your line begins here."
    ),
    ("mark", "end", "T4"): Text(
        "Ende der Linie: In einer Runde wächst sie nur an einem ihrer Enden.",
        "End of the line: in one round it grows at one of its ends only.",
    ),
    ("mark", "rest", "T4"): Text(
        "Dieses Ende ruht in dieser Runde, weil die Linie am anderen wächst.",
        "This end rests in this round, because the line grows at the other one.",
    ),
    ("mark", "line", "T3"): Text(
        "Deine Linie geht hier schon durch.", "Your line goes through here already."
    ),
    ("cell", "any", "T2"): Text(
        "Feld: Deine Linie kommt hierher, wenn die Karte diese Farbe zeigt und ein Ende daneben liegt.",
        "Cell: your line can come here if the card shows this colour and an end is next to it.",
    ),
    ("box", "missed", "T6"): Text(
        "Jedes Feld, das am Ende nicht auf deiner Linie liegt, kostet 1 Punkt.",
        "Every cell that is not on your line at the end costs 1 point.",
    ),
    ("box", "number", "T5"): Text(
        "Was du für diese Zahl bekommen hast, oder ob es sie noch ganz oder nur zur Hälfte gibt.",
        "What you got for this number, or whether you can still get it in full or only half.",
    ),
    ("token", "used", "T2"): Text(
        "Diese Farbe der Karte ist verbraucht.", "This colour of the card is used up."
    ),
    ("token", "fits", "T2"): Text(
        "Mit dieser Farbe kann deine Linie wachsen.", "Your line can grow with this colour."
    ),
    ("token", "free", "T2"): Text(
        "Diese Farbe liegt neben keinem Ende deiner Linie.", "This colour isn't next to an end of your line."
    ),
}


def explain(sheet: Sheet) -> Sequence[About]:
    return [About(*thing, text) for thing, text in ABOUTS.items()]
