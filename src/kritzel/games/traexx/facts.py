"""Träxx before anybody plays it."""

from __future__ import annotations

from kritzel.game import Facts, Text
from kritzel.games.traexx.material import SEAT_COUNTS, SLUG

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
    titles=(Text("Super", "Super"), Text("Da geht noch mehr", "There is more in it")),
)
