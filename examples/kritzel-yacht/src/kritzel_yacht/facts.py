"""Yacht before anybody plays it."""

from __future__ import annotations

from kritzel.game import Facts, Text
from kritzel_yacht.material import NAMES, SEAT_COUNTS, SLUG

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
