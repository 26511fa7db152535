"""What each thing on a sheet means, in one sentence with its clause, for somebody who asks. Knows words."""

from __future__ import annotations

from kritzel.game import About, Text
from kritzel_yacht.material import Sheet

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
