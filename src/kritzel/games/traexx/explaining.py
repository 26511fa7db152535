"""What each thing on a board means, in one sentence with its clause, for somebody who asks. Knows words."""

from __future__ import annotations

from collections.abc import Sequence

from kritzel.game import About, Text
from kritzel.games.traexx.material import Sheet

ABOUTS = (
    About(
        "mark",
        "full",
        "T5",
        Text("Diese Zahl zählt für dich ganz.", "This number counts in full for you."),
    ),
    About(
        "mark",
        "half",
        "T5",
        Text(
            "Diese Zahl zählt für dich die Hälfte, aufgerundet.",
            "This number counts half for you, rounded up.",
        ),
    ),
    About(
        "cell",
        "number",
        "T5",
        Text(
            "Zahl: Bist du zuerst da, zählt sie ganz; wer später kommt, bekommt die Hälfte.",
            "Number: if you get here first, it counts in full; whoever comes later gets half.",
        ),
    ),
    About(
        "mark",
        "origin",
        "T3",
        Text("Dein Startfeld: Hier beginnt deine Linie.", "Your start: your line begins here."),
    ),
    About(
        "mark",
        "end",
        "T4",
        Text(
            "Ende der Linie: In einer Runde wächst sie nur an einem ihrer Enden.",
            "End of the line: in one round it grows at one of its ends only.",
        ),
    ),
    About(
        "mark",
        "rest",
        "T4",
        Text(
            "Dieses Ende ruht in dieser Runde, weil die Linie am anderen wächst.",
            "This end rests in this round, because the line grows at the other one.",
        ),
    ),
    About(
        "mark",
        "line",
        "T3",
        Text("Deine Linie geht hier schon durch.", "Your line goes through here already."),
    ),
    About(
        "cell",
        "any",
        "T2",
        Text(
            "Feld: Deine Linie kommt hierher, wenn die Karte diese Farbe zeigt und ein Ende daneben liegt.",
            "Cell: your line can come here if the card shows this colour and an end is next to it.",
        ),
    ),
    About(
        "box",
        "missed",
        "T6",
        Text(
            "Jedes Feld, das am Ende nicht auf deiner Linie liegt, kostet 1 Punkt.",
            "Every cell that is not on your line at the end costs 1 point.",
        ),
    ),
    About(
        "box",
        "number",
        "T5",
        Text(
            "Was du für diese Zahl bekommen hast, oder ob es sie noch ganz oder nur zur Hälfte gibt.",
            "What you got for this number, or whether you can still get it in full or only half.",
        ),
    ),
    About(
        "token",
        "used",
        "T2",
        Text("Diese Farbe der Karte ist verbraucht.", "This colour of the card is used up."),
    ),
    About(
        "token",
        "fits",
        "T2",
        Text("Mit dieser Farbe kann deine Linie wachsen.", "Your line can grow with this colour."),
    ),
    About(
        "token",
        "free",
        "T2",
        Text(
            "Diese Farbe liegt neben keinem Ende deiner Linie.",
            "This colour isn't next to an end of your line.",
        ),
    ),
)


def explain(sheet: Sheet) -> Sequence[About]:
    """The same on every sheet."""
    return ABOUTS
