"""What each thing on a sheet means, in one sentence with its clause, for somebody who asks."""

from __future__ import annotations

from kritzel.game import About, Text
from kritzel.skeleton.room.material import Sheet

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
