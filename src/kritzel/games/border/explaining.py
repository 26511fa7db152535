"""What each thing on a board means, in one sentence with its clause, for somebody who asks. Knows words."""

from __future__ import annotations

from collections.abc import Sequence

from kritzel.game import About, Text
from kritzel.games.border.material import Sheet

ABOUTS = (
    About(
        "fill",
        "white",
        "B4",
        Text(
            "Weißes Feld: Es ist von Anfang an angekreuzt und gehört zu jeder Grenze daneben.",
            "White cell: it is crossed from the start and belongs to every border beside it.",
        ),
    ),
    About(
        "cell",
        "any",
        "B3",
        Text(
            "Grenzfeld: Du brauchst einen Würfel seiner Farbe; in Aktion 1 muss der Abschnitt voll werden.",
            "Border cell: you need a die of its colour for it; in action 1 you must fill the whole segment.",
        ),
    ),
    About(
        "tag",
        "place",
        "B6",
        Text(
            "Gebiet: Wer zuerst alle Felder ringsum angekreuzt hat, bekommt die höhere Zahl.",
            "Area: whoever is the first to cross all cells around it gets the higher number.",
        ),
    ),
    About(
        "box",
        "area",
        "B6",
        Text(
            "Gebiet: So viele Felder ringsum hast du angekreuzt, und so viele sind es.",
            "Area: how many cells around it you have crossed, and how many there are.",
        ),
    ),
    About(
        "token",
        "kept",
        "B2",
        Text(
            "Ein Würfel dieses Wurfs: Du darfst ihn behalten oder noch einmal werfen.",
            "A die of this throw: you may keep it or throw it again.",
        ),
    ),
    About(
        "token",
        "used",
        "B3",
        Text(
            "Mit diesem Würfel hast du schon ein Feld angekreuzt.",
            "You have crossed a cell with this die already.",
        ),
    ),
    About(
        "token",
        "fits",
        "B3",
        Text(
            "Mit diesem Würfel kannst du ein Feld seiner Farbe ankreuzen.",
            "You can cross a cell of its colour with this die.",
        ),
    ),
    About(
        "token",
        "free",
        "B3",
        Text("Für diesen Würfel gibt es gerade kein Feld.", "There is no cell for this die right now."),
    ),
)


def explain(sheet: Sheet) -> Sequence[About]:
    """The same on every sheet."""
    return ABOUTS
