"""Tiny before anybody plays it."""

from __future__ import annotations

from kritzel.game import Facts, Text
from kritzel.skeleton.room.material import SEAT_COUNTS, SLUG

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
